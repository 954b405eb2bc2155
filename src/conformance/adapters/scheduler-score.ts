import { scoreAlone } from '../../components/scheduler/scheduler.ts';
import type { Adapter } from '../types.ts';
import { type ClusterGiven, cycleInput } from './scheduler-input.ts';

/** One plugin on the nodes that are given as feasible; scores by node. */
const scoreAdapter = (source: string): Adapter => ({
  source,
  kind: 'score',
  compare: { isComplete: (path) => path === 'raw' || path === 'normalized' },
  run(row, version) {
    const given = row.given as ClusterGiven;
    const { candidates } = row.given as { readonly candidates: readonly string[] };
    const plugin = row.raw['plugin'] as string;
    const outcome = scoreAlone(cycleInput(given, version), plugin, candidates);
    switch (outcome.kind) {
      case 'skip':
        return { prescore: 'Skip' };
      case 'error':
        return { error: `running PreScore plugin "${plugin}": ${outcome.message}` };
      case 'scores': {
        const byNode = (scores: readonly number[]): unknown =>
          Object.fromEntries(candidates.map((node, i) => [node, scores[i]]));
        return { raw: byNode(outcome.raw), normalized: byNode(outcome.normalized) };
      }
    }
  },
});

export const schedulerScore = scoreAdapter('scheduler');
export const schedulerHandScore = scoreAdapter('scheduler-hand');
