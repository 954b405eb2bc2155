/**
 * Messages that a network swallows, or that wait at a process which does not read: TCP keeps them and sends them again until
 * somebody hears, or until the client gives up. Of net/http and golang.org/x/net/http2 as client-go sets them up (v0.37):
 * ReadIdleTimeout 30 s and PingTimeout 15 s end a silent connection, a dial is given up after 30 s. Left out: the growing
 * gaps between two tries of TCP.
 */
import { compareBytes, type Collection, type Handler, type World } from '../../kernel/kernel.ts';

/** A connection on which nothing is heard is given up so long after the silence began. */
export const SILENCE_SECONDS = 45;
/** A new connection is given up after so long. */
export const DIAL_SECONDS = 30;

export interface ParkedRow<M> {
  readonly client: string;
  /** On its way to the api-server, or back. */
  readonly way: 'request' | 'answer';
  readonly message: M;
  /** Tick at which the client gives up; absent = never. */
  readonly until?: number;
}

const WIDTH = 9;
const COUNTER = 'next';

interface Due {
  readonly key: string;
}

export class Parked<M> {
  private readonly rows: Collection<ParkedRow<M>>;
  private readonly counters: Collection<number>;
  private readonly over: Handler<Due>;

  /** @param gaveUp inside a pop of its own: the client hears that nobody answered @param awaited does it still wait for that? */
  constructor(
    private readonly world: World,
    private readonly lane: (message: M) => number,
    awaited: (message: M) => boolean,
    gaveUp: (message: M) => void,
  ) {
    this.rows = world.collection<ParkedRow<M>>('api-server parked');
    this.counters = world.collection<number>('api-server parked count');
    this.over = world.handler<Due>('api-server gave up', ({ key }) => {
      const row = this.rows.get(key);
      // Silent where it went on, or where nobody waits for it.
      if (row === undefined || !awaited(row.message)) return;
      gaveUp(row.message);
      this.rows.delete(key);
    });
  }

  get none(): boolean {
    return this.rows.size === 0;
  }

  /** Inside a pop that has its event. */
  add(row: ParkedRow<M>): void {
    const count = this.counters.get(COUNTER) ?? 0;
    const key = String(count).padStart(WIDTH, '0');
    this.counters.set(COUNTER, count + 1);
    this.rows.set(key, row);
    if (row.until === undefined) return;
    const delay = Math.max(0, row.until - this.world.now);
    this.world.after(delay, this.lane(row.message), this.over, { key }, { waiting: true });
  }

  private inOrder(): readonly (readonly [string, ParkedRow<M>])[] {
    return [...this.rows.entries()].sort(([a], [b]) => compareBytes(a, b));
  }

  /** Inside a pop that has its event: those that match are there no more. @returns them, without what was given up meanwhile */
  take(matches: (row: ParkedRow<M>) => boolean): readonly ParkedRow<M>[] {
    if (this.none) return [];
    const taken = this.inOrder().filter(([, row]) => matches(row));
    for (const [key] of taken) this.rows.delete(key);
    return taken.map(([, row]) => row).filter(({ until }) => until === undefined || until > this.world.now);
  }
}
