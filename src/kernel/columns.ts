/**
 * Append-only columns of numbers in chunks, so that growth never copies what is there and a fork can share full chunks.
 * The first chunk starts small and doubles, which keeps tiny worlds tiny.
 *
 * Two classes and not one generic: an access site that sees one kind of typed array is what keeps reads at a few
 * nanoseconds.
 */

const FIRST_CHUNK = 256;

/** A column as it was: chunks shared with it, none of which is written below `length` again. */
export interface Saved<A> {
  readonly chunks: readonly A[];
  readonly length: number;
}

export class IntColumn {
  private chunks: Int32Array[] = [];
  private readonly mask: number;
  length = 0;

  /** @param bits a full chunk holds 2^bits entries */
  constructor(private readonly bits: number) {
    this.mask = 2 ** bits - 1;
  }

  get(index: number): number {
    return (this.chunks[index >> this.bits] as Int32Array)[index & this.mask] as number;
  }

  set(index: number, value: number): void {
    (this.chunks[index >> this.bits] as Int32Array)[index & this.mask] = value;
  }

  push(value: number): void {
    const at = this.length & this.mask;
    let chunk = this.chunks[this.length >> this.bits];
    if (chunk === undefined || at >= chunk.length) chunk = this.grow();
    chunk[at] = value;
    this.length++;
  }

  private grow(): Int32Array {
    const n = this.length >> this.bits;
    const old = this.chunks[n];
    const fresh = new Int32Array(chunkSize(n, old?.length, this.mask + 1));
    if (old !== undefined) fresh.set(old);
    this.chunks[n] = fresh;
    return fresh;
  }

  save(): Saved<Int32Array> {
    return { chunks: this.chunks, length: this.length };
  }

  /** Reads a saved form of this column without restoring it. */
  peek(saved: Saved<Int32Array>, index: number): number {
    return (saved.chunks[index >> this.bits] as Int32Array)[index & this.mask] as number;
  }

  /** Takes the chunks of `saved` over: it must not be restored twice. */
  restore(saved: Saved<Int32Array>): void {
    this.chunks = saved.chunks.slice();
    this.length = saved.length;
  }

  /** Forgets all from `length` on. The last chunk is copied: a saved branch may still need its old entries. */
  truncate(length: number): void {
    this.chunks = this.chunks.slice(0, (length + this.mask) >> this.bits);
    const last = this.chunks.length - 1;
    const chunk = this.chunks[last];
    const used = length & this.mask;
    if (chunk !== undefined && used !== 0) {
      this.chunks[last] = new Int32Array(roomFor(used, chunk.length));
      this.chunks[last].set(chunk.subarray(0, used));
    }
    this.length = length;
  }
}

export class FloatColumn {
  private chunks: Float64Array[] = [];
  private readonly mask: number;
  length = 0;

  /** @param bits a full chunk holds 2^bits entries */
  constructor(private readonly bits: number) {
    this.mask = 2 ** bits - 1;
  }

  get(index: number): number {
    return (this.chunks[index >> this.bits] as Float64Array)[index & this.mask] as number;
  }

  push(value: number): void {
    const at = this.length & this.mask;
    let chunk = this.chunks[this.length >> this.bits];
    if (chunk === undefined || at >= chunk.length) chunk = this.grow();
    chunk[at] = value;
    this.length++;
  }

  private grow(): Float64Array {
    const n = this.length >> this.bits;
    const old = this.chunks[n];
    const fresh = new Float64Array(chunkSize(n, old?.length, this.mask + 1));
    if (old !== undefined) fresh.set(old);
    this.chunks[n] = fresh;
    return fresh;
  }

  save(): Saved<Float64Array> {
    return { chunks: this.chunks, length: this.length };
  }

  restore(saved: Saved<Float64Array>): void {
    this.chunks = saved.chunks.slice();
    this.length = saved.length;
  }

  truncate(length: number): void {
    this.chunks = this.chunks.slice(0, (length + this.mask) >> this.bits);
    const last = this.chunks.length - 1;
    const chunk = this.chunks[last];
    const used = length & this.mask;
    if (chunk !== undefined && used !== 0) {
      this.chunks[last] = new Float64Array(roomFor(used, chunk.length));
      this.chunks[last].set(chunk.subarray(0, used));
    }
    this.length = length;
  }
}

function chunkSize(index: number, oldSize: number | undefined, full: number): number {
  if (oldSize !== undefined) return Math.min(full, oldSize * 2);
  return index === 0 ? Math.min(full, FIRST_CHUNK) : full;
}

/** A size for a copied chunk: no more than the old one, with room to grow. */
function roomFor(used: number, most: number): number {
  let size = FIRST_CHUNK;
  while (size < used) size *= 2;
  return Math.min(size, most);
}

/** First index of an ascending column whose entry is greater than `value`; its length if none is. */
export function upperBound(column: IntColumn, value: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column.get(middle) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
