/** What a Job's controller sees in a Pod: pkg/controller/job/job_controller.go, indexed_job_utils.go, backoff_utils.go (v1.37). Pure. */
import type { ContainerStatus, Pod } from '../../../model/objects.ts';
import { MICROS_PER_SECOND, parseTime } from '../../../model/time.ts';
import { isBeingDeleted } from '../owner.ts';
import type { Job } from './types.ts';

export const TRACKING_FINALIZER = 'batch.kubernetes.io/job-tracking';
export const INDEX_ANNOTATION = 'batch.kubernetes.io/job-completion-index';

export const uidOf = ({ metadata }: Pod): string => metadata.uid ?? '';
export const isTracked = ({ metadata }: Pick<Pod, 'metadata'>): boolean =>
  metadata.finalizers?.includes(TRACKING_FINALIZER) === true;
export const hasSucceeded = ({ status }: Pod): boolean => status?.phase === 'Succeeded';

/** onlyReplaceFailedPods: a Pod that is going is not replaced, nor counted, before it has failed. */
export const waitsForFailed = ({ spec }: Job): boolean =>
  spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined;

/** isPodFailed: a Pod that is going may never come to say so. */
export function hasFailed(pod: Pod, job: Job): boolean {
  if (pod.status?.phase === 'Failed') return true;
  return !waitsForFailed(job) && isBeingDeleted(pod) && !hasSucceeded(pod);
}

/** getCompletionIndex. */
export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[INDEX_ANNOTATION];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

export const statusesOf = ({ status }: Pod): readonly ContainerStatus[] => [
  ...((status?.['initContainerStatuses'] ?? []) as readonly ContainerStatus[]),
  ...(status?.containerStatuses ?? []),
];

const micros = (text: unknown): number | undefined => (typeof text === 'string' ? parseTime(text) : undefined);

/** getFinishedTime: of its last container, else of its readiness, else of its deletion. Microseconds since 1970. */
export function finishedAt(pod: Pod, nowMicros: number): number {
  let latest: number | undefined;
  for (const { state } of pod.status?.containerStatuses ?? []) {
    const ended = micros(state?.terminated?.['finishedAt']);
    if (ended === undefined) {
      latest = undefined;
      break;
    }
    latest = Math.max(latest ?? ended, ended);
  }
  if (latest !== undefined) return latest;
  const ready = pod.status?.conditions?.find(({ type, status }) => type === 'Ready' && status === 'False');
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata;
  const deleted = micros(deletionTimestamp);
  const asked = deleted === undefined ? undefined : deleted - deletionGracePeriodSeconds * MICROS_PER_SECOND;
  return micros(ready?.lastTransitionTime) ?? asked ?? nowMicros;
}
