/**
 * Which Pods of an older revision go next: the rolling update of pkg/controller/statefulset/stateful_set_control.go (v1.37).
 * MaxUnavailableStatefulSet is on from 1.37 (off in 1.35.4 and 1.36): before, one goes at a time, whatever the field says.
 */
import type { Pod } from '../../../model/objects.ts';
import { minorOf, type KubernetesVersion } from '../../../model/versions.ts';
import { isBeingDeleted } from '../owner.ts';
import { revisionOf } from './identity.ts';
import { isUnavailable } from './status.ts';
import { isParallel, replicasOf, type StatefulSet } from './types.ts';

export const countsUnavailable = (version: KubernetesVersion): boolean => minorOf(version) >= 37;

export interface UpdateInput {
  readonly set: StatefulSet;
  /** By ordinal. */
  readonly replicas: readonly Pod[];
  /** Name of the revision that they are to have. */
  readonly revision: string;
  readonly nowMicros: number;
  readonly version: KubernetesVersion;
}

/** In the order in which they are deleted. */
export function updateVictims(input: UpdateInput): readonly Pod[] {
  const { set, replicas, revision } = input;
  const partition = set.spec.updateStrategy?.rollingUpdate?.partition ?? 0;
  const fromTop = replicas.slice(partition).reverse();
  const isOld = (pod: Pod): boolean => revisionOf(pod) !== revision && !isBeingDeleted(pod);
  if (!countsUnavailable(input.version)) return oneAtATime(input, fromTop, isOld);
  const unavailable = (pod: Pod): boolean => isUnavailable(set, pod, input.nowMicros);
  const down = replicas.filter(unavailable).length;
  const room = Math.max(0, maxUnavailable(set) - down);
  if (!isParallel(set)) return fromTop.filter(isOld).slice(0, room);
  // Those that serve nobody go whatever the limit, unless there is neither room nor any of them.
  if (room === 0 && !replicas.some((pod) => unavailable(pod) && isOld(pod))) return [];
  const old = fromTop.filter(isOld);
  return [...old.filter(unavailable), ...old.filter((pod) => !unavailable(pod)).slice(0, room)];
}

/** From the highest ordinal down: the first of an older revision goes, unless one above it is not available yet. */
function oneAtATime(
  { set, nowMicros }: UpdateInput,
  fromTop: readonly Pod[],
  isOld: (pod: Pod) => boolean,
): readonly Pod[] {
  for (const pod of fromTop) {
    if (isOld(pod)) return [pod];
    if (isUnavailable(set, pod, nowMicros)) return [];
  }
  return [];
}

/** getStatefulSetMaxUnavailable: a percentage is rounded down; at least 1. */
export function maxUnavailable(set: StatefulSet): number {
  const value = set.spec.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1;
  if (typeof value === 'number') return Math.max(1, value);
  return Math.max(1, Math.floor((Number.parseInt(value, 10) * replicasOf(set)) / 100));
}
