/** Slices, arrays and strings in private work. Models: slices, append, copy of the Go specification, runtime/slice.go of go1.26. */
import type { Instr } from './code.ts';
import { allocate, freshKey, memory, pointerOf, readPlace, writePlace } from './memory.ts';
import { pop, popMany } from './runtime.ts';
import { raise, type Frame, type Go, type Rt } from './runtime-state.ts';
import { PLAIN, integerText } from './format-numbers.ts';
import { byteLength, bytesFrom, utf8 } from './text.ts';
import { NIL, as, getPath, isKind, num, type SliceValue, type Value } from './values.ts';
import type { ChanCell, MapCell } from './cells.ts';

type Of<K extends Instr['op']> = Extract<Instr, { op: K }>;

/** @throws GoPanic */
export function checked(index: Value, length: number): number {
  const i = num(index);
  if (i >= 0 && i < length) return i;
  const shown = integerText(index, 'd', PLAIN);
  return raise(`index out of range [${shown}]${i < 0 ? '' : ` with length ${length}`}`, 'runtime.boundsError');
}

export function elementPointer(frame: Frame, length: number): void {
  const [of = NIL, index = 0] = popMany(frame, 2);
  if (length >= 0) {
    const { root, path } = pointerOf(of);
    frame.stack.push({ k: 'ptr', root, path: [...path, checked(index, length)] });
    return;
  }
  if (!isKind(of, 'slice')) {
    checked(index, 0);
    return;
  }
  frame.stack.push({ k: 'ptr', root: of.root, path: [...of.path, of.off + checked(index, of.len)] });
}

export function sliceOver(root: string, length: number): SliceValue {
  return { k: 'slice', root, path: [], off: 0, len: length, cap: length };
}

export function slice(frame: Frame, instr: Of<'slice-of'>): void {
  const high = instr.high ? num(pop(frame)) : -1;
  const low = num(pop(frame));
  const of = pop(frame);
  if (typeof of === 'string') {
    const length = byteLength(of);
    const end = instr.high ? high : length;
    bounds(low, end, length, 'length');
    frame.stack.push(bytesFrom(of, low, end));
    return;
  }
  const whole: SliceValue | undefined = isKind(of, 'slice')
    ? of
    : instr.length >= 0
      ? { k: 'slice', ...place(pointerOf(of)), off: 0, len: instr.length, cap: instr.length }
      : undefined;
  const end = instr.high ? high : (whole?.len ?? 0);
  bounds(low, end, whole?.cap ?? 0, instr.length >= 0 ? 'length' : 'capacity');
  frame.stack.push(
    whole === undefined ? NIL : { ...whole, off: whole.off + low, len: end - low, cap: whole.cap - low },
  );
}

function place({ root, path }: { readonly root: string; readonly path: readonly (string | number)[] }) {
  return { root, path };
}

function bounds(low: number, high: number, limit: number, what: string): void {
  if (high < 0) raise(`slice bounds out of range [:${high}]`, 'runtime.boundsError');
  if (high > limit) raise(`slice bounds out of range [:${high}] with ${what} ${limit}`, 'runtime.boundsError');
  if (low < 0) raise(`slice bounds out of range [${low}:]`, 'runtime.boundsError');
  if (low > high) raise(`slice bounds out of range [${low}:${high}]`, 'runtime.boundsError');
}

export function lengthOf(rt: Rt, of: Value, op: 'len' | 'cap'): number {
  if (typeof of === 'string') return byteLength(of);
  if (isKind(of, 'array')) return of.v.length;
  if (isKind(of, 'slice')) return op === 'len' ? of.len : of.cap;
  if (isKind(of, 'map')) return (rt.cells.get(of.root) as MapCell).keys.length;
  if (isKind(of, 'chan')) {
    const cell = rt.cells.get(of.root) as ChanCell;
    // Since go1.23 a timer's channel looks unbuffered.
    if (cell.timer !== '') return 0;
    return op === 'len' ? cell.buf.length : cell.cap;
  }
  if (!isKind(of, 'ptr')) return 0;
  const held = readPlace(rt, of);
  return isKind(held, 'array') ? held.v.length : 0;
}

/** The values that a slice holds. */
export function elementsOf(rt: Rt, of: Value): readonly Value[] {
  if (isKind(of, 'array')) return of.v;
  if (typeof of === 'string') return utf8(of);
  if (!isKind(of, 'slice')) return [];
  const held = as(getPath(memory(rt, of.root).v, of.path), 'array');
  return held.v.slice(of.off, of.off + of.len);
}

export function append(rt: Rt, g: Go, frame: Frame, instr: Of<'append'>): void {
  const [to = NIL, more = NIL] = popMany(frame, 2);
  const added = elementsOf(rt, more);
  const old = isKind(to, 'slice') ? to : undefined;
  const length = (old?.len ?? 0) + added.length;
  if (old !== undefined && length <= old.cap) {
    if (added.length > 0) writeElements(rt, old, old.len, added);
    frame.stack.push({ ...old, len: length });
    return;
  }
  if (added.length === 0) {
    frame.stack.push(to);
    return;
  }
  const cap = grown(old?.cap ?? 0, length);
  const v = [...elementsOf(rt, to), ...added];
  while (v.length < cap) v.push(instr.zero);
  const name = old === undefined ? '' : memory(rt, old.root).name;
  frame.stack.push({ ...sliceOver(allocate(rt, g, { k: 'array', v }, name, instr.t), length), cap });
}

/** How the runtime grows: twice up to 256, then by a quarter and 192; sizes are not rounded up to classes. */
function grown(cap: number, length: number): number {
  if (length > cap * 2) return length;
  if (cap < 256) return cap * 2;
  let next = cap;
  while (next < length) next += Math.floor((next + 768) / 4);
  return next;
}

export function writeElements(rt: Rt, to: SliceValue, from: number, values: readonly Value[]): void {
  const held = as(getPath(memory(rt, to.root).v, to.path), 'array');
  const v = [...held.v];
  values.forEach((one, i) => (v[to.off + from + i] = one));
  writePlace(rt, to, { k: 'array', v });
}

export function copy(rt: Rt, frame: Frame): void {
  const [to = NIL, from = NIL] = popMany(frame, 2);
  const values = elementsOf(rt, from).slice(0, isKind(to, 'slice') ? to.len : 0);
  if (isKind(to, 'slice')) writeElements(rt, to, 0, values);
  frame.stack.push(values.length);
}

export function clear(rt: Rt, of: Value): void {
  if (!isKind(of, 'map')) return;
  const cell = rt.cells.get(of.root) as MapCell;
  rt.cells.set(of.root, { ...cell, keys: [], entries: {} });
}

export function makeChannel(rt: Rt, g: Go, name: string, cap: number, zero: Value, t: string, timer = ''): string {
  const root = freshKey(g, 'chan');
  const cell: ChanCell = {
    k: 'chan',
    name,
    cap,
    zero,
    buf: [],
    keys: [],
    sent: 0,
    received: 0,
    closed: false,
    sendq: [],
    recvq: [],
    timer,
    t,
  };
  rt.cells.set(root, cell);
  return root;
}
