/**
 * client-go util/workqueue/queue.go (v0.37, the same since v0.32): the queue, its dirty set and its processing set (7.1, 7.2).
 * Left out: metrics, and blocking: where a real Get would wait, `get` says so.
 */
import { IndexedQueue, type Entries } from './indexed-queue.ts';

export interface QueuedKey {
  readonly key: string;
}

export type Got =
  { readonly kind: 'key'; readonly key: string } | { readonly kind: 'blocked' } | { readonly kind: 'shutdown' };

export interface WorkQueueStorage {
  readonly queue: Entries<QueuedKey>;
  readonly dirty: Entries<number>;
  readonly processing: Entries<number>;
}

export const inMemory = (): WorkQueueStorage => ({ queue: new Map(), dirty: new Map(), processing: new Map() });

export class WorkQueueSets {
  private readonly queue: IndexedQueue<QueuedKey>;
  private readonly dirty: Entries<number>;
  private readonly processing: Entries<number>;
  private shuttingDown = false;

  constructor(storage: WorkQueueStorage) {
    this.queue = new IndexedQueue(storage.queue);
    this.dirty = storage.dirty;
    this.processing = storage.processing;
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
    this.dirty.set(key, 1);
    if (!this.processing.has(key)) this.queue.push({ key });
    return true;
  }

  get(): Got {
    const head = this.queue.shift();
    if (head === undefined) return { kind: this.shuttingDown ? 'shutdown' : 'blocked' };
    this.processing.set(head.key, 1);
    this.dirty.delete(head.key);
    return { kind: 'key', key: head.key };
  }

  /** A key that was added meanwhile goes to the tail; so does one that nobody took, a second time (7.2). */
  done(key: string): void {
    this.processing.delete(key);
    if (this.dirty.has(key)) this.queue.push({ key });
  }

  shutDown(): void {
    this.shuttingDown = true;
  }
}
