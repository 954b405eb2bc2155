/** kubernetes pkg/scheduler/framework/plugins/podtopologyspread/scoring.go (v1.35). */
import { type CycleContext, MAX_NODE_SCORE, type PreScoreOutcome, SKIP } from '../../framework.ts';
import { log, mulDiv, roundHalfAway } from '../../int.ts';
import type { NodeInfo } from '../../node-info.ts';
import {
  type Constraint,
  constraintsOf,
  countMatching,
  counts,
  hasAllKeys,
  HOSTNAME,
  usesSystemDefaults,
} from './constraints.ts';

/** Counts of one constraint by topology value; a node's own where the key is the hostname. */
export interface SoftConstraint {
  readonly constraint: Constraint;
  readonly perNode: boolean;
  readonly values: Map<string, number>;
  readonly weight: number;
}

/** A domain with fewer values weighs less, so that a hostname constraint does not drown a zone's. */
const domainWeight = (size: number): number => log(size + 2);

function domainsOf(constraints: readonly Constraint[], candidates: readonly NodeInfo[]): SoftConstraint[] {
  return constraints.map((constraint) => {
    const perNode = constraint.topologyKey === HOSTNAME;
    const values = new Map<string, number>();
    if (!perNode) for (const node of candidates) values.set(node.labels[constraint.topologyKey] ?? '', 0);
    return { constraint, perNode, values, weight: domainWeight(perNode ? candidates.length : values.size) };
  });
}

/** Pods on all nodes count, also on those where this one cannot go. */
function countPods(cx: CycleContext, domains: readonly SoftConstraint[], requireAll: boolean): void {
  const constraints = domains.map((domain) => domain.constraint);
  for (const node of cx.nodes) {
    if (requireAll && !hasAllKeys(node, constraints)) continue;
    for (const { constraint, perNode, values } of domains) {
      const value = node.labels[constraint.topologyKey] ?? '';
      const before = perNode ? undefined : values.get(value);
      if (before === undefined || !counts(constraint, cx.pod, node)) continue;
      values.set(value, before + countMatching(node, constraint.selector, cx.pod.namespace));
    }
  }
}

/** Pods that count in the node's domain. */
export const softCount = (cx: CycleContext, { constraint, perNode, values }: SoftConstraint, node: NodeInfo): number =>
  perNode
    ? countMatching(node, constraint.selector, cx.pod.namespace)
    : (values.get(node.labels[constraint.topologyKey] ?? '') ?? 0);

function rawScore(cx: CycleContext, domains: readonly SoftConstraint[], node: NodeInfo): number {
  let score = 0;
  for (const domain of domains) {
    const { constraint, weight } = domain;
    if (!Object.hasOwn(node.labels, constraint.topologyKey)) continue;
    score += softCount(cx, domain, node) * weight + (constraint.maxSkew - 1);
  }
  return roundHalfAway(score);
}

/** In place: the fewest matching Pods become 100. @param ignored parallel to scores; an ignored node gets 0 */
export function normalizeSpread(scores: number[], ignored: readonly boolean[]): void {
  const counted = scores.filter((_, i) => ignored[i] !== true);
  const min = counted.reduce((lowest, score) => Math.min(lowest, score), Infinity);
  const max = counted.reduce((highest, score) => Math.max(highest, score), 0);
  for (const [i, score] of scores.entries()) {
    if (ignored[i] === true) scores[i] = 0;
    else scores[i] = max === 0 ? MAX_NODE_SCORE : mulDiv(MAX_NODE_SCORE, max + min - score, max);
  }
}

/** Must a node have all keys to be scored and counted? */
export const requiresAllKeys = (cx: CycleContext): boolean =>
  (cx.pod.pod.spec.topologySpreadConstraints ?? []).length > 0 || !usesSystemDefaults(cx);

/** @param candidates nodes whose domains are compared */
export function softConstraints(
  cx: CycleContext,
  constraints: readonly Constraint[],
  candidates: readonly NodeInfo[],
): SoftConstraint[] {
  const soft = domainsOf(constraints, candidates);
  countPods(cx, soft, requiresAllKeys(cx));
  return soft;
}

export function spreadPreScore(cx: CycleContext, feasible: readonly NodeInfo[]): PreScoreOutcome {
  const { list, error } = constraintsOf(cx, 'ScheduleAnyway');
  if (error !== undefined) return { kind: 'error', message: error };
  if (list.length === 0) return SKIP;
  const requireAll = requiresAllKeys(cx);
  const ignored = feasible.map((node) => requireAll && !hasAllKeys(node, list));
  const ignoredNodes = new Set(feasible.filter((_, i) => ignored[i] === true));
  const soft = softConstraints(
    cx,
    list,
    feasible.filter((node) => !ignoredNodes.has(node)),
  );
  return {
    kind: 'run',
    run: {
      score: (node) => (ignoredNodes.has(node) ? 0 : rawScore(cx, soft, node)),
      normalize: (scores) => normalizeSpread(scores, ignored),
    },
  };
}
