/** Preemptions that a Pod tried, or had to go for. */
import type { Step } from '../kernel/kernel.ts';
import type { PreemptionAnswer } from '../protocol/protocol.ts';
import type { Opened } from './core-engine.ts';

export function preemptionOf(_opened: Opened, _step: Step, _podKey: string): readonly PreemptionAnswer[] {
  return [];
}
