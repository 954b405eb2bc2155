/**
 * A FIFO whose entries lie in numbered slots of a Map or of a versioned collection. The numbers of the first and last
 * entry are derived: they are read back from the slots, so a queue survives a fork. Numbering starts again at 0 whenever
 * the queue runs empty, which keeps the number of slots at the longest backlog ever seen.
 */

/** What a Map and a versioned collection have in common. */
export interface Entries<V> {
  readonly size: number;
  get(key: string): V | undefined;
  has(key: string): boolean;
  set(key: string, value: V): unknown;
  delete(key: string): boolean;
  /** Order means nothing. */
  keys(): Iterable<string>;
  entries(): Iterable<readonly [key: string, value: V]>;
}

export class IndexedQueue<V> {
  private head = 0;
  private tail = 0;

  constructor(private readonly slots: Entries<V>) {
    this.rebuild();
  }

  /** Reads head and tail off the slots. */
  rebuild(): void {
    let low = Infinity;
    let high = -1;
    for (const key of this.slots.keys()) {
      const index = Number(key);
      if (index < low) low = index;
      if (index > high) high = index;
    }
    this.head = high < 0 ? 0 : low;
    this.tail = high + 1;
  }

  get length(): number {
    return this.tail - this.head;
  }

  /** @returns the number of the entry's slot */
  push(value: V): number {
    this.slots.set(String(this.tail), value);
    return this.tail++;
  }

  /** @param slot a number that `push` gave and that was not shifted yet */
  get(slot: number): V | undefined {
    return this.slots.get(String(slot));
  }

  set(slot: number, value: V): void {
    this.slots.set(String(slot), value);
  }

  /** @param position 0 = the oldest */
  peek(position = 0): V | undefined {
    return this.slots.get(String(this.head + position));
  }

  shift(): V | undefined {
    if (this.head === this.tail) return undefined;
    const key = String(this.head++);
    const value = this.slots.get(key);
    this.slots.delete(key);
    if (this.head === this.tail) this.head = this.tail = 0;
    return value;
  }

  /** The oldest first. */
  values(): V[] {
    const out: V[] = [];
    for (let slot = this.head; slot < this.tail; slot++) {
      const value = this.slots.get(String(slot));
      if (value !== undefined) out.push(value);
    }
    return out;
  }

  /** Calls `visit` with each entry and its slot, the oldest first. */
  forEach(visit: (value: V, slot: number) => void): void {
    for (let slot = this.head; slot < this.tail; slot++) {
      const value = this.slots.get(String(slot));
      if (value !== undefined) visit(value, slot);
    }
  }
}

/** Entries of a collection whose keys are slot numbers, in their order. */
export function inSlotOrder<V>(entries: Iterable<readonly [key: string, value: V]>): V[] {
  return [...entries]
    .map(([key, value]) => ({ slot: Number(key), value }))
    .sort((a, b) => a.slot - b.slot)
    .map(({ value }) => value);
}
