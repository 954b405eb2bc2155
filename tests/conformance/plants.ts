/** Kinds of mistake, each planted where a recording has a place for it; undefined where it has none. */
import { get, list, number, text } from '../../src/model/fields.ts';
import { conditionsOf, type Recording, type Write } from '../../src/conformance/trace/recording.ts';
import type { KubeObject } from '../../src/model/objects.ts';
import {
  becomesReady,
  changeAt,
  changed,
  changeFrom,
  containersOf,
  insertAfter,
  isAdded,
  isBind,
  isMarking,
  modified,
  move,
  ownerOf,
  requiredEvent,
  twins,
  withCondition,
  withContainers,
  withEvents,
  withField,
  without,
  writeOf,
  writeOfFact,
  type Site,
} from './plant-tools.ts';

export interface Plant {
  readonly what: string;
  /** What the judge says of it. */
  readonly words: RegExp;
  /** Of what a row is about that looks at Deployments' specifications only. */
  readonly ofSpec?: true;
  readonly plant: (site: Site) => Recording | undefined;
}

/** Carries on with what was found. */
export const on = <T>(found: T | undefined, plant: (found: T) => Recording | undefined): Recording | undefined =>
  found === undefined ? undefined : plant(found);

export const find = ({ recording }: Site, holds: (write: Write) => boolean): Write | undefined =>
  recording.writes.find(holds);

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

const hasCondition = (write: Write, type: string): boolean => conditionsOf(write.object).has(type);

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

const OF_EVENTS: readonly Plant[] = [
  ['an event is dropped', undefined],
  ['an event has another reason', { reason: 'Whatever' }],
  ['an event says something else', { message: 'words that nobody ever said' }],
  [
    'an event comes from another component',
    { reportingComponent: 'cloud-controller', source: { component: 'cloud-controller' } },
  ],
  ['an event happens once more', 'again'] as const,
].map(([what, change]): Plant => ({
  what: what as string,
  words: /event:/,
  plant: (site) =>
    on(requiredEvent(site), (event) => {
      const rest = site.recording.events.filter((one) => one !== event);
      if (change === undefined) return withEvents(site.recording, rest);
      if (change === 'again') return withEvents(site.recording, [...rest, { ...event, count: event.count + 1 }]);
      const object = { ...event.object, ...(change as object) };
      return withEvents(site.recording, [...rest, { ...event, object }]);
    }),
}));

/** A counter that a row wants at the end of a phase, and the last write of the phase that has it. */
function settledCounter(
  { recording, candidate, expected }: Site,
  holds: (counter: string) => boolean,
): { write: Write; path: readonly string[] } | undefined {
  for (const [object, { settled = {} }] of Object.entries(expected.objects)) {
    for (const [phase, counters] of Object.entries(settled)) {
      const counter = Object.keys(counters).find(holds);
      const last = recording.writes
        .filter((w) => candidate.names.full(w.key) === object && candidate.phaseOf(w.entry) === Number(phase))
        .at(-1);
      if (counter !== undefined && last !== undefined && last.type !== 'DELETED')
        return { write: last, path: counter.split('.') };
    }
  }
  return undefined;
}

const countedWrong = (site: Site, holds: (counter: string) => boolean): Recording | undefined =>
  on(settledCounter(site, holds), ({ write, path }) =>
    changeAt(site.recording, write, (w) => ({
      ...w,
      object: withField(w.object, path, number(w.object, ...path) + 1),
    })),
  );

const FACTS: readonly Plant[] = [
  {
    what: 'another component wrote it',
    words: /by:/,
    ofSpec: true,
    plant: (site) => {
      for (const [object, { facts }] of Object.entries(site.expected.objects)) {
        const fact = facts.find(({ by }) => by !== undefined);
        const write = fact === undefined ? undefined : writeOfFact(site.candidate, object, fact);
        if (write?.by !== undefined) return changeAt(site.recording, write, (w) => ({ ...w, by: 'cloud-controller' }));
      }
      return undefined;
    },
  },
  {
    what: 'a counter of a status is one too high',
    words: /settled|before/,
    plant: (site) => countedWrong(site, (counter) => counter.startsWith('status.') && !counter.endsWith('Generation')),
  },
  {
    what: 'a generation is one too high',
    words: /settled/,
    ofSpec: true,
    plant: (site) => countedWrong(site, (counter) => counter === 'metadata.generation'),
  },
  {
    what: 'a container was restarted once more',
    words: /track|value|final/,
    plant: (site) =>
      on(find(site, becomesReady), (ready) =>
        changeFrom(site.recording, ready, (object) =>
          withContainers(object, (one) => ({ ...one, restartCount: number(one, 'restartCount') + 1 })),
        ),
      ),
  },
  {
    what: 'a condition that nobody knows',
    words: /track/,
    plant: (site) =>
      on(
        find(site, (w) => w.type === 'MODIFIED' && list(w.object, 'status', 'conditions').length > 0),
        (w) => changeFrom(site.recording, w, (object) => withCondition(object, 'Astonished', { status: 'True' })),
      ),
  },
  {
    what: 'a condition has another reason',
    words: /track|value|fact/,
    plant: (site) =>
      on(
        find(site, (w) => w.type === 'MODIFIED' && w.kind === 'Pod' && hasCondition(w, 'ContainersReady')),
        (w) => changeFrom(site.recording, w, (o) => withCondition(o, 'ContainersReady', { reason: 'Mood' })),
      ),
  },
  {
    what: 'a Pod that waits is told something else',
    words: /track|message|fact/,
    plant: (site) =>
      on(
        find(site, (w) => text(conditionsOf(w.object).get('PodScheduled'), 'reason') === 'Unschedulable'),
        (w) =>
          changeFrom(site.recording, w, (o) =>
            withCondition(o, 'PodScheduled', { message: '0/3 nodes feel like it.' }),
          ),
      ),
  },
  {
    what: 'a taint is missing',
    words: /track|fact/,
    plant: (site) =>
      on(
        find(
          site,
          (w) => w.kind === 'Node' && list(w.object, 'spec', 'taints').length > list(w.before, 'spec', 'taints').length,
        ),
        (w) => changeFrom(site.recording, w, (o) => withField(o, ['spec', 'taints'], list(w.before, 'spec', 'taints'))),
      ),
  },
  {
    what: 'DisruptionTarget is missing',
    words: /track|fact/,
    plant: (site) =>
      on(
        find(site, (w) => hasCondition(w, 'DisruptionTarget')),
        (w) => changeFrom(site.recording, w, (o) => withCondition(o, 'DisruptionTarget', undefined)),
      ),
  },
  {
    what: 'a container is never seen running',
    words: /track|fact/,
    plant: (site) =>
      on(
        find(
          site,
          (w) => w.by === 'kubelet' && containersOf(w.object).some((one) => get(one, 'state', 'running') !== undefined),
        ),
        (w) =>
          changeFrom(site.recording, w, (o) =>
            withContainers(o, (one) => ({ ...one, state: { waiting: { reason: 'ContainerCreating' } } })),
          ),
      ),
  },
  {
    what: 'what is one write becomes two',
    words: /write:/,
    plant: (site) =>
      on(
        find(
          site,
          (w) =>
            modified(w, 'Pod') &&
            w.before !== undefined &&
            text(w.object, 'status', 'phase') === 'Running' &&
            changed(w, 'status', 'phase') &&
            changed(w, 'status', 'containerStatuses'),
        ),
        (w) =>
          changeAt(insertAfter(site.recording, w, [{ object: w.object, by: w.by }]), w, (first) => ({
            ...first,
            object: withField(w.object, ['status', 'phase'], text(w.before, 'status', 'phase')),
          })),
      ),
  },
  {
    what: 'a Pod loses its readiness for a moment',
    words: /track|value|order/,
    plant: (site) =>
      on(find(site, becomesReady), (w) =>
        insertAfter(site.recording, w, [
          {
            object: withCondition(w.object, 'Ready', { status: 'False', reason: 'ContainersNotReady' }),
            by: 'kubelet',
          },
          { object: w.object, by: 'kubelet' },
        ]),
      ),
  },
  {
    what: 'a Pod that has finished runs again',
    words: /law: phase/,
    plant: (site) =>
      on(
        find(site, (w) => w.kind === 'Pod' && text(w.object, 'status', 'phase') === 'Succeeded'),
        (w) => insertAfter(site.recording, w, [{ object: withField(w.object, ['status', 'phase'], 'Running') }]),
      ),
  },
  {
    what: 'a mark for deletion is taken back',
    words: /undelete/,
    plant: (site) =>
      on(
        find(site, (w) => w.kind === 'Pod' && isMarking(w)),
        (w) =>
          insertAfter(site.recording, w, [
            { object: withField(w.object, ['metadata', 'deletionTimestamp'], undefined) },
            { object: w.object },
          ]),
      ),
  },
  {
    what: 'a specification has other replicas',
    words: /track|fact|settled|final|law/,
    ofSpec: true,
    plant: (site) =>
      on(
        find(site, (w) => isAdded(w, 'Deployment')),
        (w) =>
          changeFrom(site.recording, w, (o) => withField(o, ['spec', 'replicas'], number(o, 'spec', 'replicas') + 1)),
      ),
  },
];

export const isOwned = (site: Site, write: Write, ...kinds: readonly string[]): boolean =>
  kinds.includes(ownerOf(site, write)?.kind ?? '');

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
