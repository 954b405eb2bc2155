/**
 * Which Pods go first when a ReplicaSet shrinks: ActivePodsWithRanks and getPodsToDelete of pkg/controller/controller_utils.go
 * and replicaset/replica_set.go (v1.37). Upstream's sort leaves equal Pods in no order; ours keeps the order of the cache.
 */
import { compareBytes } from '../../kernel/kernel.ts';
import type { ContainerStatus, Pod } from '../../model/objects.ts';
import { parseTime } from '../../model/time.ts';
import { isPodReady } from './kinds.ts';

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const NANOS_PER_MICRO = 1000;

const PHASE_ORDER: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

export interface RankedPod {
  readonly pod: Pod;
  /** Active Pods of the same Deployment (or of this ReplicaSet) on its node. */
  readonly onNode: number;
}

const nodeOf = (pod: Pod): string => pod.spec.nodeName ?? '';

function deletionCost(pod: Pod): number {
  const text = pod.metadata.annotations?.[DELETION_COST];
  return text !== undefined && /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : 0;
}

const micros = (text: string | undefined): number => (text === undefined ? 0 : (parseTime(text) ?? 0));

function readySince(pod: Pod): number {
  const ready = pod.status?.conditions?.find(({ type, status }) => type === 'Ready' && status === 'True');
  return micros(ready?.lastTransitionTime);
}

/** Whole part of the base-2 logarithm of an age in nanoseconds; -1 for no age. */
export function logarithmicAge(sinceMicros: number, nowMicros: number): number {
  let nanos = (nowMicros - sinceMicros) * NANOS_PER_MICRO;
  if (nanos <= 0) return -1;
  let power = 0;
  for (; nanos >= 2; nanos /= 2) power++;
  return power;
}

/**
 * Younger first, in steps that double; within a step by uid. A missing time is younger than any.
 * @returns undefined where the times are equal, so that something else decides
 */
function byAge(a: Pod, b: Pod, timeOf: (pod: Pod) => number, nowMicros: number): number | undefined {
  const [x, y] = [timeOf(a), timeOf(b)];
  if (x === y) return undefined;
  if (x === 0 || y === 0) return x === 0 ? -1 : 1;
  const difference = logarithmicAge(x, nowMicros) - logarithmicAge(y, nowMicros);
  return difference || compareBytes(a.metadata.uid ?? '', b.metadata.uid ?? '');
}

const most = (statuses: readonly ContainerStatus[]): number =>
  statuses.reduce((highest, { restartCount }) => Math.max(highest, restartCount), 0);

/** Most restarts first. */
const byRestarts = (a: Pod, b: Pod): number =>
  most(b.status?.containerStatuses ?? []) - most(a.status?.containerStatuses ?? []);

/** ActivePodsWithRanks.Less: who goes first; 0 where upstream tells no difference. */
export function compareForDeletion(a: RankedPod, b: RankedPod, nowMicros: number): number {
  const [p, q] = [a.pod, b.pod];
  const assigned = Number(nodeOf(p) !== '') - Number(nodeOf(q) !== '');
  if (assigned !== 0) return assigned;
  const phase = (PHASE_ORDER[p.status?.phase ?? ''] ?? 0) - (PHASE_ORDER[q.status?.phase ?? ''] ?? 0);
  if (phase !== 0) return phase;
  const [pReady, qReady] = [isPodReady(p), isPodReady(q)];
  if (pReady !== qReady) return pReady ? 1 : -1;
  const cost = deletionCost(p) - deletionCost(q);
  if (cost !== 0) return cost;
  if (a.onNode !== b.onNode) return b.onNode - a.onNode;
  const ready = pReady && qReady ? byAge(p, q, readySince, nowMicros) : undefined;
  if (ready !== undefined) return ready;
  return byRestarts(p, q) || (byAge(p, q, (pod) => micros(pod.metadata.creationTimestamp), nowMicros) ?? 0);
}

/**
 * @param related active Pods of all ReplicaSets of the same owner
 * @param nowMicros since the epoch
 */
export function podsToDelete(
  pods: readonly Pod[],
  related: readonly Pod[],
  count: number,
  nowMicros: number,
): readonly Pod[] {
  if (count >= pods.length) return pods;
  const onNode = new Map<string, number>();
  for (const pod of related) onNode.set(nodeOf(pod), (onNode.get(nodeOf(pod)) ?? 0) + 1);
  const ranked = pods.map((pod): RankedPod => ({ pod, onNode: onNode.get(nodeOf(pod)) ?? 0 }));
  return ranked
    .sort((a, b) => compareForDeletion(a, b, nowMicros))
    .slice(0, count)
    .map(({ pod }) => pod);
}
