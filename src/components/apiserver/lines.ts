/**
 * Events that wait in the server for a watcher that a fault makes slow, in order. A watch that nobody reads from has a
 * bounded line (cacheWatcher's input channel); the bound is the caller's.
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import type { Faults } from './faults.ts';
import type { WatchEvent } from './types.ts';

export const LINES = 'etcd/lines';
const WAITING = 'etcd/line events';

export interface LineRow {
  /** Of the watch. */
  readonly sequence: number;
  readonly lane: number;
  /** Numbers of the head and of the next to come. */
  readonly first: number;
  readonly next: number;
  /** Tick at which the newest is due. */
  readonly due: number;
}

interface Waiting {
  readonly event: WatchEvent;
  readonly due: number;
}

interface Wake {
  readonly id: string;
  readonly sequence: number;
  readonly n: number;
}

export class Lines {
  private readonly rows: Collection<LineRow>;
  private readonly waiting: Collection<Waiting>;
  private readonly wake: Handler<Wake>;

  constructor(
    private readonly world: World,
    private readonly faults: Faults,
    private readonly latency: number,
    private readonly arrive: (id: string, sequence: number, event: WatchEvent) => void,
  ) {
    this.rows = world.collection<LineRow>(LINES);
    this.waiting = world.collection<Waiting>(WAITING);
    this.wake = world.handler<Wake>('api-server late event', (data) => {
      this.onWake(data);
    });
  }

  /** Is anything in line, or would an event of this watch have to be? */
  takes(id: string): boolean {
    if (this.faults.none && this.rows.size === 0) return false;
    return this.rows.has(id) || this.faults.isStalled(id) || this.faults.delayOf(id) > 0;
  }

  length(id: string): number {
    const row = this.rows.get(id);
    return row === undefined ? 0 : row.next - row.first;
  }

  add(
    { id, sequence, lane }: { readonly id: string; readonly sequence: number; readonly lane: number },
    event: WatchEvent,
  ): void {
    const { now } = this.world;
    const row = this.rows.get(id) ?? { sequence, lane, first: 0, next: 0, due: 0 };
    const due = Math.max(row.due, now + this.latency + this.faults.delayOf(id));
    this.waiting.set(keyOf(id, row.next), { event, due });
    this.rows.set(id, { ...row, next: row.next + 1, due });
    if (row.next === row.first) this.schedule(id, row, row.first, due);
  }

  private schedule(id: string, { lane, sequence }: LineRow, n: number, due: number): void {
    this.world.after<Wake>(Math.max(0, due - this.world.now), lane, this.wake, { id, sequence, n });
  }

  drop(id: string): void {
    const row = this.rows.get(id);
    if (row === undefined) return;
    for (let n = row.first; n < row.next; n++) this.waiting.delete(keyOf(id, n));
    this.rows.delete(id);
  }

  /** A fault ended: what is late comes at once, in order. */
  hurry(id: string): void {
    const row = this.rows.get(id);
    if (row === undefined || this.faults.isStalled(id)) return;
    const due = Math.min(row.due, this.world.now + this.latency + this.faults.delayOf(id));
    for (let n = row.first; n < row.next; n++) {
      const late = this.waiting.get(keyOf(id, n));
      if (late !== undefined && late.due > due) this.waiting.set(keyOf(id, n), { ...late, due });
    }
    this.rows.set(id, { ...row, due });
    const head = this.waiting.get(keyOf(id, row.first));
    if (head !== undefined) this.schedule(id, row, row.first, head.due);
  }

  private onWake({ id, sequence, n }: Wake): void {
    const row = this.rows.get(id);
    const head = this.waiting.get(keyOf(id, n));
    // A line that was dropped, or hurried: this timer is stale.
    if (row?.sequence !== sequence || row.first !== n || head === undefined || this.faults.isStalled(id)) return;
    if (head.due > this.world.now) return;
    this.waiting.delete(keyOf(id, n));
    const left = { ...row, first: n + 1 };
    const next = this.waiting.get(keyOf(id, n + 1));
    if (next === undefined) {
      this.rows.delete(id);
    } else {
      this.rows.set(id, left);
      this.schedule(id, left, n + 1, next.due);
    }
    this.arrive(id, sequence, head.event);
  }
}

const keyOf = (id: string, n: number): string => `${id} ${n}`;
