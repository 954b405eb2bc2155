/** When a Pod has to leave a node because of its NoExecute taints: pkg/controller/tainteviction/taint_eviction.go (v1.37). */
import type { Node, Pod, Taint, Toleration } from '../../../model/objects.ts';
import { toleratesTaint } from '../../../model/tolerations.ts';

export const noExecuteTaints = (node: Node | undefined): readonly Taint[] =>
  (node?.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');

/** Seconds until it has to go; undefined = it may stay. */
export function secondsToStay(pod: Pod, taints: readonly Taint[]): number | undefined {
  if (taints.length === 0) return undefined;
  const used: Toleration[] = [];
  for (const taint of taints) {
    const matching = (pod.spec.tolerations ?? []).find((toleration) => toleratesTaint(toleration, taint));
    if (matching === undefined) return 0;
    used.push(matching);
  }
  const limits = used.flatMap(({ tolerationSeconds }) => tolerationSeconds ?? []);
  return limits.length === 0 ? undefined : Math.max(0, Math.min(...limits));
}
