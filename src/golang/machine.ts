/**
 * The goroutine machine (its face: machine-types.ts). A goroutine stands before its next visible step: what it does alone
 * after a step is done at the end of that step, where nobody can tell the difference.
 */
import type { Program } from './ast.ts';
import type { Code } from './code.ts';
import { compile } from './compile.ts';
import { execute } from './exec.ts';
import type { Cells, Machine, Op, Outcome, Transition } from './machine-types.ts';
import { fire } from './ops-time.ts';
import { output } from './ops-program.ts';
import { crash, panicText, raisePanic } from './panics.ts';
import { finish, hasEnded, placeOf } from './places.ts';
import { GoPanic, draft, type End, type Go, type Meta, type Out, type Rt } from './runtime-state.ts';
import { goroutine, instrAt, start, stored } from './runtime.ts';
import { meta, timerCell } from './memory.ts';
import { dueTimers, earliest } from './timers.ts';
import { NIL, isKind, str, type Value } from './values.ts';
import type { MemoryCell } from './cells.ts';
import { goroutineViews, objectViews } from './machine-views.ts';
import { act, isVisible, planOf } from './visible.ts';
import { compareBytes } from '../kernel/kernel.ts';

const NOWHERE = { line: 0, column: 0 };
/** Private instructions in one step; a goroutine that does more is interrupted (it may never end). */
const PRIVATE_LIMIT = 20_000;

/**
 * @param cells empty, or those of an earlier machine of the same program: it goes on from there
 * @throws CompileError for what the checker should have refused
 */
export function createMachine(program: Program, cells: Cells): Machine {
  return machineOf(compile(program), cells);
}

/** The same for a program that is compiled already: machines of one program share its code. */
export function machineOf(code: Code, cells: Cells): Machine {
  const rt: Rt = { code, cells, working: new Map(), op: draft(0, 'start', NOWHERE) };
  if (cells.get('meta') === undefined) begin(rt);
  return {
    transitions: () => transitions(rt),
    take: (transition) => take(rt, transition),
    get now() {
      return meta(rt).now;
    },
    get nextTimer() {
      return hasEnded(rt) ? undefined : earliest(rt);
    },
    fireTimer: () => moveTime(rt),
    outcome: () => outcomeOf(rt),
    goroutines: () => goroutineViews(rt),
    objects: () => objectViews(rt),
    get stdout() {
      return printed(rt, 'stdout');
    },
    get stderr() {
      return printed(rt, 'stderr');
    },
  };
}

function begin(rt: Rt): void {
  const { cells, code } = rt;
  const first: Meta = { k: 'meta', goroutines: 0, now: 0, live: 0 };
  cells.set('meta', first);
  const out: Out = { k: 'out', lines: [], open: '' };
  cells.set('out', out);
  for (const one of code.globals) {
    const cell: MemoryCell = { k: 'mem', own: 0, v: one.zero, name: one.name, t: one.t };
    cells.set(one.key, cell);
  }
  const main = start(rt, { k: 'func', id: code.entry, caps: [] }, [], NOWHERE);
  main.acquires = [];
  settle(rt, main);
  flush(rt);
}

function flush(rt: Rt): void {
  for (const [id, g] of rt.working) rt.cells.set(`go/${id}`, g);
  rt.working.clear();
}

/** Runs what the goroutine does alone, up to its next visible step. */
function settle(rt: Rt, g: Go): void {
  for (let i = 0; i < PRIVATE_LIMIT; i++) {
    const frame = g.frames.at(-1);
    if (frame === undefined || g.status !== 'run' || g.crashing || !isKind(g.pending, 'nil')) return;
    const instr = instrAt(rt, frame);
    if (isVisible(rt, g, frame, instr)) return;
    try {
      execute(rt, g, frame, instr);
    } catch (error) {
      if (!(error instanceof GoPanic)) throw error;
      g.pending = error.value;
      // It stands where it panicked.
      frame.pc--;
      return;
    }
  }
  g.tired = true;
}

function transitions(rt: Rt): Transition[] {
  if (hasEnded(rt)) return [];
  const found: Transition[] = [];
  for (let id = 1; id <= meta(rt).goroutines; id++) {
    const g = stored(rt, id);
    if (g.status !== 'run') continue;
    const { options, accesses } = planOf(rt, g);
    for (const { option, label } of options) found.push({ goroutine: id, option, label, accesses });
  }
  dueTimers(rt).forEach((key, option) => {
    const { does, name } = timerCell(rt, key);
    const objects = [key, ...(does.kind === 'send' ? [does.chan] : does.kind === 'expire' ? ['ctx'] : ['go/count'])];
    found.push({ goroutine: 0, option, label: name, accesses: objects.map((object) => ({ object, write: true })) });
  });
  return found;
}

function take(rt: Rt, { goroutine: id, option }: Transition): Op {
  rt.working.clear();
  if (id === 0) {
    rt.op = draft(0, 'timer', NOWHERE);
    const key = dueTimers(rt)[option];
    if (key !== undefined) fire(rt, key);
  } else {
    const g = goroutine(rt, id);
    rt.op = draft(id, 'switch', placeOf(rt, g));
    rt.op.acquires.push(...g.acquires);
    g.acquires = [];
    step(rt, g, option);
  }
  return done(rt);
}

function done(rt: Rt): Op {
  const { op } = rt;
  if (!hasEnded(rt)) {
    for (const id of new Set([op.goroutine, ...op.wakes])) if (id > 0) settle(rt, goroutine(rt, id));
  }
  flush(rt);
  return op;
}

function step(rt: Rt, g: Go, option: number): void {
  const frame = g.frames.at(-1);
  if (g.crashing) {
    crash(rt, g);
    return;
  }
  if (!isKind(g.pending, 'nil')) {
    const value = g.pending;
    g.pending = NIL;
    rt.op.kind = 'panic';
    panicking(rt, g, value);
    return;
  }
  if (frame === undefined) {
    end(rt, g);
    return;
  }
  if (g.tired) {
    g.tired = false;
    rt.op.detail = 'interrupted';
    return;
  }
  try {
    act(rt, g, instrAt(rt, frame), option);
  } catch (error) {
    if (!(error instanceof GoPanic)) throw error;
    panicking(rt, g, error.value);
  }
}

function panicking(rt: Rt, g: Go, value: Value): void {
  // The panic statement brings its text along; other values are their own.
  const own = isKind(value, 'struct');
  const v = own ? (value.f['v'] ?? NIL) : value;
  const text = own ? str(value.f['text'] ?? '') : panicText(value);
  rt.op.detail = `panic: ${text}`;
  raisePanic(rt, g, v, text);
  if (g.crashing) crash(rt, g);
}

function end(rt: Rt, g: Go): void {
  const now = meta(rt);
  rt.cells.set('meta', { ...now, live: now.live - 1 });
  g.status = 'done';
  rt.op.kind = 'end';
  rt.op.object = `goroutine ${g.id}`;
  rt.op.cell = `go/${g.id}`;
  if (g.id !== 1 || g.exited) return;
  rt.op.kind = 'exit';
  finish(rt, 0, '');
}

/** Sets virtual time where somebody else keeps it (a World). */
export function setClock(cells: Cells, now: number): void {
  const old = cells.get('meta') as Meta;
  if (old.now !== now) cells.set('meta', { ...old, now } satisfies Meta);
}

/** G-3. One timer fires at once; where several are due, which is first is a transition. */
function moveTime(rt: Rt): Op {
  rt.working.clear();
  rt.op = draft(0, 'timer', NOWHERE);
  const when = earliest(rt);
  if (when === undefined) return rt.op;
  const now = meta(rt);
  if (when > now.now) rt.cells.set('meta', { ...now, now: when });
  rt.op.detail = String(when);
  const [first, more] = dueTimers(rt);
  if (first !== undefined && more === undefined) fire(rt, first);
  return done(rt);
}

function printed(rt: Rt, stream: 'stdout' | 'stderr'): readonly string[] {
  const { lines, open } = output(rt, stream);
  return open === '' ? lines : [...lines, open];
}

function outcomeOf(rt: Rt): Outcome | undefined {
  const known = rt.cells.get('end') as End | undefined;
  if (known !== undefined) {
    const { exit, stderr, leaked } = known;
    return { exit, stdout: printed(rt, 'stdout'), stderr, waitStates: [], leaked };
  }
  const all: Go[] = [];
  for (let id = 1; id <= meta(rt).goroutines; id++) all.push(stored(rt, id));
  if (all.some((one) => one.status === 'run') || earliest(rt) !== undefined) return undefined;
  const blocked = all.filter((one) => one.status === 'blocked');
  const why = blocked.length === 0 ? 'no goroutines (main called runtime.Goexit)' : 'all goroutines are asleep';
  return {
    exit: 2,
    stdout: printed(rt, 'stdout'),
    stderr: `fatal error: ${why} - deadlock!`,
    waitStates: blocked.map((one) => one.wait).sort(compareBytes),
    leaked: [],
  };
}
