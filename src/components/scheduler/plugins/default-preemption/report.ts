/**
 * How a preemption was decided, told in plain data: what kubernetes pkg/scheduler/framework/preemption/preemption.go (v1.37)
 * logs at most. Left out: nothing that it compares.
 */
import { compareBytes } from '../../../../kernel/kernel.ts';
import type { PreemptionCandidate, PreemptionReport } from '../../types.ts';
import { type Candidate, earliestOfHighest, highestPriority, sumOfPriorities } from './pick.ts';

const started = (pod: Candidate['victims'][number] | undefined): string => pod?.pod.status?.startTime ?? '';

export function describeCandidate(candidate: Candidate): PreemptionCandidate {
  const { node, victims, violations, cover } = candidate;
  return {
    node,
    victims: victims.map(({ key }) => key),
    violations,
    facts: victims.map((pod) => {
      const { budgets = [], violates = false } = cover.get(pod) ?? {};
      return { priority: pod.priority, started: started(pod), budgets, violates };
    }),
    highestPriority: highestPriority(candidate),
    prioritySum: sumOfPriorities(candidate),
    earliestStart: started(earliestOfHighest(candidate)),
  };
}

/** @param reasons of each node that no removal would help */
export function byReason(
  reasons: Iterable<readonly [node: string, reasons: readonly string[]]>,
): PreemptionReport['unhelpful'] {
  const groups = new Map<string, string[]>();
  for (const [node, own] of reasons) {
    for (const reason of own) {
      const nodes = groups.get(reason);
      if (nodes === undefined) groups.set(reason, [node]);
      else nodes.push(node);
    }
  }
  return [...groups]
    .map(([reason, nodes]) => ({ reason, nodes }))
    .sort((a, b) => b.nodes.length - a.nodes.length || compareBytes(a.reason, b.reason));
}
