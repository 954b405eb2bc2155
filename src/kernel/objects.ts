/**
 * The table of all object versions of a world. An object gets a number the first time a collection holds it and keeps it
 * in every collection, on every branch, for good.
 */

import { IntColumn } from './columns.ts';
import { ContentHasher } from './content.ts';

/** How a value lies in the log: 0 absent, n > 0 object version n, n < 0 the number ~n. */
export const ABSENT = 0;

export class ObjectTable {
  private readonly versions = new WeakMap<object, number>();
  private readonly objects: (object | undefined)[] = [undefined];
  private readonly hasher = new ContentHasher(true);
  private readonly hi: IntColumn;
  private readonly lo: IntColumn;

  /** @param freeze whether values are frozen through and through (for tests) */
  constructor(
    chunkBits: number,
    private readonly freeze: boolean,
  ) {
    this.hi = new IntColumn(chunkBits);
    this.lo = new IntColumn(chunkBits);
    this.hi.push(0);
    this.lo.push(0);
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
    return this.hi.get(version);
  }

  contentLo(version: number): number {
    return this.lo.get(version);
  }

  private version(value: object): number {
    const known = this.versions.get(value);
    if (known !== undefined) return known;
    this.hasher.run(value);
    if (this.freeze) deepFreeze(value);
    const version = this.objects.length;
    this.versions.set(value, version);
    this.objects.push(value);
    this.hi.push(this.hasher.hi);
    this.lo.push(this.hasher.lo);
    return version;
  }
}

export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
}
