/** kubernetes pkg/scheduler/framework/plugins/podtopologyspread/common.go, plugin.go and helper/spread.go (v1.35). */
import type { KubeObject, LabelSelector, TopologySpreadConstraint } from '../../../../model/objects.ts';
import {
  compileSelector,
  type LabelMatcher,
  type Labels,
  requiredNodeAffinityMatches,
  SelectorError,
} from '../../../../model/selectors.ts';
import { untoleratedHardTaint } from '../../../../model/tolerations.ts';
import { type CycleContext } from '../../framework.ts';
import type { NodeInfo } from '../../node-info.ts';
import type { PodInfo } from '../../pod-info.ts';

export const NAME = 'PodTopologySpread';
export const HOSTNAME = 'kubernetes.io/hostname';

export interface Constraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly selector: LabelMatcher;
  readonly minDomains: number;
  readonly honorAffinity: boolean;
  readonly honorTaints: boolean;
}

export interface Constraints {
  readonly list: readonly Constraint[];
  /** A malformed selector. */
  readonly error: string | undefined;
}

const SYSTEM_DEFAULTS: readonly TopologySpreadConstraint[] = [
  { topologyKey: HOSTNAME, whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3 },
  { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 },
];

/** System defaults are for clusters whose nodes may lack zones: then a node without a key is not left out. */
export const usesSystemDefaults = (cx: CycleContext): boolean => cx.argsOf(NAME)['defaultingType'] !== 'List';

const defaultConstraints = (cx: CycleContext): readonly TopologySpreadConstraint[] =>
  usesSystemDefaults(cx)
    ? SYSTEM_DEFAULTS
    : ((cx.argsOf(NAME)['defaultConstraints'] as readonly TopologySpreadConstraint[] | undefined) ?? []);

/**
 * Adds `key in (value)` for each of the keys that the Pod has; a selector that matched nothing then matches those. Where
 * the api-server has added them (1.34 and later) they are not told twice: upstream does, and it counts the same.
 */
function withLabelKeys(
  selector: LabelSelector | undefined,
  keys: readonly string[],
  labels: Labels,
): LabelSelector | undefined {
  const isThere = (key: string): boolean =>
    selector?.matchExpressions?.some(
      ({ key: own, operator, values }) =>
        own === key && operator === 'In' && values?.length === 1 && values[0] === labels[key],
    ) === true;
  const present = keys.filter((key) => Object.hasOwn(labels, key) && !isThere(key));
  if (present.length === 0) return selector;
  const added = present.map((key) => ({ key, operator: 'In', values: [labels[key] ?? ''] }));
  return { ...selector, matchExpressions: [...(selector?.matchExpressions ?? []), ...added] };
}

function parse(cx: CycleContext, from: TopologySpreadConstraint, selector: LabelMatcher | undefined): Constraint {
  const merged = withLabelKeys(from.labelSelector, from.matchLabelKeys ?? [], cx.pod.labels);
  return {
    maxSkew: from.maxSkew,
    topologyKey: from.topologyKey,
    selector: selector ?? compileSelector(merged, cx.version),
    minDomains: from.minDomains ?? 1,
    honorAffinity: from.nodeAffinityPolicy !== 'Ignore',
    honorTaints: from.nodeTaintsPolicy === 'Honor',
  };
}

/** The Pod's own constraints of that kind, or the profile's where the Pod has none at all. */
export function constraintsOf(cx: CycleContext, whenUnsatisfiable: string): Constraints {
  const own = cx.pod.pod.spec.topologySpreadConstraints ?? [];
  const from = (own.length > 0 ? own : defaultConstraints(cx)).filter((c) => c.whenUnsatisfiable === whenUnsatisfiable);
  if (from.length === 0) return { list: [], error: undefined };
  try {
    const derived = own.length > 0 ? undefined : defaultSelector(cx);
    if (derived?.empty === true) return { list: [], error: undefined };
    return { list: from.map((constraint) => parse(cx, constraint, derived)), error: undefined };
  } catch (error) {
    if (error instanceof SelectorError) return { list: [], error: error.message };
    throw error;
  }
}

type Selecting = KubeObject & { readonly spec?: { readonly selector?: unknown } };

/** helper.DefaultSelector: what the Pod's Services and its controller select together. */
function defaultSelector(cx: CycleContext): LabelMatcher {
  const { pod, input } = cx;
  const others = (input.others ?? []) as readonly Selecting[];
  const here = others.filter((o) => (o.metadata.namespace ?? 'default') === pod.namespace);
  const matchLabels: Record<string, string> = {};
  for (const service of here) {
    if (service.kind !== 'Service') continue;
    const selector = service.spec?.selector as Labels | undefined;
    // A Service without selector selects nothing.
    if (selector === undefined || !compileSelector({ matchLabels: selector }).matches(pod.labels)) continue;
    Object.assign(matchLabels, selector);
  }
  const owner = pod.pod.metadata.ownerReferences?.find((reference) => reference.controller === true);
  const found = owner && here.find((o) => o.kind === owner.kind && o.metadata.name === owner.name);
  if (found === undefined) return compileSelector({ matchLabels }, cx.version);
  if (found.kind === 'ReplicationController') {
    return compileSelector({ matchLabels: { ...matchLabels, ...(found.spec?.selector as Labels) } }, cx.version);
  }
  if (found.kind !== 'ReplicaSet' && found.kind !== 'StatefulSet') return compileSelector({ matchLabels }, cx.version);
  const selector = found.spec?.selector as LabelSelector | undefined;
  const own = Object.entries(matchLabels).map(([key, value]) => ({ key, operator: 'In', values: [value] }));
  return compileSelector(
    { ...selector, matchExpressions: [...own, ...(selector?.matchExpressions ?? [])] },
    cx.version,
  );
}

export const hasAllKeys = (node: NodeInfo, constraints: readonly Constraint[]): boolean =>
  constraints.every(({ topologyKey }) => Object.hasOwn(node.labels, topologyKey));

/** The node's value of the constraint's key. */
export const valueAt = (node: NodeInfo, { topologyKey }: Constraint): string | undefined =>
  Object.hasOwn(node.labels, topologyKey) ? node.labels[topologyKey] : undefined;

/** Which policy of the constraint leaves the node out; undefined where Pods on it count. */
export function policyAgainst(
  constraint: Constraint,
  pod: PodInfo,
  node: NodeInfo,
): 'node-affinity' | 'node-taints' | undefined {
  if (constraint.honorAffinity && !requiredNodeAffinityMatches(pod.pod.spec, node.node)) return 'node-affinity';
  const refuses = constraint.honorTaints && untoleratedHardTaint(pod.pod.spec, node.node) !== undefined;
  return refuses ? 'node-taints' : undefined;
}

/** Do Pods on the node count for the constraint? */
export const counts = (constraint: Constraint, pod: PodInfo, node: NodeInfo): boolean =>
  policyAgainst(constraint, pod, node) === undefined;

const isCounted = (pod: PodInfo, selector: LabelMatcher, namespace: string): boolean =>
  !pod.terminating && pod.namespace === namespace && selector.matches(pod.labels);

/** Pods of the namespace on the node that match and are not terminating. An empty selector counts none. */
export function countMatching(node: NodeInfo, selector: LabelMatcher, namespace: string): number {
  if (selector.empty || selector.nothing) return 0;
  let matching = 0;
  for (const pod of node.pods) if (isCounted(pod, selector, namespace)) matching++;
  return matching;
}

/** The Pods that countMatching counts. */
export const matchingPods = (node: NodeInfo, selector: LabelMatcher, namespace: string): readonly PodInfo[] =>
  selector.empty || selector.nothing ? [] : node.pods.filter((pod) => isCounted(pod, selector, namespace));
