/**
 * client-go util/workqueue (v0.37): a rate-limited, delaying queue with its workers, on the virtual time of a World (7.1 to 7.5).
 * A free worker waits in Get, so it takes a key in the moment that key is queued; `process` runs `delay` ticks later.
 * Left out: shutting down (a process that ends is discarded with its queues), the delaying queue's input channel and its
 * 10 s heartbeat.
 */
import type { Handler } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { defaultControllerRateLimiter, type Bucket, type RateLimiter } from './rate-limiters.ts';
import { WorkQueueSets, type QueuedKey } from './sets.ts';
import { collectionNames } from './names.ts';
import type { WorkQueue, WorkQueueDeps } from './types.ts';
import type { Entries } from './indexed-queue.ts';

/** A timer of a key; its heap entry holds the same. */
export interface DelayedKey {
  /** Tick. */
  readonly due: number;
}

interface TimerData {
  readonly key: string;
  readonly due: number;
}

/** Set-up only: registers collections and a handler. */
export function createWorkQueue(deps: WorkQueueDeps): WorkQueue {
  return new VirtualWorkQueue(deps);
}

class VirtualWorkQueue implements WorkQueue {
  private readonly sets: WorkQueueSets;
  private readonly delayed: Entries<DelayedKey>;
  private readonly limiter: RateLimiter;
  private readonly timer: Handler<TimerData>;

  constructor(private readonly deps: WorkQueueDeps) {
    const { world, name } = deps;
    const names = collectionNames(name);
    this.sets = new WorkQueueSets({
      queue: world.collection<QueuedKey>(names.queue),
      dirty: world.collection<number>(names.dirty),
      processing: world.collection<number>(names.processing),
      counts: world.collection<number>(names.counts),
    });
    this.delayed = world.collection<DelayedKey>(names.delayed);
    this.limiter = defaultControllerRateLimiter({
      failures: world.collection<number>(names.failures),
      bucket: world.collection<Bucket>(names.bucket),
    });
    this.timer = world.handler<TimerData>(`workqueue ${name} timer`, (data) => this.onTimer(data));
    world.onRestore(`workqueue ${name}`, () => this.sets.rebuild());
  }

  get name(): string {
    return this.deps.name;
  }

  get length(): number {
    return this.sets.length;
  }

  add(key: string): void {
    if (this.sets.add(key)) this.dispatch();
  }

  /** Gives keys to free workers. */
  private dispatch(): void {
    const { world, workers, delay, lane, process } = this.deps;
    while (this.sets.length > 0 && this.sets.inProcess < workers) {
      const got = this.sets.get();
      if (got.kind === 'key') world.after(delay, lane, process, { key: got.key });
    }
  }

  addAfter(key: string, delay: number, periodic?: boolean): void {
    this.sets.count('retries');
    if (delay <= 0) {
      this.add(key);
      return;
    }
    const { world, lane } = this.deps;
    const due = world.now + delay;
    const known = this.delayed.get(key);
    if (known !== undefined && known.due > world.now && known.due <= due) return;
    // A timer that is due in this very tick and may not have fired yet: what it would do is done now.
    if (known?.due === world.now) this.add(key);
    this.delayed.set(key, { due });
    world.after(
      delay,
      lane,
      this.timer,
      { key, due },
      { waiting: true, ...(periodic === undefined ? {} : { periodic }) },
    );
  }

  /**
   * A timer that was replaced, or whose key is to be processed anyway, passes in silence (W-1). Its entry then stays
   * behind with a time that is past, which counts as no entry.
   */
  private onTimer({ key, due }: TimerData): void {
    const { world, name } = this.deps;
    if (this.delayed.get(key)?.due !== due || this.sets.isDirty(key)) return;
    world.emit(EVENT['workqueue.added'], { subject: name, object: key });
    this.delayed.delete(key);
    this.add(key);
  }

  addRateLimited(key: string): void {
    const { world } = this.deps;
    const nanosPerTick = 1e9 / world.options.ticksPerSecond;
    const nanos = this.limiter.when(key, world.now * nanosPerTick);
    this.addAfter(key, Math.ceil(nanos / nanosPerTick));
  }

  forget(key: string): void {
    this.limiter.forget(key);
  }

  numRequeues(key: string): number {
    return this.limiter.numRequeues(key);
  }

  done(key: string): void {
    this.sets.done(key);
    this.dispatch();
  }
}
