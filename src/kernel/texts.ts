/** Interned texts: dense ids from 0, which is "". Append-only, on all branches. */

import { IntTable } from './columns.ts';
import { hashText } from './digest.ts';
import { Hash } from './hash.ts';

export class Texts {
  private readonly ids = new Map<string, number>();
  private readonly all: string[] = [];
  private readonly hash = new Hash();
  private readonly hashes: IntTable;
  /** What was asked last: neighbouring questions are often the same. */
  private lastText = '';
  private lastId = 0;

  constructor(chunkBits: number) {
    this.hashes = new IntTable(chunkBits, 2);
    this.add('');
  }

  get count(): number {
    return this.all.length;
  }

  /** @returns undefined if the text has never been interned */
  find(text: string): number | undefined {
    if (text === this.lastText) return this.lastId;
    const id = this.ids.get(text);
    if (id === undefined) return undefined;
    this.lastText = text;
    this.lastId = id;
    return id;
  }

  id(text: string): number {
    return this.find(text) ?? this.add(text);
  }

  private add(text: string): number {
    const id = this.all.length;
    this.ids.set(text, id);
    this.all.push(text);
    hashText(this.hash, text);
    const at = this.hashes.add();
    this.hashes.tail[at] = this.hash.hi;
    this.hashes.tail[at + 1] = this.hash.lo;
    this.lastText = text;
    this.lastId = id;
    return id;
  }

  text(id: number): string {
    const text = this.all[id];
    if (text === undefined) throw new RangeError(`no text ${id}`);
    return text;
  }

  hashHi(id: number): number {
    return this.hashes.get(id, 0);
  }

  hashLo(id: number): number {
    return this.hashes.get(id, 1);
  }
}
