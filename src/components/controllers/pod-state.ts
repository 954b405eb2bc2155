/** What controllers ask of a Pod: pkg/controller/controller_utils.go and pkg/api/v1/pod/util.go (v1.37). */
import type { Pod } from '../../model/objects.ts';
import { MICROS_PER_SECOND, parseTime } from '../../model/time.ts';
import { isPodReady } from './kinds.ts';

const isOver = (pod: Pod): boolean => pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
const isGoing = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined;

export const isActive = (pod: Pod): boolean => !isOver(pod) && !isGoing(pod);
export const isTerminating = (pod: Pod): boolean => !isOver(pod) && isGoing(pod);

/** Since the epoch: when a Pod that is ready becomes available; undefined for one that is not ready. */
function availableFrom(pod: Pod, minReadySeconds: number): number | undefined {
  const ready = isPodReady(pod) ? pod.status?.conditions?.find(({ type }) => type === 'Ready') : undefined;
  const since = parseTime(ready?.lastTransitionTime ?? '');
  return since === undefined ? undefined : since + minReadySeconds * MICROS_PER_SECOND;
}

/** podutil.IsPodAvailable: ready for at least this long. */
export function isAvailable(pod: Pod, minReadySeconds: number, nowMicros: number): boolean {
  if (minReadySeconds === 0) return isPodReady(pod);
  const from = availableFrom(pod, minReadySeconds);
  return from !== undefined && from <= nowMicros;
}

/** FindMinNextPodAvailabilityCheck. @returns microseconds until the next of them is available; undefined where none will be */
export function nextAvailable(pods: readonly Pod[], minReadySeconds: number, nowMicros: number): number | undefined {
  const waits = pods.map((pod) => (availableFrom(pod, minReadySeconds) ?? 0) - nowMicros).filter((wait) => wait > 0);
  return waits.length === 0 ? undefined : Math.min(...waits);
}
