/**
 * A StatefulSet's numbers: computeReplicaStatus, completeRollingUpdate and inconsistentStatus of
 * pkg/controller/statefulset (v1.37). Pure.
 */
import type { Pod } from '../../../model/objects.ts';
import { isPodReady } from '../kinds.ts';
import { isBeingDeleted } from '../owner.ts';
import { isAvailable } from '../pod-state.ts';
import { revisionOf } from './identity.ts';
import {
  isCreated,
  isRolling,
  minReadyOf,
  replicasOf,
  type StatefulSet,
  type StatefulSetStatus,
  type Version,
} from './types.ts';

export const isRunningAndReady = (pod: Pod): boolean => pod.status?.phase === 'Running' && isPodReady(pod);

/** isUnavailable. */
export const isUnavailable = (set: StatefulSet, pod: Pod, nowMicros: number): boolean =>
  isBeingDeleted(pod) || !isAvailable(pod, minReadyOf(set), nowMicros);

export interface Counts {
  readonly replicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly currentReplicas: number;
  readonly updatedReplicas: number;
}

/** Versions by name. @param pods planned ones among them */
export function countsOf(
  set: StatefulSet,
  pods: readonly Pod[],
  current: string,
  update: string,
  nowMicros: number,
): Counts {
  const staying = pods.filter((pod) => isCreated(pod) && !isBeingDeleted(pod));
  const ready = pods.filter(isRunningAndReady);
  return {
    replicas: pods.filter(isCreated).length,
    readyReplicas: ready.length,
    availableReplicas: ready.filter((pod) => isAvailable(pod, minReadyOf(set), nowMicros)).length,
    currentReplicas: staying.filter((pod) => revisionOf(pod) === current).length,
    updatedReplicas: staying.filter((pod) => revisionOf(pod) === update).length,
  };
}

/** @returns undefined where there is nothing to write */
export function statusToWrite(
  set: StatefulSet,
  counts: Counts,
  current: Version,
  update: Version,
  collisionCount: number,
): StatefulSetStatus | undefined {
  const wanted = replicasOf(set);
  const { replicas, readyReplicas, availableReplicas, updatedReplicas } = counts;
  const complete = isRolling(set) && updatedReplicas === wanted && readyReplicas === wanted && replicas === wanted;
  const currentReplicas = complete ? updatedReplicas : counts.currentReplicas;
  const currentRevision = complete ? update.name : current.name;
  const { generation = 0 } = set.metadata;
  const before = set.status ?? {};
  const numbers = { replicas, readyReplicas, availableReplicas, currentReplicas, updatedReplicas } as const;
  const names = Object.keys(numbers) as (keyof Counts)[];
  const same =
    generation <= (before.observedGeneration ?? 0) &&
    names.every((name) => (before[name] ?? 0) === numbers[name]) &&
    before.currentRevision === currentRevision &&
    before.updateRevision === update.name;
  if (same) return undefined;
  return {
    ...(generation === 0 ? {} : { observedGeneration: generation }),
    replicas,
    availableReplicas,
    ...(readyReplicas === 0 ? {} : { readyReplicas }),
    ...(currentReplicas === 0 ? {} : { currentReplicas }),
    ...(updatedReplicas === 0 ? {} : { updatedReplicas }),
    currentRevision,
    updateRevision: update.name,
    collisionCount,
  };
}
