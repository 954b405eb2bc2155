/**
 * client-go util/flowcontrol/backoff.go (v0.32 to v0.37): a doubling back-off a key, which the caller asks about a moment
 * in the past. A kubelet's crash loops and image pulls use it. Left out: jitter (none of those has any).
 */
import type { Entries } from './indexed-queue.ts';

/** Times are in whatever unit the user counts, the same everywhere. */
export interface BackoffEntry {
  readonly backoff: number;
  /** When it was lengthened last. */
  readonly lastUpdate: number;
}

export interface FlowcontrolLimits {
  readonly initial: number;
  readonly max: number;
  /** An entry is forgotten when the asked moment lies further behind its update than this. Default: twice `max`. */
  readonly expiresAfter?: number;
}

export class FlowcontrolBackoff {
  constructor(
    private readonly entries: Entries<BackoffEntry>,
    private readonly limits: FlowcontrolLimits,
  ) {}

  /** The present back-off of a key, expired or not; 0 without one. */
  get(key: string): number {
    return this.entries.get(key)?.backoff ?? 0;
  }

  /** Lengthens it, or starts anew. @param eventTime what expiry is measured from */
  next(key: string, eventTime: number, now: number): void {
    const { initial, max } = this.limits;
    const known = this.live(key, eventTime);
    const backoff = known === undefined ? initial : Math.min(known.backoff * 2, max);
    this.entries.set(key, { backoff, lastUpdate: now });
  }

  reset(key: string): void {
    this.entries.delete(key);
  }

  /** Less than the back-off has passed since the moment. */
  isInBackOffSince(key: string, eventTime: number, now: number): boolean {
    const known = this.live(key, eventTime);
    return known !== undefined && now - eventTime < known.backoff;
  }

  /** The moment lies less than the back-off after its last lengthening. */
  isInBackOffSinceUpdate(key: string, eventTime: number): boolean {
    const known = this.live(key, eventTime);
    return known !== undefined && eventTime - known.lastUpdate < known.backoff;
  }

  /** Drops what has expired. */
  gc(now: number): void {
    for (const key of [...this.entries.keys()]) if (this.live(key, now) === undefined) this.entries.delete(key);
  }

  private live(key: string, eventTime: number): BackoffEntry | undefined {
    const { max, expiresAfter = 2 * max } = this.limits;
    const known = this.entries.get(key);
    return known === undefined || eventTime - known.lastUpdate > expiresAfter ? undefined : known;
  }
}
