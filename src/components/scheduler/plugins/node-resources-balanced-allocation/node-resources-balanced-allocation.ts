/**
 * kubernetes pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go (v1.37). Since 1.36 the score is the
 * change that the Pod makes (C-23); before 1.33 nothing was skipped.
 */
import { type CycleContext, MAX_NODE_SCORE, type Plugin, SKIP } from '../../framework.ts';
import { quotient } from '../../int.ts';
import type { NodeInfo } from '../../node-info.ts';
import { amountOf, type CountedResource, countedResources, resourcesOf } from '../node-resources-fit/scoring.ts';

const NAME = 'NodeResourcesBalancedAllocation';

/** How much of each resource is in use, with the Pod or without it; resources that the node lacks are left out. */
function fractionsOf(node: NodeInfo, resources: readonly CountedResource[], withPod: boolean): number[] {
  const fractions: number[] = [];
  for (const resource of resources) {
    const capacity = resource.capacity(node);
    if (capacity === 0) continue;
    const requested = resource.used(node) + (withPod ? resource.asked : 0);
    fractions.push(Math.min(1, requested / capacity));
  }
  return fractions;
}

/** Standard deviation of the fractions in use; of two it is half their distance. */
function deviation(fractions: readonly number[]): number {
  const [first = 0, second = 0] = fractions;
  if (fractions.length < 2) return 0;
  if (fractions.length === 2) return Math.abs((first - second) / 2);
  const mean = fractions.reduce((sum, f) => sum + f, 0) / fractions.length;
  const squares = fractions.reduce((sum, f) => sum + (f - mean) * (f - mean), 0);
  return Math.sqrt(squares / fractions.length);
}

const balance = (fractions: readonly number[]): number => Math.trunc((1 - deviation(fractions)) * MAX_NODE_SCORE);

function scoreOf(cx: CycleContext, node: NodeInfo, resources: readonly CountedResource[]): number {
  const withPod = balance(fractionsOf(node, resources, true));
  if (cx.minor < 36) return withPod;
  const without = balance(fractionsOf(node, resources, false));
  const half = MAX_NODE_SCORE / 2;
  return half + quotient(half + withPod - without, 2);
}

export const nodeResourcesBalancedAllocation: Plugin = {
  name: NAME,
  preScore(cx) {
    const resources = resourcesOf(cx.argsOf(NAME)['resources']);
    const { requests } = cx.pod.amounts;
    if (cx.minor >= 33 && resources.every(({ name }) => amountOf(requests, name) === 0)) return SKIP;
    const counted = countedResources(requests, resources, false);
    return { kind: 'run', run: { score: (node) => scoreOf(cx, node, counted) } };
  },
};
