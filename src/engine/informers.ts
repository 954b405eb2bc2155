/** The informers of the cluster as of a step. */
import type { Step } from '../kernel/kernel.ts';
import type { InformerAnswer, InformersAnswer } from '../protocol/protocol.ts';
import type { Opened } from './core-engine.ts';

export function informersAt({ cluster }: Opened, step: Step): InformersAnswer {
  return { step, revision: cluster.apiServer.revision, rows: [] };
}

export function informerAt(_opened: Opened, _step: Step, _id: string): InformerAnswer | undefined {
  return undefined;
}
