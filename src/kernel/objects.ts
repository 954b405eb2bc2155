/**
 * The table of all object versions of a world. An object gets a number when a collection first holds it, the same in all
 * collections and on all branches.
 *
 * Only recent objects are found again by reference. One that comes back later gets a second number, which nobody can
 * tell: values are compared by reference, and both numbers have one content.
 */

import { IntTable } from './columns.ts';
import { ContentHasher } from './content.ts';
import { RecentObjects } from './recent.ts';

/** Objects that are surely recent. */
const RECENT = 16_384;

/** How a value lies in the log: 0 absent, n > 0 object version n, n < 0 the number ~n. */
export const ABSENT = 0;

export class ObjectTable {
  private readonly recent = new RecentObjects(RECENT);
  private readonly objects: (object | undefined)[] = [undefined];
  private readonly hasher = new ContentHasher(true);
  private readonly hashes: IntTable;

  /** @param freeze whether values are frozen through and through (for tests) */
  constructor(
    chunkBits: number,
    private readonly freeze: boolean,
  ) {
    this.hashes = new IntTable(chunkBits, 2);
    this.hashes.add();
  }

  encode(value: object | number): number {
    if (typeof value !== 'number') return this.version(value);
    if ((value | 0) !== value || value < 0 || Object.is(value, -0)) {
      throw new RangeError(`a number in a collection is an int32 >= 0, not ${Object.is(value, -0) ? '-0' : value}`);
    }
    return ~value;
  }

  decode(code: number): object | number | undefined {
    return code < 0 ? ~code : this.objects[code];
  }

  contentHi(version: number): number {
    return this.hashes.get(version, 0);
  }

  contentLo(version: number): number {
    return this.hashes.get(version, 1);
  }

  private version(value: object): number {
    const known = this.recent.get(value);
    if (known !== undefined) return known;
    this.hasher.run(value);
    if (this.freeze) deepFreeze(value);
    const version = this.objects.length;
    this.recent.set(value, version);
    this.objects.push(value);
    const at = this.hashes.add();
    this.hashes.tail[at] = this.hasher.hi;
    this.hashes.tail[at + 1] = this.hasher.lo;
    return version;
  }
}

export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
}
