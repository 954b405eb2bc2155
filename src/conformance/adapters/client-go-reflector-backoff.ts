import { FIRST_BACKOFF, nextBackoff, type BackoffPolicy } from '../../components/informer/informer.ts';
import type { Adapter } from '../types.ts';

interface Given {
  readonly initialMs: number;
  readonly factor: number;
  readonly capMs: number;
  readonly resetMs: number;
  readonly resetCountsFrom: 'last wait' | 'last reset';
}

interface Step {
  /** From the end of the wait before. */
  readonly afterMs: number;
}

export const clientGoReflectorBackoff: Adapter = {
  source: 'client-go',
  kind: 'reflector-backoff',
  run(row) {
    const given = row.given as Given;
    const policy: BackoffPolicy = {
      initialMillis: given.initialMs,
      factor: given.factor,
      capMillis: given.capMs,
      resetMillis: given.resetMs,
      fromReset: given.resetCountsFrom === 'last reset',
    };
    let state = FIRST_BACKOFF;
    let now = 0;
    return (row.steps ?? []).map((raw) => {
      const atMs = now + (raw as unknown as Step).afterMs;
      const step = nextBackoff(policy, state, atMs);
      state = step.state;
      now = atMs + step.waitMillis;
      return { atMs, waitMs: step.waitMillis };
    });
  },
};
