/** Commits of etcd, read off the world's history with who made them. */
import type { Step, World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { commitOf, ETCD, REVISION, revisionIn, type Commit } from './store.ts';
import type { CommitRecord } from './state-types.ts';

/** The commit that a step made; undefined where it made none. */
export function commitOfStep(world: World, step: Step): Commit | undefined {
  for (const change of world.changesAt(step)) {
    if (change.collection === ETCD) return commitOf(change, () => revisionAfter(world, step));
  }
  return undefined;
}

function revisionAfter(world: World, step: Step): number {
  const collection = world.collections().find(({ name }) => name === REVISION);
  return revisionIn(collection?.at(step));
}

/** The last commits up to a step, newest first, at most `count`. */
export function commitsBefore(world: World, step: Step, count: number): readonly CommitRecord[] {
  const found: CommitRecord[] = [];
  const { trace } = world;
  for (let at = step; at > 0 && found.length < count; at--) {
    // Whoever writes says so; other events change nothing in etcd.
    if (trace.kind(at) !== EVENT['store.written']) continue;
    const commit = commitOfStep(world, at);
    if (commit === undefined) continue;
    const { revision, key, type } = commit;
    found.push({
      revision,
      key,
      type,
      client: trace.subject(at),
      verb: trace.detail(at),
      step: at,
      tick: trace.time(at),
    });
  }
  return found;
}
