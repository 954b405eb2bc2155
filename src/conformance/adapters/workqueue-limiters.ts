/** Rate limiters as client-go's recordings name them. */
import {
  BucketRateLimiter,
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  NANOS_PER_MILLI,
  type RateLimiter,
  WithMaxWaitRateLimiter,
} from '../../components/workqueue/workqueue.ts';

export type WrittenLimiter =
  | { readonly type: 'exponential'; readonly baseMs: number; readonly maxMs: number }
  | { readonly type: 'fastslow'; readonly fastMs: number; readonly slowMs: number; readonly maxFast: number }
  | { readonly type: 'bucket'; readonly qps: number; readonly burst: number }
  | { readonly type: 'max'; readonly of: readonly WrittenLimiter[] }
  | { readonly type: 'maxwait'; readonly of: WrittenLimiter; readonly maxMs: number };

export function makeLimiter(written: WrittenLimiter): RateLimiter {
  switch (written.type) {
    case 'exponential':
      return new ItemExponentialFailureRateLimiter(
        new Map(),
        written.baseMs * NANOS_PER_MILLI,
        written.maxMs * NANOS_PER_MILLI,
      );
    case 'fastslow':
      return new ItemFastSlowRateLimiter(
        new Map(),
        written.fastMs * NANOS_PER_MILLI,
        written.slowMs * NANOS_PER_MILLI,
        written.maxFast,
      );
    case 'bucket':
      return new BucketRateLimiter(new Map(), written.qps, written.burst);
    case 'max':
      return new MaxOfRateLimiter(written.of.map(makeLimiter));
    case 'maxwait':
      return new WithMaxWaitRateLimiter(makeLimiter(written.of), written.maxMs * NANOS_PER_MILLI);
  }
}
