/**
 * kubernetes pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go (v1.37). Since 1.36 the score is the
 * change that the Pod makes (C-23); before 1.33 nothing was skipped.
 */
import { type CycleContext, MAX_NODE_SCORE, type Plugin, SKIP } from '../../framework.ts';
import { quotient } from '../../int.ts';
import { type Allocation, allocations, amountOf, resourcesOf } from '../node-resources-fit/scoring.ts';

const NAME = 'NodeResourcesBalancedAllocation';

const fraction = (requested: number, capacity: number): number => Math.min(1, requested / capacity);

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

function scoreOf(cx: CycleContext, all: readonly (Allocation & { readonly asked: number })[]): number {
  const withPod = balance(all.map(({ requested, capacity }) => fraction(requested, capacity)));
  if (cx.minor < 36) return withPod;
  const without = balance(all.map(({ requested, capacity, asked }) => fraction(requested - asked, capacity)));
  const half = MAX_NODE_SCORE / 2;
  return half + quotient(half + withPod - without, 2);
}

export const nodeResourcesBalancedAllocation: Plugin = {
  name: NAME,
  preScore(cx) {
    const resources = resourcesOf(cx.argsOf(NAME)['resources']);
    const { requests } = cx.pod.amounts;
    if (cx.minor >= 33 && resources.every(({ name }) => amountOf(requests, name) === 0)) return SKIP;
    return {
      kind: 'run',
      run: {
        score: (node) => {
          const all = resources.flatMap((resource) =>
            allocations(node, requests, [resource], false).map((one) => ({
              ...one,
              asked: amountOf(requests, resource.name),
            })),
          );
          return scoreOf(cx, all);
        },
      },
    };
  },
};
