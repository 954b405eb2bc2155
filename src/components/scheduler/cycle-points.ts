/** Which extension points of a cycle run over nodes, and over how many: kubernetes pkg/scheduler/schedule_one.go (v1.35). */
import { configurationOf, profileFor } from './configuration.ts';
import type { ParallelPoint } from './cost.ts';
import type { CycleInput, CycleResult } from './types.ts';

export interface CyclePoints {
  /** Undefined where no node was looked at. */
  readonly filter?: ParallelPoint;
  /** Undefined where there was nothing to choose between. */
  readonly score?: ParallelPoint;
}

export function pointsOfCycle(input: CycleInput, result: CycleResult): CyclePoints {
  const { search, evaluated, feasible, scores } = result;
  const configuration = configurationOf(input.configuration, input.version);
  const { filtering = 0, scoring = 0 } = profileFor(configuration, input.pod.spec.schedulerName) ?? {};
  const { parallelism: workers } = configuration;
  const nodes = feasible.length;
  return {
    ...(search === undefined || evaluated === 0 ? {} : { filter: { ...sizeOf(search), plugins: filtering, workers } }),
    ...(scores.length === 0 ? {} : { score: { nodes, looked: nodes, plugins: scoring, workers } }),
  };
}

const sizeOf = ({ nodes, walk }: NonNullable<CycleResult['search']>) => ({ nodes, looked: walk.length });
