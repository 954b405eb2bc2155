/**
 * Taints and tolerations: k8s.io/api core/v1/toleration.go and component-helpers scheduling/corev1/helpers.go
 * (v0.32 to v0.37). Left out: the operators Lt and Gt, which stand behind a gate that is off; they tolerate nothing.
 */
import type { Node, PodSpec, Taint, Toleration } from './objects.ts';

export const UNSCHEDULABLE_TAINT: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

const unset = (text: string | undefined): boolean => text === undefined || text === '';

/** Toleration.ToleratesTaint. */
export function toleratesTaint(toleration: Toleration, taint: Taint): boolean {
  if (!unset(toleration.effect) && toleration.effect !== taint.effect) return false;
  if (!unset(toleration.key) && toleration.key !== taint.key) return false;
  const operator = toleration.operator ?? '';
  if (operator === 'Exists') return true;
  return (operator === '' || operator === 'Equal') && (toleration.value ?? '') === (taint.value ?? '');
}

export const tolerationsTolerateTaint = (tolerations: readonly Toleration[] | undefined, taint: Taint): boolean =>
  (tolerations ?? []).some((toleration) => toleratesTaint(toleration, taint));

/** FindMatchingUntoleratedTaint: the first taint, of those that `counts` takes, that nothing tolerates. */
export function firstUntolerated(
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
  counts: (taint: Taint) => boolean,
): Taint | undefined {
  return (taints ?? []).find((taint) => counts(taint) && !tolerationsTolerateTaint(tolerations, taint));
}

/** Taints that keep a Pod off a node. */
export const isHardTaint = (taint: Taint): boolean => taint.effect === 'NoSchedule' || taint.effect === 'NoExecute';

/** The first NoSchedule or NoExecute taint of the node that the Pod does not tolerate. */
export const untoleratedHardTaint = (spec: PodSpec, node: Node): Taint | undefined =>
  firstUntolerated(node.spec?.taints, spec.tolerations, isHardTaint);

/** May the Pod go to a cordoned node? */
export const toleratesUnschedulable = (spec: PodSpec): boolean =>
  tolerationsTolerateTaint(spec.tolerations, UNSCHEDULABLE_TAINT);

/** Tolerations that count against PreferNoSchedule taints: those with that effect or none. */
export const preferNoScheduleTolerations = (spec: PodSpec): readonly Toleration[] =>
  (spec.tolerations ?? []).filter((t) => unset(t.effect) || t.effect === 'PreferNoSchedule');
