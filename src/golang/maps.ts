/** Maps. Models: internal/runtime/maps of go1.26: entries in order of insertion, walked from a start that is left open. */
import { GoPanic, type Rt, raise } from './runtime-state.ts';
import { mapCell, share } from './memory.ts';
import { isComparable } from './types.ts';
import { as, hasNaN, isKind, isNil, mapKey, type IteratorValue, type Value } from './values.ts';

/** @throws GoPanic for a key that cannot be one */
function keyOf(rt: Rt, key: Value, isEmpty: boolean): string {
  const type = isKind(key, 'iface') ? rt.code.types[key.t] : undefined;
  if (type === undefined || isComparable(type)) return mapKey(key);
  if (!isEmpty) return raise(`hash of unhashable type ${type.id}`, 'runtime.errorString');
  // What looks into an empty map says it in its own words.
  const text = `hash of unhashable type: ${type.id}`;
  throw new GoPanic({ k: 'iface', t: 'runtime.unhashableTypeError', v: { k: 'err', id: text, text, wraps: [] } });
}

const isEmpty = (rt: Rt, of: Value): boolean => isNil(of) || mapCell(rt, as(of, 'map').root).keys.length === 0;

export function mapGet(rt: Rt, of: Value, key: Value): Value | undefined {
  const id = keyOf(rt, key, isEmpty(rt, of));
  return isNil(of) || hasNaN(key) ? undefined : mapCell(rt, as(of, 'map').root).entries[id]?.value;
}

export function mapSet(rt: Rt, of: Value, key: Value, value: Value): void {
  const { root } = as(of, 'map');
  const given = keyOf(rt, key, false);
  if (mapCell(rt, root).own === 0) [key, value].forEach((one) => share(rt, one));
  const cell = mapCell(rt, root);
  const id = hasNaN(key) ? unused(given, (one) => Object.hasOwn(cell.entries, one)) : given;
  const keys = Object.hasOwn(cell.entries, id) ? cell.keys : [...cell.keys, id];
  rt.cells.set(root, { ...cell, keys, entries: { ...cell.entries, [id]: { key, value } } });
}

export function mapDelete(rt: Rt, of: Value, key: Value): void {
  const id = keyOf(rt, key, isEmpty(rt, of));
  if (isNil(of) || hasNaN(key)) return;
  const { root } = as(of, 'map');
  const cell = mapCell(rt, root);
  if (!Object.hasOwn(cell.entries, id)) return;
  const { [id]: _, ...entries } = cell.entries;
  rt.cells.set(root, { ...cell, keys: cell.keys.filter((one) => one !== id), entries });
}

/** Each key with NaN inside is a new one. */
export function unused(key: string, taken: (id: string) => boolean): string {
  let n = 0;
  while (taken(`${key}#${n}`)) n++;
  return `${key}#${n}`;
}

/** A walk from the `start`-th entry round. */
export function mapOf(rt: Rt, of: Value, start: number): IteratorValue {
  if (isNil(of)) return { k: 'iter', root: '', keys: [], i: 0 };
  const { root } = as(of, 'map');
  const { keys } = mapCell(rt, root);
  return { k: 'iter', root, keys: [...keys.slice(start), ...keys.slice(0, start)], i: 0 };
}

/** Entries deleted meanwhile are left out, new ones are not walked. */
export function mapNext(rt: Rt, iterator: IteratorValue) {
  const { root, keys } = iterator;
  if (root === '') return undefined;
  const { entries } = mapCell(rt, root);
  for (let { i } = iterator; i < keys.length; i++) {
    const entry = entries[keys[i] ?? ''];
    if (entry !== undefined) return { iterator: { ...iterator, i: i + 1 }, ...entry };
  }
  return undefined;
}
