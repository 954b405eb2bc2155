/**
 * Hash of a value's content: plain data, typed (1, "1", [1] and {"0": 1} differ), independent of the order of keys.
 * Refuses what is not plain data (W-4), and -0 and NaN, which compare unlike they print.
 */

import { Hash } from './hash.ts';
import { IntTable } from './columns.ts';
import { RecentObjects } from './recent.ts';

const TAG = { null: 1, false: 2, true: 3, number: 4, string: 5, array: 6, object: 7, field: 8, root: 9 } as const;
/** Parts with fewer leaves than this are hashed again rather than remembered. */
const MEMO_LEAVES = 6;
/** Parts that are surely recent. */
const RECENT_PARTS = 4096;
const MAX_DEPTH = 200;

export class ContentHasher {
  /** The last result. */
  hi = 0;
  lo = 0;

  private leaves = 0;
  private depth = 0;
  private readonly hash = new Hash();
  private readonly fields = new FieldNames();
  private readonly recent = new RecentObjects(RECENT_PARTS);
  /** Hashes of recent parts, a ring: when a place comes round again, the part that had it is no longer recent. */
  private readonly ring = new IntTable(16, 2);
  private kept = 0;
  private readonly root = new Hash().start(TAG.root);

  /** @param remember whether parts shared between values are hashed once only */
  constructor(private readonly remember: boolean) {}

  /** Leaves the hash of `value` in `hi` and `lo`. Throws if it is not plain data. */
  run(value: unknown): void {
    this.leaves = 0;
    this.depth = 0;
    this.value(value, this.root.hi, this.root.lo);
  }

  /** Hashes `value` on top of a place (root, index or field), given by its hash. */
  private value(value: unknown, placeHi: number, placeLo: number): void {
    const { hash } = this;
    if (typeof value === 'object' && value !== null) {
      this.part(value);
      hash.resume(placeHi, placeLo).word(TAG.object).pair(this.hi, this.lo);
    } else {
      this.leaf(value, hash.resume(placeHi, placeLo));
    }
    hash.finish();
    this.hi = hash.hi;
    this.lo = hash.lo;
    this.leaves++;
  }

  private leaf(value: unknown, hash: Hash): void {
    if (typeof value === 'string') {
      hash.word(TAG.string).text(value);
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value) || Object.is(value, -0)) throw refusal(value);
      hash.word(TAG.number).double(value);
    } else if (typeof value === 'boolean') {
      hash.word(value ? TAG.true : TAG.false);
    } else if (value === null) {
      hash.word(TAG.null);
    } else {
      throw refusal(value);
    }
  }

  /** Hashes an array or object by itself. */
  private part(value: object): void {
    const known = this.remember && this.depth > 0 ? this.recent.get(value) : undefined;
    if (known !== undefined) {
      this.hi = this.ring.get(known, 0);
      this.lo = this.ring.get(known, 1);
      this.leaves += MEMO_LEAVES;
      return;
    }
    const before = this.leaves;
    if (++this.depth > MAX_DEPTH) throw new Error('not plain data (W-4): nested too deep, or a cycle');
    if (Array.isArray(value)) this.array(value);
    else this.object(value);
    this.depth--;
    if (this.remember && this.depth > 0 && this.leaves - before >= MEMO_LEAVES) this.keep(value);
  }

  private keep(value: object): void {
    const place = this.kept++ % (2 * RECENT_PARTS);
    if (place === this.ring.length) this.ring.add();
    this.ring.set(place, 0, this.hi);
    this.ring.set(place, 1, this.lo);
    this.recent.set(value, place);
  }

  /** A chain: the place of an element is the hash of all before it. */
  private array(values: readonly unknown[]): void {
    const start = this.hash.start(TAG.array).word(values.length).finish();
    this.hi = start.hi;
    this.lo = start.lo;
    for (const value of values) this.value(value, this.hi, this.lo);
  }

  /** Hashes a field's value on top of its name. */
  private field(id: number, value: unknown): void {
    const { fields } = this;
    const last = fields.last[id] as LastValue;
    if (last.value === value && !Object.is(value, -0)) {
      this.hi = last.hi;
      this.lo = last.lo;
      this.leaves++;
      return;
    }
    this.value(value, fields.hi[id] as number, fields.lo[id] as number);
    if (!this.remember || typeof value === 'object') return;
    last.value = value;
    last.hi = this.hi;
    last.lo = this.lo;
  }

  /** A sum over the fields, each hashed on top of its name. */
  private object(value: object): void {
    const proto: unknown = Object.getPrototypeOf(value);
    if (proto !== Object.prototype && proto !== null) throw refusal(value);
    const { fields } = this;
    const record = value as Record<string, unknown>;
    let hi = 0;
    let lo = 0;
    let count = 0;
    let id = 0;
    for (const name in record) {
      id = fields.id(name, id);
      this.field(id, record[name]);
      hi = (hi + this.hi) | 0;
      lo = (lo + this.lo) | 0;
      count++;
    }
    const hash = this.hash.start(TAG.object).word(count).pair(hi, lo).finish();
    this.hi = hash.hi;
    this.lo = hash.lo;
  }
}

/** The value a field had last, and its hash there: many fields hardly ever vary. */
interface LastValue {
  value: unknown;
  hi: number;
  lo: number;
}

/** Names of fields with their hashes. Id 0 is the beginning of an object. */
class FieldNames {
  readonly hi: number[] = [];
  readonly lo: number[] = [];
  readonly last: LastValue[] = [];
  private readonly ids = new Map<string, number>();
  private readonly names: string[] = [];
  /** The field that followed a field last time: objects of one type list their fields in one order. */
  private readonly next: number[] = [];
  private readonly hash = new Hash();

  constructor() {
    this.add('');
  }

  /** @param after the id of the field before it, 0 if it is the first */
  id(name: string, after: number): number {
    const guess = this.next[after] as number;
    if (this.names[guess] === name && guess > 0) return guess;
    const id = this.ids.get(name) ?? this.add(name);
    this.next[after] = id;
    return id;
  }

  private add(name: string): number {
    const id = this.names.length;
    if (id > 0) this.ids.set(name, id);
    this.hash.start(TAG.field).text(name).finish();
    this.names.push(name);
    // No value that a field can have, so that the first comparison fails.
    this.last.push({ value: this, hi: 0, lo: 0 });
    this.next.push(0);
    this.hi.push(this.hash.hi);
    this.lo.push(this.hash.lo);
    return id;
  }
}

function refusal(value: unknown): Error {
  const what = Object.is(value, -0) ? '-0' : Object.prototype.toString.call(value);
  return new Error(`not plain data (W-4): ${Number.isNaN(value) ? 'NaN' : what}`);
}
