/** Lanes of the Parallelizer as a picture: a row a worker, shares of the time axis from 0 to 1. */
import type { LaneChunk, LanesOfPoint } from '../protocol/protocol.ts';

export interface LaneRow {
  readonly worker: number;
  /** Empty: it does not start. */
  readonly chunks: readonly LaneChunk[];
}

export interface LaneChart {
  /** At most as many as are worth a row each. */
  readonly rows: readonly LaneRow[];
  readonly started: number;
  /** Workers without a row. */
  readonly hidden: number;
  /** Index of the chunk that holds the node that was chosen; -1 = none does. */
  readonly hostChunk: number;
}

/** More than anybody tells apart. */
const ROWS_MAX = 32;

export function laneChart({ chunks, workers, walk }: LanesOfPoint, host: string): LaneChart {
  const byWorker = new Map<number, LaneChunk[]>();
  for (const chunk of chunks) {
    const own = byWorker.get(chunk.worker);
    if (own === undefined) byWorker.set(chunk.worker, [chunk]);
    else own.push(chunk);
  }
  const shown = Math.min(workers, ROWS_MAX);
  const at = walk.indexOf(host);
  return {
    rows: Array.from({ length: shown }, (_, worker) => ({ worker, chunks: byWorker.get(worker) ?? [] })),
    started: byWorker.size,
    hidden: workers - shown,
    hostChunk: at < 0 ? -1 : chunks.findIndex(({ first, count }) => at >= first && at < first + count),
  };
}

/** A chunk as a box in a lane that is `width` wide and 1 high. */
export function chunkPath({ start, end }: LaneChunk, makespan: number, width: number): string {
  const x = (start / makespan) * width;
  const w = ((end - start) / makespan) * width;
  // A slit between neighbours, but never all of a short one.
  return `M${x.toFixed(2)} 0h${(w - Math.min(1.5, w * 0.2)).toFixed(2)}v1H${x.toFixed(2)}z`;
}

/** The chunk under a point of a lane. @param share of the time axis, 0 to 1 @returns its index, -1 = none is there */
export const chunkAt = ({ chunks, makespan }: LanesOfPoint, worker: number, share: number): number =>
  chunks.findIndex((c) => c.worker === worker && c.start <= share * makespan && share * makespan < c.end);
