/** Work queues the naive way: lists that are searched, nothing clever. The rules of docs/spec/workqueue.md, said once more. */

export interface NaiveTimer {
  readonly key: string;
  readonly due: number;
}

export class NaiveQueue {
  queue: string[] = [];
  dirty: string[] = [];
  processing: string[] = [];
  over = false;
  /** Of the one drain: undefined before it. */
  drainReturned: boolean | undefined;
  timers: NaiveTimer[] = [];

  add(key: string): void {
    if (this.over || this.dirty.includes(key)) return;
    this.dirty = [...this.dirty, key];
    if (!this.processing.includes(key)) this.queue = [...this.queue, key];
  }

  /** "nothing" where a real Get would wait, "over" after the shut-down. */
  get(): string {
    const [key, ...rest] = this.queue;
    if (key === undefined) return this.over ? 'over' : 'nothing';
    this.queue = rest;
    this.processing = [...this.processing.filter((held) => held !== key), key];
    this.dirty = this.dirty.filter((waiting) => waiting !== key);
    return key;
  }

  done(key: string): void {
    this.processing = this.processing.filter((held) => held !== key);
    if (this.dirty.includes(key)) this.queue = [...this.queue, key];
    this.look();
  }

  shutDown(): void {
    this.over = true;
    if (this.drainReturned !== undefined) this.drainReturned = true;
  }

  drain(): void {
    this.over = true;
    this.drainReturned = false;
    this.look();
  }

  private look(): void {
    if (this.drainReturned === false) this.drainReturned = this.processing.length === 0;
  }

  addAfter(key: string, delay: number, now: number): void {
    if (this.over) return;
    if (delay <= 0) {
      this.add(key);
      return;
    }
    const due = now + delay;
    const known = this.timers.find((timer) => timer.key === key);
    if (known !== undefined && known.due <= due) return;
    this.timers = [...this.timers.filter((timer) => timer.key !== key), { key, due }];
  }

  /** Timers up to `now`, the earliest first. */
  settle(now: number): void {
    if (this.over) return;
    const due = this.timers.filter((timer) => timer.due <= now).sort((a, b) => a.due - b.due);
    this.timers = this.timers.filter((timer) => timer.due > now);
    for (const { key } of due) this.add(key);
  }
}

const TOKEN = 100e6;
const BURST = 100;

/** The limiter of controllers; nanoseconds. */
export class NaiveDefaultLimiter {
  private readonly failures: { readonly key: string; forgotten: boolean }[] = [];
  /** The bucket as a schedule instead of a count: when the next token would be due if the burst were none. */
  private turn = 0;

  when(key: string, now: number): number {
    const own = Math.min(5e6 * 2 ** this.numRequeues(key), 1000e9);
    this.failures.push({ key, forgotten: false });
    this.turn = Math.max(this.turn, now) + TOKEN;
    return Math.max(own, this.turn - BURST * TOKEN - now);
  }

  forget(key: string): void {
    for (const failure of this.failures) if (failure.key === key) failure.forgotten = true;
  }

  numRequeues(key: string): number {
    return this.failures.filter((failure) => failure.key === key && !failure.forgotten).length;
  }
}
