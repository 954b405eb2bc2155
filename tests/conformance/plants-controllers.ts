/** Mistakes of controllers: limits of a rollout, budgets, order of making and deleting. */
import { list, number, text } from '../../src/model/fields.ts';
import { conditionsOf, isMarked, isReady, type Write } from '../../src/conformance/trace/recording.ts';
import type { KubeObject } from '../../src/model/objects.ts';
import {
  becomesReady,
  changeFrom,
  find,
  insertAfter,
  isAdded,
  isBind,
  isMarking,
  isOwned,
  modified,
  move,
  on,
  ownerOf,
  twins,
  withCondition,
  withField,
  type Plant,
  type Site,
} from './plant-tools.ts';

/** Objects as they are after a write, by key. */
function presentAfter({ recording }: Site, { index }: Write): Map<string, KubeObject> {
  const present = new Map(recording.base);
  for (const write of recording.writes.slice(0, index + 1)) {
    if (write.type === 'DELETED') present.delete(write.key);
    else present.set(write.key, write.object);
  }
  return present;
}

/** A mark for deletion of a Pod that is there, as a write of its own. */
function marked(present: ReadonlyMap<string, KubeObject>, key: string, reason?: string): Partial<Write> {
  const pod = present.get(key) as KubeObject;
  const going = withField(pod, ['metadata', 'deletionTimestamp'], '2026-12-01T00:00:00Z');
  return {
    key,
    kind: 'Pod',
    before: pod,
    object: reason === undefined ? going : withCondition(going, 'DisruptionTarget', { status: 'True', reason }),
  };
}

const isRecreated = (object: KubeObject | undefined): boolean =>
  text(object, 'spec', 'strategy', 'type') === 'Recreate';

/** A ReplicaSet that is made while an older one of its Deployment has Pods. */
function secondSet(site: Site, recreate: boolean): Write | undefined {
  return find(site, (w) => {
    const owner = isAdded(w, 'ReplicaSet') ? ownerOf(site, w)?.key : undefined;
    if (owner === undefined) return false;
    const present = presentAfter(site, w);
    const older = [...present].some(
      ([key, { kind }]) => kind === 'ReplicaSet' && key !== w.key && site.candidate.names.ownerOf(key) === owner,
    );
    return older && isRecreated(present.get(owner)) === recreate;
  });
}

const ROLLOUTS: readonly Plant[] = [
  {
    what: 'a ReplicaSet grows over maxSurge',
    words: /rolling-limits/,
    plant: (site) =>
      on(
        find(site, (w) => isAdded(w, 'ReplicaSet') && ownerOf(site, w)?.kind === 'Deployment'),
        (w) =>
          changeFrom(site.recording, w, (o) => withField(o, ['spec', 'replicas'], number(o, 'spec', 'replicas') + 9)),
      ),
  },
  {
    what: 'Pods go below maxUnavailable',
    words: /rolling-limits/,
    plant: (site) =>
      on(
        find(site, (w) => becomesReady(w) && readySiblings(site, w).length > 1),
        (w) => {
          const present = presentAfter(site, w);
          const marks = readySiblings(site, w).map((key) => marked(present, key));
          return insertAfter(site.recording, w, marks);
        },
      ),
  },
  {
    what: 'Pods go below their budget',
    words: /law: budget/,
    plant: (site) => {
      for (const w of site.recording.writes) {
        if (!isMarking(w) || targetOf(w.object) !== 'EvictionByEvictionAPI') continue;
        const present = presentAfter(site, w);
        const alike = [...present.keys()].filter((key) => key !== w.key && isSibling(site, present, key, w));
        const marks = alike.map((key) => marked(present, key, 'EvictionByEvictionAPI'));
        if (marks.length > 0) return insertAfter(site.recording, w, marks);
      }
      return undefined;
    },
  },
  {
    what: 'Recreate begins anew before the old Pods are away',
    words: /rolling-limits/,
    plant: (site) =>
      on(secondSet(site, true), (made) => {
        const owner = ownerOf(site, made)?.key;
        const scaledUp = find(site, (w) => w.key === made.key && number(w.object, 'spec', 'replicas') > 0);
        const scaledDown = find(
          site,
          (w) =>
            modified(w, 'ReplicaSet') &&
            w.key !== made.key &&
            ownerOf(site, w)?.key === owner &&
            number(w.object, 'spec', 'replicas') === 0,
        );
        if (scaledUp === undefined || scaledDown === undefined) return undefined;
        return move(site.recording, scaledUp, 'before', scaledDown);
      }),
  },
  {
    what: 'a Deployment reports a ReplicaSet before it is made',
    words: /before|order/,
    plant: (site) =>
      on(
        find(site, (w) => isAdded(w, 'ReplicaSet') && ownerOf(site, w)?.kind === 'Deployment'),
        (made) =>
          on(
            find(
              site,
              (w) =>
                w.index > made.index &&
                modified(w, 'Deployment') &&
                text(conditionsOf(w.object).get('Progressing'), 'reason') === 'NewReplicaSetCreated',
            ),
            (report) => move(site.recording, report, 'before', made),
          ),
      ),
  },
];

const targetOf = (object: KubeObject): string => text(conditionsOf(object).get('DisruptionTarget'), 'reason');

const isSibling = (site: Site, present: ReadonlyMap<string, KubeObject>, key: string, { key: of }: Write): boolean => {
  const { names } = site.candidate;
  const pod = present.get(key);
  const alike = pod?.kind === 'Pod' && names.ownerOf(key) === names.ownerOf(of);
  return alike && isReady(pod) && !isMarked(pod);
};

/** Ready Pods of the same rolling Deployment's ReplicaSet; none if it goes itself. */
function readySiblings(site: Site, write: Write): readonly string[] {
  const { names } = site.candidate;
  const set = names.ownerOf(write.key);
  const deployment = set === undefined ? undefined : names.ownerOf(set);
  const present = presentAfter(site, write);
  const owner = deployment === undefined ? undefined : present.get(deployment);
  const ofSet = set === undefined ? undefined : present.get(set);
  if (owner?.kind !== 'Deployment' || isRecreated(owner) || isMarked(owner)) return [];
  if (ofSet === undefined || isMarked(ofSet)) return [];
  return [...present.keys()].filter((key) => isSibling(site, present, key, write));
}

const ownsSomething = (site: Site, key: string): readonly Write[] =>
  site.recording.writes.filter((w) => w.type === 'DELETED' && site.candidate.names.ownerOf(w.key) === key);

const waits = (object: KubeObject): boolean => list(object, 'metadata', 'finalizers').includes('foregroundDeletion');

/** Rows of scenarios in which a timer deletes a Job say nothing of the order. */
const saysForeground = ({ expected }: Site): boolean =>
  expected.before.some(([, , rule]) => rule.startsWith('foreground'));

const DELETIONS: readonly Plant[] = [
  {
    what: 'a finalizer is taken away early',
    words: /track|order|write/,
    plant: (site) =>
      on(
        find(site, (w) => isAdded(w, 'Pod') && list(w.object, 'metadata', 'finalizers').length > 0),
        (w) =>
          on(
            find(site, (next) => next.key === w.key && next.index > w.index),
            (next) => changeFrom(site.recording, next, (o) => withField(o, ['metadata', 'finalizers'], undefined)),
          ),
      ),
  },
  {
    what: 'what is owned goes before its owner, in the background',
    words: /before/,
    plant: (site) => {
      for (const gone of site.recording.writes) {
        const owned = gone.type === 'DELETED' && !waits(gone.object) ? ownsSomething(site, gone.key) : [];
        const last = owned.filter((w) => w.index > gone.index && w.entry === gone.entry).at(-1);
        if (last !== undefined) return move(site.recording, gone, 'after', last);
      }
      return undefined;
    },
  },
  {
    what: 'an owner goes before what it owns, though it waits for it',
    words: /before|track|order/,
    plant: (site) =>
      on(saysForeground(site) ? find(site, (w) => isMarking(w) && waits(w.object)) : undefined, (mark) =>
        on(
          find(site, (w) => w.key === mark.key && w.type === 'DELETED'),
          (gone) => move(site.recording, gone, 'after', mark),
        ),
      ),
  },
];

const JOBS: readonly Plant[] = [
  {
    what: 'a Job has too many Pods',
    words: /job-parallelism|job-completions/,
    plant: (site) =>
      on(
        find(site, (w) => isAdded(w, 'Pod') && isOwned(site, w, 'Job')),
        (w) => twins(site.recording, w, 3),
      ),
  },
  {
    what: 'a Job is complete before its Pods end',
    words: /before|order|track/,
    plant: (site) =>
      on(
        find(site, (w) => modified(w, 'Job') && conditionsOf(w.object).has('SuccessCriteriaMet')),
        (done) =>
          on(
            find(site, (w) => ownerOf(site, w)?.key === done.key && text(w.object, 'status', 'phase') === 'Succeeded'),
            (pod) => move(site.recording, done, 'before', pod),
          ),
      ),
  },
];

const ordinalOf = ({ object }: Write): number => Number(object.metadata.name.split('-').at(-1));
const ofStateful = (site: Site, write: Write): boolean => write.kind === 'Pod' && isOwned(site, write, 'StatefulSet');

export const STATEFUL_PLANTS: readonly Plant[] = [
  {
    what: 'a StatefulSet’s Pod is made before the one below is ready',
    words: /statefulset-order.*db-1 because of 0/,
    plant: (site) =>
      on(
        find(site, (w) => ofStateful(site, w) && w.type === 'ADDED' && ordinalOf(w) === 1),
        (made) =>
          on(
            find(site, (w) => ofStateful(site, w) && becomesReady(w) && ordinalOf(w) === 0),
            (ready) => move(site.recording, made, 'before', ready),
          ),
      ),
  },
  {
    what: 'a StatefulSet’s Pod is deleted while the one above is going',
    words: /statefulset-order.*db-1 because of db-2/,
    plant: (site) => {
      const marks = site.recording.writes.filter((w) => ofStateful(site, w) && isMarking(w));
      const [above, below] = [marks.find((w) => ordinalOf(w) === 2), marks.find((w) => ordinalOf(w) === 1)];
      return above === undefined || below === undefined ? undefined : move(site.recording, below, 'after', above);
    },
  },
];

export const PREEMPTION_PLANTS: readonly Plant[] = [
  {
    what: 'the preemptor is bound before its victim has ended',
    words: /before: the victim ends/,
    plant: (site) => {
      const bind = find(site, (w) => w.object.metadata.name === 'urgent' && isBind(w));
      const end = find(site, (w) => /Succeeded|Failed/.test(text(w.object, 'status', 'phase')));
      return bind === undefined || end === undefined ? undefined : move(site.recording, end, 'after', bind);
    },
  },
  {
    what: 'the preemptor is not nominated',
    words: /track.*nominatedNodeName/,
    plant: (site) =>
      on(
        find(site, (w) => text(w.object, 'status', 'nominatedNodeName') !== ''),
        (w) => changeFrom(site.recording, w, (o) => withField(o, ['status', 'nominatedNodeName'], undefined)),
      ),
  },
  {
    what: 'a victim is not told why',
    words: /track.*DisruptionTarget/,
    plant: (site) =>
      on(
        find(site, (w) => targetOf(w.object) === 'PreemptionByScheduler'),
        (w) => changeFrom(site.recording, w, (o) => withCondition(o, 'DisruptionTarget', undefined)),
      ),
  },
];

export const CONTROLLER_PLANTS: readonly Plant[] = [...ROLLOUTS, ...DELETIONS, ...JOBS];
