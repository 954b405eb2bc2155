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
  /** Position of the node that was chosen, and index of the chunk that holds it; -1 = none does. */
  readonly host: number;
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
    host: at,
    hostChunk: at < 0 ? -1 : chunks.findIndex(({ first, count }) => at >= first && at < first + count),
  };
}

/** Under so many units of the picture a node is no block of its own. */
const NODE_W = 4;

function block(x: number, w: number, slit: number): string {
  // Never all of a short one.
  return `M${x.toFixed(2)} 0h${(w - Math.min(slit, w * 0.25)).toFixed(2)}v1H${x.toFixed(2)}z`;
}

/** A chunk as blocks in a lane that is `width` wide and 1 high: one a node where they can be told apart, else one for all. */
export function chunkPath({ start, end, count }: LaneChunk, makespan: number, width: number): string {
  const x = (start / makespan) * width;
  const w = ((end - start) / makespan) * width;
  if (w / count < NODE_W) return block(x, w, 2);
  const each = w / count;
  return Array.from({ length: count }, (_, i) => block(x + i * each, each, i === count - 1 ? 3 : 1)).join('');
}

/** The block of one node of a chunk; of the whole chunk where nodes cannot be told apart. */
export function nodePath(chunk: LaneChunk, position: number, makespan: number, width: number): string {
  const each = (chunk.end - chunk.start) / chunk.count;
  if ((each / makespan) * width < NODE_W) return chunkPath(chunk, makespan, width);
  const start = chunk.start + (position - chunk.first) * each;
  return chunkPath({ ...chunk, first: position, count: 1, start, end: start + each }, makespan, width);
}

/** The chunk under a point of a lane. @param share of the time axis, 0 to 1 @returns its index, -1 = none is there */
export const chunkAt = ({ chunks, makespan }: LanesOfPoint, worker: number, share: number): number =>
  chunks.findIndex((c) => c.worker === worker && c.start <= share * makespan && share * makespan < c.end);
