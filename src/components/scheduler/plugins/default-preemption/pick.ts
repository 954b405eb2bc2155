/** kubernetes pkg/scheduler/framework/preemption/preemption.go pickOneNodeForPreemption (v1.35). Left out: nothing. */
import type { PodInfo } from '../../pod-info.ts';
import type { PickRule, PreemptionReport } from '../../types.ts';
import { type Cover, startTime } from './victims.ts';

export interface Candidate {
  readonly node: string;
  /** From the most to the least important. */
  readonly victims: readonly PodInfo[];
  /** Victims that overdraw a PodDisruptionBudget. */
  readonly violations: number;
  readonly cover: ReadonlyMap<PodInfo, Cover>;
}

/** Makes every priority positive, so that fewer victims mean a lower sum. */
const PRIORITY_SHIFT = 2 ** 31;

export const sumOfPriorities = ({ victims }: Candidate): number =>
  victims.reduce((sum, { priority }) => sum + priority + PRIORITY_SHIFT, 0);

export const highestPriority = ({ victims }: Candidate): number => victims[0]?.priority ?? 0;

/** The first of the most important victims to start. */
export function earliestOfHighest({ victims }: Candidate): PodInfo | undefined {
  const highest = victims.reduce((max, { priority }) => Math.max(max, priority), -Infinity);
  let found: PodInfo | undefined;
  for (const pod of victims) {
    if (pod.priority === highest && (found === undefined || startTime(pod) < startTime(found))) found = pod;
  }
  return found;
}

function earliestStart(candidate: Candidate): number {
  const pod = earliestOfHighest(candidate);
  return pod === undefined ? Infinity : startTime(pod);
}

/** Each is asked only about those that were equal before; lower is better. */
const CRITERIA: readonly (readonly [PickRule, (candidate: Candidate) => number])[] = [
  ['fewest-violations', ({ violations }) => violations],
  ['lowest-highest-priority', highestPriority],
  ['smallest-sum', sumOfPriorities],
  ['fewest-victims', ({ victims }) => victims.length],
  ['latest-start', (candidate) => -earliestStart(candidate)],
];

export interface Picked {
  /** The candidates that no criterion tells apart; the first stands in node order. */
  readonly best: readonly Candidate[];
  /** Criteria that were needed, each with the nodes that it left. */
  readonly rules: PreemptionReport['rules'];
}

export function pickBest(candidates: readonly Candidate[]): Picked {
  let best = candidates;
  const rules: { rule: PickRule; left: string[] }[] = [];
  for (const [rule, criterion] of CRITERIA) {
    if (best.length < 2) break;
    const values = best.map(criterion);
    const lowest = Math.min(...values);
    best = best.filter((_, i) => values[i] === lowest);
    rules.push({ rule, left: best.map(({ node }) => node) });
  }
  return { best, rules };
}
