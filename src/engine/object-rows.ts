import { compareBytes } from '../kernel/kernel.ts';
import type { Step } from '../kernel/kernel.ts';
import type { KubeObject, Node } from '../model/objects.ts';
import type { ObjectRow } from '../protocol/protocol.ts';
import type { QueuedPod } from '../components/scheduler/scheduler.ts';
import type { Cluster } from './create-cluster.ts';
import { isPod, ownerOf, podStatusWord, schedulingMessage, tokenPhase } from './phase.ts';
import { viewOf } from './views-at.ts';

/** The object table: everything in the store but Events and Leases, Pods first. */
export function objectRows(cluster: Cluster, step: Step): ObjectRow[] {
  const queue = viewOf<QueuedPod>(cluster, 'scheduler/queue', step);
  const rows: ObjectRow[] = [];
  for (const [key, object] of viewOf<KubeObject>(cluster, 'etcd', step).entries()) {
    if (object.kind === 'Event' || object.kind === 'Lease') continue;
    const pod = isPod(object) ? object : undefined;
    rows.push({
      key,
      kind: object.kind,
      phase: pod === undefined ? '' : tokenPhase(pod, queue),
      node: pod?.spec.nodeName ?? '',
      revision: object.metadata.resourceVersion ?? '',
      status: statusWord(object),
      ...(pod === undefined || (pod.spec.nodeName ?? '') !== ''
        ? {}
        : { waits: { message: schedulingMessage(pod), maker: ownerOf(pod) } }),
    });
  }
  const rank = (r: ObjectRow): number => (r.kind === 'Pod' ? 0 : r.kind === 'Node' ? 1 : 2);
  return rows.sort((a, b) => rank(a) - rank(b) || compareBytes(a.key, b.key));
}

export function statusWord(object: KubeObject): string {
  if (isPod(object)) return podStatusWord(object);
  if (object.kind === 'Node') return nodeStatusWord(object as Node);
  const spec = object.spec as { replicas?: number } | undefined;
  const status = object.status as { readyReplicas?: number; phase?: string } | undefined;
  if (object.kind === 'Deployment' || object.kind === 'ReplicaSet' || object.kind === 'StatefulSet') {
    return `${String(status?.readyReplicas ?? 0)}/${String(spec?.replicas ?? 1)}`;
  }
  return status?.phase ?? '';
}

/**
 * A node that is not heard has Ready=Unknown and is not ready; without the condition nobody said anything yet. As kubectl prints
 * it (printNode in pkg/printers/internalversion/printers.go, v1.35).
 */
export function nodeReadiness(node: Node): 'Ready' | 'NotReady' | 'Unknown' {
  const ready = node.status?.conditions?.find((c) => c.type === 'Ready')?.status;
  return ready === 'True' ? 'Ready' : ready === undefined ? 'Unknown' : 'NotReady';
}

function nodeStatusWord(node: Node): string {
  const word = nodeReadiness(node);
  return node.spec?.unschedulable === true ? `${word},SchedulingDisabled` : word;
}
