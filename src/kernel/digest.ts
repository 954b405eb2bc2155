/** The state's digest: the sum mod 2^64 of one hash per live entry, kept up per change. */

import { hex64, type Hash } from './hash.ts';

const TAG_ENTRY = 17;
const TAG_NUMBER = 18;
const TAG_TEXT = 48;

/** Leaves the hash of a text in `hash`. */
export function hashText(hash: Hash, text: string): void {
  hash.start(TAG_TEXT).text(text).finish();
}

/** Leaves the content hash of a number in `hash`. */
export function hashNumber(hash: Hash, value: number): void {
  hash.start(TAG_NUMBER).word(value).finish();
}

/** Leaves in `hash` what the hashes of all entries of a collection start from. */
export function startEntries(hash: Hash, collection: string): void {
  hashText(hash, collection);
  const { hi, lo } = hash;
  hash.start(TAG_ENTRY).pair(hi, lo);
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
