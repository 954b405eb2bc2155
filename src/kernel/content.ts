/**
 * Hash of a value's content: plain data, typed (1, "1", [1] and {"0": 1} differ), independent of the order of keys.
 * Refuses what is not plain data (W-4), and -0 and NaN, which compare unlike they print.
 */

import { finalise, Hash } from './hash.ts';
import { IntColumn } from './columns.ts';

const TAG = { null: 1, false: 2, true: 3, number: 4, string: 5, array: 6, object: 7, field: 8 } as const;
/** Parts with fewer leaves than this are hashed again rather than remembered. */
const MEMO_LEAVES = 6;
const MAX_DEPTH = 200;

export class ContentHasher {
  /** The last result. */
  hi = 0;
  lo = 0;

  private leaves = 0;
  private depth = 0;
  private readonly hash = new Hash();
  private readonly fieldIds = new Map<string, number>();
  private readonly fieldHi: number[] = [];
  private readonly fieldLo: number[] = [];
  private readonly memo = new WeakMap<object, number>();
  private readonly memoHi = new IntColumn(16);
  private readonly memoLo = new IntColumn(16);

  /** @param remember whether parts shared between values are hashed once only */
  constructor(private readonly remember: boolean) {}

  /** Leaves the hash of `value` in `hi` and `lo`. Throws if it is not plain data. */
  run(value: unknown): void {
    this.leaves = 0;
    this.depth = 0;
    this.value(value, true);
  }

  private value(value: unknown, top: boolean): void {
    switch (typeof value) {
      case 'string':
        return this.leaf(this.hash.start(TAG.string).text(value));
      case 'number':
        if (!Number.isFinite(value) || Object.is(value, -0)) throw refusal(value);
        return this.leaf(this.hash.start(TAG.number).double(value));
      case 'boolean':
        return this.leaf(this.hash.start(value ? TAG.true : TAG.false));
      case 'object':
        if (value === null) return this.leaf(this.hash.start(TAG.null));
        return this.composite(value, top);
      default:
        throw refusal(value);
    }
  }

  private leaf(hash: Hash): void {
    hash.finish();
    this.hi = hash.hi;
    this.lo = hash.lo;
    this.leaves++;
  }

  private composite(value: object, top: boolean): void {
    const known = top || !this.remember ? undefined : this.memo.get(value);
    if (known !== undefined) {
      this.hi = this.memoHi.get(known);
      this.lo = this.memoLo.get(known);
      this.leaves += MEMO_LEAVES;
      return;
    }
    const before = this.leaves;
    if (++this.depth > MAX_DEPTH) throw new Error('not plain data (W-4): nested too deep, or a cycle');
    if (Array.isArray(value)) this.array(value);
    else this.object(value);
    this.depth--;
    this.leaves++;
    if (this.remember && !top && this.leaves - before >= MEMO_LEAVES) this.keep(value);
  }

  private keep(value: object): void {
    this.memo.set(value, this.memoHi.length);
    this.memoHi.push(this.hi);
    this.memoLo.push(this.lo);
  }

  private array(values: readonly unknown[]): void {
    let hi: number = TAG.array;
    let lo: number = values.length;
    for (let i = 0; i < values.length; i++) {
      this.value(values[i], false);
      hi = (finalise(hi ^ this.hi) + lo) | 0;
      lo = Math.imul(lo ^ this.lo, 0x9e3779b1) ^ (hi >>> 7);
    }
    this.leafOf(TAG.array, values.length, hi, lo);
  }

  private object(value: object): void {
    const proto: unknown = Object.getPrototypeOf(value);
    if (proto !== Object.prototype && proto !== null) throw refusal(value);
    const fields = value as Record<string, unknown>;
    let hi = 0;
    let lo = 0;
    let count = 0;
    for (const name in fields) {
      this.value(fields[name], false);
      const id = this.fieldId(name);
      const a = finalise(this.hi ^ (this.fieldHi[id] as number));
      const b = finalise((this.lo + (this.fieldLo[id] as number)) ^ a);
      hi = (hi + a) | 0;
      lo = (lo + b) | 0;
      count++;
    }
    this.leafOf(TAG.object, count, hi, lo);
  }

  private leafOf(tag: number, count: number, hi: number, lo: number): void {
    const hash = this.hash.start(tag).word(count).word(hi).word(lo).finish();
    this.hi = hash.hi;
    this.lo = hash.lo;
  }

  private fieldId(name: string): number {
    const known = this.fieldIds.get(name);
    if (known !== undefined) return known;
    const id = this.fieldHi.length;
    const hash = this.hash.start(TAG.field).text(name).finish();
    this.fieldIds.set(name, id);
    this.fieldHi.push(hash.hi);
    this.fieldLo.push(hash.lo);
    return id;
  }
}

function refusal(value: unknown): Error {
  const what = typeof value === 'object' && value !== null ? `a ${value.constructor?.name ?? 'class'}` : String(value);
  return new Error(`not plain data (W-4): ${Object.is(value, -0) ? '-0' : what}`);
}
