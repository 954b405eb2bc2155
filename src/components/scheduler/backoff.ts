/**
 * How long a Pod that failed must wait: kubernetes pkg/scheduler/backend/queue/backoff_queue.go (v1.35). Up to 1.33 it
 * counts attempts, since then failures; since 1.33 ends of back-off are whole seconds of the clock.
 */
import { MICROS_PER_SECOND } from '../../model/time.ts';
import { quotient } from './int.ts';

export interface BackoffRules {
  readonly minor: number;
  readonly initialSeconds: number;
  readonly maxSeconds: number;
  /** Microseconds since the Unix epoch at tick 0. */
  readonly epochMicros: number;
}

export interface Failures {
  readonly attempts: number;
  readonly unschedulableCount: number;
  readonly errorCount: number;
}

/** Seconds after the `count`th failure in a row: doubled each time, from 1 to 10 by default; 0 for none. */
export function backoffSeconds(count: number, initial: number, max: number): number {
  if (count === 0) return 0;
  const doublings = count - 1;
  // Shifted beyond its last bit, max becomes 0 and initial is larger.
  const limit = doublings > 52 ? 0 : quotient(max, 2 ** doublings);
  return initial > limit ? max : initial * 2 ** doublings;
}

const countOf = ({ attempts, unschedulableCount, errorCount }: Failures, minor: number): number => {
  if (minor <= 33) return attempts;
  return errorCount > 0 ? errorCount : unschedulableCount;
};

/** A Pod that never failed need not wait. */
export const hasBackoff = (failures: Failures, { minor }: BackoffRules): boolean => countOf(failures, minor) > 0;

const wholeSecond = (tick: number, epochMicros: number): number => {
  const micros = epochMicros + tick;
  return micros - (micros % MICROS_PER_SECOND) - epochMicros;
};

/** Tick at which the back-off of a Pod that failed at `since` ends. */
export function backoffEnd(since: number, failures: Failures, rules: BackoffRules): number {
  const seconds = backoffSeconds(countOf(failures, rules.minor), rules.initialSeconds, rules.maxSeconds);
  const end = since + seconds * MICROS_PER_SECOND;
  return rules.minor >= 33 ? wholeSecond(end, rules.epochMicros) : end;
}

export const isBackingOff = (end: number, now: number, rules: BackoffRules): boolean =>
  rules.minor >= 33 ? end >= wholeSecond(now, rules.epochMicros) : end > now;

/** Tick of the flush that first finds the back-off over; flushes come once a second. */
export function flushAfter(end: number, rules: BackoffRules): number {
  if (rules.minor >= 33) return end + MICROS_PER_SECOND;
  return Math.ceil(end / MICROS_PER_SECOND) * MICROS_PER_SECOND;
}
