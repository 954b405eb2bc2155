/** Cells of the machine outside of a World: a map that is copied for each step. */
import type { Cells } from './machine-types.ts';

export type CellMap = ReadonlyMap<string, object>;

export function lightCells(from: CellMap = new Map()): Cells & { readonly map: CellMap } {
  const map = new Map(from);
  return {
    map,
    get: (key) => map.get(key),
    set: (key, value) => void map.set(key, value),
    delete: (key) => void map.delete(key),
    entries: () => map.entries(),
  };
}
