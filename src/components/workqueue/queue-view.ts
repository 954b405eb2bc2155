/** A work queue as of a step, read off the history. */
import { compareBytes, type Collection, type Step, type Value, type World } from '../../kernel/kernel.ts';
import { inSlotOrder } from './indexed-queue.ts';
import { collectionNames } from './names.ts';
import type { DelayedKey } from './queue.ts';
import type { QueuedKey } from './sets.ts';
import type { WorkQueueAt, WorkQueueMetricsAt } from './types.ts';

/**
 * @param name of the queue
 * @returns every list empty for a queue that does not exist
 */
export function workQueueAt(world: World, name: string, step: Step): WorkQueueAt {
  const names = collectionNames(name);
  const now = timeOf(world, step);
  const entriesOf = <V extends Value>(collection: string): (readonly [key: string, value: V])[] => [
    ...(collectionOf<V>(world, collection)?.at(step).entries() ?? []),
  ];
  const keysOf = (collection: string): string[] => entriesOf(collection).map(([key]) => key);
  return {
    queue: inSlotOrder(entriesOf<QueuedKey>(names.queue)).map(({ key }) => key),
    processing: keysOf(names.processing).sort(compareBytes),
    dirty: keysOf(names.dirty).sort(compareBytes),
    // A timer that passed in silence left an entry whose time is past (see queue.ts).
    delaying: entriesOf<DelayedKey>(names.delayed)
      .map(([key, { due }]) => ({ key, dueTick: due }))
      .filter(({ dueTick }) => dueTick >= now)
      .sort((a, b) => a.dueTick - b.dueTick || compareBytes(a.key, b.key)),
    failures: entriesOf<number>(names.failures)
      .map(([key, count]) => ({ key, count }))
      .sort((a, b) => compareBytes(a.key, b.key)),
  };
}

/** @param name of the queue. @returns zeros for a queue that does not exist */
export function workQueueMetricsAt(world: World, name: string, step: Step): WorkQueueMetricsAt {
  const names = collectionNames(name);
  const now = timeOf(world, step);
  const counts = collectionOf<number>(world, names.counts)?.at(step);
  const processing = collectionOf<number>(world, names.processing);
  const running = [...(processing?.at(step).keys() ?? [])].map((key) => {
    const [taken] = processing?.history(key, step) ?? [];
    return now - timeOf(world, taken?.step ?? step);
  });
  return {
    depth: collectionOf<number>(world, names.dirty)?.at(step).size ?? 0,
    addsTotal: counts?.get('adds') ?? 0,
    retriesTotal: counts?.get('retries') ?? 0,
    unfinishedWork: running.reduce((sum, time) => sum + time, 0),
    longestRunningProcessor: Math.max(0, ...running),
  };
}

const timeOf = (world: World, step: Step): number => (step === 0 ? 0 : world.trace.time(step));

/** A collection is known by its name only here, so its type is what its owner wrote. */
function collectionOf<V extends Value>(world: World, name: string): Collection<V> | undefined {
  return world.collections().find((collection) => collection.name === name) as Collection<V> | undefined;
}
