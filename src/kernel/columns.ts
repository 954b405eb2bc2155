/**
 * Append-only tables of numbers in chunks, so that growth never copies what is there and a fork can share full chunks.
 * A table has records of a fixed width; the fields of a record lie side by side, for they are read together.
 * The first chunk starts small and doubles, which keeps tiny worlds tiny.
 *
 * Two classes and not one generic: an access site that sees one kind of typed array is what keeps reads at a few
 * nanoseconds.
 */

/** Records of the first chunk. */
const FIRST_CHUNK = 64;

/** A table as it was. Its chunks are shared; none is written below `length` again. */
export interface Saved<A> {
  readonly chunks: readonly A[];
  readonly length: number;
}

/** int32 fields. */
export class IntTable {
  length = 0;
  /** The chunk of the record that was added last. */
  tail: Int32Array = new Int32Array(0);
  private chunks: Int32Array[] = [];
  private readonly mask: number;

  /**
   * @param bits a full chunk holds 2^bits records
   * @param width fields of a record
   */
  constructor(
    private readonly bits: number,
    private readonly width: number,
  ) {
    this.mask = 2 ** bits - 1;
  }

  get(index: number, field: number): number {
    return (this.chunks[index >> this.bits] as Int32Array)[(index & this.mask) * this.width + field] as number;
  }

  set(index: number, field: number, value: number): void {
    (this.chunks[index >> this.bits] as Int32Array)[(index & this.mask) * this.width + field] = value;
  }

  /** Adds a record. @returns where its first field lies in `tail`, for the caller to write */
  add(): number {
    const at = (this.length & this.mask) * this.width;
    if (at === 0 || at >= this.tail.length) this.grow();
    this.length++;
    return at;
  }

  /** For tables of width 1. */
  push(value: number): void {
    const at = this.add();
    this.tail[at] = value;
  }

  private grow(): void {
    const n = this.length >> this.bits;
    const old = this.chunks[n];
    const fresh = new Int32Array(chunkRecords(n, this.length & this.mask, this.mask + 1) * this.width);
    if (old !== undefined) fresh.set(old);
    this.chunks[n] = fresh;
    this.tail = fresh;
  }

  save(): Saved<Int32Array> {
    return { chunks: this.chunks, length: this.length };
  }

  /** Takes the chunks of `saved` over: it must not be restored twice. */
  restore(saved: Saved<Int32Array>): void {
    this.chunks = saved.chunks.slice();
    this.length = saved.length;
    this.tail = this.chunks.at(-1) ?? new Int32Array(0);
  }

  /** Forgets all from `length` on. The last chunk is copied, for a saved branch may still need the rest of it. */
  truncate(length: number): void {
    this.chunks = this.chunks.slice(0, (length + this.mask) >> this.bits);
    this.length = length;
    const used = length & this.mask;
    const last = this.chunks.at(-1);
    this.tail = last ?? new Int32Array(0);
    if (last === undefined || used === 0) return;
    this.tail = new Int32Array(roomFor(used, this.mask + 1) * this.width);
    this.tail.set(last.subarray(0, used * this.width));
    this.chunks[this.chunks.length - 1] = this.tail;
  }

  /** Reads a saved form of this table without restoring it. */
  peek(saved: Saved<Int32Array>, index: number, field: number): number {
    return (saved.chunks[index >> this.bits] as Int32Array)[(index & this.mask) * this.width + field] as number;
  }
}

/** float64 fields. */
export class FloatTable {
  length = 0;
  /** The chunk of the record that was added last. */
  tail: Float64Array = new Float64Array(0);
  private chunks: Float64Array[] = [];
  private readonly mask: number;

  /** As of IntTable. */
  constructor(
    private readonly bits: number,
    private readonly width: number,
  ) {
    this.mask = 2 ** bits - 1;
  }

  get(index: number, field: number): number {
    return (this.chunks[index >> this.bits] as Float64Array)[(index & this.mask) * this.width + field] as number;
  }

  /** As of IntTable. */
  add(): number {
    const at = (this.length & this.mask) * this.width;
    if (at === 0 || at >= this.tail.length) this.grow();
    this.length++;
    return at;
  }

  private grow(): void {
    const n = this.length >> this.bits;
    const old = this.chunks[n];
    const fresh = new Float64Array(chunkRecords(n, this.length & this.mask, this.mask + 1) * this.width);
    if (old !== undefined) fresh.set(old);
    this.chunks[n] = fresh;
    this.tail = fresh;
  }

  save(): Saved<Float64Array> {
    return { chunks: this.chunks, length: this.length };
  }

  /** As of IntTable. */
  restore(saved: Saved<Float64Array>): void {
    this.chunks = saved.chunks.slice();
    this.length = saved.length;
    this.tail = this.chunks.at(-1) ?? new Float64Array(0);
  }

  /** As of IntTable. */
  truncate(length: number): void {
    this.chunks = this.chunks.slice(0, (length + this.mask) >> this.bits);
    this.length = length;
    const used = length & this.mask;
    const last = this.chunks.at(-1);
    this.tail = last ?? new Float64Array(0);
    if (last === undefined || used === 0) return;
    this.tail = new Float64Array(roomFor(used, this.mask + 1) * this.width);
    this.tail.set(last.subarray(0, used * this.width));
    this.chunks[this.chunks.length - 1] = this.tail;
  }
}

/** Records of the chunk that is to hold record `used` of chunk `index`. */
function chunkRecords(index: number, used: number, full: number): number {
  if (used > 0) return Math.min(full, used * 2);
  return index === 0 ? Math.min(full, FIRST_CHUNK) : full;
}

/** Records of a copied chunk: a power of two, as chunks grow. */
function roomFor(used: number, full: number): number {
  let size = FIRST_CHUNK;
  while (size < used) size *= 2;
  return Math.min(size, full);
}

/** First index of an ascending table of which `field` is greater than `value`; its length if none is. */
export function upperBound(table: IntTable, field: number, value: number): number {
  let low = 0;
  let high = table.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (table.get(middle, field) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
