/** client-go util/workqueue/parallelizer.go ParallelizeUntil, piece by piece: always the lowest waiting piece goes on. */
import { chunkHeads, chunkSize } from '../../components/scheduler/scheduler.ts';
import type { Adapter } from '../types.ts';

export interface ParallelizeGiven {
  readonly pieces: number;
  readonly workers: number;
  /** Below 1 counts as 1. */
  readonly chunkSize: number;
  readonly cancelledBefore?: boolean;
  readonly cancelDuringPiece?: number | null;
}

interface Order {
  readonly firstWave: readonly number[];
  readonly running: readonly (readonly number[])[];
  readonly completed: readonly number[];
}

const ascending = (pieces: readonly number[]): number[] => [...pieces].sort((a, b) => a - b);

/** Which pieces are under way, and in which order they are completed. */
export function orderOf(given: ParallelizeGiven): Order {
  const { pieces, workers, chunkSize: size, cancelledBefore = false, cancelDuringPiece } = given;
  const chunk = Math.max(1, size);
  const heads = chunkHeads(pieces, chunk);
  let at = cancelledBefore ? [] : heads.splice(0, workers);
  let cancelled = false;
  const firstWave = [...at];
  const running: number[][] = [];
  const completed: number[] = [];
  for (let lowest = at[0]; lowest !== undefined; lowest = at[0]) {
    running.push([...at]);
    completed.push(lowest);
    cancelled ||= lowest === cancelDuringPiece;
    const next = lowest + 1;
    const isInside = next % chunk !== 0 && next < pieces;
    const follows = cancelled ? [] : isInside ? [next] : heads.splice(0, 1);
    at = ascending([...at.slice(1), ...follows]);
  }
  return { firstWave, running, completed };
}

export const clientGoParallelize: Adapter = {
  source: 'client-go',
  kind: 'parallelize',
  run: ({ given, steps = [] }) => steps.map(() => orderOf(given as ParallelizeGiven)),
};

export const clientGoChunkSize: Adapter = {
  source: 'client-go',
  kind: 'chunksize',
  run({ given, steps = [] }) {
    const { pieces, parallelism } = given as { readonly pieces: number; readonly parallelism: number };
    const size = chunkSize(pieces, parallelism);
    const heads = chunkHeads(pieces, size);
    const firstWave = heads.slice(0, parallelism);
    // One worker takes chunk after chunk: nobody sees where one ends.
    const seen = firstWave.length > 1;
    return steps.map(() => ({
      firstWave,
      workers: firstWave.length,
      chunkSize: seen ? size : null,
      chunks: seen ? heads.length : null,
      finished: pieces,
    }));
  },
};
