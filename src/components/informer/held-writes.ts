/**
 * What the reflector has in hand, and what lies unread behind it in its watch's stream, while the queue's lock is taken. A
 * stream that nobody reads is not waited for: when a hundred events lie in it the server ends it (1.11, 6.4).
 */
import type { Collection, World } from '../../kernel/kernel.ts';
import { IndexedQueue } from '../workqueue/workqueue.ts';
import type { Write } from './reflector-types.ts';

/** Upstream: 10 to 100 for a watch without an index, 1000 with one, and what the connection holds. */
const UNREAD_MAX = 100;

export const heldName = (id: string): string => `held ${id}`;

export class HeldWrites {
  private readonly line: IndexedQueue<Write>;

  constructor(world: World, id: string) {
    const slots: Collection<Write> = world.collection<Write>(heldName(id));
    this.line = new IndexedQueue(slots);
  }

  rebuild(): void {
    this.line.rebuild();
  }

  /** @returns whether the stream is full now, once */
  add(write: Write): boolean {
    this.line.push(write);
    return this.line.length === UNREAD_MAX;
  }

  /** Until there is none, or the lock is taken again. */
  drain(take: (write: Write) => void): void {
    for (let write = this.line.shift(); write !== undefined; write = this.line.shift()) take(write);
  }

  clear(): void {
    while (this.line.shift() !== undefined);
  }
}
