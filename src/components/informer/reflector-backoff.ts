/**
 * The reflector's wait between two rounds (client-go tools/cache/reflector.go and apimachinery util/wait; 2.4, C-40).
 * 800 ms, doubled up to 30 s; it starts again once two minutes are over.
 */
export const INITIAL_MILLIS = 800;
const MAX_MILLIS = 30_000;
const RESET_MILLIS = 120_000;

export interface BackoffState {
  /** Waits since it started. */
  readonly failures: number;
  /** Milliseconds: what the two minutes are counted from. */
  readonly since: number;
}

export interface BackoffStep {
  readonly state: BackoffState;
  /** Milliseconds without jitter; upstream waits from once to twice this. */
  readonly waitMillis: number;
}

/**
 * @param now milliseconds
 * @param fromReset count the two minutes from the last reset (v0.36 and later) and not from the last wait (to v0.35)
 */
export function nextBackoff(state: BackoffState, now: number, fromReset: boolean): BackoffStep {
  const reset = now - state.since > RESET_MILLIS;
  const failures = reset ? 0 : state.failures;
  let wait = INITIAL_MILLIS;
  for (let i = 0; i < failures && wait < MAX_MILLIS; i++) wait *= 2;
  const since = reset || !fromReset ? now : state.since;
  return { state: { failures: failures + 1, since }, waitMillis: Math.min(wait, MAX_MILLIS) };
}
