/** Private work: instructions that no other goroutine can notice. */
import { arithmetic, convertValue, negate } from './arithmetic.ts';
import type { Instr } from './code.ts';
import { afterDeferred, panicText, recoverIn } from './panics.ts';
import { GoPanic, NIL_DEREFERENCE, raise, type Frame, type Go, type Rt } from './runtime-state.ts';
import { allocate, freshKey, pointerOf, readPlace, writePlace } from './memory.ts';
import { codeOf, peek, pop, popMany, pushFrame } from './runtime.ts';
import { under } from './types.ts';
import { byteLength, bytesFrom, utf8 } from './text.ts';
import { NIL, as, getPath, isKind, isNil, num, str, type Value } from './values.ts';
import type { MapCell } from './cells.ts';
import { invariant } from '../kernel/kernel.ts';
import {
  append,
  checked,
  clear,
  copy,
  elementPointer,
  elementsOf,
  lengthOf,
  makeChannel,
  slice,
  sliceOver,
} from './exec-slices.ts';
import { assertType, callMethod, said, stringify } from './exec-methods.ts';
import { mapDelete, mapGet, mapNext, mapOf, mapSet } from './maps.ts';
import { privateNative } from './natives.ts';

/** Elements of one slice that the machine makes room for. */
const SLICE_MAX = 2 ** 24;

type Of<K extends Instr['op']> = Extract<Instr, { op: K }>;

/** Runs one private instruction. @throws GoPanic for a panic of the program */
export function execute(rt: Rt, g: Go, frame: Frame, instr: Instr): void {
  const { stack, locals } = frame;
  frame.pc++;
  switch (instr.op) {
    case 'const':
      stack.push(instr.v);
      return;
    case 'load':
      stack.push(locals[instr.slot] ?? NIL);
      return;
    case 'store':
      locals[instr.slot] = pop(frame);
      return;
    case 'pop':
      pop(frame);
      return;
    case 'dup':
      stack.push(peek(frame));
      return;
    case 'dup2':
      stack.push(peek(frame, 1), peek(frame));
      return;
    case 'swap':
      stack.push(...popMany(frame, 2).reverse());
      return;
    case 'jump':
      frame.pc = instr.to;
      return;
    case 'jump-if-not':
      if (pop(frame) !== true) frame.pc = instr.to;
      return;
    case 'and':
    case 'or':
      if ((peek(frame) === true) === (instr.op === 'or')) frame.pc = instr.to;
      else pop(frame);
      return;
    case 'unless':
      if (peek(frame) === instr.value) pop(frame);
      else frame.pc = instr.to;
      return;
    case 'alloc':
      locals[instr.slot] = { k: 'ptr', root: allocate(rt, g, pop(frame), instr.name, instr.t), path: [] };
      return;
    case 'new':
      stack.push({ k: 'ptr', root: allocate(rt, g, pop(frame), instr.name, instr.t, { made: true }), path: [] });
      return;
    case 'bin': {
      const [x = NIL, y = NIL] = popMany(frame, 2);
      stack.push(arithmetic(instr.name, instr.t, x, y, rt.code.types));
      return;
    }
    case 'un':
      stack.push(negate(instr.name, instr.t, pop(frame)));
      return;
    case 'conv':
      stack.push(convert(rt, g, instr, pop(frame)));
      return;
    case 'box':
      stack.push({ k: 'iface', t: instr.t, v: pop(frame) });
      return;
    default:
      data(rt, g, frame, instr);
  }
}

function data(rt: Rt, g: Go, frame: Frame, instr: Instr): void {
  const { stack } = frame;
  switch (instr.op) {
    case 'mem-load':
      stack.push(readPlace(rt, pointerOf(pop(frame))));
      return;
    case 'mem-store': {
      const value = pop(frame);
      writePlace(rt, pointerOf(pop(frame)), value);
      return;
    }
    case 'field':
      stack.push(getPath(pop(frame), [instr.name]));
      return;
    case 'field-ptr': {
      const { root, path } = pointerOf(pop(frame));
      stack.push({ k: 'ptr', root, path: [...path, instr.name] });
      return;
    }
    case 'elem': {
      const [of = NIL, i = 0] = popMany(frame, 2);
      const { v } = as(of, 'array');
      stack.push(v[checked(i, v.length)] ?? NIL);
      return;
    }
    case 'elem-ptr':
      elementPointer(frame, instr.length);
      return;
    case 'str-index': {
      const [of = '', i = 0] = popMany(frame, 2);
      const bytes = utf8(str(of));
      stack.push(bytes[checked(i, bytes.length)] ?? 0);
      return;
    }
    case 'struct': {
      const values = popMany(frame, instr.names.length);
      stack.push({ k: 'struct', f: Object.fromEntries(instr.names.map((name, i) => [name, values[i] ?? NIL])) });
      return;
    }
    case 'array':
      stack.push({ k: 'array', v: popMany(frame, instr.n) });
      return;
    case 'pack': {
      const v = popMany(frame, instr.n);
      stack.push(instr.n === 0 ? NIL : sliceOver(allocate(rt, g, { k: 'array', v }, '', instr.t), v.length));
      return;
    }
    case 'slice-of':
      slice(frame, instr);
      return;
    case 'len':
    case 'cap':
      stack.push(lengthOf(rt, pop(frame), instr.op));
      return;
    case 'append':
      append(rt, g, frame, instr);
      return;
    case 'copy':
      copy(rt, frame);
      return;
    default:
      makes(rt, g, frame, instr);
  }
}

function makes(rt: Rt, g: Go, frame: Frame, instr: Instr): void {
  const { stack, locals } = frame;
  switch (instr.op) {
    case 'make-chan': {
      const cap = num(pop(frame));
      if (cap < 0)
        throw new GoPanic({
          k: 'iface',
          t: 'runtime.plainError',
          v: { k: 'err', id: 'makechan', text: 'makechan: size out of range', wraps: [] },
        });
      stack.push({ k: 'chan', root: makeChannel(rt, g, instr.name, cap, instr.zero, instr.t) });
      return;
    }
    case 'make-map': {
      const root = freshKey(g, 'map');
      const cell: MapCell = {
        k: 'map',
        own: g.id,
        name: instr.name,
        keys: [],
        entries: {},
        writing: false,
        t: instr.t,
      };
      rt.cells.set(root, cell);
      stack.push({ k: 'map', root });
      return;
    }
    case 'make-slice': {
      const [length = 0, cap = 0] = popMany(frame, 2).map(num);
      if (length < 0 || length > SLICE_MAX) raise('makeslice: len out of range', 'runtime.errorString');
      if (cap < length || cap > SLICE_MAX) raise('makeslice: cap out of range', 'runtime.errorString');
      const v = Array.from({ length: cap }, () => instr.zero);
      stack.push({ ...sliceOver(allocate(rt, g, { k: 'array', v }, instr.name, instr.t), length), cap });
      return;
    }
    case 'map-get': {
      const [of = NIL, key = NIL] = popMany(frame, 2);
      const found = mapGet(rt, of, key);
      rt.op.work++;
      stack.push(found ?? instr.zero);
      if (instr.ok) stack.push(found !== undefined);
      return;
    }
    // Nobody else can reach the map: no need to write in two halves.
    case 'map-begin':
      if (isNil(peek(frame, 2))) nilMap();
      return;
    case 'map-end': {
      const [of = NIL, key = NIL, value = NIL] = popMany(frame, 3);
      mapSet(rt, of, key, value);
      rt.op.work += 2;
      return;
    }
    case 'delete-begin':
      return;
    case 'delete-end': {
      const [of = NIL, key = NIL] = popMany(frame, 2);
      mapDelete(rt, of, key);
      rt.op.work += 2;
      return;
    }
    case 'clear':
      clear(rt, pop(frame));
      return;
    case 'map-iter':
      stack.push(mapOf(rt, pop(frame), 0));
      return;
    case 'map-next': {
      const next = mapNext(rt, as(locals[instr.slot] ?? NIL, 'iter'));
      if (next === undefined) frame.pc = instr.to;
      else {
        locals[instr.slot] = next.iterator;
        stack.push(next.key, next.value);
      }
      return;
    }
    case 'str-next':
      nextRune(frame, instr);
      return;
    default:
      calls(rt, g, frame, instr);
  }
}

function calls(rt: Rt, g: Go, frame: Frame, instr: Instr): void {
  const { stack } = frame;
  switch (instr.op) {
    case 'func':
      stack.push({ k: 'func', id: instr.id, caps: popMany(frame, instr.n) });
      return;
    case 'call': {
      const args = popMany(frame, instr.n);
      pushFrame(rt, g, pop(frame), args);
      return;
    }
    case 'call-method': {
      const args = popMany(frame, instr.n);
      callMethod(rt, g, pop(frame), instr.method, args);
      return;
    }
    case 'defer': {
      const args = popMany(frame, instr.n);
      const f = pop(frame);
      frame.defers.push({ f: isKind(f, 'nil') ? f : as(f, 'func'), args, at: instr.at });
      return;
    }
    case 'run-defers': {
      const next = frame.defers.pop();
      if (next === undefined) return;
      if (isNil(next.f)) raise(NIL_DEREFERENCE);
      frame.pc--;
      pushFrame(rt, g, next.f, next.args, { deferred: true, at: next.at });
      return;
    }
    case 'ret':
      ret(rt, g, popMany(frame, instr.n));
      return;
    case 'panic': {
      const shown = pop(frame);
      const value = pop(frame);
      throw new GoPanic(isNil(value) ? nilPanic() : { k: 'struct', f: { v: value, text: panicText(shown) } });
    }
    case 'recover':
      stack.push(recoverIn(g, frame));
      return;
    case 'assert':
      assertType(rt, frame, instr);
      return;
    case 'stringify':
      stringify(rt, g, frame, instr);
      return;
    case 'native':
      privateNative(rt, g, frame, instr);
      return;
    default:
      invariant(false, `${instr.op} is a visible step`);
  }
}

function nilPanic(): Value {
  const text = 'panic called with nil argument';
  return { k: 'iface', t: '*runtime.PanicNilError', v: { k: 'err', id: text, text, wraps: [] } };
}

export function nilMap(): never {
  const text = 'assignment to entry in nil map';
  throw new GoPanic({ k: 'iface', t: 'runtime.plainError', v: { k: 'err', id: text, text, wraps: [] } });
}

function ret(rt: Rt, g: Go, results: Value[]): void {
  const done = g.frames.pop();
  const caller = g.frames.at(-1);
  if (done === undefined) return;
  // The program ends where main does.
  if (caller?.fn === rt.code.entry) g.at = codeOf(rt, done).code[done.pc - 1]?.at ?? g.at;
  if (done.deferred) {
    if (done.panic >= 0) afterDeferred(rt, g, done);
    return;
  }
  if (done.into >= 0 && caller !== undefined) said(rt, caller, done.into, str(results[0] ?? ''));
  else caller?.stack.push(...results);
}

function nextRune(frame: Frame, instr: Of<'str-next'>): void {
  const [text = '', at = 0] = as(frame.locals[instr.slot] ?? NIL, 'array').v;
  const rest = bytesFrom(str(text), num(at), byteLength(str(text)));
  const code = rest.codePointAt(0);
  if (code === undefined) {
    frame.pc = instr.to;
    return;
  }
  const next = num(at) + byteLength(String.fromCodePoint(code));
  frame.locals[instr.slot] = { k: 'array', v: [text, next] };
  frame.stack.push(at, code);
}

function toArray(elements: readonly Value[], length: number): Value {
  if (elements.length < length) {
    const have = `cannot convert slice with length ${elements.length}`;
    raise(`${have} to array or pointer to array with length ${length}`, 'runtime.boundsError');
  }
  return { k: 'array', v: elements.slice(0, length) };
}

function convert(rt: Rt, g: Go, instr: Of<'conv'>, value: Value): Value {
  const made = convertValue(instr.t, instr.from, value, (of) => elementsOf(rt, of));
  const array = under(instr.t);
  if (array.k === 'array' && under(instr.from).k === 'slice') return toArray(elementsOf(rt, value), array.length);
  if (!isKind(made, 'array') || isKind(value, 'array')) return made;
  return sliceOver(allocate(rt, g, made, '', instr.t.id), made.v.length);
}
