import { type CycleResult, type PluginScores, runCycle } from '../../components/scheduler/scheduler.ts';
import { compareBytes } from '../../kernel/kernel.ts';
import type { Adapter } from '../types.ts';
import { type ClusterGiven, cycleInput, firstOption } from './scheduler-input.ts';

interface Expected {
  /** 1.34: the real code draws among the best nodes, so any of them is right and the row names none. */
  readonly hostRandom?: boolean;
  /** A narrowed set is walked in random order: lists are sorted by name. */
  readonly orderUnstable?: boolean;
  readonly scores?: Readonly<Record<string, { readonly normalized?: unknown }>>;
}

const equal = (a: readonly number[], b: readonly number[]): boolean => a.every((score, i) => score === b[i]);

/** A row leaves `normalized` out where it is the same as `raw`; what differs is shown, and then fails. */
function scoresOf({ plugin, raw, normalized }: PluginScores, expected: Expected): object {
  const listed = expected.scores?.[plugin]?.normalized !== undefined;
  return listed || !equal(raw, normalized) ? { raw, normalized } : { raw };
}

export function failedNodes({ verdicts }: CycleResult): object {
  const failed = verdicts.filter(({ code }) => code !== 'Success');
  return Object.fromEntries(failed.map(({ node, code, reasons, plugin }) => [node, { status: code, reasons, plugin }]));
}

/** Everything of the feasible nodes in the order in which the row lists them. */
function inRowOrder(result: CycleResult, expected: Expected): CycleResult {
  if (expected.orderUnstable !== true) return result;
  const { feasible, totals, scores } = result;
  const order = feasible.map((_, i) => i).sort((a, b) => compareBytes(feasible[a] ?? '', feasible[b] ?? ''));
  const sorted = <T>(list: readonly T[]): T[] => order.flatMap((i) => list.slice(i, i + 1));
  return {
    ...result,
    feasible: sorted(feasible),
    totals: sorted(totals),
    scores: scores.map((s) => ({ ...s, raw: sorted(s.raw), normalized: sorted(s.normalized) })),
  };
}

function placed(result: CycleResult, expected: Expected): object {
  const { feasible, totals, scores, host } = inRowOrder(result, expected);
  const best = Math.max(...totals);
  const hostSet = totals.length === 0 ? feasible : feasible.filter((_, i) => totals[i] === best);
  const byPlugin = scores.map((s) => [s.plugin, scoresOf(s, expected)]);
  return {
    feasible,
    hostSet,
    ...(expected.hostRandom === true ? { hostRandom: host !== undefined && hostSet.includes(host) } : { host }),
    ...(totals.length === 0 ? {} : { total: totals, scores: Object.fromEntries(byPlugin) as unknown }),
  };
}

/** The message, and why: a failed cycle. */
function unplaced(result: CycleResult): object {
  const rejection = result.prefilterRejection;
  return {
    message: result.message,
    ...(rejection === undefined ? {} : { prefilterMessage: rejection.reasons.join(', ') }),
    ...(result.victims === undefined ? {} : { preempts: true }),
    ...(result.error === undefined ? {} : { error: true }),
  };
}

/** A whole cycle with the default profile. Failed nodes and scoring plugins are all listed; the best nodes are a set. */
export const schedulerSchedule: Adapter = {
  source: 'scheduler',
  kind: 'schedule',
  compare: {
    isSet: (path) => path.endsWith('.reasons') || path === 'hostSet',
    isComplete: (path) => path === 'nodes' || path === 'scores' || path.startsWith('scores.'),
  },
  run(row, version) {
    const expected = (row.expectBy[version] ?? row.expect) as Expected;
    const result = runCycle(cycleInput(row.given as ClusterGiven, version), firstOption);
    return {
      nextStartNodeIndex: result.nextStart,
      nodes: failedNodes(result),
      ...(result.host === undefined ? unplaced(result) : placed(result, expected)),
    };
  },
};
