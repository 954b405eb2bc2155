/**
 * client-go tools/cache/shared_informer.go, processorListener, and utils/buffer/ring_growing.go (v0.37): one call is in the
 * handler, one notification is held out to it, the rest lie in a ring that doubles and never shrinks (6.3, 6.4).
 * Left out: the goroutines; a handler is done when its user says so.
 */
import { IndexedQueue, type Entries } from '../workqueue/workqueue.ts';

const RING_CAPACITY = 1024;

export class ProcessorListener<N> {
  /** The notification held out, then the ring. */
  private readonly line: IndexedQueue<N>;
  private capacity = RING_CAPACITY;

  /** @param marks where `busyKey` is 1 while a call is in the handler */
  constructor(
    slots: Entries<N>,
    private readonly marks: Entries<number>,
    private readonly busyKey: string,
  ) {
    this.line = new IndexedQueue(slots);
  }

  /** After a fork. The ring's capacity is not restored: nothing but its own figure hangs on it. */
  rebuild(): void {
    this.line.rebuild();
  }

  /** @returns the notification if the handler takes it at once */
  add(notification: N): N | undefined {
    if (this.marks.get(this.busyKey) !== 1) {
      this.marks.set(this.busyKey, 1);
      return notification;
    }
    if (this.line.length > 0 && this.pending === this.capacity) this.capacity *= 2;
    this.line.push(notification);
    return undefined;
  }

  /** The handler is done. @returns what it takes next */
  finished(): N | undefined {
    const next = this.line.shift();
    if (next === undefined) this.marks.set(this.busyKey, 0);
    return next;
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
    return this.capacity;
  }
}
