/**
 * How long an extension point takes in virtual time, and which worker did what in it: kubernetes
 * pkg/scheduler/framework/parallelize/parallelism.go and client-go util/workqueue/parallelizer.go (v1.35). Sixteen workers,
 * or as many as the configuration says, take chunks of nodes; every plugin takes as long on one node as on another. A
 * search that has enough starts no further node. Left out: nodes that other workers look at in vain before they hear of
 * that (nodes count in the order of the walk), and the look at a nominated node that was not taken.
 */
import type { Latencies } from '../../model/latencies.ts';
import { quotient } from './int.ts';

/** Nodes that a worker takes at once: the square root, but so that every worker gets some. */
export function chunkSize(nodes: number, workers: number): number {
  const root = Math.trunc(Math.sqrt(nodes));
  const share = quotient(nodes, workers) + 1;
  return Math.max(1, Math.min(root, share));
}

/** Heads of the chunks, in the order in which they are taken. */
export function chunkHeads(pieces: number, size: number): number[] {
  const heads: number[] = [];
  for (let first = 0; first < pieces; first += size) heads.push(first);
  return heads;
}

/** An extension point that runs over nodes. */
export interface ParallelPoint {
  /** Nodes that it could look at. */
  readonly nodes: number;
  /** So many it looked at: fewer where it had enough. */
  readonly looked: number;
  readonly plugins: number;
  readonly workers: number;
}

/** A run of nodes that one worker took. Ticks count from the start of the extension point. */
export interface Chunk {
  readonly worker: number;
  /** Position of its first node in the order of the walk. */
  readonly first: number;
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/** Who takes which chunk when: whoever is free first takes the next one. */
export function chunksOf(latencies: Latencies, { nodes, looked, plugins, workers }: ParallelPoint): Chunk[] {
  const size = chunkSize(nodes, workers);
  const perNode = latencies.pluginPerNode * plugins;
  const heads = chunkHeads(looked, size);
  const free = new Array<number>(Math.min(workers, Math.ceil(nodes / size))).fill(latencies.extensionPoint);
  return heads.map((first) => {
    const start = Math.min(...free);
    const worker = free.indexOf(start);
    const count = Math.min(size, looked - first);
    const end = start + count * perNode;
    free[worker] = end;
    return { worker, first, count, start, end };
  });
}

/** Ticks until the last worker is done. */
export const makespan = (latencies: Latencies, chunks: readonly Chunk[]): number =>
  chunks.reduce((latest, { end }) => Math.max(latest, end), latencies.extensionPoint);

/** Ticks that one worker would need. */
export const aloneTicks = ({ extensionPoint, pluginPerNode }: Latencies, { looked, plugins }: ParallelPoint): number =>
  extensionPoint + pluginPerNode * plugins * looked;

export const pointTicks = (latencies: Latencies, point: ParallelPoint): number =>
  makespan(latencies, chunksOf(latencies, point));
