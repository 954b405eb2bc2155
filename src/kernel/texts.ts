/** The texts of a world, interned: dense ids from 0, which is "". Append-only, on all branches. */

import { IntColumn } from './columns.ts';
import { Hash } from './hash.ts';

const TAG_TEXT = 48;

export class Texts {
  private readonly ids = new Map<string, number>();
  private readonly all: string[] = [];
  private readonly hash = new Hash();
  private readonly hi: IntColumn;
  private readonly lo: IntColumn;

  constructor(chunkBits: number) {
    this.hi = new IntColumn(chunkBits);
    this.lo = new IntColumn(chunkBits);
    this.id('');
  }

  get count(): number {
    return this.all.length;
  }

  id(text: string): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    const id = this.all.length;
    this.ids.set(text, id);
    this.all.push(text);
    this.hash.start(TAG_TEXT).text(text).finish();
    this.hi.push(this.hash.hi);
    this.lo.push(this.hash.lo);
    return id;
  }

  text(id: number): string {
    const text = this.all[id];
    if (text === undefined) throw new RangeError(`no text ${id}`);
    return text;
  }

  hashHi(id: number): number {
    return this.hi.get(id);
  }

  hashLo(id: number): number {
    return this.lo.get(id);
  }
}
