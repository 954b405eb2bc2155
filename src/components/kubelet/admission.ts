/**
 * Does a Pod that was bound to a node fit there? pkg/kubelet/lifecycle/predicate.go and the resource part of the scheduler's
 * fit (v1.37). Pure. Left out: node affinity and taints (of Pods bound by hand), host ports, devices, eviction of lower ones.
 */
import type { Node, Pod } from '../../model/objects.ts';
import { parseResources, podRequests } from '../../model/pod-requests.ts';
import type { KubernetesVersion } from '../../model/versions.ts';

export interface Rejection {
  /** "OutOfcpu". */
  readonly reason: string;
  readonly message: string;
}

/** cpu in thousandths, all else whole. */
function amount(of: ReturnType<typeof parseResources>, name: string): number {
  const quantity = of.get(name);
  if (quantity === undefined) return 0;
  return Number(name === 'cpu' ? quantity.milliValue() : quantity.value());
}

const insufficient = (name: string, requested: number, used: number, capacity: number): Rejection => ({
  reason: `OutOf${name}`,
  message:
    `Pod was rejected: Node didn't have enough resource: ${name}, ` +
    `requested: ${requested}, used: ${used}, capacity: ${capacity}`,
});

/** @param others Pods that the kubelet has admitted already and that have not ended */
export function admit(
  pod: Pod,
  node: Node | undefined,
  others: readonly Pod[],
  version: KubernetesVersion,
): Rejection | undefined {
  const allocatable = node?.status?.allocatable;
  if (allocatable === undefined) return undefined;
  const offered = parseResources(allocatable);
  const slots = amount(offered, 'pods');
  if (offered.has('pods') && others.length + 1 > slots) return insufficient('pods', 1, others.length, slots);
  const wanted = podRequests(pod, { version });
  for (const name of wanted.keys()) {
    const requested = amount(wanted, name);
    if (requested === 0) continue;
    let used = 0;
    for (const other of others) used += amount(podRequests(other, { version }), name);
    const capacity = amount(offered, name);
    if (requested > capacity - used) return insufficient(name, requested, used, capacity);
  }
  return undefined;
}
