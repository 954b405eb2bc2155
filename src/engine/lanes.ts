/** What each worker of the Parallelizer did in a Pod's last cycle. */
import type { Step } from '../kernel/kernel.ts';
import type { LanesAnswer } from '../protocol/protocol.ts';
import type { Opened } from './core-engine.ts';

export function lanesOf(_opened: Opened, _step: Step, podKey: string): LanesAnswer {
  return { pod: podKey, step: 0, points: [] };
}
