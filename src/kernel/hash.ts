/**
 * 64-bit hashes as two 32-bit halves (BigInt would cost more than the rest of the kernel). Not cryptographic: they find
 * accidents, not enemies.
 */

const LANE_A = 0x9e3779b1;
const LANE_B = 0x85ebca6b;

/** An accumulator: `start` or `resume`, then any number of words, then `finish`; the result lies in `hi` and `lo`. */
export class Hash {
  hi = 0;
  lo = 0;

  start(tag: number): this {
    this.hi = Math.imul(tag + 1, 0x27d4eb2f);
    this.lo = Math.imul(tag + 1, 0x165667b1);
    return this;
  }

  /** Starts from what another hash had come to. */
  resume(hi: number, lo: number): this {
    this.hi = hi;
    this.lo = lo;
    return this;
  }

  /** Takes an int32. For a fixed word each half is permuted, so two different words never meet in either half. */
  word(x: number): this {
    return this.pair(x, x);
  }

  /** Takes two int32, one a half. For two words that are the halves of one hash this is as good as taking both twice. */
  pair(x: number, y: number): this {
    const a = Math.imul(this.hi ^ x, LANE_A);
    const b = Math.imul(this.lo + y, LANE_B);
    this.hi = a ^ (a >>> 15);
    this.lo = b ^ (b >>> 13);
    return this;
  }

  text(s: string): this {
    let hi = this.hi;
    let lo = this.lo;
    const n = s.length;
    for (let i = 0; i < n; i++) {
      const x = s.charCodeAt(i);
      const a = Math.imul(hi ^ x, LANE_A);
      const b = Math.imul(lo + x, LANE_B);
      hi = a ^ (a >>> 15);
      lo = b ^ (b >>> 13);
    }
    this.hi = hi;
    this.lo = lo;
    return this.word(n);
  }

  /** Takes any finite number by its value, in two words; safe integers of int32 range are the fast case. */
  double(x: number): this {
    if ((x | 0) === x) return this.word(x).word(0);
    if (Number.isSafeInteger(x)) return this.word(x | 0).word(Math.floor(x / 0x1_0000_0000) ^ 0x40000000);
    doubleBits.setFloat64(0, x);
    return this.word(doubleBits.getInt32(4)).word(doubleBits.getInt32(0) ^ -0x80000000);
  }

  finish(): this {
    const a = finalise(this.hi ^ Math.imul(this.lo, 0x2c1b3c6d));
    this.lo = finalise(this.lo + Math.imul(a, 0x297a2d39));
    this.hi = a;
    return this;
  }

  hex(): string {
    return hex64(this.hi, this.lo);
  }
}

const doubleBits = new DataView(new ArrayBuffer(8));

/** The last stage of MurmurHash3: every input bit reaches every output bit. */
function finalise(x: number): number {
  let h = x;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** 16 hex digits. */
export function hex64(hi: number, lo: number): string {
  return (hi >>> 0).toString(16).padStart(8, '0') + (lo >>> 0).toString(16).padStart(8, '0');
}
