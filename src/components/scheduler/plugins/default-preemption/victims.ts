/** kubernetes pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go SelectVictimsOnNode (v1.35; C-11). */
import type { KubeObject, LabelSelector } from '../../../../model/objects.ts';
import { type LabelMatcher, selectorMatcher } from '../../../../model/selectors.ts';
import { parseTime } from '../../../../model/time.ts';
import { copyChain, countInChain, type FilterChain, runFiltersWithNominated } from '../../filters.ts';
import { type NodeInfo, withPods } from '../../node-info.ts';
import type { PodInfo } from '../../pod-info.ts';

const NO_VICTIMS = 'No preemption victims found for incoming pod';

export interface Budget {
  readonly name: string;
  readonly namespace: string;
  readonly selector: LabelMatcher;
  readonly allowed: number;
  /** Names of Pods whose eviction the api-server counts already. */
  readonly disrupted: ReadonlySet<string>;
}

export type Victims =
  | { readonly kind: 'rejected'; readonly reasons: readonly string[] }
  | {
      readonly kind: 'found';
      /** From the most to the least important. */
      readonly victims: readonly PodInfo[];
      readonly violations: number;
      /** Of every Pod of lower priority on the node. */
      readonly cover: ReadonlyMap<PodInfo, Cover>;
    };

/** PodDisruptionBudgets that select a Pod, and whether it overdraws one of them. */
export interface Cover {
  readonly budgets: readonly string[];
  readonly violates: boolean;
}

interface DisruptionBudget extends KubeObject {
  readonly spec?: { readonly selector?: LabelSelector };
  readonly status?: { readonly disruptionsAllowed?: number; readonly disruptedPods?: Readonly<Record<string, string>> };
}

export const budgetsOf = (others: readonly KubeObject[]): Budget[] =>
  (others as readonly DisruptionBudget[])
    .filter(({ kind }) => kind === 'PodDisruptionBudget')
    .map(({ metadata, spec, status }) => ({
      name: metadata.name,
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

/** Which budgets select each of them, and who would overdraw one, if all went in this order? */
function coverOf(pods: readonly PodInfo[], budgets: readonly Budget[]): ReadonlyMap<PodInfo, Cover> {
  const left = budgets.map(({ allowed }) => allowed);
  const found = new Map<PodInfo, Cover>();
  for (const pod of pods) {
    const names: string[] = [];
    const labelled = Object.keys(pod.labels).length > 0;
    let violates = false;
    for (const [i, { name, namespace, selector, disrupted }] of budgets.entries()) {
      if (!labelled || namespace !== pod.namespace || selector.empty || !selector.matches(pod.labels)) continue;
      names.push(name);
      if (disrupted.has(pod.pod.metadata.name)) continue;
      const rest = (left[i] ?? 0) - 1;
      left[i] = rest;
      if (rest < 0) violates = true;
    }
    found.set(pod, { budgets: names, violates });
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
  const cover = coverOf(ordered, budgets);
  const costly = new Set(ordered.filter((pod) => cover.get(pod)?.violates === true));
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
  return { kind: 'found', victims, violations, cover };
}
