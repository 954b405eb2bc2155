/**
 * kubernetes pkg/scheduler/framework/plugins/noderesources/resource_allocation.go, least_allocated.go, most_allocated.go,
 * requested_to_capacity_ratio.go (v1.35; C-32).
 */
import { incomingPodForScoring, isScalarResource, type ResourceAmounts } from '../../../../model/pod-requests.ts';
import { type CycleContext, MAX_NODE_SCORE, type PluginArgs } from '../../framework.ts';
import { mulDiv, quotient, roundHalfAway } from '../../int.ts';
import type { NodeInfo } from '../../node-info.ts';

export interface WeightedResource {
  readonly name: string;
  readonly weight: number;
}

interface Point {
  readonly utilization: number;
  readonly score: number;
}

interface Strategy {
  readonly type: string;
  readonly resources: readonly WeightedResource[];
  readonly shape: readonly Point[];
}

/** One resource of a node with the incoming Pod on it. */
export interface Allocation {
  readonly weight: number;
  readonly requested: number;
  readonly capacity: number;
}

/** Scores of a shape are given as 0..10. */
const SHAPE_SCALE = 10;
const DEFAULT_RESOURCES: readonly WeightedResource[] = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

/** `resources` of plugin arguments: cpu and memory where none are given; weight 0 or missing counts 1. */
export function resourcesOf(value: unknown): readonly WeightedResource[] {
  const listed = (value as readonly Partial<WeightedResource>[] | undefined) ?? [];
  if (listed.length === 0) return DEFAULT_RESOURCES;
  return listed.map(({ name = '', weight = 0 }) => ({ name, weight: weight === 0 ? 1 : weight }));
}

function strategyOf(args: PluginArgs): Strategy {
  const given = (args['scoringStrategy'] ?? {}) as {
    readonly type?: string;
    readonly resources?: unknown;
    readonly requestedToCapacityRatio?: { readonly shape?: readonly Partial<Point>[] };
  };
  const shape = given.requestedToCapacityRatio?.shape ?? [];
  return {
    type: given.type ?? 'LeastAllocated',
    resources: resourcesOf(given.resources),
    shape: shape.map(({ utilization = 0, score = 0 }) => ({ utilization, score: score * SHAPE_SCALE })),
  };
}

export function amountOf(amounts: ResourceAmounts, name: string): number {
  if (name === 'cpu') return amounts.milliCPU;
  if (name === 'memory') return amounts.memory;
  if (name === 'ephemeral-storage') return amounts.ephemeralStorage;
  return amounts.scalars.get(name) ?? 0;
}

/**
 * The resources that count on a node: those it has, and extended ones only if the Pod asks for them.
 * @param nonZero whether Pods that name no cpu or memory count with the defaults
 */
export function allocations(
  node: NodeInfo,
  pod: ResourceAmounts,
  resources: readonly WeightedResource[],
  nonZero: boolean,
): Allocation[] {
  return resources.flatMap(({ name, weight }) => {
    const asked = amountOf(pod, name);
    const capacity = amountOf(node.allocatable, name);
    if (capacity === 0 || (asked === 0 && isScalarResource(name))) return [];
    return [{ weight, requested: usedOn(node, name, nonZero) + asked, capacity }];
  });
}

function usedOn(node: NodeInfo, name: string, nonZero: boolean): number {
  if (nonZero && name === 'cpu') return node.nonZeroMilliCPU;
  if (nonZero && name === 'memory') return node.nonZeroMemory;
  return amountOf(node.requested, name);
}

const least = ({ requested, capacity }: Allocation): number =>
  requested > capacity ? 0 : mulDiv(capacity - requested, MAX_NODE_SCORE, capacity);

const most = ({ requested, capacity }: Allocation): number =>
  mulDiv(Math.min(requested, capacity), MAX_NODE_SCORE, capacity);

/** Integer interpolation between the points of the shape. */
function interpolate(shape: readonly Point[], utilization: number): number {
  let before: Point | undefined;
  for (const point of shape) {
    if (utilization <= point.utilization) {
      if (before === undefined) return point.score;
      const rise = (point.score - before.score) * (utilization - before.utilization);
      return before.score + quotient(rise, point.utilization - before.utilization);
    }
    before = point;
  }
  return before?.score ?? 0;
}

function weightedMean(all: readonly Allocation[], scoreOf: (one: Allocation) => number): number {
  let sum = 0;
  let weights = 0;
  for (const one of all) {
    sum += scoreOf(one) * one.weight;
    weights += one.weight;
  }
  return weights === 0 ? 0 : quotient(sum, weights);
}

/** RequestedToCapacityRatio: a resource with score 0 counts not at all, and the mean is rounded. */
function ratioMean(all: readonly Allocation[], shape: readonly Point[]): number {
  let sum = 0;
  let weights = 0;
  for (const { requested, capacity, weight } of all) {
    const full = requested > capacity;
    const score = interpolate(shape, full ? MAX_NODE_SCORE : mulDiv(requested, MAX_NODE_SCORE, capacity));
    if (score <= 0) continue;
    sum += score * weight;
    weights += weight;
  }
  return weights === 0 ? 0 : roundHalfAway(sum / weights);
}

export function fitScore(cx: CycleContext, args: PluginArgs): (node: NodeInfo) => number {
  const { type, resources, shape } = strategyOf(args);
  const asked = incomingPodForScoring(cx.pod.pod, cx.version);
  return (node) => {
    const all = allocations(node, asked, resources, true);
    if (type === 'RequestedToCapacityRatio') return ratioMean(all, shape);
    return weightedMean(all, type === 'MostAllocated' ? most : least);
  };
}
