import { LINE, type Words } from './waiting.ts';

/**
 * The start and the end of a batch, so that one worker's clock measures all of it: everybody is ready before the clock
 * starts, everybody has ended before it stops. Each word only grows within a batch, and is waited for asleep.
 */
export class Start {
  static readonly WORDS = 4 * LINE;
  private readonly words: Words;
  private readonly waiting: number;
  private readonly gate: number;
  private readonly ended: number;
  private readonly senders: number;

  constructor(words: Words, at: number) {
    this.words = words;
    this.waiting = at;
    this.gate = at + LINE;
    this.ended = at + 2 * LINE;
    this.senders = at + 3 * LINE;
  }

  /** Says so, and waits for `go`. */
  ready(): void {
    this.tell(this.waiting);
    while (Atomics.load(this.words, this.gate) === 0) Atomics.wait(this.words, this.gate, 0);
  }

  awaitReady(others: number): void {
    this.awaitCount(this.waiting, others);
  }

  go(): void {
    Atomics.store(this.words, this.gate, 1);
    Atomics.notify(this.words, this.gate);
  }

  done(): void {
    this.tell(this.ended);
  }

  awaitDone(others: number): void {
    this.awaitCount(this.ended, others);
  }

  /** A writer has sent all it has. @returns how many have */
  sent(): number {
    return Atomics.add(this.words, this.senders, 1) + 1;
  }

  private tell(word: number): void {
    Atomics.add(this.words, word, 1);
    Atomics.notify(this.words, word);
  }

  private awaitCount(word: number, count: number): void {
    for (let seen = Atomics.load(this.words, word); seen < count; seen = Atomics.load(this.words, word))
      Atomics.wait(this.words, word, seen);
  }
}
