/**
 * The event heap: a binary heap over typed arrays, ordered by (time, lane, sequence). Lane and sequence are one double,
 * `rank`, so an order is two comparisons. What does not take part in the order lies by entry id and never moves.
 */

import type { HeldEntry } from './kernel.ts';

/** Room for 2^44 entries a lane, ever; leaves 2^9 lanes inside the 53 bits of a double. */
const RANKS_A_LANE = 2 ** 44;

/** What an entry is to those who ask whether a world is at rest. */
export const WORK = 0;
export const PERIODIC = 1;
/** A timer that is set and may come or not: a back-off, a deadline. */
export const WAITING = 2;
export type Nature = typeof WORK | typeof PERIODIC | typeof WAITING;

/** The heap's entries in heap order. */
export interface SavedHeap {
  readonly nextSequence: number;
  readonly times: Float64Array;
  readonly ranks: Float64Array;
  readonly handlers: Int32Array;
  readonly causes: Int32Array;
  readonly natures: Uint8Array;
  readonly data: readonly unknown[];
}

export class EventHeap {
  size = 0;
  /** Entries that are not periodic. */
  work = 0;
  /** Entries that are neither periodic nor only wait. */
  inFlight = 0;
  /** The entry that `pop` took. */
  time = 0;
  lane = 0;
  handler = 0;
  cause = 0;
  isPeriodic = false;
  data: unknown = undefined;

  private nextSequence = 0;
  private times = new Float64Array(64);
  private ranks = new Float64Array(64);
  private ids = new Int32Array(64);
  private handlers = new Int32Array(64);
  private causes = new Int32Array(64);
  private natures = new Uint8Array(64);
  private payload: unknown[] = [];
  private free: number[] = [];

  /** @returns the entry's id, good until it is popped */
  push(time: number, lane: number, handler: number, cause: number, nature: Nature, data: unknown): number {
    if (this.size === this.times.length) this.grow(this.size * 2);
    const id = this.free.pop() ?? this.payload.length;
    this.handlers[id] = handler;
    this.causes[id] = cause;
    this.natures[id] = nature;
    this.payload[id] = data;
    this.count(nature, 1);
    this.siftUp(this.size++, time, lane * RANKS_A_LANE + this.nextSequence++, id);
    return id;
  }

  private count(nature: Nature, by: number): void {
    if (nature !== PERIODIC) this.work += by;
    if (nature === WORK) this.inFlight += by;
  }

  setCause(id: number, cause: number): void {
    this.causes[id] = cause;
  }

  get nextTime(): number | undefined {
    return this.size === 0 ? undefined : this.times[0];
  }

  /** Takes the earliest entry into the fields. @returns false if there is none */
  pop(): boolean {
    if (this.size === 0) return false;
    const id = this.ids[0] as number;
    this.time = this.times[0] as number;
    this.lane = Math.floor((this.ranks[0] as number) / RANKS_A_LANE);
    this.handler = this.handlers[id] as number;
    this.cause = this.causes[id] as number;
    const nature = this.natures[id] as Nature;
    this.isPeriodic = nature === PERIODIC;
    this.data = this.payload[id];
    this.payload[id] = undefined;
    this.free.push(id);
    this.count(nature, -1);
    const last = --this.size;
    if (last > 0) this.siftDown(this.times[last] as number, this.ranks[last] as number, this.ids[last] as number);
    return true;
  }

  /** Takes out what matches; the order of the rest stays. @returns how many entries left */
  remove(matches: (handler: number, data: unknown) => boolean): number {
    const kept: number[] = [];
    for (let i = 0; i < this.size; i++) {
      const id = this.ids[i] as number;
      if (!matches(this.handlers[id] as number, this.payload[id])) {
        kept.push(i);
        continue;
      }
      this.payload[id] = undefined;
      this.free.push(id);
      this.count(this.natures[id] as Nature, -1);
    }
    const gone = this.size - kept.length;
    if (gone > 0) this.rebuild(kept);
    return gone;
  }

  /** Shows what is not periodic, in no order. */
  look(see: (handler: number, time: number, data: unknown) => void): void {
    for (let i = 0; i < this.size; i++) {
      const id = this.ids[i] as number;
      if (this.natures[id] !== PERIODIC) see(this.handlers[id] as number, this.times[i] as number, this.payload[id]);
    }
  }

  /** Takes out all entries of the handlers. @returns them in heap order */
  takeOut(matches: (handler: number) => boolean): readonly HeldEntry[] {
    const found: (HeldEntry & { readonly rank: number })[] = [];
    for (let i = 0; i < this.size; i++) {
      const id = this.ids[i] as number;
      const handler = this.handlers[id] as number;
      if (!matches(handler)) continue;
      const rank = this.ranks[i] as number;
      const data = this.payload[id];
      found.push({
        handler,
        time: this.times[i] as number,
        lane: Math.floor(rank / RANKS_A_LANE),
        cause: this.causes[id] as number,
        nature: this.natures[id] as number,
        ...(data === undefined ? {} : { data }),
        rank,
      });
    }
    this.remove(matches);
    return found.sort((a, b) => a.time - b.time || a.rank - b.rank).map(({ rank: _rank, ...entry }) => entry);
  }

  /** A heap of the entries that stood at these places, in ascending order of place. */
  private rebuild(kept: readonly number[]): void {
    const { times, ranks, ids } = this;
    this.size = 0;
    // An entry moves to a place at or before its own, so what is read next is still there.
    for (const at of kept) {
      this.siftUp(this.size++, times[at] as number, ranks[at] as number, ids[at] as number);
    }
  }

  private siftUp(from: number, time: number, rank: number, id: number): void {
    const { times, ranks, ids } = this;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const t = times[parent] as number;
      if (t < time || (t === time && (ranks[parent] as number) < rank)) break;
      times[at] = t;
      ranks[at] = ranks[parent] as number;
      ids[at] = ids[parent] as number;
      at = parent;
    }
    times[at] = time;
    ranks[at] = rank;
    ids[at] = id;
  }

  private siftDown(time: number, rank: number, id: number): void {
    const { times, ranks, ids, size } = this;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      let t = times[child] as number;
      const other = child + 1;
      if (other < size) {
        const u = times[other] as number;
        if (u < t || (u === t && (ranks[other] as number) < (ranks[child] as number))) {
          child = other;
          t = u;
        }
      }
      if (time < t || (time === t && rank < (ranks[child] as number))) break;
      times[at] = t;
      ranks[at] = ranks[child] as number;
      ids[at] = ids[child] as number;
      at = child;
    }
    times[at] = time;
    ranks[at] = rank;
    ids[at] = id;
  }

  private grow(size: number): void {
    this.times = copyInto(new Float64Array(size), this.times);
    this.ranks = copyInto(new Float64Array(size), this.ranks);
    this.ids = copyInto(new Int32Array(size), this.ids);
    this.handlers = copyInto(new Int32Array(size), this.handlers);
    this.causes = copyInto(new Int32Array(size), this.causes);
    this.natures = copyInto(new Uint8Array(size), this.natures);
  }

  save(): SavedHeap {
    const n = this.size;
    const handlers = new Int32Array(n);
    const causes = new Int32Array(n);
    const natures = new Uint8Array(n);
    const data = new Array<unknown>(n);
    for (let i = 0; i < n; i++) {
      const id = this.ids[i] as number;
      handlers[i] = this.handlers[id] as number;
      causes[i] = this.causes[id] as number;
      natures[i] = this.natures[id] as number;
      data[i] = this.payload[id];
    }
    const { nextSequence } = this;
    return {
      nextSequence,
      times: this.times.slice(0, n),
      ranks: this.ranks.slice(0, n),
      handlers,
      causes,
      natures,
      data,
    };
  }

  restore(saved: SavedHeap): void {
    const n = saved.times.length;
    this.size = n;
    this.nextSequence = saved.nextSequence;
    if (n > this.times.length) this.grow(n);
    this.times.set(saved.times);
    this.ranks.set(saved.ranks);
    this.handlers.set(saved.handlers);
    this.causes.set(saved.causes);
    this.natures.set(saved.natures);
    for (let i = 0; i < n; i++) this.ids[i] = i;
    this.payload = saved.data.slice();
    this.free = [];
    this.work = 0;
    this.inFlight = 0;
    for (const nature of saved.natures) this.count(nature as Nature, 1);
  }
}

function copyInto<A extends Float64Array | Int32Array | Uint8Array>(target: A, source: A): A {
  target.set(source);
  return target;
}
