/** kubernetes pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go SelectVictimsOnNode (v1.35; C-11). */
import type { KubeObject, LabelSelector } from '../../../../model/objects.ts';
import { type LabelMatcher, selectorMatcher } from '../../../../model/selectors.ts';
import { parseTime } from '../../../../model/time.ts';
import { copyChain, countInChain, type FilterChain, runFiltersWithNominated } from '../../filters.ts';
import { type NodeInfo, withPods } from '../../node-info.ts';
import type { PodInfo } from '../../pod-info.ts';

const NO_VICTIMS = 'No preemption victims found for incoming pod';

export interface Budget {
  readonly namespace: string;
  readonly selector: LabelMatcher;
  readonly allowed: number;
  /** Names of Pods whose eviction the api-server counts already. */
  readonly disrupted: ReadonlySet<string>;
}

export type Victims =
  | { readonly kind: 'rejected'; readonly reasons: readonly string[] }
  /** From the most to the least important. */
  | { readonly kind: 'found'; readonly victims: readonly PodInfo[]; readonly violations: number };

interface DisruptionBudget extends KubeObject {
  readonly spec?: { readonly selector?: LabelSelector };
  readonly status?: { readonly disruptionsAllowed?: number; readonly disruptedPods?: Readonly<Record<string, string>> };
}

export const budgetsOf = (others: readonly KubeObject[]): Budget[] =>
  (others as readonly DisruptionBudget[])
    .filter(({ kind }) => kind === 'PodDisruptionBudget')
    .map(({ metadata, spec, status }) => ({
      namespace: metadata.namespace ?? 'default',
      selector: selectorMatcher(spec?.selector),
      allowed: status?.disruptionsAllowed ?? 0,
      disrupted: new Set(Object.keys(status?.disruptedPods ?? {})),
    }));

/** Microseconds since the epoch; a Pod that has not started counts as started now, later than all others. */
export function startTime({ pod }: PodInfo): number {
  const text = pod.status?.startTime;
  return (text === undefined ? undefined : parseTime(text)) ?? Number.MAX_SAFE_INTEGER;
}

/** Higher priority first, then the one that runs longer. */
export const byImportance = (a: PodInfo, b: PodInfo): number => b.priority - a.priority || startTime(a) - startTime(b);

/** Which of them would overdraw a budget, if all went in this order? */
function violating(pods: readonly PodInfo[], budgets: readonly Budget[]): ReadonlySet<PodInfo> {
  const left = budgets.map(({ allowed }) => allowed);
  const found = new Set<PodInfo>();
  for (const pod of pods) {
    if (Object.keys(pod.labels).length === 0) continue;
    for (const [i, { namespace, selector, disrupted }] of budgets.entries()) {
      if (namespace !== pod.namespace || selector.empty || !selector.matches(pod.labels)) continue;
      if (disrupted.has(pod.pod.metadata.name)) continue;
      const rest = (left[i] ?? 0) - 1;
      left[i] = rest;
      if (rest < 0) found.add(pod);
    }
  }
  return found;
}

/** The fewest Pods that must leave the node: all of lower priority go, and as many as possible come back. */
export function selectVictims(
  given: FilterChain,
  incoming: PodInfo,
  node: NodeInfo,
  budgets: readonly Budget[],
): Victims {
  const lower = node.pods.filter(({ priority }) => priority < incoming.priority);
  if (lower.length === 0) return { kind: 'rejected', reasons: [NO_VICTIMS] };
  const chain = copyChain(given);
  let staying = node.pods.filter((pod) => !lower.includes(pod));
  for (const pod of lower) countInChain(chain, pod, node, -1);
  const fits = (pods: readonly PodInfo[]) => runFiltersWithNominated(chain, incoming, withPods(node, pods));
  const rejection = fits(staying);
  if (rejection !== undefined) return { kind: 'rejected', reasons: rejection.reasons };
  const ordered = [...lower].sort(byImportance);
  const costly = violating(ordered, budgets);
  const victims: PodInfo[] = [];
  for (const pod of [...ordered.filter((p) => costly.has(p)), ...ordered.filter((p) => !costly.has(p))]) {
    countInChain(chain, pod, node, 1);
    const withIt = [...staying, pod];
    if (fits(withIt) === undefined) staying = withIt;
    else {
      countInChain(chain, pod, node, -1);
      victims.push(pod);
    }
  }
  const violations = victims.filter((pod) => costly.has(pod)).length;
  if (costly.size > 0 && costly.size < ordered.length) victims.sort(byImportance);
  return { kind: 'found', victims, violations };
}
