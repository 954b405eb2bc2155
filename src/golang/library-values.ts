/**
 * Functions on slices, maps and errors that need more than Go text can say. Models: sort, slices, maps, cmp, errors of go1.26.
 * Sorting and copying of what other goroutines can reach is not seen as reads and writes of it one by one.
 */
import { elementsOf, writeElements } from './exec-slices.ts';
import { implementsAll } from './exec-methods.ts';
import { newSlice, type Run } from './library-hand.ts';
import { GoPanic, type Rt } from './runtime-state.ts';
import { freshKey, mapCell, memory, writePlace } from './memory.ts';
import { isInterface } from './types.ts';
import { NIL, equal, isKind, num, str, type Value } from './values.ts';
import type { MapCell } from './cells.ts';
import { compareBytes } from '../kernel/kernel.ts';

/** NaN comes before all other numbers. */
function order(a: Value, b: Value): number {
  if (typeof a === 'string') return Math.sign(compareBytes(a, str(b)));
  const [x, y] = [num(a), num(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(y)) - Number(Number.isNaN(x));
  return x < y ? -1 : Number(x > y);
}

const sort: Run = (rt, _, [of = NIL]) => {
  if (isKind(of, 'slice')) writeElements(rt, of, 0, [...elementsOf(rt, of)].sort(order));
  return [];
};

const unboxed = (value: Value): Value => (isKind(value, 'iface') ? value.v : value);
const wrapped = (value: Value): readonly Value[] => {
  const held = unboxed(value);
  return isKind(held, 'err') ? held.wraps : [];
};

/** What errors.As demands of its target. @throws GoPanic */
function targetOf(rt: Rt, target: Value): void {
  const panics = (v: string): never => {
    throw new GoPanic({ k: 'iface', t: 'string', v: `errors: ${v}` });
  };
  if (isKind(target, 'nil')) panics('target cannot be nil');
  const type = isKind(target, 'iface') ? rt.code.types[target.t] : undefined;
  if (type?.k !== 'pointer' || isKind(unboxed(target), 'nil')) panics('target must be a non-nil pointer');
}

/** @returns whether the error fits the variable that target points to; then it is put there */
function take(rt: Rt, err: Value, target: Value): boolean {
  const type = isKind(target, 'iface') ? rt.code.types[target.t] : undefined;
  const to = unboxed(target);
  if (type?.k !== 'pointer' || !isKind(to, 'ptr') || !isKind(err, 'iface')) return false;
  const face = isInterface(type.of);
  if (face ? implementsAll(rt, err.v, err.t, type.of) !== undefined : err.t !== type.of.id) return false;
  writePlace(rt, to, face ? err : err.v);
  return true;
}

export const VALUES: Readonly<Record<string, Run>> = {
  'sort.Ints': sort,
  'sort.Strings': sort,
  'sort.Float64s': sort,
  'slices.Sort': sort,
  'slices.Clone': (rt, g, [of = NIL]) =>
    isKind(of, 'slice') ? [newSlice(rt, g, elementsOf(rt, of), memory(rt, of.root).t)] : [NIL],
  'maps.Clone': (rt, g, [of = NIL]) => {
    if (!isKind(of, 'map')) return [NIL];
    const root = freshKey(g, 'map');
    const copy: MapCell = { ...mapCell(rt, of.root), own: g.id, writing: false };
    rt.cells.set(root, copy);
    return [{ k: 'map', root }];
  },
  'cmp.Compare': (_, __, [a = 0, b = 0]) => [order(a, b)],
  'cmp.Less': (_, __, [a = 0, b = 0]) => [order(a, b) < 0],
  'sort.X_slice': (_, __, [of = NIL]) => [unboxed(of)],
  'errors.X_isLibrary': (_, __, [err = NIL]) => [isKind(unboxed(err), 'err')],
  // Only what wraps one error says which.
  'errors.X_only': (_, __, [err = NIL]) => {
    const one = isKind(err, 'iface') && err.t === '*fmt.wrapError';
    return [one ? (wrapped(err)[0] ?? NIL) : NIL];
  },
  'errors.X_same': (_, __, [a = NIL, b = NIL]) => [equal(a, b)],
  'errors.X_wrapped': (rt, g, [err = NIL]) => [newSlice(rt, g, wrapped(err), '[]error')],
  'errors.X_target': (rt, _, [target = NIL]) => {
    targetOf(rt, target);
    return [];
  },
  'errors.X_take': (rt, _, [err = NIL, target = NIL]) => [take(rt, err, target)],
};
