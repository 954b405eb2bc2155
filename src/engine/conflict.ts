/** A refused write, side by side: what the client had read, what it sent, what was stored by then. */
import type { Step } from '../kernel/kernel.ts';
import type { ConflictAnswer } from '../protocol/protocol.ts';
import type { Opened } from './core-engine.ts';

export function conflictAt(_opened: Opened, _at: Step): ConflictAnswer | undefined {
  return undefined;
}
