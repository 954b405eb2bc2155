/** Iterates over the live entries of a snapshot of codes. Pairs are made one by one, so a long listing leaves no garbage. */

import type { Value } from './kernel.ts';
import { ABSENT, type ObjectTable } from './objects.ts';
import type { Texts } from './texts.ts';

export class Listing<V extends Value> implements Iterable<readonly [key: string, value: V]> {
  /**
   * @param codes one code a local slot; absent ones are skipped
   * @param ids name ids by local slot
   */
  constructor(
    private readonly codes: Int32Array,
    private readonly ids: readonly number[],
    private readonly tables: { readonly names: Texts; readonly objects: ObjectTable; readonly reversed: boolean },
  ) {}

  /** @returns the live local slot that follows, or an index out of range */
  private after(local: number): number {
    const { codes } = this;
    const step = this.tables.reversed ? -1 : 1;
    let next = local + step;
    while (next >= 0 && next < codes.length && codes[next] === ABSENT) next += step;
    return next;
  }

  private get before(): number {
    return this.tables.reversed ? this.codes.length : -1;
  }

  [Symbol.iterator](): Iterator<readonly [key: string, value: V]> {
    const { names, objects } = this.tables;
    let local = this.before;
    const next = (): IteratorResult<readonly [key: string, value: V]> => {
      local = this.after(local);
      const code = this.codes[local];
      if (code === undefined) return { done: true, value: undefined };
      return { done: false, value: [names.text(this.ids[local] as number), objects.decode(code) as V] };
    };
    return { next };
  }

  keys(): Iterable<string> {
    const { codes, ids } = this;
    const out: string[] = [];
    for (let at = this.after(this.before); codes[at] !== undefined; at = this.after(at)) {
      out.push(this.tables.names.text(ids[at] as number));
    }
    return out;
  }
}

/** Number of codes that are not absent. */
export function countLive(codes: Int32Array): number {
  let live = 0;
  for (const code of codes) if (code !== ABSENT) live++;
  return live;
}
