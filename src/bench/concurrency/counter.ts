import type { Words } from './waiting.ts';

/** A count in one word; adding is one instruction that no other worker can come between. */
export class Counter {
  static readonly WORDS = 1;
  private readonly words: Words;
  private readonly at: number;

  constructor(words: Words, at: number) {
    this.words = words;
    this.at = at;
  }

  get value(): number {
    return Atomics.load(this.words, this.at);
  }

  /** @returns the count before */
  add(by = 1): number {
    return Atomics.add(this.words, this.at, by);
  }
}
