/** kubernetes pkg/scheduler/framework/plugins/interpodaffinity/scoring.go (v1.37). */
import { type CycleContext, MAX_NODE_SCORE, type PreScoreOutcome, SKIP } from '../../framework.ts';
import type { Labels } from '../../../../model/selectors.ts';
import type { NodeInfo } from '../../node-info.ts';
import { type PodInfo, termMatches, type WeightedAffinityTerm } from '../../pod-info.ts';
import { resolveNamespaces } from './namespaces.ts';

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

interface Preferences {
  readonly affinity: readonly WeightedAffinityTerm[];
  readonly antiAffinity: readonly WeightedAffinityTerm[];
  /** What an existing Pod's required affinity for this one is worth. */
  readonly hardWeight: number;
}

/** The incoming Pod's own preferences, met by one that is there. */
function scoreOwn(scores: TopologyScores, wants: Preferences, other: PodInfo, node: NodeInfo): void {
  for (const term of wants.affinity) {
    if (termMatches(term, other, undefined)) scores.add(node, term.topologyKey, term.weight);
  }
  for (const term of wants.antiAffinity) {
    if (termMatches(term, other, undefined)) scores.add(node, term.topologyKey, -term.weight);
  }
}

/** What one that is there has for or against the incoming Pod. */
function scoreTheirs(
  scores: TopologyScores,
  hardWeight: number,
  other: PodInfo,
  node: NodeInfo,
  pod: PodInfo,
  labels: Labels,
): void {
  if (hardWeight > 0) {
    for (const term of other.requiredAffinity) {
      if (termMatches(term, pod, labels)) scores.add(node, term.topologyKey, hardWeight);
    }
  }
  for (const term of other.preferredAffinity) {
    if (termMatches(term, pod, labels)) scores.add(node, term.topologyKey, term.weight);
  }
  for (const term of other.preferredAntiAffinity) {
    if (termMatches(term, pod, labels)) scores.add(node, term.topologyKey, -term.weight);
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
  const { pod } = cx;
  const args = cx.argsOf('InterPodAffinity');
  const asked = pod.pod.spec.affinity;
  const hasPreferences =
    (asked?.podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).length > 0 ||
    (asked?.podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).length > 0;
  if (args['ignorePreferredTermsOfExistingPods'] === true && !hasPreferences) return SKIP;
  if (pod.affinityError !== undefined) return { kind: 'error', message: `failed to parse pod: ${pod.affinityError}` };
  const weight = args['hardPodAffinityWeight'];
  const wants: Preferences = {
    affinity: pod.preferredAffinity.map((term) => resolveNamespaces(cx, term)),
    antiAffinity: pod.preferredAntiAffinity.map((term) => resolveNamespaces(cx, term)),
    hardWeight: typeof weight === 'number' ? weight : 1,
  };
  const labels = cx.namespaceLabels(pod.namespace);
  const scores = new TopologyScores();
  for (const node of cx.nodes) {
    if (!node.hasLabels) continue;
    if (hasPreferences) for (const other of node.pods) scoreOwn(scores, wants, other, node);
    for (const other of node.podsWithAffinity) scoreTheirs(scores, wants.hardWeight, other, node, pod, labels);
  }
  if (scores.byKey.size === 0) return SKIP;
  return { kind: 'run', run: { score: (node) => scores.of(node), normalize: normalizeInterPod } };
}
