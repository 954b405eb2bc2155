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

export interface WorkQueueEntry {
  readonly key: string;
  readonly state: 'queued' | 'processing' | 'delayed';
}
