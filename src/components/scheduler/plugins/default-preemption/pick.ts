/** kubernetes pkg/scheduler/framework/preemption/preemption.go pickOneNodeForPreemption (v1.35). */
import type { PodInfo } from '../../pod-info.ts';
import { startTime } from './victims.ts';

export interface Candidate {
  readonly node: string;
  /** From the most to the least important. */
  readonly victims: readonly PodInfo[];
  /** Victims that overdraw a PodDisruptionBudget. */
  readonly violations: number;
}

/** Makes every priority positive, so that fewer victims mean a lower sum. */
const PRIORITY_SHIFT = 2 ** 31;

const sumOfPriorities = (victims: readonly PodInfo[]): number =>
  victims.reduce((sum, { priority }) => sum + priority + PRIORITY_SHIFT, 0);

/** When the first of the most important victims started. */
function earliestStart(victims: readonly PodInfo[]): number {
  const highest = victims.reduce((max, { priority }) => Math.max(max, priority), -Infinity);
  return victims.reduce((min, pod) => (pod.priority === highest ? Math.min(min, startTime(pod)) : min), Infinity);
}

/** Each is asked only about those that were equal before; lower is better. */
const CRITERIA: readonly ((candidate: Candidate) => number)[] = [
  ({ violations }) => violations,
  ({ victims }) => victims[0]?.priority ?? 0,
  ({ victims }) => sumOfPriorities(victims),
  ({ victims }) => victims.length,
  ({ victims }) => -earliestStart(victims),
];

/** The candidates that no criterion tells apart; the first stands in node order. */
export function bestCandidates(candidates: readonly Candidate[]): readonly Candidate[] {
  let best = candidates;
  for (const criterion of CRITERIA) {
    const values = best.map(criterion);
    const lowest = Math.min(...values);
    best = best.filter((_, i) => values[i] === lowest);
  }
  return best;
}
