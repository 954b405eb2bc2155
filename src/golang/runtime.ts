/**
 * The state of the goroutine machine, and the hands that change it: goroutines, memory, parking and waking.
 * Models: runtime/proc.go, runtime/chan.go, runtime/panic.go of go1.26 as far as a program can tell.
 * Left out: starvation mode of locks, preemption inside private work, memory limits.
 */
import type { Position } from './ast.ts';
import type { Code, FuncCode, Instr } from './code.ts';
import type { Access, Cells, Op, OpKind } from './machine-types.ts';
import {
  NIL,
  as,
  getPath,
  isKind,
  leaves,
  placeKey,
  setPath,
  type BoxedValue,
  type ChanCell,
  type ContextCell,
  type FuncValue,
  type MapCell,
  type MemoryCell,
  type NilValue,
  type Place,
  type TimerCell,
  type Value,
} from './values.ts';
import { invariant } from '../kernel/kernel.ts';

export interface Deferred {
  /** nil = it panics when its turn comes. */
  readonly f: FuncValue | NilValue;
  readonly args: readonly Value[];
  /** The defer statement. */
  readonly at: Position;
}

/** One call. Changed only in the working copy of a step. */
export interface Frame {
  fn: number;
  pc: number;
  locals: Value[];
  stack: Value[];
  defers: Deferred[];
  /** It runs as a deferred call: what it returns is dropped. */
  deferred: boolean;
  /** The panic that it was run by; -1 = none. */
  panic: number;
  /** Where in the caller's stack its result goes; -1 = on top. */
  into: number;
  /** Of a deferred call: the defer statement. */
  at?: Position;
}

export interface Panic {
  readonly v: Value;
  readonly text: string;
  readonly recovered: boolean;
  readonly goexit: boolean;
  readonly at: Position;
}

export interface Go {
  k: 'go';
  id: number;
  name: string;
  status: 'run' | 'blocked' | 'done';
  /** Wait state in Go's words. */
  wait: string;
  /** Cell or place that it waits for. */
  on: string;
  frames: Frame[];
  panics: Panic[];
  /** A panic of private work that has yet to be raised. */
  pending: Value;
  /** It has no deferred call left and its panic nobody recovered. */
  crashing: boolean;
  /** It came to its end by Goexit. */
  exited: boolean;
  /** It ran long without a visible step. */
  tired: boolean;
  /** Edges that its next step comes after. */
  acquires: string[];
  /** Woken to try the same operation again. */
  retry: boolean;
  /** Progress inside one operation (Cond.Wait). */
  phase: number;
  allocs: number;
  /** Where it was started; of main that has returned, its end. */
  at: Position;
}

export interface Meta {
  readonly k: 'meta';
  readonly goroutines: number;
  readonly now: number;
  readonly live: number;
}
export interface Out {
  readonly k: 'out';
  readonly lines: readonly string[];
  /** Printed without an end of line yet. */
  readonly open: string;
}
export interface End {
  readonly k: 'end';
  readonly exit: number;
  readonly stderr: string;
  readonly leaked: readonly { readonly goroutine: number; readonly state: string; readonly at: Position }[];
}

export type Draft = { -readonly [K in keyof Op]: Op[K] extends readonly (infer T)[] ? T[] : Op[K] };

export interface Rt {
  readonly code: Code;
  readonly cells: Cells;
  /** Goroutines touched by the running step. */
  readonly working: Map<number, Go>;
  op: Draft;
}

/** A panic raised by private work. */
export class GoPanic extends Error {
  constructor(readonly value: Value) {
    super('panic');
  }
}

export function runtimeError(text: string, t = 'runtime.errorString'): BoxedValue {
  return { k: 'iface', t, v: { k: 'err', id: text, text: `runtime error: ${text}`, wraps: [] } };
}

export function raise(text: string, t?: string): never {
  throw new GoPanic(runtimeError(text, t));
}

export const NIL_DEREFERENCE = 'invalid memory address or nil pointer dereference';

export function draft(goroutine: number, kind: OpKind, at: Position): Draft {
  return {
    goroutine,
    kind,
    at,
    object: '',
    cell: '',
    detail: '',
    wakes: [],
    acquires: [],
    releases: [],
    work: 0,
    memory: [],
  };
}

// --- cells ---

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

// --- goroutines ---

export function stored(rt: Rt, id: number): Go {
  return rt.working.get(id) ?? (rt.cells.get(`go/${id}`) as Go);
}

/** The working copy of a goroutine: may be changed until the step ends. */
export function goroutine(rt: Rt, id: number): Go {
  const known = rt.working.get(id);
  if (known !== undefined) return known;
  const old = rt.cells.get(`go/${id}`) as Go;
  const copy: Go = {
    ...old,
    panics: [...old.panics],
    acquires: [...old.acquires],
    frames: old.frames.map((one) => ({
      ...one,
      locals: [...one.locals],
      stack: [...one.stack],
      defers: [...one.defers],
    })),
  };
  rt.working.set(id, copy);
  return copy;
}

export function top(g: Go): Frame {
  const frame = g.frames.at(-1);
  invariant(frame !== undefined, 'a frame');
  return frame;
}

export function codeOf(rt: Rt, frame: Frame): FuncCode {
  const code = rt.code.funcs[frame.fn];
  invariant(code !== undefined, 'code of a function');
  return code;
}

export function instrAt(rt: Rt, frame: Frame): Instr {
  const instr = codeOf(rt, frame).code[frame.pc];
  invariant(instr !== undefined, 'an instruction');
  return instr;
}

export function pop(frame: Frame): Value {
  const value = frame.stack.pop();
  invariant(value !== undefined, 'a value on the stack');
  return value;
}

export function popMany(frame: Frame, n: number): Value[] {
  return n === 0 ? [] : frame.stack.splice(frame.stack.length - n, n);
}

export function peek(frame: Frame, depth = 0): Value {
  return frame.stack[frame.stack.length - 1 - depth] ?? NIL;
}

/** @throws GoPanic where `f` is nil */
export function pushFrame(rt: Rt, g: Go, f: Value, args: readonly Value[], how: Partial<Frame> = {}): void {
  if (isKind(f, 'nil')) raise(NIL_DEREFERENCE);
  const { id, caps } = as(f, 'func');
  const code = rt.code.funcs[id];
  invariant(code !== undefined, 'code of a function');
  const locals: Value[] = Array.from({ length: code.slots }, () => NIL);
  caps.forEach((one, i) => (locals[code.captures[i] ?? 0] = one));
  args.forEach((one, i) => (locals[code.params[i] ?? 0] = one));
  g.frames.push({ fn: id, pc: 0, locals, stack: [], defers: [], deferred: false, panic: -1, into: -1, ...how });
}

export function start(rt: Rt, f: Value, args: readonly Value[], at: Position): Go {
  const now = meta(rt);
  const id = now.goroutines + 1;
  rt.cells.set('meta', { ...now, goroutines: id, live: now.live + 1 });
  const code = isKind(f, 'func') ? rt.code.funcs[f.id] : undefined;
  const name = code?.name ?? '';
  const g: Go = {
    k: 'go',
    id,
    name,
    status: 'run',
    wait: '',
    on: '',
    frames: [],
    panics: [],
    pending: NIL,
    crashing: false,
    exited: false,
    tired: false,
    acquires: [`go/${id}#start`],
    retry: false,
    phase: 0,
    allocs: 0,
    // A timer starts it from nowhere.
    at: at.line > 0 ? at : (code?.code[0]?.at ?? at),
  };
  rt.working.set(id, g);
  share(rt, f);
  args.forEach((one) => share(rt, one));
  pushFrame(rt, g, f, args);
  rt.op.wakes.push(id);
  rt.op.releases.push(`go/${id}#start`);
  return g;
}

/** @returns the release of what it did until now */
export function park(rt: Rt, g: Go, wait: string, on: string): string {
  g.status = 'blocked';
  g.wait = wait;
  g.on = on;
  rt.op.kind = 'block';
  rt.op.detail = wait;
  const key = `go/${g.id}#park/${++g.allocs}`;
  rt.op.releases.push(key);
  return key;
}

/** Makes a parked goroutine run again: it comes after the running step. */
export function wake(rt: Rt, id: number): Go {
  const g = goroutine(rt, id);
  g.status = 'run';
  g.wait = '';
  g.on = '';
  g.acquires.push(`go/${id}#wake`);
  rt.op.wakes.push(id);
  rt.op.releases.push(`go/${id}#wake`);
  return g;
}

/** How many operands the instruction that a goroutine stands at takes. */
export function operands(instr: Instr): number {
  switch (instr.op) {
    case 'native':
      return instr.n;
    case 'call-method':
      return instr.n + 1;
    case 'send':
      return 2;
    case 'recv':
      return 1;
    case 'select':
      return instr.arms.length * 2;
    default:
      return 0;
  }
}

/** Ends the operation that `g` stands at. */
export function complete(rt: Rt, g: Go, results: readonly Value[]): void {
  const frame = top(g);
  popMany(frame, operands(instrAt(rt, frame)));
  frame.stack.push(...results);
  frame.pc++;
  g.retry = false;
  g.phase = 0;
}

export function peekMany(frame: Frame, n: number): readonly Value[] {
  return frame.stack.slice(frame.stack.length - n);
}
