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

export interface Point {
  readonly utilization: number;
  readonly score: number;
}

interface Strategy {
  readonly type: string;
  readonly resources: readonly WeightedResource[];
  readonly shape: readonly Point[];
}

/** One resource as a cycle reads it on every node. */
export interface CountedResource {
  readonly weight: number;
  /** What the incoming Pod asks for. */
  readonly asked: number;
  capacity(node: NodeInfo): number;
  /** What Pods on the node ask for. */
  used(node: NodeInfo): number;
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

/** A `shape` of plugin arguments. */
export const pointsOf = (shape: unknown): readonly Point[] =>
  ((shape ?? []) as readonly Partial<Point>[]).map(({ utilization = 0, score = 0 }) => ({
    utilization,
    score: score * SHAPE_SCALE,
  }));

function strategyOf(args: PluginArgs): Strategy {
  const given = (args['scoringStrategy'] ?? {}) as {
    readonly type?: string;
    readonly resources?: unknown;
    readonly requestedToCapacityRatio?: { readonly shape?: unknown };
  };
  return {
    type: given.type ?? 'LeastAllocated',
    resources: resourcesOf(given.resources),
    shape: pointsOf(given.requestedToCapacityRatio?.shape),
  };
}

export function amountOf(amounts: ResourceAmounts, name: string): number {
  if (name === 'cpu') return amounts.milliCPU;
  if (name === 'memory') return amounts.memory;
  if (name === 'ephemeral-storage') return amounts.ephemeralStorage;
  return amounts.scalars.get(name) ?? 0;
}

function usedReader(name: string, nonZero: boolean): (node: NodeInfo) => number {
  if (name === 'cpu') return nonZero ? (node) => node.nonZeroMilliCPU : (node) => node.requested.milliCPU;
  if (name === 'memory') return nonZero ? (node) => node.nonZeroMemory : (node) => node.requested.memory;
  return (node) => amountOf(node.requested, name);
}

/**
 * The resources that count: extended ones only if the Pod asks for them. On a node those with capacity 0 are left out.
 * @param nonZero whether Pods on nodes that name no cpu or memory count with the defaults
 */
export function countedResources(
  pod: ResourceAmounts,
  resources: readonly WeightedResource[],
  nonZero: boolean,
): CountedResource[] {
  return resources
    .map(({ name, weight }) => ({ name, weight, asked: amountOf(pod, name) }))
    .filter(({ name, asked }) => asked !== 0 || !isScalarResource(name))
    .map(({ name, weight, asked }) => ({
      weight,
      asked,
      capacity: (node) => amountOf(node.allocatable, name),
      used: usedReader(name, nonZero),
    }));
}

const least = (requested: number, capacity: number): number =>
  requested > capacity ? 0 : mulDiv(capacity - requested, MAX_NODE_SCORE, capacity);

const most = (requested: number, capacity: number): number =>
  mulDiv(Math.min(requested, capacity), MAX_NODE_SCORE, capacity);

/** Integer interpolation between the points of the shape. */
export function interpolate(shape: readonly Point[], utilization: number): number {
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

type ResourceScore = (requested: number, capacity: number) => number;

/** RequestedToCapacityRatio of one resource. */
const ratioOf =
  (shape: readonly Point[]): ResourceScore =>
  (requested, capacity) =>
    interpolate(shape, requested > capacity ? MAX_NODE_SCORE : mulDiv(requested, MAX_NODE_SCORE, capacity));

/** @param ratio a resource with score 0 counts not at all, and the mean is rounded instead of cut */
function weightedMean(
  node: NodeInfo,
  resources: readonly CountedResource[],
  scoreOf: ResourceScore,
  ratio: boolean,
): number {
  let sum = 0;
  let weights = 0;
  for (const resource of resources) {
    const capacity = resource.capacity(node);
    if (capacity === 0) continue;
    const score = scoreOf(resource.used(node) + resource.asked, capacity);
    if (ratio && score <= 0) continue;
    sum += score * resource.weight;
    weights += resource.weight;
  }
  if (weights === 0) return 0;
  return ratio ? roundHalfAway(sum / weights) : quotient(sum, weights);
}

export function fitScore(cx: CycleContext, args: PluginArgs): (node: NodeInfo) => number {
  const { type, resources, shape } = strategyOf(args);
  const counted = countedResources(incomingPodForScoring(cx.pod.pod, cx.version), resources, true);
  const ratio = type === 'RequestedToCapacityRatio';
  const scoreOf = ratio ? ratioOf(shape) : type === 'MostAllocated' ? most : least;
  return (node) => weightedMean(node, counted, scoreOf, ratio);
}
