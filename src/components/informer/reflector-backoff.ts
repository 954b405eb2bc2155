/**
 * The reflector's wait between two rounds: client-go tools/cache/reflector.go and apimachinery util/wait/backoff.go (v0.37; 2.4,
 * C-40). Doubled from 800 ms to 30 s, and from the start again once two minutes are over. Left out: jitter, which its user adds.
 */
export interface BackoffPolicy {
  readonly initialMillis: number;
  readonly factor: number;
  readonly capMillis: number;
  readonly resetMillis: number;
  /** Count the reset time from the last reset (v0.36 and later) and not from the last wait (to v0.35). */
  readonly fromReset: boolean;
}

export const reflectorBackoff = (fromReset: boolean): BackoffPolicy => ({
  initialMillis: 800,
  factor: 2,
  capMillis: 30_000,
  resetMillis: 120_000,
  fromReset,
});

export interface BackoffState {
  /** Waits since it started. */
  readonly failures: number;
  /** Milliseconds: what the reset time is counted from. */
  readonly since: number;
}

export interface BackoffStep {
  readonly state: BackoffState;
  /** Milliseconds without jitter; upstream waits from once to twice this. */
  readonly waitMillis: number;
}

export const FIRST_BACKOFF: BackoffState = { failures: 0, since: 0 };

/** @param now milliseconds */
export function nextBackoff(policy: BackoffPolicy, state: BackoffState, now: number): BackoffStep {
  const reset = now - state.since > policy.resetMillis;
  const failures = reset ? 0 : state.failures;
  let wait = policy.initialMillis;
  for (let i = 0; i < failures && wait < policy.capMillis; i++) wait *= policy.factor;
  const since = reset || !policy.fromReset ? now : state.since;
  return {
    state: { failures: failures + 1, since },
    waitMillis: failures === 0 ? wait : Math.min(wait, policy.capMillis),
  };
}
