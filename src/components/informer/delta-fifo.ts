/**
 * client-go tools/cache/delta_fifo.go, v0.32 (with requeue and AddIfNotPresent) to v0.37: the queue of shared informers up
 * to Kubernetes 1.32. Left out: blocking (an empty Pop says "blocked"), the lock, trace logs of slow pops.
 */
import { IndexedQueue } from '../workqueue/workqueue.ts';
import {
  isObjectDelta,
  isTombstone,
  tombstone,
  unwrap,
  type Delta,
  type FifoEntry,
  type ObjectDelta,
  type Tombstone,
} from './delta.ts';
import { SyncMarks, type Fifo, type FifoDeps, type FifoError, type Popped, type Process, type Taken } from './fifo.ts';

export interface DeltaFIFOOptions {
  /** EmitDeltaTypeReplaced: Replace queues Replaced (shared informers) or Sync. */
  readonly emitReplaced: boolean;
}

export class DeltaFIFO<O extends object> implements Fifo<O> {
  private readonly queue: IndexedQueue<FifoEntry<O>>;
  private readonly sync: SyncMarks;
  /** Slot of each queued key; derived. */
  private readonly slotOf = new Map<string, number>();
  private closed = false;

  constructor(
    private readonly deps: FifoDeps<O>,
    private readonly options: DeltaFIFOOptions,
  ) {
    this.queue = new IndexedQueue(deps.slots);
    this.sync = new SyncMarks(deps.marks);
    this.rebuildSlots();
  }

  rebuild(): void {
    this.queue.rebuild();
    this.sync.rebuild();
    this.rebuildSlots();
  }

  private rebuildSlots(): void {
    this.slotOf.clear();
    this.queue.forEach((entry, slot) => this.slotOf.set(entry.key, slot));
  }

  get length(): number {
    return this.queue.length;
  }

  get hasSynced(): boolean {
    return this.sync.hasSynced;
  }

  close(): void {
    this.closed = true;
  }

  markSynced(): void {
    this.sync.populate();
  }

  /** A queue's entries, head first. */
  entries(): readonly FifoEntry<O>[] {
    return this.queue.values();
  }

  add(object: O): FifoError | undefined {
    this.sync.populate();
    return this.enqueue('Added', object);
  }

  update(object: O): FifoError | undefined {
    this.sync.populate();
    return this.enqueue('Updated', object);
  }

  /** Of a key that nobody knows: ignored. A bad key returns before anything is marked (C-41). */
  delete(object: O | Tombstone<O>): FifoError | undefined {
    const key = this.keyOf(object);
    if (key === undefined) return 'key';
    this.sync.populate();
    if (!this.slotOf.has(key)) {
      const { knownObjects } = this.deps;
      if (knownObjects?.getByKey(key) === undefined) return undefined;
    }
    return this.enqueue('Deleted', object);
  }

  /** New items first, then tombstones of queued keys, then of known ones. */
  replace(list: readonly O[]): FifoError | undefined {
    const keys = new Set<string>();
    for (const object of list) {
      const key = this.keyOf(object);
      if (key === undefined) return 'key';
      keys.add(key);
      const error = this.enqueue(this.options.emitReplaced ? 'Replaced' : 'Sync', object);
      if (error !== undefined) return error;
    }
    const deletions = this.buryQueued(keys) + this.buryKnown(keys);
    this.sync.populateWith(keys.size + deletions);
    return undefined;
  }

  private buryQueued(keys: ReadonlySet<string>): number {
    let count = 0;
    for (const { key, deltas } of this.queue.values()) {
      if (keys.has(key)) continue;
      const newest = deltas.at(-1);
      this.append(key, deltaOf('Deleted', tombstone(key, newest === undefined ? undefined : objectOf(newest))));
      count++;
    }
    return count;
  }

  private buryKnown(keys: ReadonlySet<string>): number {
    const { knownObjects } = this.deps;
    if (knownObjects === undefined) return 0;
    let count = 0;
    for (const key of knownObjects.listKeys()) {
      if (keys.has(key) || this.slotOf.has(key)) continue;
      const known = knownObjects.getByKey(key);
      this.append(key, deltaOf('Deleted', tombstone(key, known === 'error' ? undefined : known)));
      count++;
    }
    return count;
  }

  /** Sync for each known object that has nothing queued. */
  resync(): FifoError | undefined {
    const { knownObjects } = this.deps;
    if (knownObjects === undefined) return undefined;
    for (const key of knownObjects.listKeys()) {
      const known = knownObjects.getByKey(key);
      if (known === undefined || known === 'error') continue;
      const id = this.keyOf(known);
      if (id !== undefined && !this.slotOf.has(id)) this.append(id, deltaOf('Sync', known));
    }
    return undefined;
  }

  /** Up to v0.32: puts popped deltas back, unless the key is queued again. */
  addIfNotPresent(deltas: readonly Delta<O>[]): FifoError | undefined {
    const newest = deltas.at(-1);
    if (newest === undefined) return 'empty';
    const key = isObjectDelta(newest) ? this.keyOf(newest.object) : undefined;
    if (key === undefined) return 'key';
    this.putBack(key, deltas);
    return undefined;
  }

  putBack(key: string, deltas: readonly Delta<O>[]): void {
    this.sync.populate();
    if (!this.slotOf.has(key)) this.slotOf.set(key, this.queue.push({ key, deltas }));
  }

  /** Process always runs under the lock. */
  readonly lockHeld = true;

  take(): Taken<O> | undefined {
    const isInInitialList = !this.sync.hasSynced;
    const entry = this.queue.shift();
    if (entry === undefined) return undefined;
    this.slotOf.delete(entry.key);
    this.sync.countDown();
    return { deltas: entry.deltas, isInInitialList, key: entry.key, counted: 0 };
  }

  /** Nothing is left to do: DeltaFIFO counts what is taken. */
  done(): void {
    return undefined;
  }

  pop(process: Process<O>): Popped {
    const taken = this.take();
    if (taken === undefined) return { kind: this.closed ? 'closed' : 'blocked' };
    return { kind: 'popped', error: process(taken.deltas, taken.isInInitialList, taken.key) };
  }

  private keyOf(object: O | Tombstone<O>): string | undefined {
    return isTombstone(object) ? object.tombstone : this.deps.keyOf(object);
  }

  private enqueue(type: ObjectDelta<O>['type'], object: O | Tombstone<O>): FifoError | undefined {
    const key = this.keyOf(object);
    if (key === undefined) return 'key';
    const { transform } = this.deps;
    if (transform === undefined || isTombstone(object)) {
      this.append(key, deltaOf(type, object));
      return undefined;
    }
    const transformed = transform(object);
    if (transformed === undefined) return 'transform';
    this.append(key, deltaOf(type, transformed));
    return undefined;
  }

  private append(key: string, delta: ObjectDelta<O>): void {
    const slot = this.slotOf.get(key);
    const entry = slot === undefined ? undefined : this.queue.get(slot);
    if (slot === undefined || entry === undefined) {
      this.slotOf.set(key, this.queue.push({ key, deltas: [delta] }));
      return;
    }
    const last = entry.deltas.at(-1);
    if (last?.type !== 'Deleted' || delta.type !== 'Deleted') {
      this.queue.set(slot, { key, deltas: [...entry.deltas, delta] });
      return;
    }
    // Two neighbouring deletions are one: the older, unless that is a tombstone.
    const stays = isTombstone(last.object) ? 'newer' : 'older';
    this.deps.onDedup?.({ key, older: last, newer: delta, stays });
    if (stays === 'newer') this.queue.set(slot, { key, deltas: [...entry.deltas.slice(0, -1), delta] });
  }
}

function deltaOf<O>(type: ObjectDelta<O>['type'], object: O | Tombstone<O>): ObjectDelta<O> {
  return { type, object };
}

function objectOf<O extends object>(delta: Delta<O>): O | undefined {
  return isObjectDelta(delta) ? unwrap(delta.object) : undefined;
}
