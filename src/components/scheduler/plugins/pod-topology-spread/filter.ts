/** kubernetes pkg/scheduler/framework/plugins/podtopologyspread/filtering.go (v1.35). */
import { type CycleContext, type FilterRun, unresolvable, unschedulable } from '../../framework.ts';
import type { NodeInfo } from '../../node-info.ts';
import type { PodInfo } from '../../pod-info.ts';
import { type Constraint, countMatching, counts, hasAllKeys, valueAt } from './constraints.ts';

const SKEWED = unschedulable("node(s) didn't match pod topology spread constraints");
const NO_LABEL = unresolvable("node(s) didn't match pod topology spread constraints (missing required label)");

/** Matching Pods by topology value, one map a constraint. */
type Counts = readonly Map<string, number>[];

export class SpreadFilter implements FilterRun {
  /** The lowest count of each constraint; worked out again after a change. */
  private lowest: number[] | undefined;

  constructor(
    private readonly pod: PodInfo,
    private readonly constraints: readonly Constraint[],
    private readonly found: Counts,
  ) {}

  filter(node: NodeInfo) {
    for (const [i, constraint] of this.constraints.entries()) {
      const value = valueAt(node, constraint);
      if (value === undefined) return NO_LABEL;
      if (this.skew(i, value) > constraint.maxSkew) return SKEWED;
    }
    return undefined;
  }

  /** The skew of the i-th constraint with the Pod in that domain. */
  skew(i: number, value: string): number {
    const self = this.constraints[i]?.selector.matches(this.pod.labels) === true ? 1 : 0;
    return (this.found[i]?.get(value) ?? 0) + self - this.minimum(i);
  }

  minimum(i: number): number {
    this.lowest ??= this.constraints.map(({ minDomains }, at) => {
      const values = this.found[at];
      if (values === undefined || values.size < minDomains) return 0;
      return Math.min(...values.values());
    });
    return this.lowest[i] ?? 0;
  }

  count(pod: PodInfo, node: NodeInfo, delta: 1 | -1): void {
    if (pod.namespace !== this.pod.namespace || !hasAllKeys(node, this.constraints)) return;
    for (const [i, constraint] of this.constraints.entries()) {
      const value = node.labels[constraint.topologyKey];
      const found = this.found[i];
      if (value === undefined || found === undefined) continue;
      if (!constraint.selector.matches(pod.labels) || !counts(constraint, this.pod, node)) continue;
      found.set(value, (found.get(value) ?? 0) + delta);
    }
    this.lowest = undefined;
  }

  copy(): SpreadFilter {
    return new SpreadFilter(
      this.pod,
      this.constraints,
      this.found.map((values) => new Map(values)),
    );
  }
}

function countAll(cx: CycleContext, constraints: readonly Constraint[]): Counts {
  const found = constraints.map(() => new Map<string, number>());
  for (const node of cx.nodes) {
    if (!hasAllKeys(node, constraints)) continue;
    for (const [i, constraint] of constraints.entries()) {
      const value = node.labels[constraint.topologyKey];
      const values = found[i];
      if (value === undefined || values === undefined || !counts(constraint, cx.pod, node)) continue;
      const matching = countMatching(node, constraint.selector, cx.pod.namespace);
      values.set(value, (values.get(value) ?? 0) + matching);
    }
  }
  return found;
}

/** The Filter of these constraints with all Pods counted. */
export const spreadFilter = (cx: CycleContext, constraints: readonly Constraint[]): SpreadFilter =>
  new SpreadFilter(cx.pod, constraints, countAll(cx, constraints));
