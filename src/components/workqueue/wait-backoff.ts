/**
 * apimachinery util/wait/backoff.go (v0.32 to v0.37): a wait that grows from call to call, and a condition that is tried
 * until it holds. Durations are whole nanoseconds. Left out: the managers and timers built on it, contexts.
 */
export interface WaitBackoff {
  /** The next wait, without jitter. */
  readonly duration: number;
  /** 0 = the wait does not grow. */
  readonly factor: number;
  /** The wait is lengthened by up to so much of itself. */
  readonly jitter: number;
  /** How often it still grows. */
  readonly steps: number;
  /** 0 = none. A wait that would pass it ends the growth. */
  readonly cap: number;
}

export interface WaitStep {
  readonly wait: number;
  readonly next: WaitBackoff;
}

/** wait.Jitter. @param share of the largest jitter, in [0, 1) */
export const withJitter = (duration: number, jitter: number, share: number): number =>
  duration + Math.trunc(share * jitter * duration);

/** Backoff.Step. @param share of the largest jitter that this wait gets, in [0, 1) */
export function stepBackoff(backoff: WaitBackoff, share = 0): WaitStep {
  const { duration, factor, jitter, cap } = backoff;
  const wait = jitter > 0 ? withJitter(duration, jitter, share) : duration;
  if (backoff.steps < 1) return { wait, next: { ...backoff, steps: 0 } };
  const grown = factor === 0 ? duration : Math.trunc(duration * factor);
  const isCapped = factor !== 0 && cap > 0 && grown > cap;
  return {
    wait,
    next: { ...backoff, duration: isCapped ? cap : grown, steps: isCapped ? 0 : backoff.steps - 1 },
  };
}

/** wait.ErrWaitTimeout. */
export const WAIT_TIMED_OUT = 'timed out waiting for the condition';

export interface ExponentialRun {
  /** Nanoseconds from the start. */
  readonly calls: readonly number[];
  readonly returned: number;
  /** undefined = the condition held. */
  readonly error: string | undefined;
}

/**
 * wait.ExponentialBackoff: the wait after a call grows; where a wait uses up the steps, it is waited, but no call follows.
 * @param condition answers the n-th call (from 1): whether it holds, or why it failed
 */
export function runExponentialBackoff(
  start: WaitBackoff,
  condition: (call: number) => boolean | { readonly error: string },
): ExponentialRun {
  const calls: number[] = [];
  let backoff = start;
  let now = 0;
  while (backoff.steps > 0) {
    calls.push(now);
    const answer = condition(calls.length);
    if (answer === true) return { calls, returned: now, error: undefined };
    if (answer !== false) return { calls, returned: now, error: answer.error };
    if (backoff.steps === 1) break;
    const { wait, next } = stepBackoff(backoff);
    now += wait;
    backoff = next;
  }
  return { calls, returned: now, error: WAIT_TIMED_OUT };
}
