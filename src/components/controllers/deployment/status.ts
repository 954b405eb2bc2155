/**
 * A Deployment's status: pkg/controller/deployment/sync.go calculateStatus and progress.go (v1.37), pure.
 */
import type { Condition, Deployment, ReplicaSet } from '../../../model/objects.ts';
import { parseTime, MICROS_PER_SECOND } from '../../../model/time.ts';
import { minorOf, type KubernetesVersion } from '../../../model/versions.ts';
import { maxUnavailable, replicasOf, specTotal, sum } from './arithmetic.ts';
import { equalJson } from '../equal-json.ts';

export type DeploymentStatus = NonNullable<Deployment['status']>;

/** When and as which version a sync runs. */
export interface SyncClock {
  /** RFC 3339, whole seconds. */
  readonly now: string;
  /** Microseconds since the epoch. */
  readonly nowMicros: number;
  readonly version: KubernetesVersion;
}

/** features/kube_features.go: DeploymentReplicaSetTerminatingReplicas is on from 1.35. */
export const countsTerminating = (version: KubernetesVersion): boolean => minorOf(version) >= 35;

const NO_DEADLINE = 2_147_483_647;

export const hasProgressDeadline = ({ spec }: Deployment): boolean =>
  spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== NO_DEADLINE;

export const conditionOf = (status: DeploymentStatus | undefined, type: string): Condition | undefined =>
  status?.conditions?.find((condition) => condition.type === type);

export interface NewCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

const withoutCondition = (conditions: readonly Condition[], type: string): readonly Condition[] =>
  conditions.filter((condition) => condition.type !== type);

const stamped = (fresh: NewCondition, now: string, transition: string): Condition => ({
  type: fresh.type,
  status: fresh.status,
  lastUpdateTime: now,
  lastTransitionTime: transition,
  reason: fresh.reason,
  message: fresh.message,
});

/** SetDeploymentCondition: same status and reason change nothing; a changed one moves to the end of the list. */
export function setCondition(conditions: readonly Condition[], fresh: NewCondition, now: string): readonly Condition[] {
  const current = conditions.find((condition) => condition.type === fresh.type);
  if (current?.status === fresh.status && current.reason === fresh.reason) return conditions;
  const transition = current?.status === fresh.status ? (current.lastTransitionTime ?? now) : now;
  return [...withoutCondition(conditions, fresh.type), stamped(fresh, now, transition)];
}

/** Progress with the reason it had already: only the time of the update moves. */
function renewCondition(conditions: readonly Condition[], fresh: NewCondition, now: string): readonly Condition[] {
  const current = conditions.find((condition) => condition.type === fresh.type);
  const transition = current?.status === fresh.status ? (current.lastTransitionTime ?? now) : now;
  return [...withoutCondition(conditions, fresh.type), stamped(fresh, now, transition)];
}

const AVAILABLE: NewCondition = {
  type: 'Available',
  status: 'True',
  reason: 'MinimumReplicasAvailable',
  message: 'Deployment has minimum availability.',
};
const UNAVAILABLE: NewCondition = {
  type: 'Available',
  status: 'False',
  reason: 'MinimumReplicasUnavailable',
  message: 'Deployment does not have minimum availability.',
};

const counted = (n: number, name: keyof DeploymentStatus): DeploymentStatus => (n === 0 ? {} : { [name]: n });

/** calculateStatus: counters of all ReplicaSets as they are reported, and Available. */
export function calculateStatus(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
  { now, version }: SyncClock,
): DeploymentStatus {
  const before = deployment.status;
  const available = sum(all.map((set) => set.status?.availableReplicas ?? 0));
  const enough = available >= replicasOf(deployment) - maxUnavailable(deployment);
  return {
    ...counted(deployment.metadata.generation ?? 0, 'observedGeneration'),
    ...counted(sum(all.map((set) => set.status?.replicas ?? 0)), 'replicas'),
    ...counted(newSet?.status?.replicas ?? 0, 'updatedReplicas'),
    ...counted(sum(all.map((set) => set.status?.readyReplicas ?? 0)), 'readyReplicas'),
    ...counted(available, 'availableReplicas'),
    ...counted(Math.max(0, specTotal(all) - available), 'unavailableReplicas'),
    ...(countsTerminating(version) ? terminating(all) : {}),
    ...(before?.collisionCount === undefined ? {} : { collisionCount: before.collisionCount }),
    conditions: setCondition(before?.conditions ?? [], enough ? AVAILABLE : UNAVAILABLE, now),
  };
}

/** A ReplicaSet that has not said so far counts 0 (recorded: a Deployment says 0 before its ReplicaSet does). */
function terminating(all: readonly ReplicaSet[]): DeploymentStatus {
  return { terminatingReplicas: sum(all.map((set) => set.status?.terminatingReplicas ?? 0)) };
}

/** DeploymentComplete. */
export function isComplete(deployment: Deployment, status: DeploymentStatus | undefined): boolean {
  const wanted = replicasOf(deployment);
  return (
    (status?.updatedReplicas ?? 0) === wanted &&
    (status?.replicas ?? 0) === wanted &&
    (status?.availableReplicas ?? 0) === wanted &&
    (status?.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

/** DeploymentProgressing: more new, fewer old, more ready or more available Pods than the status has. */
export function isProgressing(before: DeploymentStatus | undefined, after: DeploymentStatus): boolean {
  const old = (status: DeploymentStatus | undefined): number =>
    (status?.replicas ?? 0) - (status?.updatedReplicas ?? 0);
  return (
    (after.updatedReplicas ?? 0) > (before?.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before?.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before?.availableReplicas ?? 0)
  );
}

/** Microseconds since the epoch at which progress must have been seen, from the last time it was. */
function deadlineMicros({ spec }: Deployment, progressing: Condition): number {
  const from = parseTime(progressing.lastUpdateTime ?? '') ?? 0;
  return from + (spec.progressDeadlineSeconds ?? 0) * MICROS_PER_SECOND;
}

/** DeploymentTimedOut. */
function isTimedOut(deployment: Deployment, status: DeploymentStatus, nowMicros: number): boolean {
  const condition = conditionOf(status, 'Progressing');
  if (condition === undefined || condition.reason === 'NewReplicaSetAvailable') return false;
  if (condition.reason === 'ProgressDeadlineExceeded') return true;
  return deadlineMicros(deployment, condition) < nowMicros;
}

function progress(
  status: 'True' | 'False',
  reason: string,
  words: string,
  of: readonly [Deployment, ReplicaSet | undefined],
): NewCondition {
  const [deployment, newSet] = of;
  const subject =
    newSet === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${newSet.metadata.name}"`;
  return { type: 'Progressing', status, reason, message: `${subject} ${words}.` };
}

function progressCondition(
  deployment: Deployment,
  newSet: ReplicaSet | undefined,
  status: DeploymentStatus,
  { now, nowMicros }: SyncClock,
): readonly Condition[] {
  const conditions = status.conditions ?? [];
  const of = [deployment, newSet] as const;
  if (isComplete(deployment, status)) {
    const fresh = progress('True', 'NewReplicaSetAvailable', 'has successfully progressed', of);
    return setCondition(conditions, fresh, now);
  }
  if (isProgressing(deployment.status, status)) {
    return renewCondition(conditions, progress('True', 'ReplicaSetUpdated', 'is progressing', of), now);
  }
  if (isTimedOut(deployment, status, nowMicros)) {
    return setCondition(
      conditions,
      progress('False', 'ProgressDeadlineExceeded', 'has timed out progressing', of),
      now,
    );
  }
  return conditions;
}

/** getReplicaFailures: the new ReplicaSet's failure, or else an old one's. */
function replicaFailure(all: readonly ReplicaSet[], newSet: ReplicaSet | undefined): Condition | undefined {
  const failureOf = (set: ReplicaSet | undefined): Condition | undefined =>
    set?.status?.conditions?.find(({ type }) => type === 'ReplicaFailure');
  return failureOf(newSet) ?? all.map(failureOf).find((condition) => condition !== undefined);
}

/** The status that syncRolloutStatus writes. */
export function rolloutStatus(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
  clock: SyncClock,
): DeploymentStatus {
  const status = calculateStatus(deployment, all, newSet, clock);
  let conditions = status.conditions ?? [];
  const current = conditionOf(deployment.status, 'Progressing');
  const done = (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && current?.reason === 'NewReplicaSetAvailable';
  if (!hasProgressDeadline(deployment)) conditions = withoutCondition(conditions, 'Progressing');
  else if (!done) conditions = progressCondition(deployment, newSet, status, clock);
  const failure = replicaFailure(all, newSet);
  if (failure === undefined) conditions = withoutCondition(conditions, 'ReplicaFailure');
  else {
    const { type, status: value, reason = '', message = '', lastTransitionTime = clock.now } = failure;
    const asUnion = value === 'True' ? 'True' : value === 'False' ? 'False' : 'Unknown';
    conditions = setCondition(conditions, { type, status: asUnion, reason, message }, lastTransitionTime);
  }
  return { ...status, conditions };
}

const NUMBERS_THAT_MAY_BE_ABSENT = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
] as const;

/** Equal as Go's structs: an absent counter is 0. */
export function sameStatus(a: DeploymentStatus | undefined, b: DeploymentStatus): boolean {
  return (
    NUMBERS_THAT_MAY_BE_ABSENT.every((name) => (a?.[name] ?? 0) === (b[name] ?? 0)) &&
    a?.terminatingReplicas === b.terminatingReplicas &&
    a?.collisionCount === b.collisionCount &&
    equalJson(a?.conditions ?? [], b.conditions ?? [])
  );
}

/** A rollout that timed out, or that came to its end once (one of its Pods may be gone again): no deadline runs. */
const TIMELESS: ReadonlySet<string> = new Set(['ProgressDeadlineExceeded', 'NewReplicaSetAvailable']);

/**
 * requeueStuckDeployment: microseconds until a Deployment that stands still is to be looked at again, undefined where it
 * need not be. Upstream comes back every few milliseconds within the last second, and for a rollout that came to its end
 * and lost a Pod it does so for ever, though DeploymentTimedOut never holds then; ours comes once, when it is over.
 */
export function recheckAfter(deployment: Deployment, status: DeploymentStatus, nowMicros: number): number | undefined {
  const current = conditionOf(deployment.status, 'Progressing');
  if (!hasProgressDeadline(deployment) || current === undefined) return undefined;
  if (isComplete(deployment, status) || TIMELESS.has(current.reason ?? '')) return undefined;
  const after = deadlineMicros(deployment, current) - nowMicros;
  return after < MICROS_PER_SECOND ? Math.max(0, after) + 1 : after + MICROS_PER_SECOND;
}
