/** kubernetes pkg/scheduler/framework/plugins/interpodaffinity/scoring.go (v1.37). */
import { type CycleContext, MAX_NODE_SCORE, type PreScoreOutcome, SKIP } from '../../framework.ts';
import type { NodeInfo } from '../../node-info.ts';
import { eachPreference, preferencesOf } from './preferences.ts';

/** Weights by topology key and value. A pair that was touched stays, also at 0. */
class TopologyScores {
  readonly byKey = new Map<string, Map<string, number>>();

  add(node: NodeInfo, key: string, weight: number): void {
    const value = Object.hasOwn(node.labels, key) ? node.labels[key] : undefined;
    if (value === undefined) return;
    let values = this.byKey.get(key);
    if (values === undefined) this.byKey.set(key, (values = new Map<string, number>()));
    values.set(value, (values.get(value) ?? 0) + weight);
  }

  of(node: NodeInfo): number {
    let score = 0;
    for (const [key, values] of this.byKey) {
      if (Object.hasOwn(node.labels, key)) score += values.get(node.labels[key] ?? '') ?? 0;
    }
    return score;
  }
}

/** In place: linear between the lowest and the highest; all equal is 0. */
export function normalizeInterPod(scores: number[]): void {
  const min = scores.reduce((lowest, score) => Math.min(lowest, score), Infinity);
  const max = scores.reduce((highest, score) => Math.max(highest, score), -Infinity);
  for (const [i, score] of scores.entries()) {
    scores[i] = max > min ? Math.trunc(MAX_NODE_SCORE * ((score - min) / (max - min))) : 0;
  }
}

export function interPodPreScore(cx: CycleContext): PreScoreOutcome {
  const { affinityError } = cx.pod;
  const wants = preferencesOf(cx);
  if (wants.ignored) return SKIP;
  if (affinityError !== undefined) return { kind: 'error', message: `failed to parse pod: ${affinityError}` };
  const scores = new TopologyScores();
  eachPreference(cx, wants, ({ topologyKey }, weight, _other, node) => {
    scores.add(node, topologyKey, weight);
  });
  if (scores.byKey.size === 0) return SKIP;
  return { kind: 'run', run: { score: (node) => scores.of(node), normalize: normalizeInterPod } };
}
