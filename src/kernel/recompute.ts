/** The state's digest from plain entries, by the definition: the sum of one hash per entry. Remembers nothing. */

import { ContentHasher } from './content.ts';
import { hashEntry, hashKey, hashNumber, Sum } from './digest.ts';
import { Hash } from './hash.ts';
import type { Value } from './kernel.ts';

export type PlainState = Iterable<
  readonly [collection: string, entries: Iterable<readonly [key: string, value: Value]>]
>;

/** @returns 16 hex digits: what `World.stateDigest` must be for this state */
export function digestOf(state: PlainState): string {
  const sum = new Sum();
  const hash = new Hash();
  const content = new ContentHasher(false);
  for (const [collection, entries] of state) {
    for (const [key, value] of entries) {
      const of = typeof value === 'number' ? hash : content;
      if (typeof value === 'number') hashNumber(hash, value);
      else content.run(value);
      const { hi, lo } = of;
      hashKey(hash, collection, key);
      hashEntry(hash, hash.hi, hash.lo, hi, lo);
      sum.add(hash);
    }
  }
  return sum.hex();
}
