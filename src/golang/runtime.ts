/**
 * The hands that change goroutines: calls, starting, parking and waking.
 * Models: runtime/proc.go, runtime/chan.go of go1.26 as far as a program can tell.
 * Left out: starvation mode of locks, preemption inside private work, memory limits.
 */
import type { Position } from './ast.ts';
import type { FuncCode, Instr } from './code.ts';
import { meta, share } from './memory.ts';
import { NIL_DEREFERENCE, raise, type Frame, type Go, type Rt } from './runtime-state.ts';
import { NIL, as, isKind, type Value } from './values.ts';
import { invariant } from '../kernel/kernel.ts';

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
