/**
 * The article's distribute: one sender that gives each notification to one listener after the other and waits where a
 * channel is full. While it waits, process is not over: later deltas of the same pop are not in the store, nothing else is
 * popped, and where process runs under the queue's lock the reflector's next write waits too (6.4).
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { Delta } from './delta.ts';
import type { Taken } from './fifo.ts';
import type { Call } from './listener-call.ts';
import type { Notification } from './process-deltas.ts';

/** Where the sender stands; absent = it waits for something to send. */
export interface SenderRow {
  readonly deltas: readonly Delta<KubeObject>[];
  /** The first delta that is not in the store yet. */
  readonly delta: number;
  readonly notifications: readonly Notification<KubeObject>[];
  /** The one that is being sent. */
  readonly notification: number;
  /** The listener whose turn it is. */
  readonly listener: number;
  /** The only listener that hears of this; -1 = all do. */
  readonly only: number;
  readonly isInInitialList: boolean;
  readonly counted: number;
  /** Process runs under the queue's lock. */
  readonly locked: boolean;
  /** What finds no room; absent = it is about to go on. */
  readonly call?: Call;
}

export interface SenderDeps {
  readonly world: World;
  readonly id: string;
  readonly lane: number;
  readonly listenerCount: () => number;
  readonly nameOf: (listener: number) => string;
  /** @returns what finds no room */
  readonly offer: (listener: number, notification: Notification<KubeObject>) => Call | undefined;
  /** Applies the next deltas from `from` on to the store: all of a batch, else one. */
  readonly apply: (
    deltas: readonly Delta<KubeObject>[],
    from: number,
    isInInitialList: boolean,
  ) => { readonly notifications: readonly Notification<KubeObject>[]; readonly next: number };
  /** Process is over. */
  readonly onDone: (row: SenderRow) => void;
  /** Entries in the queue. */
  readonly left: () => number;
}

const NOW = 'now';

export const senderName = (id: string): string => `sender ${id}`;

export class Sender {
  private readonly rows: Collection<SenderRow>;
  private readonly resumed: Handler<number>;

  constructor(private readonly deps: SenderDeps) {
    const { world, id } = deps;
    this.rows = world.collection<SenderRow>(senderName(id));
    this.resumed = world.handler<number>(`informer ${id} sender`, (listener) => this.onResumed(listener));
  }

  get isBusy(): boolean {
    return this.rows.has(NOW);
  }

  get isLocked(): boolean {
    return this.rows.get(NOW)?.locked === true;
  }

  stop(): void {
    this.deps.world.drop(this.resumed, () => true);
    for (const key of [...this.rows.keys()]) this.rows.delete(key);
  }

  begin({ deltas, isInInitialList, counted }: Taken<KubeObject>, locked: boolean): void {
    const common = { deltas, isInInitialList, counted, locked, only: -1 };
    this.run({ ...common, delta: 0, notifications: [], notification: 0, listener: 0 });
  }

  /** A listener that comes late is told of everything first; process that runs is waited for. */
  introduce(only: number, notifications: readonly Notification<KubeObject>[]): void {
    const common = { deltas: [], delta: 0, isInInitialList: true, counted: 0, locked: false };
    const row: SenderRow = { ...common, notifications, notification: 0, listener: only, only };
    if (this.isBusy) this.rows.set(`join ${only}`, row);
    else this.run(row);
  }

  /** Rows of those who wait to be introduced, in the order of their coming. */
  private joining(): string[] {
    const keys = [...this.rows.keys()].filter((key) => key !== NOW);
    return keys.sort((a, b) => (this.rows.get(a)?.only ?? 0) - (this.rows.get(b)?.only ?? 0));
  }

  private introduceNext(): void {
    const [key] = this.joining();
    const row = key === undefined ? undefined : this.rows.get(key);
    if (key === undefined || row === undefined) return;
    this.rows.delete(key);
    this.run(row);
  }

  /** A listener has taken something, or is gone. If the sender stands there, the send is over, and it goes on at once. */
  onRoom(listener: number): void {
    const row = this.rows.get(NOW);
    const notification = row?.notifications[row.notification];
    if (row?.call === undefined || notification === undefined || row.listener !== listener) return;
    if (this.deps.offer(listener, notification) !== undefined) return;
    const { call: _taken, ...rest } = row;
    this.rows.set(NOW, { ...rest, listener: listener + 1 });
    this.deps.world.after(0, this.deps.lane, this.resumed, listener);
  }

  private onResumed(listener: number): void {
    const row = this.rows.get(NOW);
    if (row === undefined) return;
    const { world, id, nameOf, left } = this.deps;
    world.emit(EVENT['sender.resumed'], { subject: id, detail: nameOf(listener), number: left() });
    this.run(row);
  }

  private run(from: SenderRow): void {
    let row = from;
    for (;;) {
      const call = this.sendOne(row);
      if (typeof call === 'object') {
        this.rows.set(NOW, { ...row, ...call });
        return;
      }
      const next = row.notification + 1;
      if (next < row.notifications.length) row = { ...row, notification: next, listener: 0 };
      else if (row.delta < row.deltas.length) row = this.applied(row);
      else break;
      if (row.only >= 0) row = { ...row, listener: row.only };
    }
    this.rows.delete(NOW);
    this.deps.onDone(row);
    this.introduceNext();
  }

  /** @returns where a channel is full, and for what */
  private sendOne(row: SenderRow): { readonly listener: number; readonly call: Call } | undefined {
    const notification = row.notifications[row.notification];
    if (notification === undefined) return undefined;
    // Who has come meanwhile is told of this by the store.
    const end = row.only < 0 ? this.deps.listenerCount() - this.joining().length : row.only + 1;
    for (let listener = row.listener; listener < end; listener++) {
      const call = this.deps.offer(listener, notification);
      if (call !== undefined) return { listener, call };
    }
    return undefined;
  }

  private applied(row: SenderRow): SenderRow {
    const { notifications, next } = this.deps.apply(row.deltas, row.delta, row.isInInitialList);
    return { ...row, delta: next, notifications, notification: 0, listener: 0 };
  }
}
