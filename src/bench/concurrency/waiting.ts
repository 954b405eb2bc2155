/** Where workers sleep until something changes. Shared memory is 32-bit words; a cache line holds 16 of them. */

export type Words = Int32Array<SharedArrayBuffer>;

/** Words of a cache line: what different workers write lies so far apart. */
export const LINE = 16;

export const sharedWords = (count: number): Words => new Int32Array(new SharedArrayBuffer(count * 4));

/** Between two looks at the same word: tells the core, where the engine knows how. */
const told = (Atomics as unknown as { readonly pause?: (hint?: number) => void }).pause;
const REST = 8;
let rested = 0;
export function rest(): void {
  if (told === undefined) for (let i = 0; i < REST; i++) rested = (rested + i) | 0;
  else told();
}

/**
 * A place to sleep, two words: `sleepers` (tokens) and `turns`.
 *
 * - A worker leaves a token before its last look at what it waits for, and sleeps only while `turns` stands where it stood
 *   before the token. So a waker either sees the token, or the worker sees what the waker did.
 * - There are never fewer tokens than sleepers. A waker takes one token and wakes at most one worker. A worker that left a
 *   token and did not sleep leaves it there: it costs one needless wake-up, and nothing is lost.
 * - Where nobody sleeps, waking is one load.
 */
export class WaitPoint {
  static readonly WORDS = 2;
  private readonly words: Words;
  private readonly sleepers: number;
  private readonly turns: number;

  constructor(words: Words, at: number) {
    this.words = words;
    this.sleepers = at;
    this.turns = at + 1;
  }

  /** Look once more after this, and only then `sleep` with the ticket. */
  prepare(): number {
    const ticket = Atomics.load(this.words, this.turns);
    Atomics.add(this.words, this.sleepers, 1);
    return ticket;
  }

  /** @param atMostMillis wakes by itself after that time */
  sleep(ticket: number, atMostMillis?: number): void {
    Atomics.wait(this.words, this.turns, ticket, atMostMillis);
  }

  wake(): void {
    let seen = Atomics.load(this.words, this.sleepers);
    while (seen > 0) {
      const was = Atomics.compareExchange(this.words, this.sleepers, seen, seen - 1);
      if (was === seen) {
        Atomics.add(this.words, this.turns, 1);
        Atomics.notify(this.words, this.turns, 1);
        return;
      }
      seen = was;
    }
  }

  wakeAll(): void {
    // Who leaves a token after this look will see what the waker did before it.
    if (Atomics.load(this.words, this.sleepers) === 0) return;
    Atomics.exchange(this.words, this.sleepers, 0);
    Atomics.add(this.words, this.turns, 1);
    Atomics.notify(this.words, this.turns);
  }
}
