/** Kinds of mistake, each planted where a recording has a place for it; undefined where it has none. */
import { list, text } from '../../src/model/fields.ts';
import type { Recording, Write } from '../../src/conformance/trace/recording.ts';
import type { KubeObject } from '../../src/model/objects.ts';
import {
  becomesReady,
  changeAt,
  changeFrom,
  find,
  insertAfter,
  isAdded,
  isBind,
  isOwned,
  modified,
  move,
  on,
  ownerOf,
  twins,
  withField,
  without,
  writeOf,
  type Plant,
  type Site,
} from './plant-tools.ts';
import { FACTS, OF_EVENTS } from './plants-facts.ts';

const scheduled = (site: Site): Write | undefined => find(site, isBind);
const nodesAt = ({ recording }: Site, { index }: Write): readonly KubeObject[] => {
  const nodes = new Map([...recording.base].filter(([, { kind }]) => kind === 'Node'));
  for (const write of recording.writes.slice(0, index)) {
    if (write.kind !== 'Node') continue;
    if (write.type === 'DELETED') nodes.delete(write.key);
    else nodes.set(write.key, write.object);
  }
  return [...nodes.values()];
};

const onNode = (site: Site, bind: Write, node: string): Recording =>
  changeFrom(site.recording, bind, (object) => withField(object, ['spec', 'nodeName'], node));

const BINDING: readonly Plant[] = [
  {
    what: 'the binding and the kubelet’s first status change places',
    words: /bind-first/,
    plant: (site) =>
      on(scheduled(site), (bind) =>
        on(
          find(site, (w) => w.key === bind.key && w.index > bind.index && w.by === 'kubelet'),
          (status) => {
            const early = withField(bind.before ?? bind.object, ['status'], status.object.status);
            const swapped = changeAt(site.recording, bind, (w) => ({ ...w, object: early, by: status.by }));
            return changeAt(swapped, status, (w) => ({ ...w, by: bind.by }));
          },
        ),
      ),
  },
  {
    what: 'a kubelet reports on a Pod that is not bound',
    words: /bind-first/,
    plant: (site) =>
      on(scheduled(site), ({ key }) =>
        on(
          find(site, (w) => w.key === key && w.type === 'ADDED'),
          (made) =>
            insertAfter(site.recording, made, [
              { object: withField(made.object, ['status', 'podIP'], '10.0.0.9'), by: 'kubelet' },
            ]),
        ),
      ),
  },
  {
    what: 'a binding is lost',
    words: /bind-first/,
    plant: (site) =>
      on(scheduled(site), (bind) =>
        changeFrom(site.recording, bind, (object) => withField(object, ['spec', 'nodeName'], undefined)),
      ),
  },
  {
    what: 'a Pod moves to another node',
    words: /bind-once/,
    plant: (site) => on(find(site, becomesReady), (ready) => onNode(site, ready, 'node-elsewhere')),
  },
  {
    what: 'a Pod is bound to a node that is not there',
    words: /bind-node/,
    plant: (site) => on(scheduled(site), (bind) => onNode(site, bind, 'node-nowhere')),
  },
  {
    what: 'a Pod is bound to a node whose taint it does not tolerate',
    words: /bind-taint/,
    plant: (site) => {
      for (const bind of site.recording.writes.filter(isBind)) {
        const unfit = nodesAt(site, bind).find(
          (node) =>
            list(node, 'spec', 'taints').length > 0 && node.metadata.name !== text(bind.object, 'spec', 'nodeName'),
        );
        const isOfDaemon = ownerOf(site, bind)?.kind === 'DaemonSet';
        if (unfit !== undefined && !isOfDaemon) return onNode(site, bind, unfit.metadata.name);
      }
      return undefined;
    },
  },
  {
    what: 'a Pod is bound while it is gated',
    words: /bind-gate/,
    plant: (site) =>
      on(scheduled(site), (bind) =>
        changeFrom(site.recording, bind, (o) =>
          withField(o, ['spec', 'schedulingGates'], [{ name: 'example.com/wait' }]),
        ),
      ),
  },
];

const TIMERS: readonly Plant[] = [
  { what: 'a timer fires too early', words: /delay/, plant: (site) => late(site, -1) },
  { what: 'a timer fires too late', words: /delay/, plant: (site) => late(site, 1) },
];

/** Everything from the end of a delay on is moved by more than the delay leaves free. */
function late(site: Site, sign: 1 | -1): Recording | undefined {
  return on(
    site.expected.delays?.find(({ seconds: [least] }) => least > 1),
    ({ from, to, seconds: [least, most] }) => {
      const [first, last] = [writeOf(site, from), writeOf(site, to)];
      if (first === undefined || last === undefined) return undefined;
      const wanted = sign < 0 ? least - 0.5 : most + 0.5;
      const by = wanted - (last.seconds - first.seconds);
      const { recording } = site;
      const writes = recording.writes.map((w) => (w.index >= last.index ? { ...w, seconds: w.seconds + by } : w));
      return { ...recording, writes };
    },
  );
}

const ENDS: readonly Plant[] = [
  {
    what: 'a Pod too many is made',
    words: /not expected|replicaset-count|job-parallelism|object:/,
    plant: (site) =>
      on(
        find(site, (w) => isAdded(w, 'Pod') && isOwned(site, w, 'ReplicaSet', 'DaemonSet', 'Job')),
        (w) => twins(site.recording, w, 1),
      ),
  },
  {
    what: 'a Pod is never deleted',
    words: /track|still there/,
    plant: (site) =>
      on(
        find(site, (w) => w.kind === 'Pod' && w.type === 'DELETED'),
        (w) => without(site.recording, w),
      ),
  },
  {
    what: 'what controls an object is not named in it',
    words: /object:|track|final/,
    plant: (site) =>
      on(
        find(site, (w) => isAdded(w, 'Pod') && isOwned(site, w, 'ReplicaSet', 'DaemonSet', 'Job')),
        (w) => changeFrom(site.recording, w, (o) => withField(o, ['metadata', 'ownerReferences'], undefined)),
      ),
  },
  {
    what: 'an endpoint is ready before its Pod is',
    words: /before|law/,
    plant: (site) => {
      const slice = find(site, (w) => modified(w, 'EndpointSlice') && list(w.object, 'endpoints').length > 0);
      if (slice === undefined) return undefined;
      const uids = list(slice.object, 'endpoints').map((one) => text(one, 'targetRef', 'uid'));
      const ready = find(
        site,
        (w) => becomesReady(w) && w.index < slice.index && uids.includes(w.object.metadata.uid ?? ''),
      );
      return on(ready, (w) => move(site.recording, slice, 'before', w));
    },
  },
];

export const COMMON_PLANTS: readonly Plant[] = [...BINDING, ...OF_EVENTS, ...FACTS, ...TIMERS, ...ENDS];
