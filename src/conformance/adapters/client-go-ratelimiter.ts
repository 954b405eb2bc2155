import { NANOS_PER_MILLI, type RateLimiter } from '../../components/workqueue/workqueue.ts';
import type { Adapter, Row } from '../types.ts';
import { makeLimiter, type WrittenLimiter } from './workqueue-limiters.ts';

interface Step {
  readonly op: string;
  readonly key?: string;
  readonly ms?: number;
  /** Hand-worked: the same call so often, its answers ignored. */
  readonly repeat?: number;
}

/** A new key for every call. */
const DISTINCT = '*distinct*';

/** Milliseconds with three decimals, as recorded. */
const millis = (nanos: number): number => Math.round(nanos / 1000) / 1000;

class Script {
  /** Nanoseconds. */
  private now = 0;
  private distinct = 0;

  constructor(private readonly limiter: RateLimiter) {}

  perform(step: Step): unknown {
    const { op, key = '', ms = 0, repeat } = step;
    if (repeat !== undefined) {
      const once: Step = { op, key, ms };
      for (let i = 0; i < repeat; i++) this.perform(once);
      return undefined;
    }
    switch (op) {
      case 'when':
        return millis(this.limiter.when(key === DISTINCT ? `distinct ${this.distinct++}` : key, this.now));
      case 'forget':
        this.limiter.forget(key);
        return undefined;
      case 'numRequeues':
        return this.limiter.numRequeues(key);
      case 'advance':
        this.now += ms * NANOS_PER_MILLI;
        return undefined;
      default:
        throw new Error(`unknown operation ${op}`);
    }
  }
}

function answers(row: Row): unknown[] {
  const script = new Script(makeLimiter(row.given as WrittenLimiter));
  return (row.steps ?? []).map((step) => script.perform(step as unknown as Step));
}

export const clientGoRateLimiter: Adapter = {
  source: 'client-go',
  kind: 'ratelimiter',
  run: (row) => answers(row).map((answer) => (answer === undefined ? {} : { result: answer })),
};

/** Worked by hand: one answer a step, null where it returns nothing. */
export const handRateLimiter: Adapter = {
  source: 'client-go-hand',
  kind: 'ratelimiter',
  run: (row) => ({ results: answers(row).map((answer) => answer ?? null) }),
};
