/** What is measured: the rows of the chart. */

export type RowId =
  | 'mutex'
  | 'rwmutex'
  | 'counter'
  | 'handover-spin'
  | 'handover-park'
  | 'channel-1'
  | 'channel-16'
  | 'channel-256'
  | 'channel-1024'
  | 'channel-4096'
  | 'message';

export type RowKind =
  | { readonly kind: 'mutex' | 'rwmutex' | 'counter' | 'message' }
  | { readonly kind: 'handover'; readonly waits: 'spin' | 'park' }
  | { readonly kind: 'channel'; readonly buffer: number };

/** In the order of the chart. */
export const ROWS: Readonly<Record<RowId, RowKind>> = {
  mutex: { kind: 'mutex' },
  rwmutex: { kind: 'rwmutex' },
  counter: { kind: 'counter' },
  'handover-spin': { kind: 'handover', waits: 'spin' },
  'handover-park': { kind: 'handover', waits: 'park' },
  'channel-1': { kind: 'channel', buffer: 1 },
  'channel-16': { kind: 'channel', buffer: 16 },
  'channel-256': { kind: 'channel', buffer: 256 },
  'channel-1024': { kind: 'channel', buffer: 1024 },
  'channel-4096': { kind: 'channel', buffer: 4096 },
  message: { kind: 'message' },
};

export const ROW_IDS = Object.keys(ROWS) as readonly RowId[];
export const WRITERS = [1, 2, 4, 8] as const;

/** The article's workload: so many writes, key i mod `KEYS`. */
export const WRITES = 100_000;
export const KEYS = 1_000;

/** Rows with one reader at the other end need a worker more. */
export function workersOf(row: RowId, writers: number): number {
  const { kind } = ROWS[row];
  return kind === 'channel' || kind === 'handover' || kind === 'message' ? writers + 1 : writers;
}

export const needsSharedMemory = (row: RowId): boolean => ROWS[row].kind !== 'message';

/** The part of 0..writes-1 that a writer writes. */
export function rangeOf(writer: number, writers: number, writes: number): readonly [from: number, to: number] {
  return [Math.floor((writer * writes) / writers), Math.floor(((writer + 1) * writes) / writers)];
}
