/** What spread and affinity count for a Pod: its last cycle's input, counted as the scheduler counted. */
import type { Step } from '../kernel/kernel.ts';
import { topologyReport } from '../components/scheduler/topology-report.ts';
import type { TopologyAnswer } from '../protocol/protocol.ts';
import type { Opened } from './core-engine.ts';
import { countUpTo } from './event-index.ts';

export function topologyOf({ index, explanations }: Opened, step: Step, podKey: string): TopologyAnswer {
  const cycles = index.cyclesOf(podKey);
  const last = cycles[countUpTo(cycles, step) - 1];
  if (last === undefined) return { pod: podKey, step: 0, host: '', spread: [], affinity: [] };
  const { input, result } = explanations.at(last);
  return { pod: podKey, step: last, host: result.host ?? '', ...topologyReport(input, result.feasible) };
}
