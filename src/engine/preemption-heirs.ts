/**
 * Which Pod came in the place of one that a preemption took. Upstream keeps no such link: a controller counts its Pods and
 * makes as many as are missing (kubernetes pkg/controller/replicaset/replica_set.go manageReplicas, v1.37). So the Pods
 * that a controller lost and those that it made after are paired in their order.
 */
import type { Step } from '../kernel/kernel.ts';
import type { KubeObject, OwnerReference, Pod } from '../model/objects.ts';
import type { Cluster } from './create-cluster.ts';
import type { Opened } from './core-engine.ts';
import { countUpTo } from './event-index.ts';
import { isPod } from './phase.ts';

export const controllerOf = (pod: Pod): OwnerReference | undefined =>
  pod.metadata.ownerReferences?.find(({ controller }) => controller === true);

const isMarked = (pod: Pod): boolean =>
  (pod.status?.conditions ?? []).some(
    ({ type, status, reason }) =>
      type === 'DisruptionTarget' && status === 'True' && reason === 'PreemptionByScheduler',
  );

interface PodWrite {
  readonly step: Step;
  readonly now: Pod | undefined;
  /** Undefined where it was made by this. */
  readonly before: Pod | undefined;
}

const podIn = (value: unknown): Pod | undefined => {
  const object = value as KubeObject | undefined;
  return object !== undefined && isPod(object) ? object : undefined;
};

const sameUid = (a: Pod | undefined, b: Pod | undefined): boolean =>
  a !== undefined && b !== undefined && a.metadata.uid === b.metadata.uid;

const marks = ({ now, before }: PodWrite): boolean =>
  now !== undefined && isMarked(now) && !(sameUid(now, before) && before !== undefined && isMarked(before));

const historyOf = (cluster: Cluster, key: string, step: Step) =>
  cluster.world
    .collections()
    .find(({ name }) => name === 'etcd')
    ?.history(key, step) ?? [];

/** Steps up to `step` at which a Pod (each that bore the name) was marked as the victim of a preemption; newest first. */
export function preemptedWrites(cluster: Cluster, podKey: string, step: Step): Step[] {
  const found: Step[] = [];
  let later: Omit<PodWrite, 'before'> | undefined;
  for (const { step: at, value } of historyOf(cluster, podKey, step)) {
    const now = podIn(value);
    if (later !== undefined && marks({ ...later, before: now })) found.push(later.step);
    later = { step: at, now };
  }
  // The oldest entry is how the Pod came: nobody here marked it.
  return found;
}

/** What one write did. */
function writeAt(cluster: Cluster, key: string, step: Step): PodWrite {
  const states: (Pod | undefined)[] = [];
  for (const { value } of historyOf(cluster, key, step)) {
    states.push(podIn(value));
    if (states.length === 2) break;
  }
  return { step, now: states[0], before: states[1] };
}

/** Words of the writes that make a Pod or mark it. */
const TELLING = /^(?:create|patch)/;

/**
 * @param victims whose heirs are asked for
 * @returns the Pod made in the place of each, as it was made, by the victim's uid
 */
export function heirsOf(
  { cluster, index }: Opened,
  { since, until }: { readonly since: Step; readonly until: Step },
  victims: readonly Pod[],
): ReadonlyMap<string, Pod> {
  const owners = new Set(victims.flatMap((pod) => controllerOf(pod)?.uid ?? []));
  const left = new Map<string, Pod[]>();
  const heirs = new Map<string, Pod>();
  if (owners.size === 0) return heirs;
  const { trace } = cluster.world;
  const { writes } = index;
  for (const step of writes.slice(countUpTo(writes, since), countUpTo(writes, until))) {
    const key = trace.object(step);
    if (!key.startsWith('Pod/') || !TELLING.test(trace.detail(step))) continue;
    const write = writeAt(cluster, key, step);
    const owner = write.now === undefined ? undefined : controllerOf(write.now)?.uid;
    if (write.now === undefined || owner === undefined || !owners.has(owner)) continue;
    if (marks(write)) left.set(owner, [...(left.get(owner) ?? []), write.now]);
    else if (!sameUid(write.now, write.before)) inherit(write.now, left.get(owner) ?? [], heirs);
  }
  return heirs;
}

/** A Pod that was made takes the place of the one of its name, else of the first that left. */
function inherit(made: Pod, left: Pod[], heirs: Map<string, Pod>): void {
  const named = left.findIndex(({ metadata }) => metadata.name === made.metadata.name);
  const [lost] = left.splice(Math.max(0, named), 1);
  if (lost !== undefined) heirs.set(lost.metadata.uid ?? '', made);
}
