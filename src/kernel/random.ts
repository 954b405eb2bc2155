/**
 * Chance as a pure function. A draw is seeded by (seed, label, object, occurrence), so an edit elsewhere in a scenario
 * does not shift it, and it needs no generator state.
 */

import { Hash } from './hash.ts';

const TAG_CHOICE = 32;

/** xoshiro128** 1.1 by Blackman and Vigna (public domain): 32 bits a draw, period 2^128 - 1. */
export class Xoshiro128 {
  private readonly s = new Int32Array(4);

  /** The four words must not all be 0. */
  seed(a: number, b: number, c: number, d: number): this {
    this.s.set([a, b, c, d]);
    return this;
  }

  /** @returns a uint32 */
  next(): number {
    const s = this.s;
    const [s0, s1, s2, s3] = [s[0] as number, s[1] as number, s[2] as number, s[3] as number];
    const result = Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9) >>> 0;
    const c = s2 ^ s0;
    const d = s3 ^ s1;
    s[0] = s0 ^ d;
    s[1] = s1 ^ c;
    s[2] = c ^ (s1 << 9);
    s[3] = rotateLeft(d, 11);
    return result;
  }

  /** @returns an integer in [0, count), each equally likely; count in 1..2^32 */
  below(count: number): number {
    const limit = 0x1_0000_0000 - (0x1_0000_0000 % count);
    let x = this.next();
    while (x >= limit) x = this.next();
    return x % count;
  }
}

function rotateLeft(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}

const hash = new Hash();
const generator = new Xoshiro128();

/** @returns an integer in [0, count) that depends on the other arguments alone */
export function draw(seed: number, label: string, object: string, occurrence: number, count: number): number {
  hash.start(TAG_CHOICE).double(seed).text(label).text(object).word(occurrence).finish();
  const { hi, lo } = hash;
  hash
    .start(TAG_CHOICE + 1)
    .word(hi)
    .word(lo)
    .finish();
  // `| 1` keeps the state from being all zero.
  return generator.seed(hi, lo, hash.hi, hash.lo | 1).below(count);
}
