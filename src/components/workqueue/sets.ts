/**
 * client-go util/workqueue/queue.go (v0.37, the same since v0.32): the queue, its dirty set and its processing set (7.1, 7.2).
 * Left out: blocking: where a real Get would wait, `get` says so.
 */
import { IndexedQueue, type Entries } from './indexed-queue.ts';
import type { QueueMetrics } from './metrics.ts';

export interface QueuedKey {
  readonly key: string;
}

export type Got =
  { readonly kind: 'key'; readonly key: string } | { readonly kind: 'blocked' } | { readonly kind: 'shutdown' };

export interface WorkQueueStorage {
  readonly queue: Entries<QueuedKey>;
  readonly dirty: Entries<number>;
  readonly processing: Entries<number>;
  /** Where the simulation counts: see `countOf`. */
  readonly counts?: Entries<number>;
}

/** workqueue_adds_total and workqueue_retries_total of a simulated queue: keys of its counts. */
export type Count = 'adds' | 'retries';

export const inMemory = (): WorkQueueStorage => ({ queue: new Map(), dirty: new Map(), processing: new Map() });

export class WorkQueueSets {
  private readonly queue: IndexedQueue<QueuedKey>;
  private readonly dirty: Entries<number>;
  private readonly processing: Entries<number>;
  private readonly counts: Entries<number> | undefined;
  private shuttingDown = false;
  private draining = false;
  /** For each ShutDownWithDrain so far, whether it has returned. */
  private readonly drains: boolean[] = [];
  /** Drains that wait on the queue's condition variable, in the order in which a signal would wake them. */
  private waiting: number[] = [];

  constructor(
    storage: WorkQueueStorage,
    readonly metrics?: QueueMetrics,
  ) {
    this.queue = new IndexedQueue(storage.queue);
    this.dirty = storage.dirty;
    this.processing = storage.processing;
    this.counts = storage.counts;
  }

  countOf(count: Count): number {
    return this.counts?.get(count) ?? 0;
  }

  count(count: Count): void {
    this.counts?.set(count, this.countOf(count) + 1);
  }

  /** After a fork. */
  rebuild(): void {
    this.queue.rebuild();
  }

  /** Keys that wait for a worker. */
  get length(): number {
    return this.queue.length;
  }

  /** Keys that workers hold. */
  get inProcess(): number {
    return this.processing.size;
  }

  get isShuttingDown(): boolean {
    return this.shuttingDown;
  }

  isDirty(key: string): boolean {
    return this.dirty.has(key);
  }

  /** @returns whether anything changed: false for a key that is to be processed anyway */
  add(key: string): boolean {
    if (this.shuttingDown || this.dirty.has(key)) return false;
    this.metrics?.onAdd(key);
    this.count('adds');
    this.dirty.set(key, 1);
    if (!this.processing.has(key)) this.queue.push({ key });
    return true;
  }

  get(): Got {
    const head = this.queue.shift();
    if (head === undefined) return { kind: this.shuttingDown ? 'shutdown' : 'blocked' };
    this.metrics?.onGet(head.key);
    // Another number each time: a key that is done and taken again in one moment was taken anew.
    this.processing.set(head.key, this.countOf('adds'));
    this.dirty.delete(head.key);
    return { kind: 'key', key: head.key };
  }

  /** A key that was added meanwhile goes to the tail; so does one that nobody took, a second time (7.2). */
  done(key: string): void {
    this.metrics?.onDone(key);
    this.processing.delete(key);
    if (this.dirty.has(key)) this.queue.push({ key });
    else if (this.processing.size > 0) return;
    this.signal();
  }

  /** Adds are ignored from now on; what is queued can still be taken. Ends drains too. */
  shutDown(): void {
    this.draining = false;
    this.shuttingDown = true;
    const woken = this.waiting;
    this.waiting = [];
    for (const drain of woken) this.wake(drain);
  }

  /** As ShutDown, and waits until no worker holds a key. See `drainReturned`. */
  shutDownWithDrain(): void {
    this.draining = true;
    this.shuttingDown = true;
    // It holds the lock, so it waits again before those that it woke do.
    const woken = this.waiting;
    this.waiting = [];
    this.drains.push(false);
    for (const drain of [this.drains.length - 1, ...woken]) this.wake(drain);
  }

  get drainReturned(): readonly boolean[] {
    return this.drains;
  }

  /** Wakes one drain only, so with two of them the last Done releases one (C-43). */
  private signal(): void {
    const first = this.waiting.shift();
    if (first !== undefined) this.wake(first);
  }

  private wake(drain: number): void {
    if (this.processing.size > 0 && this.draining) this.waiting.push(drain);
    else this.drains[drain] = true;
  }
}
