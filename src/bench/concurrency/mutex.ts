import { rest, type Words } from './waiting.ts';

const FREE = 0;
const HELD = 1;
/** Held, and somebody may sleep. */
const AWAITED = 2;

/**
 * A futex mutex in one word of three states.
 *
 * - Who turns the word from free to anything else owns the lock.
 * - A worker sleeps only after it wrote `AWAITED`; an owner that gives up an awaited lock wakes one sleeper.
 * - A woken worker takes the lock as awaited, since others may still sleep: one needless wake-up at the end, none lost.
 * - Not fair: a worker that comes by may take the lock before one that was woken.
 */
export class Mutex {
  static readonly WORDS = 1;
  private readonly words: Words;
  private readonly at: number;
  private readonly spins: number;

  /** @param spins how often to look before going to sleep */
  constructor(words: Words, at: number, spins: number) {
    this.words = words;
    this.at = at;
    this.spins = spins;
  }

  lock(): void {
    if (Atomics.compareExchange(this.words, this.at, FREE, HELD) !== FREE) this.lockSlow();
  }

  unlock(): void {
    if (Atomics.exchange(this.words, this.at, FREE) === AWAITED) Atomics.notify(this.words, this.at, 1);
  }

  private lockSlow(): void {
    for (let i = 0; i < this.spins; i++) {
      if (
        Atomics.load(this.words, this.at) === FREE &&
        Atomics.compareExchange(this.words, this.at, FREE, HELD) === FREE
      )
        return;
      rest();
    }
    while (Atomics.exchange(this.words, this.at, AWAITED) !== FREE) Atomics.wait(this.words, this.at, AWAITED);
  }
}
