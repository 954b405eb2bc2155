/** Which Pods nobody else removes: pkg/controller/podgc/gc_controller.go (v1.37). Pure. */
import { compareBytes } from '../../../kernel/kernel.ts';
import type { Node, Pod } from '../../../model/objects.ts';

const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';

/** isPodTerminated. */
export const hasEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

export const isTerminating = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;

export const nodeOf = ({ spec }: Pod): string => spec.nodeName ?? '';

/** Its Pods that are on their way out are given up: a person has said that it is off, and it is not ready. */
export function isOutOfService(node: Node | undefined): boolean {
  if (node?.spec?.taints?.some(({ key }) => key === OUT_OF_SERVICE) !== true) return false;
  return !(node.status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True');
}

export const isUnscheduledTerminating = (pod: Pod): boolean => isTerminating(pod) && nodeOf(pod) === '';

/** byEvictionAndCreationTimestamp: evicted ones first, then the oldest. */
function compareAge(a: Pod, b: Pod): number {
  const evicted = Number(isEvicted(b)) - Number(isEvicted(a));
  const created = compareBytes(a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '');
  return evicted || created || compareBytes(a.metadata.name, b.metadata.name);
}

const isEvicted = ({ status }: Pod): boolean => status?.phase === 'Failed' && status.reason === 'Evicted';

/** gcTerminated: those above the threshold; 0 = all may stay. */
export function tooManyEnded(pods: readonly Pod[], threshold: number): readonly Pod[] {
  if (threshold <= 0 || pods.length <= threshold) return [];
  const ended = pods.filter(hasEnded);
  return ended.sort(compareAge).slice(0, Math.max(0, ended.length - threshold));
}

/** gcTerminating. */
export const onNodesOutOfService = (pods: readonly Pod[], node: (name: string) => Node | undefined): readonly Pod[] =>
  pods.filter((pod) => isTerminating(pod) && isOutOfService(node(nodeOf(pod)))).sort(compareAge);
