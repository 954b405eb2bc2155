/** What passes between the conductor of a run and its workers. */
import type { CycleInput } from '../../components/scheduler/scheduler.ts';
import type { VirtualRow } from './results.ts';
import type { RowId } from './rows.ts';
import type { Words } from './waiting.ts';

interface Batch {
  readonly writers: number;
  readonly writes: number;
  /** 0 = the worker that holds the clock: the reader where there is one, else the first writer. */
  readonly place: number;
}

export interface LockBatch extends Batch {
  readonly kind: 'shared';
  readonly row: RowId;
  readonly words: Words;
  readonly spins: number;
}

/** The reader has a port to each writer, a writer one to the reader. */
export interface MessageBatch extends Batch {
  readonly kind: 'message';
  readonly ports: readonly MessagePort[];
}

/** Keeps a snapshot for the scoring batches that follow. */
export interface SnapshotJob {
  readonly kind: 'snapshot';
  readonly input: CycleInput;
}

/** Asks what the cost model says of the snapshot that was kept, for these numbers of workers. */
export interface VirtualJob {
  readonly kind: 'virtual';
  readonly workers: readonly number[];
}

export interface ScoreBatch {
  readonly kind: 'score';
  readonly place: number;
  readonly workers: number;
  readonly chunk: number;
  /** How often all nodes are scored. */
  readonly rounds: number;
  /** Control words, and a slot for each plugin and node. */
  readonly words: Words;
}

export interface ClockJob {
  readonly kind: 'clock';
}

export type Job = LockBatch | MessageBatch | SnapshotJob | VirtualJob | ScoreBatch | ClockJob;

export type Report =
  | { readonly kind: 'done' }
  /** From the worker with the clock. @param wrong what the check found; absent = right */
  | { readonly kind: 'timed'; readonly millis: number; readonly wrong?: string }
  | { readonly kind: 'virtual'; readonly rows: readonly VirtualRow[] }
  | { readonly kind: 'failed'; readonly message: string };
