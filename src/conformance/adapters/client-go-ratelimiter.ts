import { NANOS_PER_MILLI } from '../../components/workqueue/workqueue.ts';
import type { Adapter } from '../types.ts';
import { makeLimiter, type WrittenLimiter } from './workqueue-limiters.ts';

interface Step {
  readonly op: string;
  readonly key?: string;
  readonly ms?: number;
}

/** Milliseconds with three decimals, as recorded. */
const millis = (nanos: number): number => Math.round(nanos / 1000) / 1000;

export const clientGoRateLimiter: Adapter = {
  source: 'client-go',
  kind: 'ratelimiter',
  run(row) {
    const limiter = makeLimiter(row.given as WrittenLimiter);
    let now = 0;
    return (row.steps ?? []).map((raw) => {
      const { op, key = '', ms = 0 } = raw as unknown as Step;
      switch (op) {
        case 'when':
          return { result: millis(limiter.when(key, now)) };
        case 'forget':
          limiter.forget(key);
          return {};
        case 'numRequeues':
          return { result: limiter.numRequeues(key) };
        case 'advance':
          now += ms * NANOS_PER_MILLI;
          return {};
        default:
          throw new Error(`unknown operation ${op}`);
      }
    });
  },
};
