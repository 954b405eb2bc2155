/**
 * Variables and maps that several goroutines can reach. A map is written in two steps, so that operations overlap as they do
 * in truth. Models: internal/runtime/maps of go1.26 (its checks), the memory model.
 */
import { brief } from './brief.ts';
import type { Instr } from './code.ts';
import { nilMap } from './exec.ts';
import { mapDelete, mapGet, mapNext, mapOf, mapSet } from './maps.ts';
import { fatal } from './places.ts';
import { accessesOf, mapCell, placeName, pointerOf, readPlace, writePlace } from './memory.ts';
import { peekMany, popMany, top } from './runtime.ts';
import type { Go, Rt } from './runtime-state.ts';
import { NIL, as, isKind, leaves, mapKey, placeKey, type Place, type Value } from './values.ts';

function note(rt: Rt, kind: 'read' | 'write', place: Place, detail: string): void {
  rt.op.kind = kind;
  rt.op.cell = placeKey(place);
  rt.op.object = placeName(rt, place);
  rt.op.detail = detail;
}

export function load(rt: Rt, g: Go): void {
  const frame = top(g);
  const [of = NIL] = popMany(frame, 1);
  const place = pointerOf(of);
  const value = readPlace(rt, place);
  note(rt, 'read', place, brief(rt, value));
  rt.op.memory.push(...accessesOf(rt, place, false));
  frame.stack.push(value);
  frame.pc++;
}

export function store(rt: Rt, g: Go): void {
  const frame = top(g);
  const [of = NIL, value = NIL] = popMany(frame, 2);
  const place = pointerOf(of);
  note(rt, 'write', place, brief(rt, value));
  rt.op.memory.push(...leaves(value, placeKey(place)).map((object) => ({ object, write: true })));
  writePlace(rt, place, value);
  frame.pc++;
}

/** @returns whether the map is being written: then the program has ended */
function enterMap(rt: Rt, root: string, kind: 'map-read' | 'map-write', text: string): boolean {
  const cell = mapCell(rt, root);
  rt.op.kind = kind;
  rt.op.cell = root;
  rt.op.object = cell.name === '' ? root : cell.name;
  rt.op.memory.push({ object: root, write: kind === 'map-write' });
  if (!cell.writing) return false;
  fatal(rt, text);
  return true;
}

/** The step is about one entry. */
function enter(rt: Rt, key: Value): void {
  rt.op.detail = brief(rt, key);
  rt.op.key = mapKey(key);
}

const READ = 'concurrent map read and map write';
const WRITES = 'concurrent map writes';
const WALK = 'concurrent map iteration and map write';

/** One step on a map that is shared. */
export function onMap(rt: Rt, g: Go, instr: Instr, option: number): void {
  const frame = top(g);
  const root = mapRoot(g, instr);
  if (root === undefined) nilMap();
  switch (instr.op) {
    case 'map-get': {
      if (enterMap(rt, root, 'map-read', READ)) return;
      const [of = NIL, key = NIL] = popMany(frame, 2);
      const found = mapGet(rt, of, key);
      enter(rt, key);
      frame.stack.push(found ?? instr.zero);
      if (instr.ok) frame.stack.push(found !== undefined);
      break;
    }
    case 'map-begin':
    case 'delete-begin': {
      if (enterMap(rt, root, 'map-write', WRITES)) return;
      rt.cells.set(root, { ...mapCell(rt, root), writing: true });
      enter(rt, peekMany(frame, instr.op === 'map-begin' ? 2 : 1)[0] ?? NIL);
      break;
    }
    case 'map-end':
    case 'delete-end': {
      const [of = NIL, key = NIL, value = NIL] = popMany(frame, instr.op === 'map-end' ? 3 : 2);
      rt.cells.set(root, { ...mapCell(rt, root), writing: false });
      enterMap(rt, root, 'map-write', WRITES);
      rt.op.detail = `${brief(rt, key)} done`;
      if (instr.op === 'map-end') mapSet(rt, of, key, value);
      else mapDelete(rt, of, key);
      break;
    }
    case 'clear':
      if (enterMap(rt, root, 'map-write', WRITES)) return;
      popMany(frame, 1);
      rt.cells.set(root, { ...mapCell(rt, root), keys: [], entries: {} });
      rt.op.detail = 'clear';
      break;
    case 'len':
      enterLength(rt, root);
      popMany(frame, 1);
      frame.stack.push(mapCell(rt, root).keys.length);
      break;
    default:
      walk(rt, g, instr, root, option);
      return;
  }
  frame.pc++;
}

/** len does not look whether the map is being written. */
function enterLength(rt: Rt, root: string): void {
  const cell = mapCell(rt, root);
  rt.cells.set(root, { ...cell, writing: false });
  enterMap(rt, root, 'map-read', READ);
  rt.cells.set(root, cell);
  rt.op.detail = 'len';
}

function walk(rt: Rt, g: Go, instr: Instr, root: string, option: number): void {
  const frame = top(g);
  if (enterMap(rt, root, 'map-read', WALK)) return;
  if (instr.op === 'map-iter') {
    const [of = NIL] = popMany(frame, 1);
    frame.stack.push(mapOf(rt, of, option));
    frame.pc++;
    rt.op.detail = 'range';
    return;
  }
  if (instr.op !== 'map-next') return;
  const next = mapNext(rt, as(frame.locals[instr.slot] ?? NIL, 'iter'));
  frame.pc++;
  if (next === undefined) {
    rt.op.detail = 'end';
    frame.pc = instr.to;
  } else {
    enter(rt, next.key);
    frame.locals[instr.slot] = next.iterator;
    frame.stack.push(next.key, next.value);
  }
}

/** The map that an instruction is about; undefined where it is nil or it is no instruction of maps. */
export function mapRoot(g: Go, instr: Instr): string | undefined {
  const frame = top(g);
  let of: Value = NIL;
  switch (instr.op) {
    case 'map-get':
    case 'delete-begin':
    case 'delete-end':
      of = peekMany(frame, 2)[0] ?? NIL;
      break;
    case 'map-begin':
    case 'map-end':
      of = peekMany(frame, 3)[0] ?? NIL;
      break;
    case 'map-iter':
    case 'len':
    case 'clear':
      of = peekMany(frame, 1)[0] ?? NIL;
      break;
    case 'map-next': {
      const iterator = frame.locals[instr.slot] ?? NIL;
      return isKind(iterator, 'iter') && iterator.root !== '' ? iterator.root : undefined;
    }
    default:
  }
  return isKind(of, 'map') ? of.root : undefined;
}
