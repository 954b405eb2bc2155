import type { Words } from './waiting.ts';

const SLOT_BITS = 11;
const SLOTS = 1 << SLOT_BITS;
/** 2^32 / golden ratio: spreads keys that follow one another. */
const SPREAD = 0x9e3779b1;

/**
 * The map of the benchmark: open addressing over shared words, a slot is key + 1 (0 = empty) and value. Not safe by
 * itself: whoever writes holds a lock, or is the only one.
 * Holds up to half as many keys as it has slots (1,000 of 2,048 here), so that a probe ends.
 */
export class Table {
  static readonly WORDS = 2 + 2 * SLOTS;
  private readonly words: Words;
  private readonly keys: number;
  private readonly written: number;
  private readonly slots: number;

  constructor(words: Words, at: number) {
    this.words = words;
    this.keys = at;
    this.written = at + 1;
    this.slots = at + 2;
  }

  put(key: number, value: number): void {
    const { words } = this;
    words[this.written] = (words[this.written] as number) + 1;
    for (let slot = Math.imul(key, SPREAD) >>> (32 - SLOT_BITS); ; slot = (slot + 1) & (SLOTS - 1)) {
      const at = this.slots + 2 * slot;
      const held = words[at] as number;
      if (held === key + 1) {
        words[at + 1] = value;
        return;
      }
      if (held === 0) {
        words[at] = key + 1;
        words[at + 1] = value;
        words[this.keys] = (words[this.keys] as number) + 1;
        return;
      }
    }
  }

  get(key: number): number | undefined {
    for (let slot = Math.imul(key, SPREAD) >>> (32 - SLOT_BITS); ; slot = (slot + 1) & (SLOTS - 1)) {
      const at = this.slots + 2 * slot;
      if (this.words[at] === key + 1) return this.words[at + 1];
      if (this.words[at] === 0) return undefined;
    }
  }

  get size(): number {
    return this.words[this.keys] as number;
  }

  /** How often `put` ran; a plain word, so it is exact only if no two writers were inside at once. */
  get writes(): number {
    return this.words[this.written] as number;
  }
}
