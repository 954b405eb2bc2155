/** The state's digest: the sum mod 2^64 of one hash per live entry, kept up per change. */

import { hex64, type Hash } from './hash.ts';

const TAG_KEY = 16;
const TAG_ENTRY = 17;
const TAG_NUMBER = 18;

/** Leaves the hash of a collection's key in `hash`: by texts, for slot numbers depend on the branch. */
export function hashKey(hash: Hash, collection: string, key: string): void {
  hash.start(TAG_KEY).text(collection).text(key).finish();
}

/** Leaves the content hash of a number in `hash`. */
export function hashNumber(hash: Hash, value: number): void {
  hash.start(TAG_NUMBER).word(value).finish();
}

/** Leaves the hash of an entry in `hash`. */
export function hashEntry(hash: Hash, keyHi: number, keyLo: number, valueHi: number, valueLo: number): void {
  hash.start(TAG_ENTRY).word(keyHi).word(keyLo).word(valueHi).word(valueLo).finish();
}

/** A sum mod 2^64. */
export class Sum {
  hi = 0;
  lo = 0;

  add(hash: Hash): void {
    const lo = (this.lo >>> 0) + (hash.lo >>> 0);
    this.hi = (this.hi + hash.hi + (lo > 0xffffffff ? 1 : 0)) | 0;
    this.lo = lo | 0;
  }

  subtract(hash: Hash): void {
    const lo = (this.lo >>> 0) - (hash.lo >>> 0);
    this.hi = (this.hi - hash.hi - (lo < 0 ? 1 : 0)) | 0;
    this.lo = lo | 0;
  }

  hex(): string {
    return hex64(this.hi, this.lo);
  }
}
