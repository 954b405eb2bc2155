/** What a run measures, fixed before it starts. */
import { STEPS_PER_BATCH } from './clock.ts';
import { needsSharedMemory, ROW_IDS, type RowId, WRITERS, WRITES } from './rows.ts';

export type Effort = 'quick' | 'standard' | 'long';

export interface Plan {
  readonly rows: readonly RowId[];
  readonly writers: readonly number[];
  /** Batches that count, a row and number of writers. */
  readonly batches: number;
  /** Batches before them that do not. */
  readonly warmUp: number;
  /** Writes of a batch, as the article has them. */
  readonly writes: number;
  /** Writes of a batch where that many took longer than `slowMillis`. */
  readonly slowWrites: number;
  readonly slowMillis: number;
  readonly scoring: { readonly nodes: number; readonly workers: readonly number[] };
}

const EFFORTS = {
  quick: { batches: 6, warmUp: 2, writes: 20_000, slowWrites: 2_000, slowMillis: 40, nodes: 500 },
  standard: { batches: 20, warmUp: 3, writes: WRITES, slowWrites: 10_000, slowMillis: 250, nodes: 2_000 },
  long: { batches: 40, warmUp: 3, writes: WRITES, slowWrites: 10_000, slowMillis: 250, nodes: 2_000 },
} as const satisfies Readonly<Record<Effort, unknown>>;

export function planOf(effort: Effort): Plan {
  const { nodes, ...rest } = EFFORTS[effort];
  return { ...rest, rows: ROW_IDS, writers: WRITERS, scoring: { nodes, workers: [1, 2, 4, 8] } };
}

/** How often a worker looks before it sleeps: long where each worker has a core, shortly where they share. */
const SPINS_ALONE = 2_000;
const SPINS_SHARED = 100;
export const spinsFor = (workers: number, cores: number): number => (workers <= cores ? SPINS_ALONE : SPINS_SHARED);

/** Why a row cannot be measured. */
export type Unavailable = 'not-isolated';
export const unavailable = (row: RowId, isolated: boolean): Unavailable | undefined =>
  needsSharedMemory(row) && !isolated ? 'not-isolated' : undefined;

/** Writes of a batch after the first one took `millis` for `plan.writes`. */
export function writesFor(plan: Plan, millis: number, stepMillis: number): number {
  const needed = STEPS_PER_BATCH * stepMillis;
  if (millis > plan.slowMillis && (millis * plan.slowWrites) / plan.writes >= needed) return plan.slowWrites;
  return plan.writes * Math.max(1, Math.ceil(needed / Math.max(millis, stepMillis)));
}

export interface CellKey {
  readonly row: RowId;
  readonly writers: number;
}

/** In the order in which a round visits them: all rows, then all again, so that what disturbs the machine meets each alike. */
export function cellsOf({ rows, writers }: Plan): readonly CellKey[] {
  return writers.flatMap((count) => rows.map((row) => ({ row, writers: count })));
}
