/** Who meets whose required terms: kubernetes pkg/scheduler/framework/plugins/interpodaffinity/filtering.go (v1.37). */
import type { CycleContext } from '../../framework.ts';
import { type AffinityTerm, matchesAll, type PodInfo, termMatches } from '../../pod-info.ts';
import { resolveNamespaces } from './namespaces.ts';

export interface Terms {
  readonly pod: PodInfo;
  readonly affinity: readonly AffinityTerm[];
  readonly antiAffinity: readonly AffinityTerm[];
  readonly namespaceLabels: Readonly<Record<string, string>>;
}

/** The incoming Pod's required terms. */
export function termsOf(cx: CycleContext): Terms {
  const { pod } = cx;
  const resolved = (terms: readonly AffinityTerm[]): AffinityTerm[] => terms.map((term) => resolveNamespaces(cx, term));
  return {
    pod,
    affinity: resolved(pod.requiredAffinity),
    antiAffinity: resolved(pod.requiredAntiAffinity),
    namespaceLabels: cx.namespaceLabels(pod.namespace),
  };
}

/** The incoming Pod's terms that the other one meets: all for its affinity or none, and any against it. */
export function eachMet(
  { affinity, antiAffinity }: Terms,
  other: PodInfo,
  met: (side: 'affinity' | 'antiAffinity', term: AffinityTerm) => void,
): void {
  if (matchesAll(affinity, other)) for (const term of affinity) met('affinity', term);
  for (const term of antiAffinity) if (termMatches(term, other, undefined)) met('antiAffinity', term);
}

/** The other Pod's anti-affinity that is against the incoming one. */
export function eachAgainst({ pod, namespaceLabels }: Terms, other: PodInfo, met: (term: AffinityTerm) => void): void {
  for (const term of other.requiredAntiAffinity) if (termMatches(term, pod, namespaceLabels)) met(term);
}
