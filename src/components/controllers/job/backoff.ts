/** How long a Job waits before it replaces a Pod that failed: pkg/controller/job/backoff_utils.go (v1.37). Pure. */
import { MICROS_PER_SECOND } from '../../../model/time.ts';

/** The value in collection "controllers/job/backoff", keyed by the Job. */
export interface BackoffRecord {
  readonly failures: number;
  /** Of the last one, since 1970. */
  readonly lastMicros?: number;
}

const FIRST_SECONDS = 10;
const MAX_SECONDS = 600;

const NONE: BackoffRecord = { failures: 0 };

/** @param succeeded @param failed when Pods ended that were not counted before; microseconds since 1970 */
export function nextRecord(
  known: BackoffRecord = NONE,
  succeeded: readonly number[],
  failed: readonly number[],
): BackoffRecord {
  if (succeeded.length === 0) {
    if (failed.length === 0) return known;
    return { failures: known.failures + failed.length, lastMicros: Math.max(...failed) };
  }
  const success = Math.max(...succeeded);
  const after = failed.filter((time) => time >= success);
  return after.length === 0 ? NONE : { failures: after.length, lastMicros: Math.max(...after) };
}

/** Microseconds. */
export function remaining({ failures, lastMicros }: BackoffRecord, nowMicros: number): number {
  if (failures === 0 || lastMicros === undefined) return 0;
  const seconds = Math.min(FIRST_SECONDS * 2 ** Math.min(failures - 1, 10), MAX_SECONDS);
  return Math.max(0, lastMicros + seconds * MICROS_PER_SECOND - nowMicros);
}
