/**
 * client-go util/workqueue/default_rate_limiters.go (v0.37) and golang.org/x/time/rate: how long a key waits (7.4).
 * All durations are whole nanoseconds, as a Go time.Duration. `when` counts a failure and spends a token.
 */
import type { Entries } from './indexed-queue.ts';

export const NANOS_PER_MILLI = 1_000_000;
const NANOS_PER_SECOND = 1_000_000_000;
/** As a number; the last Duration is one less. */
const MAX_DURATION = 9_223_372_036_854_775_808;

export interface RateLimiter {
  /** @param now nanoseconds @returns nanoseconds to wait */
  when(key: string, now: number): number;
  forget(key: string): void;
  numRequeues(key: string): number;
}

/** base * 2^failures, capped. */
export class ItemExponentialFailureRateLimiter implements RateLimiter {
  constructor(
    private readonly failures: Entries<number>,
    private readonly baseNanos: number,
    private readonly maxNanos: number,
  ) {}

  when(key: string): number {
    const failures = this.numRequeues(key);
    this.failures.set(key, failures + 1);
    let wait = this.baseNanos;
    for (let i = 0; i < failures && wait < MAX_DURATION && wait > 0; i++) wait *= 2;
    return wait > this.maxNanos ? this.maxNanos : wait;
  }

  forget(key: string): void {
    this.failures.delete(key);
  }

  numRequeues(key: string): number {
    return this.failures.get(key) ?? 0;
  }
}

/** A fast wait for the first failures, a slow one for the rest. */
export class ItemFastSlowRateLimiter implements RateLimiter {
  constructor(
    private readonly failures: Entries<number>,
    private readonly fastNanos: number,
    private readonly slowNanos: number,
    private readonly maxFastAttempts: number,
  ) {}

  when(key: string): number {
    const failures = this.numRequeues(key) + 1;
    this.failures.set(key, failures);
    return failures <= this.maxFastAttempts ? this.fastNanos : this.slowNanos;
  }

  forget(key: string): void {
    this.failures.delete(key);
  }

  numRequeues(key: string): number {
    return this.failures.get(key) ?? 0;
  }
}

export interface Bucket {
  readonly tokens: number;
  /** Nanoseconds. */
  readonly last: number;
}

const BUCKET = 'bucket';

/** A token bucket that all keys share. It starts full. */
export class BucketRateLimiter implements RateLimiter {
  constructor(
    private readonly state: Entries<Bucket>,
    private readonly perSecond: number,
    private readonly burst: number,
  ) {}

  when(_key: string, now: number): number {
    const bucket = this.state.get(BUCKET);
    const tokens = (bucket === undefined ? this.burst : this.filled(bucket, now)) - 1;
    if (this.burst < 1) return MAX_DURATION;
    this.state.set(BUCKET, { tokens: tokens === 0 ? 0 : tokens, last: now });
    return tokens < 0 ? Math.floor((-tokens / this.perSecond) * NANOS_PER_SECOND) : 0;
  }

  private filled(bucket: Bucket, now: number): number {
    const elapsed = Math.max(0, now - bucket.last);
    // As Go's Duration.Seconds: whole seconds and the rest are divided apart.
    const seconds = Math.floor(elapsed / NANOS_PER_SECOND) + (elapsed % NANOS_PER_SECOND) / 1e9;
    return Math.min(this.burst, bucket.tokens + seconds * this.perSecond);
  }

  forget(): void {
    // A bucket does not know keys.
  }

  numRequeues(): number {
    return 0;
  }
}

/** The longest wait of several limiters; each is asked each time. */
export class MaxOfRateLimiter implements RateLimiter {
  constructor(private readonly limiters: readonly RateLimiter[]) {}

  when(key: string, now: number): number {
    let longest = 0;
    for (const limiter of this.limiters) longest = Math.max(longest, limiter.when(key, now));
    return longest;
  }

  forget(key: string): void {
    for (const limiter of this.limiters) limiter.forget(key);
  }

  numRequeues(key: string): number {
    let most = 0;
    for (const limiter of this.limiters) most = Math.max(most, limiter.numRequeues(key));
    return most;
  }
}

/** Caps the waits of another limiter. */
export class WithMaxWaitRateLimiter implements RateLimiter {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly maxNanos: number,
  ) {}

  when(key: string, now: number): number {
    return Math.min(this.limiter.when(key, now), this.maxNanos);
  }

  forget(key: string): void {
    this.limiter.forget(key);
  }

  numRequeues(key: string): number {
    return this.limiter.numRequeues(key);
  }
}

export interface LimiterStorage {
  readonly failures: Entries<number>;
  readonly bucket: Entries<Bucket>;
}

/** What controllers use: 5 ms doubling to 1000 s a key, and 10 a second with a burst of 100 over all keys. */
export function defaultControllerRateLimiter(storage: LimiterStorage): RateLimiter {
  return new MaxOfRateLimiter([
    new ItemExponentialFailureRateLimiter(storage.failures, 5 * NANOS_PER_MILLI, 1000 * NANOS_PER_SECOND),
    new BucketRateLimiter(storage.bucket, 10, 100),
  ]);
}
