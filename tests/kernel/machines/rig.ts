/** What the toy machines share. A machine keeps structures of its own beside the collections, as a component does. */

import { createWorld, type World, type Value, type Pin } from '../../../src/kernel/kernel.ts';
import type { PlainState } from '../../../src/kernel/recompute.ts';
import type { Sizes } from '../../../src/kernel/sizes.ts';

export interface Machine {
  readonly name: string;
  readonly world: World;
  /** The state by the machine's own structures alone: no collection is read. */
  state(): PlainState;
}

export interface Setting {
  readonly seed: number;
  readonly pins?: readonly Pin[];
  readonly checks?: boolean;
  readonly checkpointEvery?: number;
  readonly sizes?: Partial<Sizes>;
}

export type Build = (setting: Setting) => Machine;

export const KINDS = ['made', 'moved', 'taken', 'failed', 'ticked'] as const;
export const MADE = 0;
export const MOVED = 1;
export const TAKEN = 2;
export const FAILED = 3;
export const TICKED = 4;

export function worldOf(setting: Setting): World {
  const { seed, pins, checks, checkpointEvery, sizes } = setting;
  return createWorld(
    {
      seed,
      ticksPerSecond: 1000,
      kinds: KINDS,
      lanes: ['first', 'second', 'third'],
      ...(pins === undefined ? {} : { pins }),
      ...(checks === undefined ? {} : { checks }),
      ...(checkpointEvery === undefined ? {} : { checkpointEvery }),
    },
    sizes,
  );
}

/** A Map beside a collection, kept by the machine and rebuilt from the collection after a fork (W-3). */
export function mirror<V extends Value>(world: World, name: string): Map<string, V> {
  const map = new Map<string, V>();
  world.onRestore(name, () => {
    const source = world.collections().find((collection) => collection.name === name);
    map.clear();
    for (const [key, value] of source?.entries() ?? []) map.set(key, value as V);
  });
  return map;
}

/** `choose` with a count of its own of what was asked. */
export function chance(world: World): {
  readonly asked: Map<string, number>;
  choose(label: string, object: string, n: number): number;
} {
  const asked = mirror<number>(world, 'choices');
  return {
    asked,
    choose(label, object, n) {
      const key = `${label}|${object}`;
      if (n > 1) asked.set(key, (asked.get(key) ?? 0) + 1);
      return world.choose(label, object, n);
    },
  };
}
