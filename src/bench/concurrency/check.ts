/** Whether a batch did what it claims. A batch that did not is void, whatever its clock said. */
import { KEYS, rangeOf, type RowId } from './rows.ts';

/** What a batch left behind. */
export interface Leftover {
  /** Writes that were counted. */
  readonly writes: number;
  readonly keys: number;
  /** Value of a key; undefined where there is none. */
  readonly get: (key: number) => number | undefined;
}

/** The last value below `to` that belongs to the key, where the range has one. */
const lastOf = (key: number, from: number, to: number): number | undefined => {
  const last = key + KEYS * Math.floor((to - 1 - key) / KEYS);
  return last >= from && last >= key ? last : undefined;
};

/** @returns what is wrong; undefined where all is right */
export function wrongIn(row: RowId, writers: number, writes: number, left: Leftover): string | undefined {
  if (left.writes !== writes) return `${left.writes} of ${writes} writes were counted`;
  if (row === 'counter') return undefined;
  if (left.keys !== KEYS) return `${left.keys} of ${KEYS} keys`;
  const ranges = Array.from({ length: writers }, (_, w) => rangeOf(w, writers, writes));
  for (let key = 0; key < KEYS; key++) {
    const value = left.get(key);
    const right = ranges.map(([from, to]) => lastOf(key, from, to));
    if (value === undefined || !right.includes(value)) return `key ${key} holds ${String(value)}`;
  }
  return undefined;
}
