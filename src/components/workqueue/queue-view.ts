/** A work queue as of a step, read off the history. */
import { compareBytes, type Step, type Value, type View, type World } from '../../kernel/kernel.ts';
import { inSlotOrder } from './indexed-queue.ts';
import { collectionNames } from './names.ts';
import type { DelayedKey } from './queue.ts';
import type { QueuedKey } from './sets.ts';
import type { WorkQueueEntry } from './types.ts';

/**
 * @param name of the queue
 * @returns keys in process (sorted by bytes), then the queue from its head, then timers by due time; empty for a queue
 *   that does not exist
 */
export function workQueueAt(world: World, name: string, step: Step): readonly WorkQueueEntry[] {
  const names = collectionNames(name);
  const now = step === 0 ? 0 : world.trace.time(step);
  const processing = [...(viewAt<number>(world, names.processing, step)?.keys() ?? [])].sort(compareBytes);
  const queued = inSlotOrder(viewAt<QueuedKey>(world, names.queue, step)?.entries() ?? []);
  const delayed = [...(viewAt<DelayedKey>(world, names.delayed, step)?.entries() ?? [])]
    .filter(([, { due }]) => due >= now)
    .sort(([keyA, a], [keyB, b]) => a.due - b.due || compareBytes(keyA, keyB));
  return [
    ...processing.map((key) => ({ key, state: 'processing' as const })),
    ...queued.map(({ key }) => ({ key, state: 'queued' as const })),
    ...delayed.map(([key]) => ({ key, state: 'delayed' as const })),
  ];
}

/** A collection is known by its name only here, so its type is what its owner wrote. */
function viewAt<V extends Value>(world: World, name: string, step: Step): View<V> | undefined {
  const found = world.collections().find((collection) => collection.name === name);
  return found?.at(step) as View<V> | undefined;
}
