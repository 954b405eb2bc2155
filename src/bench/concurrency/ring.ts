import { LINE, rest, WaitPoint, type Words } from './waiting.ts';

/** What `receive` gives once the channel is closed and empty. Values are never negative. */
export const CLOSED = -1;

/** A sleeper looks by itself after that long, wherever a wake-up may wait for half a ring. */
const PATROL_MILLIS = 1;
/** Looking never gets shorter than a sixteenth. */
const LEAST_PATIENCE = 4;

/** Who else stands at the same end. */
export type Ends = 'one' | 'many';

export interface RingShape {
  /** Values that fit: a power of two, so that a position's slot and lap are bits of it. */
  readonly capacity: number;
  readonly senders: Ends;
  readonly receivers: Ends;
  /** How often to look at a full or empty ring before going to sleep. */
  readonly spins: number;
}

/**
 * A channel with a buffer: `capacity` slots, each a turn and a value.
 *
 * - In lap n a slot's turn is 2n while it is empty and 2n + 1 while it is full. The turn is written after the value, so who
 *   sees the turn sees the value.
 * - Positions are handed out in order (by compare-and-exchange where several stand at an end, by a field where one does), and
 *   only for a slot whose turn has come. So values of one sender leave in its order, and none is lost or doubled.
 * - Wake-ups come in batches: sleepers of the other end are woken at every half of the ring, before this end goes to sleep,
 *   and by closing; and a sleeper looks by itself after a millisecond. So where two workers share a core, a switch between
 *   them moves half a ring and not one value, and whoever stops halfway delays the other end by a millisecond at most.
 * - How long to look before sleeping is learnt: an end whose looking was in vain looks half as long the next time.
 * - Closing comes after the last send; then receivers get what is left, and after it `CLOSED`. Sending then throws.
 * - Positions are 32 bits wide: a ring carries up to 2^30 values.
 */
export class Ring {
  static words({ capacity }: Pick<RingShape, 'capacity'>): number {
    return 5 * LINE + 2 * capacity;
  }

  private readonly words: Words;
  private readonly shape: RingShape;
  private readonly tail: number;
  private readonly head: number;
  private readonly shut: number;
  private readonly slots: number;
  private readonly mask: number;
  private readonly bits: number;
  /** The bit of a position that changes at every half of the ring; 0 where a half is no slot. */
  private readonly half: number;
  private readonly space: WaitPoint;
  private readonly items: WaitPoint;
  /** Position of this end where nobody else stands at it. */
  private sent = 0;
  private received = 0;
  /** How often to look before sleeping, for now. */
  private patience: number;

  /** Errors: a capacity that is no power of two. */
  constructor(words: Words, at: number, shape: RingShape) {
    this.words = words;
    this.shape = shape;
    this.mask = shape.capacity - 1;
    this.bits = 31 - Math.clz32(shape.capacity);
    this.half = shape.capacity >> 1;
    this.patience = shape.spins;
    if (shape.capacity !== 1 << this.bits) throw new Error(`a ring of ${shape.capacity} slots`);
    this.tail = at;
    this.head = at + LINE;
    this.shut = at + 2 * LINE;
    this.space = new WaitPoint(words, at + 3 * LINE);
    this.items = new WaitPoint(words, at + 4 * LINE);
    this.slots = at + 5 * LINE;
  }

  /** Waits while the ring is full. @returns the position that the value took. Errors: the ring is closed. */
  send(value: number): number {
    const position = this.claim(this.tail, 0);
    if (position === CLOSED) throw new Error('send on closed channel');
    const at = this.slotOf(position);
    this.words[at + 1] = value;
    Atomics.store(this.words, at, this.turnOf(position) + 1);
    this.tell(this.items, position);
    return position;
  }

  /** Waits while the ring is empty. */
  receive(): number {
    const position = this.claim(this.head, 1);
    if (position === CLOSED) return CLOSED;
    const at = this.slotOf(position);
    const value = this.words[at + 1] as number;
    Atomics.store(this.words, at, this.turnOf(position) + 2);
    this.tell(this.space, position);
    return value;
  }

  close(): void {
    Atomics.store(this.words, this.shut, 1);
    this.items.wakeAll();
    this.space.wakeAll();
  }

  /** Whether the value that took this position has been received. */
  isTaken(position: number): boolean {
    return Atomics.load(this.words, this.slotOf(position)) >= this.turnOf(position) + 2;
  }

  private tell(point: WaitPoint, position: number): void {
    if (this.half === 0) point.wake();
    else if ((position & this.half) !== ((position + 1) & this.half)) point.wakeAll();
  }

  private slotOf(position: number): number {
    return this.slots + 2 * (position & this.mask);
  }

  /** Turn of the empty slot. */
  private turnOf(position: number): number {
    return 2 * (position >>> this.bits);
  }

  /** @param full 0 = a sender, which needs an empty slot; 1 = a receiver, which needs a full one */
  private claim(end: number, full: 0 | 1): number {
    const { words } = this;
    const alone = (full === 0 ? this.shape.senders : this.shape.receivers) === 'one';
    if (full === 0 && Atomics.load(words, this.shut) === 1) return CLOSED;
    for (let looks = 0; ; looks++) {
      const position = alone ? this.own(full) : Atomics.load(words, end);
      const behind = Atomics.load(words, this.slotOf(position)) - this.turnOf(position) - full;
      if (behind === 0) {
        if (looks > 0) this.patience = Math.min(this.shape.spins, 2 * this.patience);
        if (alone) return this.advance(full);
        if (Atomics.compareExchange(words, end, position, position + 1) === position) return position;
      } else if (behind < 0) {
        if (looks < this.patience) {
          rest();
          continue;
        }
        if (this.park(end, full, alone)) return CLOSED;
        this.patience = Math.max(this.shape.spins >> LEAST_PATIENCE, this.patience >> 1);
        looks = -1;
      }
    }
  }

  private own(full: 0 | 1): number {
    return full === 0 ? this.sent : this.received;
  }

  private advance(full: 0 | 1): number {
    return full === 0 ? this.sent++ : this.received++;
  }

  /** Sleeps if there is still nothing to do. @returns true = closed, and nothing is left */
  private park(end: number, full: 0 | 1, alone: boolean): boolean {
    const { words } = this;
    const point = full === 0 ? this.space : this.items;
    (full === 0 ? this.items : this.space).wakeAll();
    const ticket = point.prepare();
    // Closed is read first: what is then not there will never come.
    const closed = Atomics.load(words, this.shut) === 1;
    const position = alone ? this.own(full) : Atomics.load(words, end);
    if (Atomics.load(words, this.slotOf(position)) - this.turnOf(position) - full >= 0) return false;
    if (closed) return true;
    point.sleep(ticket, this.half === 0 ? undefined : PATROL_MILLIS);
    return false;
  }
}
