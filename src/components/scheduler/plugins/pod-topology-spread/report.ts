/** What PodTopologySpread counted, for people: the figures are those that its Filter and Score use. */
import type { CycleContext } from '../../framework.ts';
import { nominatedAhead } from '../../filters.ts';
import type { NodeInfo } from '../../node-info.ts';
import type { BarredNode, DomainReport, IgnoredNode, SpreadReport } from '../../topology-types.ts';
import { type Constraint, constraintsOf, hasAllKeys, matchingPods, policyAgainst, valueAt } from './constraints.ts';
import { type SpreadFilter, spreadFilter } from './filter.ts';
import { requiresAllKeys, softConstraints, softCount } from './scoring.ts';

interface Figures {
  readonly minimum: number;
  /** With the Pod in that domain. */
  skew(value: string): number;
}

interface Grouped {
  readonly byValue: ReadonlyMap<string, readonly NodeInfo[]>;
  readonly ignored: readonly IgnoredNode[];
}

/** Nodes by domain, and those that do not count. */
function grouped(cx: CycleContext, constraint: Constraint, hasKeys: (node: NodeInfo) => boolean): Grouped {
  const byValue = new Map<string, NodeInfo[]>();
  const ignored: IgnoredNode[] = [];
  for (const node of cx.nodes) {
    const value = hasKeys(node) ? valueAt(node, constraint) : undefined;
    const why = value === undefined ? 'no-label' : policyAgainst(constraint, cx.pod, node);
    if (value === undefined || why !== undefined) {
      ignored.push({ node: node.name, why: why ?? 'no-label' });
      continue;
    }
    const nodes = byValue.get(value);
    if (nodes === undefined) byValue.set(value, [node]);
    else nodes.push(node);
  }
  return { byValue, ignored };
}

type RowParts = Pick<SpreadReport, 'whenUnsatisfiable' | 'barred'> & {
  readonly constraint: Constraint;
  readonly nodes: Grouped;
  readonly figures: Figures;
};

function rowOf(cx: CycleContext, { constraint, nodes, figures, whenUnsatisfiable, barred }: RowParts): SpreadReport {
  const { selector, maxSkew, topologyKey, minDomains } = constraint;
  const isHard = whenUnsatisfiable === 'DoNotSchedule';
  const domains = [...nodes.byValue].map(([value, members]): DomainReport => {
    const skew = figures.skew(value);
    const pods = members.flatMap((node) => matchingPods(node, selector, cx.pod.namespace)).map(({ key }) => key);
    return { value, nodes: members.map(({ name }) => name), pods, skew, allowed: !isHard || skew <= maxSkew };
  });
  return {
    topologyKey,
    maxSkew,
    whenUnsatisfiable,
    ...(minDomains > 1 ? { minDomains } : {}),
    selector: selector.toString(),
    selfMatch: selector.matches(cx.pod.labels),
    from: (cx.pod.pod.spec.topologySpreadConstraints ?? []).length > 0 ? 'pod' : 'defaults',
    minimum: figures.minimum,
    domains,
    ignored: nodes.ignored,
    barred,
  };
}

/** Nodes of domains with room that Pods nominated to them fill. */
function barredBy(cx: CycleContext, run: SpreadFilter, i: number, constraint: Constraint): BarredNode[] {
  return cx.nodes.flatMap((node) => {
    const ahead = nominatedAhead(cx.pod, node);
    const value = valueAt(node, constraint);
    if (ahead.length === 0 || value === undefined || run.skew(i, value) > constraint.maxSkew) return [];
    const crowded = run.copy();
    for (const other of ahead) crowded.count(other, node, 1);
    if (crowded.skew(i, value) <= constraint.maxSkew) return [];
    return [{ node: node.name, pods: ahead.map(({ key }) => key) }];
  });
}

function hardRows(cx: CycleContext): SpreadReport[] {
  const { list } = constraintsOf(cx, 'DoNotSchedule');
  const run = spreadFilter(cx, list);
  return list.map((constraint, i) =>
    rowOf(cx, {
      constraint,
      nodes: grouped(cx, constraint, (node) => hasAllKeys(node, list)),
      figures: { minimum: run.minimum(i), skew: (value) => run.skew(i, value) },
      whenUnsatisfiable: 'DoNotSchedule',
      barred: barredBy(cx, run, i, constraint),
    }),
  );
}

/** Only domains of scored nodes: others that are in one count with it, the rest is left out. */
function scoredOnly({ byValue, ignored }: Grouped, isScored: (node: NodeInfo) => boolean): Grouped {
  const compared = [...byValue].filter(([, nodes]) => nodes.some(isScored));
  const out = [...byValue.values()].filter((nodes) => !nodes.some(isScored)).flat();
  return {
    byValue: new Map(compared),
    ignored: [...ignored, ...out.map(({ name }) => ({ node: name, why: 'not-scored' as const }))],
  };
}

/** As scores compare: the domains of feasible nodes. Where nothing was scored a person sees all that could count. */
function softRows(cx: CycleContext, feasible: readonly string[]): SpreadReport[] {
  const { list } = constraintsOf(cx, 'ScheduleAnyway');
  const requireAll = requiresAllKeys(cx);
  const hasKeys = (node: NodeInfo): boolean => !requireAll || hasAllKeys(node, list);
  const scored = new Set(feasible.length > 1 ? feasible : cx.nodes.map(({ name }) => name));
  const isScored = ({ name }: NodeInfo): boolean => scored.has(name);
  const candidates = cx.nodes.filter((node) => isScored(node) && hasKeys(node));
  return softConstraints(cx, list, candidates).map((one) => {
    const { constraint } = one;
    const nodes = scoredOnly(grouped(cx, constraint, hasKeys), isScored);
    const found = new Map<string, number>();
    for (const [value, [first]] of nodes.byValue) {
      if (first !== undefined) found.set(value, softCount(cx, one, first));
    }
    const minimum = [...found.values()].reduce((least, n) => Math.min(least, n), Infinity);
    const least = Number.isFinite(minimum) ? minimum : 0;
    const self = constraint.selector.matches(cx.pod.labels) ? 1 : 0;
    const skew = (value: string): number => (found.get(value) ?? 0) + self - least;
    return rowOf(cx, {
      constraint,
      nodes,
      figures: { minimum: least, skew },
      whenUnsatisfiable: 'ScheduleAnyway',
      barred: [],
    });
  });
}

/**
 * A row a constraint: first those that filter, then those that score, each in the Pod's order.
 * @param feasible names of the nodes that passed the filters; they were scored where there are several
 */
export const spreadReport = (
  cx: CycleContext,
  filters: boolean,
  scores: boolean,
  feasible: readonly string[],
): SpreadReport[] => [...(filters ? hardRows(cx) : []), ...(scores ? softRows(cx, feasible) : [])];
