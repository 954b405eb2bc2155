/** Why a Pod is not where it is wanted, in the words that stand in its status. */
import type { ContainerStatus, Pod } from '../model/objects.ts';

/** What a kubelet waits for before there is anything to complain about. */
const ON_ITS_WAY: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

export interface WaitingContainer {
  readonly name: string;
  readonly reason: string;
  readonly message: string;
}

/** The first container that is not made yet, though nothing of it may be said to be wrong; undefined where none is. */
export const unmadeContainer = (pod: Pod): WaitingContainer | undefined => firstWaiting(pod, () => true);

/** The first container that waits for something that will not come by itself; undefined where none does. */
export const waitingContainer = (pod: Pod): WaitingContainer | undefined =>
  firstWaiting(pod, (reason) => !ON_ITS_WAY.has(reason));

function firstWaiting({ status }: Pod, counts: (reason: string) => boolean): WaitingContainer | undefined {
  const inits = (status?.['initContainerStatuses'] ?? []) as readonly ContainerStatus[];
  for (const { name, state } of [...inits, ...(status?.containerStatuses ?? [])]) {
    const { reason, message = '' } = state?.waiting ?? {};
    if (reason !== undefined && counts(reason)) return { name, reason, message };
  }
  return undefined;
}

/** The first container that ended with an error, in kubectl's words (describe): between two starts, or for good. */
export function failedContainer({ status }: Pod): WaitingContainer | undefined {
  for (const { name, state, restartCount } of status?.containerStatuses ?? []) {
    const { reason = 'Error', exitCode = 0 } = state?.terminated ?? {};
    if (exitCode === 0) continue;
    return { name, reason, message: `Exit Code: ${String(exitCode)}, Restart Count: ${String(restartCount)}` };
  }
  return undefined;
}
