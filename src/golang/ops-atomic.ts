/**
 * Atomics and sync.Map. Models: sync/atomic, sync.Map of go1.26: every operation is one step. A write releases, what
 * observes one acquires: as the race detector has it, a load, and a swap that fails, tell nobody anything.
 */
import { brief } from './brief.ts';
import { onIntegers } from './integers.ts';
import { target, type VisibleRun } from './ops-sync.ts';
import { widthOf, type GoType, type Width } from './types.ts';
import { readPlace, share, writePlace } from './memory.ts';
import type { Rt } from './runtime-state.ts';
import { unused } from './maps.ts';
import {
  NIL,
  as,
  equal,
  hasNaN,
  isKind,
  mapKey,
  placeKey,
  type Place,
  type SyncMapValue,
  type Value,
} from './values.ts';

function enter(rt: Rt, args: readonly Value[], kind: 'atomic' | 'sync-map'): Place {
  const place = target(rt, args);
  rt.op.kind = kind;
  return place;
}

/** Its edges of the memory model. */
function order(rt: Rt, place: Place, observes: boolean, writes: boolean): void {
  const key = `${placeKey(place)}#atomic`;
  if (observes) rt.op.acquires.push(key);
  if (writes) rt.op.releases.push(key);
}

/** Both forms: atomic.Int64 and a plain variable by atomic.AddInt64. */
function change(
  to: (
    old: Value,
    args: readonly Value[],
  ) => {
    readonly value: Value;
    readonly results: readonly Value[];
    readonly writes: boolean;
    readonly blind?: boolean;
  },
): VisibleRun {
  return (rt, _, args) => {
    const place = enter(rt, args, 'atomic');
    const cell = readPlace(rt, place);
    const old = isKind(cell, 'atomic') ? cell.v : cell;
    const { value, results, writes, blind } = to(old, args.slice(1));
    order(rt, place, blind !== true, writes);
    rt.op.detail = brief(rt, value);
    if (value === old) return results;
    share(rt, value);
    writePlace(rt, place, isKind(cell, 'atomic') ? { k: 'atomic', v: value } : value);
    return results;
  };
}

const OPERATIONS: Readonly<Record<string, VisibleRun>> = {
  Load: change((old) => ({ value: old, results: [old], writes: false })),
  Store: change((_, [to = NIL]) => ({ value: to, results: [], writes: true, blind: true })),
  Swap: change((old, [to = NIL]) => ({ value: to, results: [old], writes: true })),
  CompareAndSwap: change((old, [from = NIL, to = NIL]) =>
    equal(old, from) ? { value: to, results: [true], writes: true } : { value: old, results: [false], writes: false },
  ),
};

const WORD: Width = { bits: 64, signed: true };

/** @param type what it adds up; the sum wraps */
const add = (type: GoType): VisibleRun =>
  change((old, [by = 0]) => {
    const value = onIntegers('+', widthOf(type) ?? WORD, old, by);
    return { value, results: [value], writes: true };
  });

/** @param type of the function */
export function atomic(name: string, type: GoType): VisibleRun | undefined {
  const method = /^atomic\.(Load|Store|Add|Swap|CompareAndSwap)(U?[Ii]nt(32|64)|Pointer)?$/.exec(name)?.[1];
  if (method === 'Add') return add((type.k === 'func' ? type.results[0] : undefined) ?? type);
  return method === undefined ? undefined : OPERATIONS[method];
}

type Entry = SyncMapValue['entries'][number];

/**
 * @param run gets the entry of the key; what it returns stands for it afterwards (undefined: none)
 * @param writes also where it leaves what was there
 */
function keyed(
  run: (old: Entry | undefined, key: Value, args: readonly Value[]) => readonly [Value | undefined, readonly Value[]],
  writes = false,
): VisibleRun {
  return (rt, _, args) => {
    const place = enter(rt, args, 'sync-map');
    const { entries } = as(readPlace(rt, place), 'syncmap');
    const [, key = NIL, ...more] = args;
    const own = mapKey(key);
    const id = hasNaN(key) ? unused(own, (taken) => entries.some((one) => one.id === taken)) : own;
    const old = entries.find((one) => one.id === id);
    const [value, results] = run(old, key, more);
    const changes = value !== old?.value || writes;
    // Writers come one after another by a lock; who loads sees what was stored under this key.
    if (changes) order(rt, place, true, true);
    rt.op.acquires.push(`${placeKey(place)}#${id}`);
    if (changes) rt.op.releases.push(`${placeKey(place)}#${id}`);
    rt.op.detail = brief(rt, key);
    if (value === old?.value) return results;
    if (value !== undefined) [key, value].forEach((one) => share(rt, one));
    const next =
      value === undefined
        ? entries.filter((one) => one.id !== id)
        : old === undefined
          ? [...entries, { id, key, value }]
          : entries.map((one) => (one.id === id ? { id, key, value } : one));
    writePlace(rt, place, { k: 'syncmap', entries: next });
    return results;
  };
}

const found = (old: Entry | undefined): readonly Value[] => [old?.value ?? NIL, old !== undefined];

export const SYNC_MAP: Readonly<Record<string, VisibleRun>> = {
  'sync.Map.Load': keyed((old) => [old?.value, found(old)]),
  'sync.Map.Store': keyed((_, __, [value = NIL]) => [value, []], true),
  'sync.Map.LoadOrStore': keyed((old, _, [value = NIL]) => [
    old?.value ?? value,
    [old?.value ?? value, old !== undefined],
  ]),
  'sync.Map.LoadAndDelete': keyed((old) => [undefined, found(old)]),
  'sync.Map.Delete': keyed(() => [undefined, []]),
  'sync.Map.Swap': keyed((old, _, [value = NIL]) => [value, found(old)], true),
  'sync.Map.CompareAndSwap': keyed((old, _, [from = NIL, to = NIL]) =>
    old !== undefined && equal(old.value, from) ? [to, [true]] : [old?.value, [false]],
  ),
  'sync.Map.CompareAndDelete': keyed((old, _, [from = NIL]) =>
    old !== undefined && equal(old.value, from) ? [undefined, [true]] : [old?.value, [false]],
  ),
  'sync.Map.Clear': (rt, _, args) => {
    const place = enter(rt, args, 'sync-map');
    order(rt, place, true, true);
    writePlace(rt, place, { k: 'syncmap', entries: [] });
    return [];
  },
  'sync.Map.entries': (rt, _, args) => {
    const place = enter(rt, args, 'sync-map');
    order(rt, place, true, false);
    const { entries } = as(readPlace(rt, place), 'syncmap');
    return [{ k: 'array', v: entries.map(({ key, value }) => ({ k: 'struct', f: { key, value } })) }];
  },
};
