import type { Handler, World } from '../../kernel/kernel.ts';

/**
 * client-go's rate-limiting work queue with its workers, on virtual time. A key is queued once; a key added while it is
 * processed is queued again when done.
 */
export interface WorkQueue {
  readonly name: string;
  readonly length: number;
  add(key: string): void;
  /**
   * @param delay ticks
   * @param periodic a look that keeps coming back: it does not keep the world from being quiescent. Default: as what runs.
   */
  addAfter(key: string, delay: number, periodic?: boolean): void;
  addRateLimited(key: string): void;
  forget(key: string): void;
  numRequeues(key: string): number;
  /** The worker that took `key` is free again. Call it exactly once for each key handed to `process`. */
  done(key: string): void;
}

export interface WorkQueueDeps {
  readonly world: World;
  /** Unique; names the collections. */
  readonly name: string;
  /** Lane of its pops. */
  readonly lane: number;
  /** How many keys may be in process at once (upstream: 5 for most controllers). */
  readonly workers: number;
  /** Ticks from "a key and a worker are there" to `process`. */
  readonly delay: number;
  /** Runs in its own pop, which must emit (sync.started). */
  readonly process: Handler<{ readonly key: string }>;
}

/** A key with a timer. */
export interface DelayingEntry {
  readonly key: string;
  /** Tick at which it is added. */
  readonly dueTick: number;
}

/** A queue as of a step (7.1, 7.3, 7.4). A key that waits and is processed too stands in `dirty` and `processing`. */
export interface WorkQueueAt {
  /** From the head. */
  readonly queue: readonly string[];
  /** Keys that workers hold, sorted by bytes. */
  readonly processing: readonly string[];
  /** Keys that are to be processed, sorted by bytes: all of `queue`, and those that go back into it when their worker is done. */
  readonly dirty: readonly string[];
  /** The earliest first; of one tick, by bytes of the key. */
  readonly delaying: readonly DelayingEntry[];
  /** What NumRequeues says of the keys that have failed and were not forgotten, sorted by bytes of the key. */
  readonly failures: readonly { readonly key: string; readonly count: number }[];
}

/** What component-base would show of a queue as of a step (7.6); times in ticks. */
export interface WorkQueueMetricsAt {
  /** workqueue_depth: added and not taken. */
  readonly depth: number;
  readonly addsTotal: number;
  readonly retriesTotal: number;
  /** workqueue_unfinished_work_seconds: summed over the keys in process. */
  readonly unfinishedWork: number;
  readonly longestRunningProcessor: number;
}
