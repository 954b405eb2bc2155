import type { Step, View } from '../kernel/kernel.ts';
import type { Cluster } from './create-cluster.ts';

/** A collection that exists by the wiring of create-cluster, as of a step. */
export function viewOf<V extends object>(cluster: Cluster, name: string, step: Step): View<V> {
  const collection = cluster.world.collections().find((c) => c.name === name);
  if (collection === undefined) throw new Error(`no collection ${name}`);
  return collection.at(step) as View<V>;
}
