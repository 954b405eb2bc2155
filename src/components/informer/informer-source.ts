/** Where a picture of an informer is read from: its collections by name, as of a step. */
import type { Collection, Step, Value, View, World } from '../../kernel/kernel.ts';
import type { About } from './about-rows.ts';

/** @returns undefined where a world has no collection of that name */
type CollectionOf = <V extends Value>(name: string) => Collection<V> | undefined;

export interface Source {
  readonly world: World;
  readonly id: string;
  readonly step: Step;
  readonly now: number;
  readonly about: About;
  readonly of: CollectionOf;
}

/** The names of a world's collections never change once it has begun. */
const known = new WeakMap<World, ReadonlyMap<string, Collection<Value>>>();

export function collectionOf(world: World): CollectionOf {
  const named = known.get(world) ?? new Map(world.collections().map((each) => [each.name, each]));
  known.set(world, named);
  // A collection is known by its name only here; its type is what the informer wrote.
  return <V extends Value>(name: string) => named.get(name) as Collection<V> | undefined;
}

const NOTHING: View<never> = {
  size: 0,
  get: () => undefined,
  has: () => false,
  keys: () => [],
  entries: () => [],
};

export const viewAt = <V extends Value>({ of, step }: Source, name: string): View<V> =>
  of<V>(name)?.at(step) ?? NOTHING;
