import type { View } from '../kernel/kernel.ts';
import type { KubeObject, Pod } from '../model/objects.ts';
import { namespacedName } from '../model/objects.ts';
import type { TokenPhase } from '../protocol/protocol.ts';
import type { QueuedPod, QueueName } from '../components/scheduler/scheduler.ts';

/** The letter of a Pod's token (mock/DESIGN.md section 5), from the stored object and the scheduler's queues. */
export const tokenPhase = (pod: Pod, queue: View<QueuedPod>): TokenPhase =>
  phaseOf(pod, queue.get(namespacedName(pod))?.queue);

/** @param queue that holds it */
export function phaseOf(pod: Pod, queue: QueueName | undefined): TokenPhase {
  const phase = pod.status?.phase;
  if (phase === 'Succeeded') return 'done';
  if (phase === 'Failed') return 'fail';
  if (pod.metadata.deletionTimestamp !== undefined) return 'term';
  if (pod.spec.nodeName !== undefined && pod.spec.nodeName !== '') return phase === 'Running' ? 'run' : 'bound';
  switch (queue) {
    case 'inflight':
      return 'sched';
    case 'backoff':
    case 'unschedulable':
    case 'gated':
      return 'unsched';
    default:
      return 'pending';
  }
}

export const isPod = (object: KubeObject): object is Pod => object.kind === 'Pod';

/** The word in kubectl's STATUS column (pkg/printers/internalversion/printers.go, v1.37; init containers left out). */
export function podStatusWord(pod: Pod): string {
  let word = pod.status?.reason ?? pod.status?.phase ?? 'Pending';
  const scheduled = pod.status?.conditions?.find((c) => c.type === 'PodScheduled');
  if (scheduled?.reason === 'SchedulingGated') word = 'SchedulingGated';
  for (const { state } of pod.status?.containerStatuses ?? []) {
    if (state?.waiting?.reason !== undefined) word = state.waiting.reason;
    else if (state?.terminated !== undefined) {
      word = state.terminated.reason ?? `ExitCode:${String(state.terminated.exitCode)}`;
    }
  }
  const ended = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
  return pod.metadata.deletionTimestamp !== undefined && !ended ? 'Terminating' : word;
}

/** What the condition PodScheduled=False says, "" where there is none. */
export function schedulingMessage(pod: Pod | undefined): string {
  const condition = pod?.status?.conditions?.find((c) => c.type === 'PodScheduled');
  return condition?.status === 'False' ? (condition.message ?? '') : '';
}

/** "ReplicaSet/web-7d4b9c", "" = nothing made it. */
export function ownerOf(object: KubeObject | undefined): string {
  const owner = object?.metadata.ownerReferences?.find((o) => o.controller === true);
  return owner === undefined ? '' : `${owner.kind}/${owner.name}`;
}
