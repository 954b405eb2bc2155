/** Commits of etcd, read off the trace and the history. */
import type { Step, World } from '../kernel/kernel.ts';
import { EVENT } from '../model/events.ts';
import type { CommitView } from '../protocol/protocol.ts';

/** The commit of `key` at a step; undefined where the step wrote something else, or nothing. */
export function commitAt(world: World, step: Step, key: string): CommitView | undefined {
  const { trace } = world;
  if (trace.kind(step) !== EVENT['store.written'] || trace.object(step) !== key) return undefined;
  for (const change of world.changesAt(step)) {
    if (change.collection !== 'etcd' || change.key !== key) continue;
    const { before, after } = change;
    return {
      revision: trace.number(step),
      key,
      type: after === undefined ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED',
      client: trace.subject(step),
      verb: trace.detail(step),
      step,
      tick: trace.time(step),
    };
  }
  return undefined;
}
