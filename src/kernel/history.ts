/**
 * Layout G: one append-only log of changes for all collections.
 *
 * - A row is (slot, value, previous row of the slot); rows of step k are `ends[k - 1] .. ends[k]`.
 * - Heads (newest row of each slot) lie in pages that are copied on the first write after a keyframe.
 * - A keyframe is a copy of the page table. The value of a slot as of k: its head in the first keyframe at or after k
 *   (or now), then along `prev` until the row is older than the end of k.
 *
 * Slots are taken in pages and never freed, so they need neither version nor checkpoint.
 */

import { IntTable, upperBound, type Saved } from './columns.ts';
import { ABSENT } from './objects.ts';
import type { Sizes } from './sizes.ts';

/** Copied bytes per row that a keyframe may cost; keeps memory linear when writes have no locality. */
const KEYFRAME_BYTES_A_ROW = 4;

/** Fields of a row. */
const SLOT = 0;
const VALUE = 1;
const PREVIOUS = 2;

type Pages = readonly Int32Array[];

interface Keyframe {
  readonly step: number;
  readonly pages: Pages;
}

export interface SavedHistory {
  readonly rows: Saved<Int32Array>;
  readonly ends: Saved<Int32Array>;
  readonly pages: Pages;
  readonly keyframes: readonly Keyframe[];
}

export class History {
  /** Code of each slot now. */
  current = new Int32Array(1024);
  /** Counts forks and undos: what was resolved under another number must be resolved again. */
  generation = 0;

  private readonly rows: IntTable;
  /** One past the last row of each step. */
  private readonly ends: IntTable;
  private pages: Int32Array[] = [];
  private keyframes: Keyframe[] = [];
  /** A page whose number here is not `epoch` is shared and must be copied before it is written. */
  private pageEpochs: number[] = [];
  private epoch = 0;
  private copiedBytes = 0;
  private keyframeRow = 0;
  /** First row of the step that is being made. */
  private openRow = 0;
  private readonly pageSize: number;
  private readonly pageMask: number;

  constructor(private readonly sizes: Sizes) {
    this.rows = new IntTable(sizes.chunkBits, 3);
    this.ends = new IntTable(sizes.chunkBits, 1);
    this.pageSize = 2 ** sizes.pageBits;
    this.pageMask = this.pageSize - 1;
  }

  /** Number of rows of the step that is being made. */
  get openRows(): number {
    return this.rows.length - this.openRow;
  }

  get firstOpenRow(): number {
    return this.openRow;
  }

  /** Takes a page of slots. @returns its index; its slots are index * pageSize and on */
  takePage(): number {
    const page = this.pages.length;
    this.pages.push(new Int32Array(this.pageSize).fill(-1));
    this.pageEpochs.push(this.epoch);
    const need = (page + 1) * this.pageSize;
    if (need > this.current.length) {
      const grown = new Int32Array(this.current.length * 2);
      grown.set(this.current);
      this.current = grown;
    }
    return page;
  }

  write(slot: number, value: number): void {
    const index = slot >> this.sizes.pageBits;
    let page = this.pages[index] as Int32Array;
    if (this.pageEpochs[index] !== this.epoch) page = this.copyPage(index, page);
    const head = page[slot & this.pageMask] as number;
    this.current[slot] = value;
    if (head >= this.openRow) {
      // A second change of one slot in one step: the step has one row a slot.
      this.rows.set(head, VALUE, value);
      return;
    }
    page[slot & this.pageMask] = this.rows.length;
    const at = this.rows.add();
    const { tail } = this.rows;
    tail[at] = slot;
    tail[at + VALUE] = value;
    tail[at + PREVIOUS] = head;
  }

  private copyPage(index: number, page: Int32Array): Int32Array {
    const copy = page.slice();
    this.pages[index] = copy;
    this.pageEpochs[index] = this.epoch;
    this.copiedBytes += 4 * this.pageSize;
    return copy;
  }

  /** Ends the step that is being made. */
  endStep(): void {
    const step = this.ends.length;
    const rows = this.rows.length;
    this.ends.push(rows);
    this.openRow = rows;
    const since = rows - this.keyframeRow;
    if (since >= this.sizes.keyframeRows && this.copiedBytes <= KEYFRAME_BYTES_A_ROW * since) this.addKeyframe(step);
  }

  private addKeyframe(step: number): void {
    this.keyframes.push({ step, pages: this.pages.slice() });
    this.epoch++;
    this.copiedBytes = 0;
    this.keyframeRow = this.rows.length;
  }

  get lastStep(): number {
    return this.ends.length - 1;
  }

  expectStep(step: number): void {
    if (Number.isInteger(step) && step >= 0 && step <= this.lastStep) return;
    throw new RangeError(`no step ${step} in a branch of ${this.lastStep}`);
  }

  /** First row after the step. */
  end(step: number): number {
    return this.ends.get(step, 0);
  }

  /** First row of the step. */
  start(step: number): number {
    return step === 0 ? 0 : this.ends.get(step - 1, 0);
  }

  slotOf(row: number): number {
    return this.rows.get(row, SLOT);
  }

  valueOf(row: number): number {
    return row < 0 ? ABSENT : this.rows.get(row, VALUE);
  }

  previous(row: number): number {
    return this.rows.get(row, PREVIOUS);
  }

  stepOf(row: number): number {
    return upperBound(this.ends, 0, row);
  }

  /** The page table from which look-ups as of `step` start. */
  pagesAt(step: number): Pages {
    let low = 0;
    let high = this.keyframes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.keyframes[middle] as Keyframe).step >= step) high = middle;
      else low = middle + 1;
    }
    return this.keyframes[low]?.pages ?? this.pages;
  }

  /** Newest row of the slot before row `end`, -1 if none. */
  rowBefore(pages: Pages, slot: number, end: number): number {
    const page = pages[slot >> this.sizes.pageBits];
    if (page === undefined) return -1;
    let row = page[slot & this.pageMask] as number;
    while (row >= end) row = this.rows.get(row, PREVIOUS);
    return row;
  }

  /** Writes the codes of a page's slots as of now into `out`, as its `index`-th page. */
  copyPageNow(page: number, out: Int32Array, index: number): void {
    const from = page * this.pageSize;
    out.set(this.current.subarray(from, from + this.pageSize), index * this.pageSize);
  }

  /** The same as of row `end`, seen from the heads in `pages`. */
  copyPageAt(pages: Pages, page: number, end: number, out: Int32Array, index: number): void {
    const heads = pages[page];
    if (heads === undefined) return;
    const { rows } = this;
    const from = index * this.pageSize;
    for (let i = 0; i < heads.length; i++) {
      let row = heads[i] as number;
      while (row >= end) row = rows.get(row, PREVIOUS);
      if (row >= 0) out[from + i] = rows.get(row, VALUE);
    }
  }

  save(): SavedHistory {
    return {
      rows: this.rows.save(),
      ends: this.ends.save(),
      pages: this.pages,
      keyframes: this.keyframes,
    };
  }

  restore(saved: SavedHistory): void {
    this.rows.restore(saved.rows);
    this.ends.restore(saved.ends);
    this.keyframes = saved.keyframes.slice();
    this.adopt(saved.pages.slice());
  }

  /** Makes the end of `step` the newest moment. What was saved before stays whole. */
  truncate(step: number): void {
    const end = this.end(step);
    const pages = this.pagesAt(step).map((page) => this.pageBefore(page, end));
    this.keyframes = this.keyframes.filter((keyframe) => keyframe.step <= step);
    this.rows.truncate(end);
    this.ends.truncate(step + 1);
    this.adopt(pages);
  }

  /** The page with heads before row `end`: itself if none is newer. */
  private pageBefore(page: Int32Array, end: number): Int32Array {
    let out = page;
    for (let i = 0; i < page.length; i++) {
      let row = page[i] as number;
      if (row < end) continue;
      while (row >= end) row = this.rows.get(row, PREVIOUS);
      if (out === page) out = page.slice();
      out[i] = row;
    }
    return out;
  }

  /** Takes `pages` as the heads of now; slots that they do not know yet are absent. */
  private adopt(pages: Int32Array[]): void {
    const known = this.pageEpochs.length;
    while (pages.length < known) pages.push(new Int32Array(this.pageSize).fill(-1));
    this.pages = pages;
    this.epoch++;
    this.copiedBytes = 0;
    this.keyframeRow = this.keyframes.length > 0 ? this.end((this.keyframes.at(-1) as Keyframe).step) : 0;
    this.openRow = this.rows.length;
    this.generation++;
    this.current.fill(ABSENT);
    pages.forEach((_, page) => this.copyPageAt(pages, page, this.openRow, this.current, page));
  }
}
