/** The state's digest from plain entries, by the definition: the sum of one hash per entry. Remembers nothing. */

import { ContentHasher } from './content.ts';
import { hashNumber, hashText, startEntries, Sum } from './digest.ts';
import { Hash } from './hash.ts';
import type { Value } from './kernel.ts';

export type PlainState = Iterable<
  readonly [collection: string, entries: Iterable<readonly [key: string, value: Value]>]
>;

/** @returns 16 hex digits: what `World.stateDigest` must be for this state */
export function digestOf(state: PlainState): string {
  const sum = new Sum();
  const base = new Hash();
  const name = new Hash();
  const number = new Hash();
  const entry = new Hash();
  const content = new ContentHasher(false);
  for (const [collection, entries] of state) {
    startEntries(base, collection);
    for (const [key, value] of entries) {
      if (typeof value === 'number') hashNumber(number, value);
      else content.run(value);
      const { hi, lo } = typeof value === 'number' ? number : content;
      hashText(name, key);
      sum.add(entry.resume(base.hi, base.lo).pair(name.hi, name.lo).pair(hi, lo).finish());
    }
  }
  return sum.hex();
}
