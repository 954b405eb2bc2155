/**
 * client-go tools/cache/shared_informer.go, processorListener, and utils/buffer/ring_growing.go (v0.37): one call is in the
 * handler, one notification is held out to it, the rest lie in a ring that doubles and never shrinks (6.3, 6.4).
 * Left out: the goroutines; a handler is done when its user says so.
 */
import { IndexedQueue, type Entries } from '../workqueue/workqueue.ts';

export const RING_CAPACITY = 1024;

/** Where one of several lines keeps its own. */
export interface LineDeps<N> {
  readonly slots: Entries<N>;
  /** What the handlers have in hand, by `key`. */
  readonly handling: Entries<N>;
  readonly marks: Entries<number>;
  /** Of this line, in `handling` and in `marks`. */
  readonly key: string;
}

/** What stands between the sender and one handler. */
export interface Line<N> {
  /** handler: it takes it at once; full: the sender has to wait. */
  add(notification: N): 'handler' | 'waits' | 'full';
  /** The handler is done. @returns what it takes next */
  finished(): N | undefined;
  readonly inHandler: N | undefined;
  /** All that waits, the oldest first. */
  waiting(): readonly N[];
  readonly length: number;
  /** Forgets what waits. */
  drop(): void;
  /** After a fork. */
  rebuild(): void;
}

export class ProcessorListener<N extends object | number> implements Line<N> {
  /** The notification held out, then the ring. */
  private readonly line: IndexedQueue<N>;

  /** @param capacity of the ring when it is new */
  constructor(
    private readonly deps: LineDeps<N>,
    private readonly capacity = RING_CAPACITY,
  ) {
    this.line = new IndexedQueue(deps.slots);
  }

  rebuild(): void {
    this.line.rebuild();
  }

  get inHandler(): N | undefined {
    return this.deps.handling.get(this.deps.key);
  }

  add(notification: N): 'handler' | 'waits' {
    const { handling, key } = this.deps;
    if (!handling.has(key)) {
      handling.set(key, notification);
      return 'handler';
    }
    if (this.line.length > 0 && this.pending === this.ringCapacity) this.grow();
    this.line.push(notification);
    return 'waits';
  }

  /** Twice as large; what is in it moves to the beginning. */
  private grow(): void {
    this.setMark('ring', this.ringCapacity * 2);
    this.setMark('read', 0);
  }

  finished(): N | undefined {
    const { handling, key } = this.deps;
    const { pending } = this;
    const next = this.line.shift();
    if (next === undefined) {
      handling.delete(key);
      return undefined;
    }
    handling.set(key, next);
    // The next one of the ring is held out.
    if (pending > 0) this.setMark('read', (this.readIndex + 1) % this.ringCapacity);
    return next;
  }

  waiting(): readonly N[] {
    return this.line.values();
  }

  get length(): number {
    return this.line.length;
  }

  drop(): void {
    while (this.line.shift() !== undefined);
  }

  private setMark(name: string, value: number): void {
    this.deps.marks.set(`${name} ${this.deps.key}`, value);
  }

  /** 0 or 1. */
  get offered(): number {
    return Math.min(1, this.line.length);
  }

  /** In the ring. */
  get pending(): number {
    return this.line.length - this.offered;
  }

  get ringCapacity(): number {
    return this.deps.marks.get(`ring ${this.deps.key}`) ?? this.capacity;
  }

  /** Slot of the ring that is read next. */
  get readIndex(): number {
    return this.deps.marks.get(`read ${this.deps.key}`) ?? 0;
  }

  /** Slot of the ring that is written next. */
  get writeIndex(): number {
    return (this.readIndex + this.pending) % this.ringCapacity;
  }
}
