/**
 * How well a Pod's new volumes fill what a node has: kubernetes pkg/scheduler/framework/plugins/volumebinding/scorer.go and
 * volume_binding.go Score (StorageCapacityScoring, on from v1.37). A node where nothing is bound or made scores 0 (C-27).
 */
import { quantityValue } from '../../../../model/quantity.ts';
import { storageBytes } from '../../../../model/volumes.ts';
import { MAX_NODE_SCORE, type PluginArgs } from '../../framework.ts';
import { mulDiv, roundHalfAway } from '../../int.ts';
import { interpolate, type Point, pointsOf } from '../node-resources-fit/scoring.ts';
import type { PodVolumes } from './find-volumes.ts';

interface Use {
  readonly requested: number;
  readonly capacity: number;
}

/** The more room is left, the better. */
const DEFAULT_SHAPE = [
  { utilization: 0, score: 10 },
  { utilization: 100, score: 0 },
];

/** Volumes to bind count by what they hold; only without any, those to be made count by the pool they come from. */
function useByClass({ bindings, provisions }: PodVolumes): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>();
  for (const { claim, volume } of bindings) {
    const name = volume.spec?.storageClassName ?? '';
    const { requested = 0, capacity = 0 } = uses.get(name) ?? {};
    uses.set(name, {
      requested: requested + storageBytes(claim.spec?.resources?.requests),
      capacity: capacity + storageBytes(volume.spec?.capacity),
    });
  }
  if (bindings.length > 0) return uses;
  for (const { claim, capacity } of provisions) {
    if (capacity?.capacity === undefined) continue;
    const name = claim.spec?.storageClassName ?? '';
    const requested = (uses.get(name)?.requested ?? 0) + storageBytes(claim.spec?.resources?.requests);
    uses.set(name, { requested, capacity: quantityValue(capacity.capacity) });
  }
  return uses;
}

/** The mean over storage classes, rounded; 0 without any. */
export function capacityScore(args: PluginArgs, volumes: PodVolumes): number {
  const shape: readonly Point[] = pointsOf(args['shape'] ?? DEFAULT_SHAPE);
  const uses = [...useByClass(volumes).values()];
  if (uses.length === 0) return 0;
  const scores = uses.map(({ requested, capacity }) =>
    interpolate(
      shape,
      capacity === 0 || requested > capacity ? MAX_NODE_SCORE : mulDiv(requested, MAX_NODE_SCORE, capacity),
    ),
  );
  return roundHalfAway(scores.reduce((sum, score) => sum + score, 0) / uses.length);
}
