/**
 * What the cost model of the engine says of the same scoring, in virtual time: the chunks and workers of a cluster's
 * scheduling cycle. Nothing here is measured.
 */
import { aloneTicks, chunkSize, chunksOf, makespan } from '../../components/scheduler/scheduler.ts';
import { DEFAULT_LATENCIES, type Latencies } from '../../model/latencies.ts';
import type { VirtualRow } from './results.ts';

/** What is scored: so many nodes by so many plugins. */
export interface Scored {
  readonly nodes: number;
  readonly plugins: number;
}

/** A row for each number of workers. */
export function virtualRows(
  { nodes, plugins }: Scored,
  workers: readonly number[],
  latencies: Latencies = DEFAULT_LATENCIES,
): VirtualRow[] {
  return workers.map((count) => {
    const point = { nodes, looked: nodes, plugins, workers: count };
    const chunks = chunksOf(latencies, point);
    return {
      workers: count,
      chunk: chunkSize(nodes, count),
      ticks: makespan(latencies, chunks),
      alone: aloneTicks(latencies, point),
      chunks,
    };
  });
}
