/** A binary heap of queue entries (upstream: backend/heap). Entries that have left the queue are dropped when they come up. */
import type { QueuedPod } from './types.ts';

export class PodHeap {
  private readonly items: QueuedPod[] = [];

  /** @param isCurrent whether the entry still stands in the queue as it is here */
  constructor(
    private readonly compare: (a: QueuedPod, b: QueuedPod) => number,
    private readonly isCurrent: (entry: QueuedPod) => boolean,
  ) {}

  clear(): void {
    this.items.length = 0;
  }

  push(entry: QueuedPod): void {
    const { items } = this;
    let at = items.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent];
      if (above === undefined || this.compare(above, entry) <= 0) break;
      items[at] = above;
      at = parent;
    }
    items[at] = entry;
  }

  peek(): QueuedPod | undefined {
    for (let top = this.items[0]; top !== undefined; top = this.items[0]) {
      if (this.isCurrent(top)) return top;
      this.dropTop();
    }
    return undefined;
  }

  private dropTop(): void {
    const { items } = this;
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      let below = items[child];
      if (below === undefined) break;
      const right = items[child + 1];
      if (right !== undefined && this.compare(right, below) < 0) {
        child++;
        below = right;
      }
      if (this.compare(last, below) <= 0) break;
      items[at] = below;
      at = child;
    }
    items[at] = last;
  }
}
