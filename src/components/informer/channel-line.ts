/**
 * The article's form of a listener: a goroutine that receives from a channel of fixed capacity and calls its handler. A
 * sender waits where the channel is full. It stands beside client-go's processorListener so that its stall can be seen.
 */
import { IndexedQueue } from '../workqueue/workqueue.ts';
import type { Line, LineDeps } from './processor-listener.ts';

export class ChannelLine<N extends object | number> implements Line<N> {
  private readonly line: IndexedQueue<N>;

  /** @param capacity of the channel; 0 = a send waits until the handler is free */
  constructor(
    private readonly deps: LineDeps<N>,
    readonly capacity: number,
  ) {
    this.line = new IndexedQueue(deps.slots);
  }

  rebuild(): void {
    this.line.rebuild();
  }

  get inHandler(): N | undefined {
    return this.deps.handling.get(this.deps.key);
  }

  add(notification: N): 'handler' | 'waits' | 'full' {
    const { handling, key } = this.deps;
    if (!handling.has(key)) {
      handling.set(key, notification);
      return 'handler';
    }
    if (this.line.length >= this.capacity) return 'full';
    this.line.push(notification);
    return 'waits';
  }

  finished(): N | undefined {
    const { handling, key } = this.deps;
    const next = this.line.shift();
    if (next === undefined) handling.delete(key);
    else handling.set(key, next);
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
}
