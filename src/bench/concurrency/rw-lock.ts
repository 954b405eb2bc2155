import { Mutex } from './mutex.ts';
import { LINE, type Words } from './waiting.ts';

/** More readers than there can ever be: taken off the count while a writer waits or writes. */
const WRITER = 1 << 28;

/**
 * A lock for many readers or one writer; a waiting writer goes before readers that come later.
 *
 * - `readers` counts readers inside or waiting; it is negative exactly while a writer holds or awaits the lock.
 * - A writer waits for the readers that were inside when it announced itself (`leaving` counts them down), not for later ones.
 * - Writers exclude each other by a mutex. Permits are handed over by two counting words, so no wake-up is lost.
 */
export class RwLock {
  static readonly WORDS = 4 * LINE;
  private readonly words: Words;
  private readonly readers: number;
  private readonly leaving: number;
  private readonly readPermits: number;
  private readonly writePermits: number;
  private readonly writers: Mutex;

  constructor(words: Words, at: number, spins: number) {
    this.words = words;
    this.readers = at;
    this.leaving = at + LINE;
    this.readPermits = at + 2 * LINE;
    this.writePermits = at + 2 * LINE + 1;
    this.writers = new Mutex(words, at + 3 * LINE, spins);
  }

  readLock(): void {
    if (Atomics.add(this.words, this.readers, 1) < 0) this.take(this.readPermits);
  }

  readUnlock(): void {
    if (Atomics.sub(this.words, this.readers, 1) > 0) return;
    // A writer waits; the last reader that it waits for lets it in.
    if (Atomics.sub(this.words, this.leaving, 1) === 1) this.give(this.writePermits, 1);
  }

  lock(): void {
    this.writers.lock();
    const inside = Atomics.sub(this.words, this.readers, WRITER);
    if (inside !== 0 && Atomics.add(this.words, this.leaving, inside) + inside !== 0) this.take(this.writePermits);
  }

  unlock(): void {
    const waiting = Atomics.add(this.words, this.readers, WRITER) + WRITER;
    if (waiting > 0) this.give(this.readPermits, waiting);
    this.writers.unlock();
  }

  private take(permits: number): void {
    for (;;) {
      const left = Atomics.load(this.words, permits);
      if (left === 0) Atomics.wait(this.words, permits, 0);
      else if (Atomics.compareExchange(this.words, permits, left, left - 1) === left) return;
    }
  }

  private give(permits: number, count: number): void {
    Atomics.add(this.words, permits, count);
    Atomics.notify(this.words, permits, count);
  }
}
