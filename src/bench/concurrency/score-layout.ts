/** How scoring is cut up and where its results lie; apart from the scoring itself, so that a page need not load a scheduler. */
import { Start } from './start.ts';
import { LINE } from './waiting.ts';

/** Word of the index from which workers take their next piece. */
export const INDEX = Start.WORDS;
/** First of the slots, `nodes` of them a plugin. */
export const SLOTS = INDEX + LINE;
/** Plugins that score at most. */
const PLUGINS = 8;

export const scoreWords = (nodes: number): number => SLOTS + PLUGINS * nodes;

/** Workers of upstream's Parallelizer where the configuration names no other number. */
export const UPSTREAM_WORKERS = 16;

/**
 * Nodes that a worker takes at once: the root of all, but no more than each worker's share, and one at least (kubernetes
 * pkg/scheduler/framework/parallelize/parallelism.go chunkSizeFor, v1.35).
 */
export function chunkSizeFor(nodes: number, parallelism: number): number {
  const root = Math.floor(Math.sqrt(nodes));
  const share = Math.floor(nodes / parallelism) + 1;
  return root > share ? share : Math.max(root, 1);
}
