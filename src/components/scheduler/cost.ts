/**
 * How long an extension point takes in virtual time: kubernetes pkg/scheduler/framework/parallelize/parallelism.go and
 * client-go util/workqueue/parallelizer.go (v1.35): 16 workers, or as many as the configuration says, take chunks of nodes. Left out: early end of a search.
 */
import type { Latencies } from '../../model/latencies.ts';
import { quotient } from './int.ts';

export const PARALLELISM = 16;

/** Nodes that a worker takes at once: the square root, but so that every worker gets some. */
export function chunkSize(nodes: number, workers: number): number {
  const root = Math.trunc(Math.sqrt(nodes));
  const share = quotient(nodes, workers) + 1;
  return Math.max(1, Math.min(root, share));
}

/** Nodes that the busiest of the workers looks at. */
export function nodesOfBusiest(nodes: number, workers: number): number {
  const size = chunkSize(nodes, workers);
  const chunks = Math.ceil(nodes / size);
  return Math.min(nodes, Math.ceil(chunks / workers) * size);
}

/** Ticks of `plugins` plugins over `nodes` nodes. */
export const extensionPointTicks = (
  latencies: Latencies,
  plugins: number,
  nodes: number,
  workers: number = PARALLELISM,
): number => latencies.extensionPoint + latencies.pluginPerNode * plugins * nodesOfBusiest(nodes, workers);
