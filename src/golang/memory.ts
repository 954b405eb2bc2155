/** Cells and places: what lies where, who can reach it, reading and writing it. */
import type { ChanCell, ContextCell, MapCell, MemoryCell, TimerCell } from './cells.ts';
import type { Access } from './machine-types.ts';
import { NIL_DEREFERENCE, raise, type Go, type Meta, type Rt } from './runtime-state.ts';
import { getPath, isKind, leaves, placeKey, setPath, type Place, type Value } from './values.ts';
import { invariant } from '../kernel/kernel.ts';

export function meta(rt: Rt): Meta {
  return rt.cells.get('meta') as Meta;
}
export function memory(rt: Rt, root: string): MemoryCell {
  const cell = rt.cells.get(root);
  invariant(cell !== undefined, `memory at ${root}`);
  return cell as MemoryCell;
}
export function chanCell(rt: Rt, root: string): ChanCell {
  return rt.cells.get(root) as ChanCell;
}
export function mapCell(rt: Rt, root: string): MapCell {
  return rt.cells.get(root) as MapCell;
}
export function timerCell(rt: Rt, root: string): TimerCell {
  return rt.cells.get(root) as TimerCell;
}
export function contextCell(rt: Rt, root: string): ContextCell {
  return rt.cells.get(root) as ContextCell;
}

export function freshKey(g: Go, kind: string): string {
  return `${kind}/${g.id}-${++g.allocs}`;
}

export function allocate(
  rt: Rt,
  g: Go,
  value: Value,
  name: string,
  t: string,
  how: Pick<MemoryCell, 'made'> = {},
): string {
  const root = freshKey(g, 'var');
  const cell: MemoryCell = { k: 'mem', own: g.id, v: value, name, t, ...how };
  rt.cells.set(root, cell);
  return root;
}

export function isShared(rt: Rt, root: string): boolean {
  const cell = rt.cells.get(root) as { readonly own?: number } | undefined;
  return cell?.own === undefined || cell.own === 0;
}

/** From now on other goroutines can reach what `value` leads to. */
export function share(rt: Rt, value: Value): void {
  if (typeof value !== 'object') return;
  switch (value.k) {
    case 'ptr':
    case 'slice': {
      const cell = memory(rt, value.root);
      if (cell.own === 0) return;
      rt.cells.set(value.root, { ...cell, own: 0 });
      share(rt, cell.v);
      return;
    }
    case 'map': {
      const cell = mapCell(rt, value.root);
      if (cell.own === 0) return;
      rt.cells.set(value.root, { ...cell, own: 0 });
      for (const key of cell.keys) {
        const entry = cell.entries[key];
        if (entry !== undefined) [entry.key, entry.value].forEach((one) => share(rt, one));
      }
      return;
    }
    case 'func':
      value.caps.forEach((one) => share(rt, one));
      return;
    case 'struct':
      Object.values(value.f).forEach((one) => share(rt, one));
      return;
    case 'array':
      value.v.forEach((one) => share(rt, one));
      return;
    case 'iface':
    case 'atomic':
      share(rt, value.v);
      return;
    case 'cond':
      share(rt, value.L);
      return;
    default:
  }
}

/** @throws GoPanic for a nil pointer */
export function pointerOf(value: Value): Place {
  if (isKind(value, 'ptr')) return value;
  return raise(NIL_DEREFERENCE, 'runtime.errorString');
}

export function readPlace(rt: Rt, place: Place): Value {
  return getPath(memory(rt, place.root).v, place.path);
}

export function writePlace(rt: Rt, place: Place, value: Value): void {
  const cell = memory(rt, place.root);
  if (cell.own === 0) share(rt, value);
  // Sharing may have changed the cell itself.
  const now = memory(rt, place.root);
  rt.cells.set(place.root, { ...now, v: setPath(now.v, place.path, value) });
}

export function accessesOf(rt: Rt, place: Place, write: boolean): Access[] {
  return leaves(readPlace(rt, place), placeKey(place)).map((object) => ({ object, write }));
}

/** A place in the program's words: "counter", "s.mu", "xs[2]". */
export function placeName(rt: Rt, place: Place): string {
  const cell = rt.cells.get(place.root) as { readonly name?: string } | undefined;
  const parts = place.path.map((one) => (typeof one === 'number' ? `[${one}]` : `.${one}`)).join('');
  return cell?.name === undefined || cell.name === '' ? placeKey(place) : cell.name + parts;
}
