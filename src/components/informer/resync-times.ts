/**
 * Who is due for a resync: client-go tools/cache/shared_informer.go, sharedProcessor.shouldResync, determineResyncPeriod and
 * AddEventHandlerWithOptions (v0.37; 6.8). One unit of time throughout, which is the user's.
 */
import type { Entries } from '../workqueue/workqueue.ts';

/** One listener's; plain data. */
export interface ResyncRow {
  /** Asked for, 0 = never. */
  readonly requested: number;
  readonly period: number;
  /** When it is due. */
  readonly next: number;
  /** Notifications without a change reach it. */
  readonly syncing: boolean;
}

export class ResyncTimes {
  private check: number;

  /**
   * @param period the informer's own
   * @param minimum upstream 1 s
   */
  constructor(
    private readonly rows: Entries<ResyncRow>,
    readonly period: number,
    private readonly minimum: number,
  ) {
    this.check = period;
  }

  /** Between two checks; it stands once the informer has started. */
  get checkPeriod(): number {
    return this.check;
  }

  /** A listener that comes. Before the start one that wants less lowers the check period for all. */
  add(key: string, requested: number, now: number, started: boolean): void {
    let wanted = requested > 0 ? Math.max(requested, this.minimum) : 0;
    if (wanted > 0 && wanted < this.check) {
      if (started) wanted = this.check;
      else this.lower(wanted);
    }
    const period = allowed(wanted, this.check);
    this.rows.set(key, { requested: wanted, period, next: now + period, syncing: true });
  }

  private lower(check: number): void {
    this.check = check;
    for (const key of [...this.rows.keys()]) {
      const row = this.rows.get(key);
      if (row !== undefined) this.rows.set(key, { ...row, period: allowed(row.requested, check) });
    }
  }

  remove(key: string): void {
    this.rows.delete(key);
  }

  get(key: string): ResyncRow | undefined {
    return this.rows.get(key);
  }

  /**
   * A check: flags who is due, and sets when it is due again.
   * @returns keys of those who are, and whether a flag changed
   */
  shouldResync(now: number): { readonly due: readonly string[]; readonly changed: boolean } {
    const due: string[] = [];
    let changed = false;
    for (const key of [...this.rows.keys()].sort(byNumber)) {
      const row = this.rows.get(key);
      if (row === undefined) continue;
      const syncing = row.period > 0 && now >= row.next;
      if (syncing) due.push(key);
      if (syncing || row.syncing) {
        changed = true;
        this.rows.set(key, { ...row, syncing, next: syncing ? now + row.period : row.next });
      }
    }
    return { due, changed };
  }
}

const byNumber = (a: string, b: string): number => Number(a) - Number(b);

/** No faster than the informer checks; not at all where it never does. */
function allowed(wanted: number, check: number): number {
  if (wanted === 0 || check === 0) return 0;
  return Math.max(wanted, check);
}
