import type { View } from '../kernel/kernel.ts';
import type { ContainerStatus, KubeObject, Pod } from '../model/objects.ts';
import { namespacedName } from '../model/objects.ts';
import { isSidecar } from '../model/pod-requests.ts';
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

/** The word in kubectl's STATUS column (pkg/printers/internalversion/printers.go, v1.37). */
export function podStatusWord(pod: Pod): string {
  const { status, metadata } = pod;
  const phase = status?.phase ?? 'Pending';
  const over = phase === 'Succeeded' || phase === 'Failed';
  if (metadata.deletionTimestamp !== undefined && status?.reason === 'NodeLost') return 'Unknown';
  if (metadata.deletionTimestamp !== undefined && !over) return 'Terminating';
  const word = isGated(pod) ? 'SchedulingGated' : (status?.reason ?? phase);
  const initialising = initWord(pod);
  return initialising === undefined || isTrue(pod, 'Initialized') ? mainWord(pod, word) : initialising;
}

const isTrue = ({ status }: Pod, type: string): boolean =>
  status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') === true;

const isGated = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated') === true;

const endWord = ({ reason, exitCode }: { readonly reason?: string; readonly exitCode: number }): string =>
  reason ?? `ExitCode:${String(exitCode)}`;

/** The first init container that is not done with; undefined where all are. */
function initWord({ spec, status }: Pod): string | undefined {
  const specs = spec.initContainers ?? [];
  const statuses = (status?.['initContainerStatuses'] ?? []) as readonly ContainerStatus[];
  for (const [at, { name, state, started }] of statuses.entries()) {
    const own = specs.find((container) => container.name === name);
    const runsOn = own !== undefined && isSidecar(own) && started === true;
    if (state?.terminated?.exitCode === 0 || runsOn) continue;
    if (state?.terminated !== undefined) return `Init:${endWord(state.terminated)}`;
    const reason = state?.waiting?.reason ?? 'PodInitializing';
    return reason === 'PodInitializing' ? `Init:${String(at)}/${String(specs.length)}` : `Init:${reason}`;
  }
  return undefined;
}

function mainWord(pod: Pod, otherwise: string): string {
  const statuses = pod.status?.containerStatuses ?? [];
  let word = otherwise;
  for (const { state } of [...statuses].reverse()) {
    if (state?.waiting?.reason !== undefined) word = state.waiting.reason;
    else if (state?.terminated !== undefined) word = endWord(state.terminated);
  }
  const running = statuses.some(({ ready, state }) => ready && state?.running !== undefined);
  if (word !== 'Completed' || !running) return word;
  return isTrue(pod, 'Ready') ? 'Running' : 'NotReady';
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
