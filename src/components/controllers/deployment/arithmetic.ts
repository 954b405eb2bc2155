/**
 * The numbers of a rollout: pkg/controller/deployment/util/deployment_util.go (v1.37) as pure functions of specs.
 * Sizes are `spec.replicas`; what runs is read off `status`.
 */
import type { Deployment, ReplicaSet } from '../../../model/objects.ts';

export const replicasOf = (object: Deployment | ReplicaSet): number => object.spec.replicas ?? 1;
export const isRolling = (deployment: Deployment): boolean => deployment.spec.strategy?.type !== 'Recreate';

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
export const specTotal = (sets: readonly ReplicaSet[]): number => sum(sets.map(replicasOf));
export const active = (sets: readonly ReplicaSet[]): ReplicaSet[] => sets.filter((set) => replicasOf(set) > 0);

const DEFAULT_FENCE = '25%';

/** intstr.GetScaledValueFromIntOrPercent: a number, or a percentage of `total`. */
export function scaledValue(value: string | number, total: number, roundUp: boolean): number {
  if (typeof value === 'number') return value;
  const share = (Number(value.replace(/%$/, '')) * total) / 100;
  return roundUp ? Math.ceil(share) : Math.floor(share);
}

/** ResolveFenceposts: surge rounded up, unavailable down; both 0 would stand still, so then one may be unavailable. */
export function fenceposts(deployment: Deployment): { readonly surge: number; readonly unavailable: number } {
  const { maxSurge, maxUnavailable } = deployment.spec.strategy?.rollingUpdate ?? {};
  const replicas = replicasOf(deployment);
  const surge = scaledValue(maxSurge ?? DEFAULT_FENCE, replicas, true);
  const unavailable = scaledValue(maxUnavailable ?? DEFAULT_FENCE, replicas, false);
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

export const maxSurge = (deployment: Deployment): number => (isRolling(deployment) ? fenceposts(deployment).surge : 0);

export function maxUnavailable(deployment: Deployment): number {
  const replicas = replicasOf(deployment);
  if (!isRolling(deployment) || replicas === 0) return 0;
  return Math.min(fenceposts(deployment).unavailable, replicas);
}

/** NewRSNewReplicas: how large the new ReplicaSet may become now. `all` includes it. */
export function newSetSize(deployment: Deployment, all: readonly ReplicaSet[], current: number): number {
  const wanted = replicasOf(deployment);
  if (!isRolling(deployment)) return wanted;
  const room = wanted + maxSurge(deployment) - specTotal(all);
  if (room <= 0) return current;
  return current + Math.min(room, wanted - current);
}

/** How many Pods the old ReplicaSets may lose now, unhealthy ones included. */
export function mayScaleDown(deployment: Deployment, all: readonly ReplicaSet[], newSet: ReplicaSet): number {
  const minAvailable = replicasOf(deployment) - maxUnavailable(deployment);
  const newUnavailable = replicasOf(newSet) - (newSet.status?.availableReplicas ?? 0);
  return specTotal(all) - minAvailable - newUnavailable;
}

/** integer.RoundToInt32: away from zero at .5. */
const round = (n: number): number => Math.trunc(n < 0 ? n - 0.5 : n + 0.5);

/** getReplicaSetFraction: what a ReplicaSet gains (or loses) where the whole Deployment is scaled in proportion. */
function fraction(set: ReplicaSet, deployment: Deployment, maxBefore: number): number {
  const size = replicasOf(set);
  if (replicasOf(deployment) === 0) return -size;
  const base = maxBefore > 0 ? maxBefore : (deployment.status?.replicas ?? 0);
  if (base === 0) return 0;
  return round((size * (replicasOf(deployment) + maxSurge(deployment))) / base) - size;
}

export interface Sized {
  readonly set: ReplicaSet;
  readonly size: number;
}

/**
 * Spreads a change of size over the active ReplicaSets, largest first.
 * @param sets sorted: by size, largest first
 * @param maxBefore annotation max-replicas of a set, 0 where it has none
 */
export function proportionalSizes(
  deployment: Deployment,
  sets: readonly ReplicaSet[],
  maxBefore: (set: ReplicaSet) => number,
): Sized[] {
  const allowed = replicasOf(deployment) > 0 ? replicasOf(deployment) + maxSurge(deployment) : 0;
  const toAdd = allowed - specTotal(sets);
  let added = 0;
  const sized = sets.map((set) => {
    if (toAdd === 0 || toAdd === added || replicasOf(set) === 0) return { set, size: replicasOf(set) };
    const share = fraction(set, deployment, maxBefore(set));
    const bounded = toAdd > 0 ? Math.min(share, toAdd - added) : Math.max(share, toAdd - added);
    added += bounded;
    return { set, size: replicasOf(set) + bounded };
  });
  const [largest, ...rest] = sized;
  if (largest === undefined || toAdd === 0) return sized;
  return [{ set: largest.set, size: Math.max(0, largest.size + toAdd - added) }, ...rest];
}
