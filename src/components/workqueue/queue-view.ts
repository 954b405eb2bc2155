/** A work queue as of a step, read off the history. */
import { compareBytes, type Step, type Value, type View, type World } from '../../kernel/kernel.ts';
import { inSlotOrder } from './indexed-queue.ts';
import { collectionNames } from './names.ts';
import type { DelayedKey } from './queue.ts';
import type { QueuedKey } from './sets.ts';
import type { WorkQueueAt } from './types.ts';

/**
 * @param name of the queue
 * @returns every list empty for a queue that does not exist
 */
export function workQueueAt(world: World, name: string, step: Step): WorkQueueAt {
  const names = collectionNames(name);
  const now = step === 0 ? 0 : world.trace.time(step);
  const entriesOf = <V extends Value>(collection: string): (readonly [key: string, value: V])[] => [
    ...(viewAt<V>(world, collection, step)?.entries() ?? []),
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

/** A collection is known by its name only here, so its type is what its owner wrote. */
function viewAt<V extends Value>(world: World, name: string, step: Step): View<V> | undefined {
  const found = world.collections().find((collection) => collection.name === name);
  return found?.at(step) as View<V> | undefined;
}
