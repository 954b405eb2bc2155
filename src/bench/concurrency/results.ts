/** What a run gives. */
import type { Chunk } from '../../components/scheduler/scheduler.ts';
import type { CellKey, Unavailable } from './plan.ts';

export type CellState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'measured' }
  | { readonly kind: 'unavailable'; readonly why: Unavailable }
  /** A batch did not do what it claims; nothing of the row counts. */
  | { readonly kind: 'void'; readonly found: string };

export interface Cell extends CellKey {
  readonly workers: number;
  readonly state: CellState;
  readonly writesPerBatch: number;
  /** Nanoseconds a write, one a batch, in the order measured. */
  readonly nanos: readonly number[];
  /** Batches whose outcome was checked and right, warm-up included. */
  readonly checked: number;
}

export interface ScoreRow {
  readonly workers: number;
  readonly chunk: number;
  readonly state: CellState;
  /** Microseconds to score all nodes once, one a batch. */
  readonly micros: readonly number[];
  /** Scores compared with the engine's own in each batch. */
  readonly scores: number;
}

/** What the cost model says of scoring: virtual time, in ticks of a cluster (microseconds). Never measured. */
export interface VirtualRow {
  readonly workers: number;
  readonly chunk: number;
  /** Until the last worker is done. */
  readonly ticks: number;
  /** That one worker would need. */
  readonly alone: number;
  readonly chunks: readonly Chunk[];
}

export interface Stamp {
  /** Browser or Node, and the system. */
  readonly agent: string;
  readonly system: string;
  readonly cores: number;
  readonly isolated: boolean;
  readonly stepMillis: number;
  readonly batches: number;
  readonly warmUp: number;
  readonly nodes: number;
  /** RFC 3339. */
  readonly date: string;
}

/** Why a run stopped. */
export type End = 'complete' | 'cancelled' | 'hidden' | { readonly failed: string };

export interface Results {
  readonly stamp: Stamp;
  readonly cells: readonly Cell[];
  readonly scoring: readonly ScoreRow[];
  /** Empty until the snapshot has been scored once. */
  readonly virtual: readonly VirtualRow[];
  /** Batches done, of how many. */
  readonly done: number;
  readonly total: number;
  /** Undefined while it runs. */
  readonly end: End | undefined;
}

/** Nothing of a run that was void is shown as a measurement. */
export const isVoid = ({ end }: Results): boolean => end === 'hidden';
