/** The queue of an informer as of a step, read off the history. */
import type { Step, View, World } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import { inSlotOrder } from '../workqueue/workqueue.ts';
import { isObjectDelta, unwrap, type Delta, type FifoEntry } from './delta.ts';
import type { DeltaType, QueuedDeltas } from './types.ts';

/** Name of the collection that holds an informer's queue. */
export const fifoName = (informerId: string): string => `fifo ${informerId}`;

/** @returns the queue, head first; empty for an informer that does not exist */
export function queuedDeltasAt(world: World, informerId: string, step: Step): readonly QueuedDeltas[] {
  const name = fifoName(informerId);
  const found = world.collections().find((collection) => collection.name === name);
  if (found === undefined) return [];
  // A collection is known by its name only here; its type is what the informer wrote.
  const view = found.at(step) as View<FifoEntry<KubeObject>>;
  return inSlotOrder(view.entries()).map(({ key, deltas }) => ({ key, deltas: deltas.flatMap(shown) }));
}

function shown(delta: Delta<KubeObject>): readonly { readonly type: DeltaType; readonly object: KubeObject }[] {
  if (delta.type === 'ReplacedAll') return delta.objects.map((object) => ({ type: delta.type, object }));
  const object = isObjectDelta(delta) ? unwrap(delta.object) : undefined;
  return object === undefined ? [] : [{ type: delta.type, object }];
}
