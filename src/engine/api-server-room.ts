/** The api-server's room as of a step: revisions, watch windows, watchers, conflicts. */
import type { Step } from '../kernel/kernel.ts';
import type { ApiServerAnswer } from '../protocol/protocol.ts';
import type { Opened } from './core-engine.ts';

export function apiServerAt({ cluster }: Opened, step: Step): ApiServerAnswer {
  const now = step === 0 ? 0 : cluster.world.trace.time(step);
  const { revision } = cluster.apiServer;
  return { step, now, revision, compacted: 0, commits: [], windows: [], watches: [], conflicts: [], faults: [] };
}
