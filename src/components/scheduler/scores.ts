/**
 * PreScore, Score, NormalizeScore and weights: kubernetes pkg/scheduler/framework/runtime/framework.go RunScorePlugins and
 * schedule_one.go prioritizeNodes, selectHost (v1.35). Left out: extenders.
 */
import type { Profile } from './configuration.ts';
import { type Choose, type CycleContext, MAX_NODE_SCORE, type Plugin, type PreScoreOutcome } from './framework.ts';
import type { NodeInfo } from './node-info.ts';
import type { PluginScores } from './types.ts';

export type Scored =
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'scores'; readonly scores: readonly PluginScores[]; readonly totals: readonly number[] };

function scorePlugin(
  outcome: PreScoreOutcome & { readonly kind: 'run' },
  plugin: string,
  weight: number,
  feasible: readonly NodeInfo[],
): PluginScores {
  const raw = feasible.map((node) => outcome.run.score(node));
  if (outcome.run.normalize === undefined) return { plugin, weight, raw, normalized: raw };
  const normalized = [...raw];
  outcome.run.normalize(normalized);
  return { plugin, weight, raw, normalized };
}

function outOfRange({ plugin, normalized }: PluginScores): string | undefined {
  const bad = normalized.find((score) => score < 0 || score > MAX_NODE_SCORE);
  if (bad === undefined) return undefined;
  return `plugin "${plugin}" returns an invalid score ${bad}, it should in the range of [0, ${MAX_NODE_SCORE}] after normalizing`;
}

export const runPreScore = (cx: CycleContext, plugin: Plugin, feasible: readonly NodeInfo[]): PreScoreOutcome =>
  plugin.preScore?.(cx, feasible) ?? { kind: 'skip' };

export function runScores(cx: CycleContext, profile: Profile, feasible: readonly NodeInfo[]): Scored {
  const scoring = profile.plugins.filter((plugin) => plugin.scores);
  const outcomes: { readonly outcome: PreScoreOutcome; readonly name: string; readonly weight: number }[] = [];
  for (const { name, plugin, weight } of scoring) {
    const outcome = runPreScore(cx, plugin, feasible);
    if (outcome.kind === 'error') {
      return { kind: 'error', message: `running PreScore plugin "${name}": ${outcome.message}` };
    }
    outcomes.push({ outcome, name, weight });
  }
  const scores: PluginScores[] = [];
  for (const { outcome, name, weight } of outcomes) {
    if (outcome.kind !== 'run') continue;
    const scored = scorePlugin(outcome, name, weight, feasible);
    const wrong = outOfRange(scored);
    if (wrong !== undefined) return { kind: 'error', message: wrong };
    scores.push(scored);
  }
  const totals = feasible.map((_, i) => scores.reduce((sum, s) => sum + (s.normalized[i] ?? 0) * s.weight, 0));
  return { kind: 'scores', scores, totals };
}

/**
 * Go's container/heap.Init over the totals, higher first: the index that comes to the root. Of two equal children the left
 * one is taken, and a parent stays where a child is only as good.
 */
export function heapRoot(totals: readonly number[]): number {
  const heap = totals.map((_, i) => i);
  const total = (at: number): number => totals[heap[at] ?? 0] ?? 0;
  for (let start = Math.floor(heap.length / 2) - 1; start >= 0; start--) {
    for (let parent = start; ;) {
      const left = 2 * parent + 1;
      if (left >= heap.length) break;
      const child = left + 1 < heap.length && total(left + 1) > total(left) ? left + 1 : left;
      if (total(child) <= total(parent)) break;
      [heap[parent], heap[child]] = [heap[child] ?? 0, heap[parent] ?? 0];
      parent = child;
    }
  }
  return heap[0] ?? 0;
}

/** Up to 1.34 any of the best nodes, since 1.35 the one that the heap brings up (C-20). Option 0 is that one in both. */
export function selectHost(cx: CycleContext, totals: readonly number[], choose: Choose): number {
  const root = heapRoot(totals);
  if (cx.minor >= 35) return root;
  const ties = totals.flatMap((total, i) => (total === totals[root] && i !== root ? [i] : []));
  return [root, ...ties][choose('score tie', cx.pod.key, ties.length + 1)] ?? root;
}
