/**
 * What each worker of the Parallelizer did in a Pod's last cycle: worked out by the function that the cycle's own time comes
 * from (components/scheduler/cost.ts), never recorded.
 */
import type { Step } from '../kernel/kernel.ts';
import type { Latencies } from '../model/latencies.ts';
import {
  aloneTicks,
  chunkSize,
  chunksOf,
  makespan,
  type ParallelPoint,
  pointsOfCycle,
} from '../components/scheduler/scheduler.ts';
import type { LanesAnswer, LanesOfPoint } from '../protocol/protocol.ts';
import type { Opened } from './core-engine.ts';
import { countUpTo } from './event-index.ts';

export function lanesOf({ cluster, index, explanations }: Opened, step: Step, podKey: string): LanesAnswer {
  const cycles = index.cyclesOf(podKey);
  const started = cycles[countUpTo(cycles, step) - 1];
  if (started === undefined) return { pod: podKey, step: 0, host: '', points: [] };
  const { input, result } = explanations.at(started);
  const { latencies } = cluster;
  const { filter, score } = pointsOfCycle(input, result);
  const walk = result.search?.walk ?? [];
  // Filter follows PreFilter, and Score follows Filter at once.
  const filterBegan = cluster.world.trace.time(started) + latencies.extensionPoint;
  const filtered = filter === undefined ? undefined : lanesOfPoint('Filter', filter, walk, filterBegan, latencies);
  const scoreBegan = filterBegan + (filtered?.makespan ?? 0);
  const scored = score === undefined ? [] : [lanesOfPoint('Score', score, result.feasible, scoreBegan, latencies)];
  return {
    pod: podKey,
    step: started,
    host: result.host ?? '',
    points: [...(filtered === undefined ? [] : [filtered]), ...scored],
  };
}

function lanesOfPoint(
  point: LanesOfPoint['point'],
  run: ParallelPoint,
  walk: readonly string[],
  began: number,
  latencies: Latencies,
): LanesOfPoint {
  const { nodes, looked, plugins, workers } = run;
  const chunks = chunksOf(latencies, run);
  return {
    point,
    nodes,
    walk,
    plugins,
    workers,
    chunkSize: chunkSize(nodes, workers),
    began,
    chunks,
    makespan: makespan(latencies, chunks),
    alone: aloneTicks(latencies, run),
    ...(looked < nodes ? { stoppedAt: looked - 1 } : {}),
  };
}
