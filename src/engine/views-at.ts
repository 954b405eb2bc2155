import type { Collection, Step, View } from '../kernel/kernel.ts';
import type { Cluster } from './create-cluster.ts';

/** A collection that exists by the wiring of create-cluster. */
export function collectionOf<V extends object>(cluster: Cluster, name: string): Collection<V> {
  const collection = cluster.world.collections().find((c) => c.name === name);
  if (collection === undefined) throw new Error(`no collection ${name}`);
  return collection as Collection<V>;
}

/** The same as of a step. */
export const viewOf = <V extends object>(cluster: Cluster, name: string, step: Step): View<V> =>
  collectionOf<V>(cluster, name).at(step);
