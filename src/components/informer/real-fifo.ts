/**
 * client-go tools/cache/the_real_fifo.go, v0.33 to v0.37: the queue of shared informers from Kubernetes 1.33, one delta an
 * entry, in the order of arrival; atomic from 1.36. Left out: blocking (an empty Pop says "blocked") and the lock itself
 * (`lockHeld` tells whether process would run under it).
 */
import { IndexedQueue } from '../workqueue/workqueue.ts';
import {
  isObjectDelta,
  isTombstone,
  tombstone,
  unwrap,
  type FifoEntry,
  type ObjectDelta,
  type Tombstone,
} from './delta.ts';
import { SyncMarks, type Fifo, type FifoDeps, type FifoError, type Popped, type Process, type Taken } from './fifo.ts';

export interface RealFIFOOptions {
  /** AtomicEvents: Replace and Resync are one entry each. */
  readonly atomic: boolean;
  readonly emitBookmarks: boolean;
  readonly unlockWhileProcessing: boolean;
  /** Most entries of a batch; upstream 1000. */
  readonly batchSize: number;
  /** Entries that have to wait before process runs under the lock; default two batches. */
  readonly lockedFrom?: number;
  /** From v0.36 an entry of the first list counts once it was processed, before that once it was taken. */
  readonly countsAfterProcess: boolean;
}

/** With twice so many entries waiting, process runs under the lock, which holds the reflector back. */
export const BATCH = 1000;

export class RealFIFO<O extends object> implements Fifo<O> {
  private readonly queue: IndexedQueue<FifoEntry<O>>;
  private readonly sync: SyncMarks;
  private closed = false;

  constructor(
    private readonly deps: FifoDeps<O>,
    private readonly options: RealFIFOOptions,
  ) {
    const problem = constructionProblem(options, deps.knownObjects !== undefined);
    if (problem !== undefined) throw new Error(problem);
    this.queue = new IndexedQueue(deps.slots);
    this.sync = new SyncMarks(deps.marks);
  }

  rebuild(): void {
    this.queue.rebuild();
    this.sync.rebuild();
  }

  get length(): number {
    return this.queue.length;
  }

  get hasSynced(): boolean {
    return this.sync.hasSynced;
  }

  /** Would process run under the queue's lock, as long as it stands now? */
  get lockHeld(): boolean {
    const { unlockWhileProcessing, batchSize, lockedFrom = 2 * batchSize } = this.options;
    return !unlockWhileProcessing || this.queue.length >= lockedFrom;
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
    return this.append('Added', object);
  }

  update(object: O): FifoError | undefined {
    this.sync.populate();
    return this.append('Updated', object);
  }

  /** Queued whether anybody knows the key or not. */
  delete(object: O | Tombstone<O>): FifoError | undefined {
    this.sync.populate();
    return this.append('Deleted', object);
  }

  /** @param revision of a BOOKMARK; ignored unless bookmarks are emitted */
  bookmark(revision: string): void {
    if (this.options.emitBookmarks) this.queue.push({ key: '', deltas: [{ type: 'Bookmark', revision }] });
  }

  replace(list: readonly O[], revision: string): FifoError | undefined {
    const error = this.options.atomic ? this.replaceAll(list, revision) : this.replaceEach(list);
    if (error === undefined) this.sync.populateWith(this.queue.length);
    return error;
  }

  private replaceAll(list: readonly O[], revision: string): FifoError | undefined {
    const objects: O[] = [];
    for (const object of list) {
      const transformed = this.transformed(object);
      if (transformed === undefined) return 'transform';
      objects.push(transformed);
    }
    this.queue.push({ key: '', deltas: [{ type: 'ReplacedAll', objects, revision }] });
    return undefined;
  }

  /** Tombstones of queued keys, then of known ones, then the new items: the other way round than DeltaFIFO. */
  private replaceEach(list: readonly O[]): FifoError | undefined {
    const keys = new Set<string>();
    for (const object of list) {
      const key = this.deps.keyOf(object);
      if (key === undefined) return 'key';
      keys.add(key);
    }
    const newest = new Map<string, ObjectDelta<O>>();
    this.queue.forEach(({ key, deltas: [delta] }) => {
      if (delta !== undefined && isObjectDelta(delta)) newest.set(key, delta);
    });
    for (const [key, delta] of newest) {
      if (!keys.has(key) && delta.type !== 'Deleted') this.bury(key, unwrap(delta.object));
    }
    const { knownObjects } = this.deps;
    for (const key of knownObjects?.listKeys() ?? []) {
      if (keys.has(key) || newest.has(key)) continue;
      const known = knownObjects?.getByKey(key);
      this.bury(key, known === 'error' ? undefined : known);
    }
    for (const object of list) {
      const error = this.append('Replaced', object);
      if (error !== undefined) return error;
    }
    return undefined;
  }

  private bury(key: string, object: O | undefined): void {
    this.queue.push({ key, deltas: [{ type: 'Deleted', object: tombstone(key, object) }] });
  }

  /** Sync for each known object that has nothing queued. */
  resync(): FifoError | undefined {
    if (this.options.atomic) {
      this.queue.push({ key: '', deltas: [{ type: 'SyncAll' }] });
      return undefined;
    }
    const { knownObjects } = this.deps;
    if (knownObjects === undefined) return undefined;
    const queued = new Set(this.queue.values().map(({ key }) => key));
    for (const key of knownObjects.listKeys()) {
      const known = queued.has(key) ? undefined : knownObjects.getByKey(key);
      if (known === undefined || known === 'error') continue;
      this.queue.push({ key, deltas: [{ type: 'Sync', object: known }] });
    }
    return undefined;
  }

  pop(process: Process<O>): Popped {
    return this.popCount(1, process);
  }

  /** Entries from the head while keys are distinct, up to the batch size, and not across the end of the first list. */
  popBatch(process: Process<O>): Popped {
    return this.popCount(this.batchLength(), process);
  }

  private batchLength(): number {
    const { batchSize } = this.options;
    const waiting = this.sync.waiting;
    const most = Math.min(batchSize, waiting > 0 ? waiting : batchSize, this.queue.length);
    const keys = new Set<string>();
    for (let count = 0; count < most; count++) {
      const entry = this.queue.peek(count);
      const delta = entry?.deltas[0];
      if (entry === undefined || delta === undefined) return count;
      if (!isObjectDelta(delta)) return Math.max(count, 1);
      // An entry without a key comes along and ends the batch.
      if (entry.key === '') return count + 1;
      if (keys.has(entry.key)) return count;
      keys.add(entry.key);
    }
    return most;
  }

  take(): Taken<O> | undefined {
    return this.takeCount(this.options.batchSize > 1 ? this.batchLength() : 1);
  }

  done({ counted }: Pick<Taken<O>, 'counted'>): void {
    if (counted > 0) this.sync.countDown(counted);
  }

  private takeCount(count: number): Taken<O> | undefined {
    const isInInitialList = !this.sync.hasSynced;
    const first = this.queue.shift();
    if (first === undefined) return undefined;
    let { deltas } = first;
    if (count > 1) {
      const batch = [...deltas];
      for (let i = 1; i < count; i++) batch.push(...(this.queue.shift()?.deltas ?? []));
      deltas = batch;
    }
    const { countsAfterProcess } = this.options;
    if (!countsAfterProcess) this.sync.countDown(deltas.length);
    return { deltas, isInInitialList, key: first.key, counted: countsAfterProcess ? deltas.length : 0 };
  }

  private popCount(count: number, process: Process<O>): Popped {
    const taken = this.takeCount(count);
    if (taken === undefined) return { kind: this.closed ? 'closed' : 'blocked' };
    const error = process(taken.deltas, taken.isInInitialList, taken.key);
    this.done(taken);
    return { kind: 'popped', error };
  }

  private transformed(object: O): O | undefined {
    return this.deps.transform === undefined ? object : this.deps.transform(object);
  }

  private append(type: ObjectDelta<O>['type'], object: O | Tombstone<O>): FifoError | undefined {
    const buried = isTombstone(object);
    const key = buried ? object.tombstone : this.deps.keyOf(object);
    if (key === undefined) return 'key';
    const queued = buried ? object : this.transformed(object);
    if (queued === undefined) return 'transform';
    this.queue.push({ key, deltas: [{ type, object: queued }] });
    return undefined;
  }
}

function constructionProblem(options: RealFIFOOptions, hasKnownObjects: boolean): string | undefined {
  const { atomic, unlockWhileProcessing, emitBookmarks } = options;
  if (atomic && hasKnownObjects) return 'coding error: knownObjects must not be provided when AtomicEvents is true';
  if (!atomic && unlockWhileProcessing) {
    return 'coding error: UnlockWhileProcessing must be false when AtomicEvents is false';
  }
  if (!atomic && emitBookmarks) return 'coding error: EmitDeltaTypeBookmark must be false when AtomicEvents is false';
  if (!atomic && !hasKnownObjects) return 'coding error: knownObjects must be provided when AtomicEvents is false';
  return undefined;
}
