/** kubernetes pkg/scheduler/framework/plugins/interpodaffinity/scoring.go (v1.37): who is for and against a place. */
import type { CycleContext } from '../../framework.ts';
import type { Labels } from '../../../../model/selectors.ts';
import type { NodeInfo } from '../../node-info.ts';
import { type AffinityTerm, type PodInfo, termMatches, type WeightedAffinityTerm } from '../../pod-info.ts';
import { resolveNamespaces } from './namespaces.ts';

export interface Preferences {
  readonly affinity: readonly WeightedAffinityTerm[];
  readonly antiAffinity: readonly WeightedAffinityTerm[];
  /** It lists preferences, well-formed or not. */
  readonly hasOwn: boolean;
  /** Preferences of Pods that are there do not count where this one has none. */
  readonly ignored: boolean;
  /** What an existing Pod's required affinity for this one is worth. */
  readonly hardWeight: number;
}

/** A rule that a Pod on the node meets: `weight` below 0 is anti-affinity. `theirs`: it is the rule of `other`. */
export type Touch = (term: AffinityTerm, weight: number, other: PodInfo, node: NodeInfo, theirs: boolean) => void;

export function preferencesOf(cx: CycleContext): Preferences {
  const { pod } = cx;
  const args = cx.argsOf('InterPodAffinity');
  const asked = pod.pod.spec.affinity;
  const hasOwn =
    (asked?.podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).length > 0 ||
    (asked?.podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).length > 0;
  const weight = args['hardPodAffinityWeight'];
  return {
    affinity: pod.preferredAffinity.map((term) => resolveNamespaces(cx, term)),
    antiAffinity: pod.preferredAntiAffinity.map((term) => resolveNamespaces(cx, term)),
    hasOwn,
    ignored: args['ignorePreferredTermsOfExistingPods'] === true && !hasOwn,
    hardWeight: typeof weight === 'number' ? weight : 1,
  };
}

/** The incoming Pod's own preferences, met by one that is there. */
function eachOwn({ affinity, antiAffinity }: Preferences, other: PodInfo, node: NodeInfo, touch: Touch): void {
  for (const term of affinity) {
    if (termMatches(term, other, undefined)) touch(term, term.weight, other, node, false);
  }
  for (const term of antiAffinity) {
    if (termMatches(term, other, undefined)) touch(term, -term.weight, other, node, false);
  }
}

/** What one that is there has for or against the incoming Pod. */
function eachOfTheirs(
  hardWeight: number,
  pod: PodInfo,
  labels: Labels,
  other: PodInfo,
  node: NodeInfo,
  touch: Touch,
): void {
  if (hardWeight > 0) {
    for (const term of other.requiredAffinity) {
      if (termMatches(term, pod, labels)) touch(term, hardWeight, other, node, true);
    }
  }
  for (const term of other.preferredAffinity) {
    if (termMatches(term, pod, labels)) touch(term, term.weight, other, node, true);
  }
  for (const term of other.preferredAntiAffinity) {
    if (termMatches(term, pod, labels)) touch(term, -term.weight, other, node, true);
  }
}

/** Every rule that is met somewhere, by node order. */
export function eachPreference(cx: CycleContext, wants: Preferences, touch: Touch): void {
  const { pod } = cx;
  const labels = cx.namespaceLabels(pod.namespace);
  for (const node of cx.nodes) {
    if (!node.hasLabels) continue;
    if (wants.hasOwn) for (const other of node.pods) eachOwn(wants, other, node, touch);
    for (const other of node.podsWithAffinity) eachOfTheirs(wants.hardWeight, pod, labels, other, node, touch);
  }
}
