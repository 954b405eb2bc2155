/** What DeltaFIFO and RealFIFO have in common (client-go tools/cache/fifo.go). */
import type { Entries } from '../workqueue/workqueue.ts';
import type { Delta, FifoEntry, Tombstone } from './delta.ts';

/** The store that the consumer fills: what is in it and in no list was deleted. */
export interface KnownObjects<O> {
  /** Their order is the order of tombstones (C-47). */
  listKeys(): readonly string[];
  /** @returns 'error' where the store cannot be read */
  getByKey(key: string): O | 'error' | undefined;
}

export interface FifoDeps<O> {
  /** Slots of the queue. */
  readonly slots: Entries<FifoEntry<O>>;
  /** What HasSynced needs to remember: see SyncMarks. */
  readonly marks: Entries<number>;
  /** @returns undefined where an object has no key */
  readonly keyOf: (object: O) => string | undefined;
  readonly knownObjects?: KnownObjects<O>;
  /** @returns undefined where it fails */
  readonly transform?: (object: O) => O | undefined;
  readonly onDedup?: (dedup: Dedup<O>) => void;
}

/** Why an operation failed: no key, the transformer, or a list of no deltas. */
export type FifoError = 'key' | 'transform' | 'empty';

/** Runs once for each pop. @returns the error of the process function */
export type Process<O> = (deltas: readonly Delta<O>[], isInInitialList: boolean, key: string) => string | undefined;

/** What a pop took off the queue; its process function is still to run. */
export interface Taken<O> {
  readonly deltas: readonly Delta<O>[];
  readonly isInInitialList: boolean;
  readonly key: string;
  /** Entries that are to be counted when process is over (RealFIFO, v0.36 and later). */
  readonly counted: number;
}

/** Two neighbouring deltas of a key were both Deleted, so one of them goes. */
export interface Dedup<O> {
  readonly key: string;
  readonly older: Delta<O>;
  readonly newer: Delta<O>;
  readonly stays: 'older' | 'newer';
}

export type Popped =
  | { readonly kind: 'popped'; readonly error: string | undefined }
  /** Empty and open: a real Pop would wait. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'closed' };

/** What an informer needs of its queue. Writers return why they failed. */
export interface Fifo<O> {
  /** Entries. */
  readonly length: number;
  readonly hasSynced: boolean;
  add(object: O): FifoError | undefined;
  update(object: O): FifoError | undefined;
  delete(object: O | Tombstone<O>): FifoError | undefined;
  replace(list: readonly O[], revision: string): FifoError | undefined;
  resync(): FifoError | undefined;
  /** @returns undefined where a real Pop would wait, or is closed */
  take(): Taken<O> | undefined;
  /** The process function of what was taken is over. */
  done(taken: Pick<Taken<O>, 'counted'>): void;
  pop(process: Process<O>): Popped;
  /** Does process run under the lock, which the writers wait for? */
  readonly lockHeld: boolean;
  close(): void;
  /** The consumer knows everything without a list: what is popped from now on is no initial item. */
  markSynced(): void;
  /** After a fork. */
  rebuild(): void;
}

/** Has the first list been popped? `initialPopulationCount` says how much of it is still queued. */
export class SyncMarks {
  private populated = false;
  private initialPopulationCount = 0;

  constructor(private readonly marks: Entries<number>) {
    this.rebuild();
  }

  rebuild(): void {
    this.populated = this.marks.has('populated');
    this.initialPopulationCount = this.marks.get('initialPopulationCount') ?? 0;
  }

  get hasSynced(): boolean {
    return this.populated && this.initialPopulationCount === 0;
  }

  get waiting(): number {
    return this.initialPopulationCount;
  }

  populate(): void {
    if (this.populated) return;
    this.populated = true;
    this.marks.set('populated', 1);
  }

  /** The first list came; later ones change nothing. */
  populateWith(count: number): void {
    if (this.populated) return;
    this.populate();
    this.setCount(count);
  }

  countDown(by = 1): void {
    if (this.initialPopulationCount > 0) this.setCount(Math.max(0, this.initialPopulationCount - by));
  }

  private setCount(count: number): void {
    this.initialPopulationCount = count;
    this.marks.set('initialPopulationCount', count);
  }
}
