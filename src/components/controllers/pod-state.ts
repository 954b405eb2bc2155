/** What controllers ask of a Pod: pkg/controller/controller_utils.go and pkg/api/v1/pod/util.go (v1.37). */
import type { Pod } from '../../model/objects.ts';
import { MICROS_PER_SECOND, parseTime } from '../../model/time.ts';
import { isPodReady } from './kinds.ts';

const isOver = (pod: Pod): boolean => pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
const isGoing = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined;

export const isActive = (pod: Pod): boolean => !isOver(pod) && !isGoing(pod);
export const isTerminating = (pod: Pod): boolean => !isOver(pod) && isGoing(pod);

/** podutil.IsPodAvailable: ready for at least this long. */
export function isAvailable(pod: Pod, minReadySeconds: number, nowMicros: number): boolean {
  if (!isPodReady(pod)) return false;
  if (minReadySeconds === 0) return true;
  const ready = pod.status?.conditions?.find(({ type }) => type === 'Ready');
  const since = parseTime(ready?.lastTransitionTime ?? '');
  return since !== undefined && since + minReadySeconds * MICROS_PER_SECOND <= nowMicros;
}
