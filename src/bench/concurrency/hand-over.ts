import { Ring, type RingShape } from './ring.ts';
import { LINE, rest, WaitPoint, type Words } from './waiting.ts';

/**
 * A channel without a buffer: a send ends only when somebody has received the value.
 *
 * - One slot carries the value; the sender then waits until the slot's turn says that it was taken.
 * - A sender may put its value in before the one ahead of it has noticed: so all who wait to be taken are woken.
 */
export class HandOver {
  static readonly WORDS = Ring.words({ capacity: 1 }) + LINE;
  private readonly ring: Ring;
  private readonly taken: WaitPoint;
  private readonly spins: number;

  constructor(words: Words, at: number, shape: Omit<RingShape, 'capacity'>) {
    this.taken = new WaitPoint(words, at);
    this.ring = new Ring(words, at + LINE, { ...shape, capacity: 1 });
    this.spins = shape.spins;
  }

  send(value: number): void {
    const position = this.ring.send(value);
    for (let looks = 0; !this.ring.isTaken(position); looks++) {
      if (looks < this.spins) {
        rest();
        continue;
      }
      const ticket = this.taken.prepare();
      if (!this.ring.isTaken(position)) this.taken.sleep(ticket);
      looks = 0;
    }
  }

  receive(): number {
    const value = this.ring.receive();
    this.taken.wakeAll();
    return value;
  }

  close(): void {
    this.ring.close();
  }
}
