/**
 * client-go util/workqueue/delaying_queue.go (v0.37) as a plain machine on a clock that its user moves: one timer a key,
 * the earliest wins; keys that fall due together come in the order of upstream's binary heap (7.3). The simulated queue
 * keeps its timers in the world's heap instead. Left out: the input channel's size and the heartbeat.
 */
import type { WorkQueueSets } from './sets.ts';

/** An entry of the heap; it moves when an earlier time comes. */
interface Waiting {
  readonly key: string;
  readyAt: number;
}

export class DelayingQueue {
  /** A binary heap by `readyAt`, with the moves of Go's container/heap. */
  private readonly heap: Waiting[] = [];
  private readonly byKey = new Map<string, Waiting>();
  private stopped = false;

  constructor(readonly sets: WorkQueueSets) {}

  /** @param delay and @param now in nanoseconds */
  addAfter(key: string, delay: number, now: number): void {
    if (this.sets.isShuttingDown) return;
    this.sets.metrics?.onRetry();
    if (delay <= 0) {
      this.sets.add(key);
      return;
    }
    const readyAt = now + delay;
    const known = this.byKey.get(key);
    if (known === undefined) {
      const entry = { key, readyAt };
      this.byKey.set(key, entry);
      this.heap.push(entry);
      this.up(this.heap.length - 1);
    } else if (readyAt < known.readyAt) {
      known.readyAt = readyAt;
      this.fix(this.heap.indexOf(known));
    }
  }

  /** Adds every key that is due. */
  settle(now: number): void {
    if (this.sets.isShuttingDown) return;
    for (let first = this.heap[0]; first !== undefined && first.readyAt <= now; first = this.heap[0]) {
      this.pop();
      this.byKey.delete(first.key);
      this.sets.add(first.key);
    }
  }

  /** Works once: a second call does not even end a drain (C-43). */
  shutDown(): void {
    if (this.stopped) return;
    this.stopped = true;
    this.sets.shutDown();
  }

  private pop(): void {
    const last = this.heap.length - 1;
    this.swap(0, last);
    this.heap.pop();
    this.down(0);
  }

  private fix(index: number): void {
    if (!this.down(index)) this.up(index);
  }

  private less(i: number, j: number): boolean {
    return (this.heap[i]?.readyAt ?? 0) < (this.heap[j]?.readyAt ?? 0);
  }

  private swap(i: number, j: number): void {
    const { heap } = this;
    const [a, b] = [heap[i], heap[j]];
    if (a === undefined || b === undefined) return;
    heap[i] = b;
    heap[j] = a;
  }

  private up(from: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.less(index, parent)) return;
      this.swap(parent, index);
      index = parent;
    }
  }

  /** @returns whether it moved */
  private down(from: number): boolean {
    const size = this.heap.length;
    let index = from;
    for (let child = 2 * index + 1; child < size; child = 2 * index + 1) {
      if (child + 1 < size && this.less(child + 1, child)) child++;
      if (!this.less(child, index)) break;
      this.swap(index, child);
      index = child;
    }
    return index > from;
  }
}
