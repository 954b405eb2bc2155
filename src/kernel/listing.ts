/** Iterates over the live entries of a snapshot of codes. Pairs are made one by one, so a long listing leaves no garbage. */

import type { Value } from './kernel.ts';
import { ABSENT, type ObjectTable } from './objects.ts';

export class Listing<V extends Value> implements Iterable<readonly [key: string, value: V]> {
  /**
   * @param codes one code a local slot; absent ones are skipped
   * @param names the keys by local slot
   * @param reversed whether to run backwards
   */
  constructor(
    private readonly codes: Int32Array,
    private readonly names: readonly string[],
    private readonly objects: ObjectTable,
    private readonly reversed: boolean,
  ) {}

  /** The live local slots in order. */
  private next(after: number): number {
    const { codes } = this;
    const step = this.reversed ? -1 : 1;
    let local = after + step;
    while (local >= 0 && local < codes.length && codes[local] === ABSENT) local += step;
    return local;
  }

  [Symbol.iterator](): Iterator<readonly [key: string, value: V]> {
    let local = this.reversed ? this.codes.length : -1;
    return {
      next: () => {
        local = this.next(local);
        const code = this.codes[local];
        if (code === undefined) return { done: true, value: undefined };
        return { done: false, value: [this.names[local] as string, this.objects.decode(code) as V] as const };
      },
    };
  }

  keys(): Iterable<string> {
    const { codes, names } = this;
    const out: string[] = [];
    for (let local = 0; local < codes.length; local++) if (codes[local] !== ABSENT) out.push(names[local] as string);
    return this.reversed ? out.reverse() : out;
  }
}

/** Number of codes that are not absent. */
export function countLive(codes: Int32Array): number {
  let live = 0;
  for (let i = 0; i < codes.length; i++) if (codes[i] !== ABSENT) live++;
  return live;
}
