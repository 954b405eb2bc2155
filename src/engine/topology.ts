/** What spread and affinity count for a Pod. */
import type { Step } from '../kernel/kernel.ts';
import type { TopologyAnswer } from '../protocol/protocol.ts';
import type { Opened } from './core-engine.ts';

export function topologyOf(_opened: Opened, _step: Step, podKey: string): TopologyAnswer {
  return { pod: podKey, step: 0, spread: [], affinity: [] };
}
