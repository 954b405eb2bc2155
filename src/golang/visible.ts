/** Visible steps: which instruction is one, what may come of it, what it touches, and doing it. */
import type { Instr } from './code.ts';
import { execute } from './exec.ts';
import type { Access } from './machine-types.ts';
import { atomic, SYNC_MAP } from './ops-atomic.ts';
import { channelAccesses, close, readyCases, receive, select, selectAccesses, send } from './ops-chan.ts';
import { CONTEXT, CONTEXT_READS, doneChannels } from './ops-context.ts';
import { load, mapRoot, onMap, store } from './ops-memory.ts';
import { PROGRAM } from './ops-program.ts';
import { SYNC, type VisibleRun } from './ops-sync.ts';
import { TIME } from './ops-time.ts';
import { fatal } from './places.ts';
import { accessesOf, isShared, mapCell } from './memory.ts';
import { complete, instrAt, operands, peek, peekMany, pop, popMany, start, top } from './runtime.ts';
import type { Frame, Go, Rt } from './runtime-state.ts';
import { NIL, as, isKind, placeKey, type SliceValue, type Value } from './values.ts';
import { brief } from './brief.ts';

export interface Plan {
  readonly options: readonly { readonly option: number; readonly label: string }[];
  readonly accesses: readonly Access[];
}

const RUNS: Readonly<Record<string, VisibleRun>> = { ...SYNC, ...SYNC_MAP, ...TIME, ...CONTEXT, ...PROGRAM };

interface Native {
  readonly name: string;
  readonly run: VisibleRun;
  readonly args: readonly Value[];
}

/** A library function that an instruction calls and that others may notice. */
function nativeAt(frame: Frame, instr: Instr): Native | undefined {
  if (instr.op === 'native') {
    const run = RUNS[instr.name] ?? atomic(instr.name, instr.t);
    return run === undefined ? undefined : { name: instr.name, run, args: peekMany(frame, instr.n) };
  }
  if (instr.op !== 'call-method') return undefined;
  const [receiver = NIL, ...args] = peekMany(frame, instr.n + 1);
  if (!isKind(receiver, 'iface')) return undefined;
  const name = isKind(receiver.v, 'ctx')
    ? `context.Context.${instr.method}`
    : `${receiver.t.replace(/^\*/, '')}.${instr.method}`;
  const run = RUNS[name] ?? CONTEXT_READS[name];
  if (run === undefined) return undefined;
  return { name, run, args: [isKind(receiver.v, 'ctx') ? receiver : receiver.v, ...args] };
}

/** The slice that append or copy writes to, where others can see it. */
function sharedSlice(rt: Rt, frame: Frame, instr: Instr): SliceValue | undefined {
  const [to = NIL, from = NIL] = peekMany(frame, 2);
  if (!isKind(to, 'slice')) return undefined;
  if (instr.op === 'append') {
    const added = isKind(from, 'array') ? from.v.length : isKind(from, 'slice') ? from.len : 0;
    if (added === 0 || to.len + added > to.cap) return undefined;
    return isShared(rt, to.root) ? { ...to, off: to.off + to.len, len: added } : undefined;
  }
  return isShared(rt, to.root) ? to : undefined;
}

/** Whether another goroutine may notice what `instr` does. */
export function isVisible(rt: Rt, g: Go, frame: Frame, instr: Instr): boolean {
  switch (instr.op) {
    case 'go':
    case 'send':
    case 'recv':
    case 'close':
    case 'select':
      return true;
    case 'mem-load':
    case 'mem-store': {
      const of = peek(frame, instr.op === 'mem-load' ? 0 : 1);
      return isKind(of, 'ptr') && isShared(rt, of.root);
    }
    case 'native':
    case 'call-method':
      return nativeAt(frame, instr) !== undefined || (instr.op === 'native' && instr.name.startsWith('rand.'));
    case 'append':
    case 'copy':
      return sharedSlice(rt, frame, instr) !== undefined;
    case 'len':
      if (isKind(peek(frame), 'chan')) return true;
      break;
    default:
  }
  const root = mapRoot(g, instr);
  if (root === undefined) return false;
  return isShared(rt, root) || (instr.op === 'map-iter' && mapCell(rt, root).keys.length > 1);
}

const ONE = [{ option: 0, label: '' }];
const STDOUT: Access = { object: 'stdout', write: true };
const COUNT: Access = { object: 'go/count', write: true };

/** What the goroutine may do next; it runs and stands at a visible step. */
export function planOf(rt: Rt, g: Go): Plan {
  if (!isKind(g.pending, 'nil') || g.crashing) return { options: [{ option: 0, label: 'panic' }], accesses: [STDOUT] };
  const frame = g.frames.at(-1);
  if (frame === undefined) return { options: ONE, accesses: g.id === 1 && !g.exited ? [STDOUT, COUNT] : [COUNT] };
  if (g.tired) return { options: ONE, accesses: [] };
  const instr = instrAt(rt, frame);
  switch (instr.op) {
    case 'send':
    case 'recv':
    case 'close': {
      const of = peek(frame, instr.op === 'send' ? 1 : 0);
      return { options: ONE, accesses: closing(rt, instr.op, of) };
    }
    case 'select': {
      const ready = readyCases(rt, g, instr);
      const options = ready.map((option) => ({ option, label: instr.arms[option]?.label ?? '' }));
      const none = [{ option: 0, label: instr.hasDefault ? 'default' : '' }];
      return { options: ready.length === 0 ? none : options, accesses: selectAccesses(rt, g, instr) };
    }
    case 'go':
      return { options: ONE, accesses: [COUNT] };
    case 'mem-load':
    case 'mem-store': {
      const write = instr.op === 'mem-store';
      return { options: ONE, accesses: accessesOf(rt, as(peek(frame, write ? 1 : 0), 'ptr'), write) };
    }
    case 'native':
    case 'call-method':
      return nativePlan(rt, frame, instr);
    case 'append':
    case 'copy':
      return { options: ONE, accesses: sliceAccesses(sharedSlice(rt, frame, instr)) };
    default:
      return mapPlan(rt, g, frame, instr);
  }
}

function closing(rt: Rt, op: 'send' | 'recv' | 'close', of: Value): readonly Access[] {
  if (op !== 'close' || !isKind(of, 'chan')) return channelAccesses(rt, of);
  return [...channelAccesses(rt, of), ...wakings(rt, [of.root])];
}

/** Everything that closing channels touches: a select that waits there stands in other queues too. */
function wakings(rt: Rt, roots: readonly string[]): Access[] {
  return roots.flatMap((root) => channelAccesses(rt, { k: 'chan', root }));
}

function mapPlan(rt: Rt, g: Go, frame: Frame, instr: Instr): Plan {
  const root = mapRoot(g, instr);
  if (root === undefined) return { options: ONE, accesses: channelAccesses(rt, peek(frame)) };
  const write = /begin|end|clear/.test(instr.op);
  const accesses = [{ object: root, write }];
  const { keys, entries } = mapCell(rt, root);
  if (instr.op !== 'map-iter' || keys.length < 2) return { options: ONE, accesses };
  const options = keys.map((key, option) => ({ option, label: `range from ${brief(rt, entries[key]?.key ?? NIL)}` }));
  return { options, accesses };
}

function sliceAccesses(slice: SliceValue | undefined): Access[] {
  if (slice === undefined) return [];
  const key = placeKey(slice);
  return Array.from({ length: slice.len }, (_, i) => ({ object: `${key}.${slice.off + i}`, write: true }));
}

function nativePlan(rt: Rt, frame: Frame, instr: Instr): Plan {
  if (instr.op === 'native' && instr.name.startsWith('rand.')) {
    const n = Math.min(Number(peek(frame)), 64);
    const options = Array.from({ length: Math.max(n, 1) }, (_, option) => ({ option, label: String(option) }));
    return { options, accesses: [] };
  }
  const native = nativeAt(frame, instr);
  return { options: ONE, accesses: native === undefined ? [] : nativeAccesses(rt, native) };
}

function nativeAccesses(rt: Rt, { name, args }: Native): Access[] {
  const [first = NIL] = args;
  if (/^(?:fmt\.|os\.|println$)/.test(name)) return [STDOUT];
  if (name === 'runtime.NumGoroutine') return [{ object: 'go/count', write: false }];
  if (name.startsWith('context.')) return contextAccesses(rt, name, first);
  if (isKind(first, 'timer')) {
    return [{ object: first.root, write: true }, ...(isKind(first.C, 'chan') ? channelAccesses(rt, first.C) : [])];
  }
  if (!isKind(first, 'ptr')) return [];
  const own: Access[] = [{ object: placeKey(first), write: !name.includes('.Load') }];
  if (name === 'sync.WaitGroup.Go') own.push(COUNT);
  const cond = name === 'sync.Cond.Wait' ? accessesOf(rt, first, true) : [];
  return [...own, ...cond, ...lockers(rt, name, first)];
}

/** Cond.Wait touches its lock too. */
function lockers(rt: Rt, name: string, of: Value): Access[] {
  if (name !== 'sync.Cond.Wait' || !isKind(of, 'ptr')) return [];
  const cell = rt.cells.get(of.root) as { readonly v: Value };
  const held = isKind(cell.v, 'cond') && isKind(cell.v.L, 'iface') ? cell.v.L.v : NIL;
  return isKind(held, 'ptr') ? [{ object: placeKey(held), write: true }] : [];
}

function contextAccesses(rt: Rt, name: string, of: Value): Access[] {
  const write = !/\.(Err|Cause|Done|Value|Deadline)$/.test(name);
  const root = isKind(of, 'ctx') ? of.root : '';
  const own: Access[] = [{ object: 'ctx', write }];
  if (name === 'context.AfterFunc') own.push(COUNT);
  return root === '' ? own : [...own, ...wakings(rt, doneChannels(rt, root))];
}

/** Does the step. @throws GoPanic where it panics */
export function act(rt: Rt, g: Go, instr: Instr, option: number): void {
  const frame = top(g);
  switch (instr.op) {
    case 'send':
      send(rt, g);
      return;
    case 'recv':
      receive(rt, g, instr);
      return;
    case 'close':
      close(rt, g);
      return;
    case 'select':
      select(rt, g, instr, option);
      return;
    case 'mem-load':
      load(rt, g);
      return;
    case 'mem-store':
      store(rt, g);
      return;
    case 'go': {
      const args = popMany(frame, instr.n);
      frame.pc++;
      rt.op.kind = 'start';
      const f = pop(frame);
      if (isKind(f, 'nil')) {
        fatal(rt, 'go of nil func value');
        return;
      }
      const made = start(rt, f, args, instr.at);
      rt.op.cell = `go/${made.id}`;
      rt.op.object = `goroutine ${made.id}`;
      rt.op.detail = made.name;
      return;
    }
    case 'append':
    case 'copy':
      rt.op.kind = 'write';
      rt.op.memory.push(...sliceAccesses(sharedSlice(rt, frame, instr)));
      execute(rt, g, frame, instr);
      return;
    case 'native':
    case 'call-method':
      callNative(rt, g, frame, instr, option);
      return;
    case 'len':
      if (isKind(peek(frame), 'chan')) {
        rt.op.kind = 'receive';
        rt.op.cell = as(peek(frame), 'chan').root;
        execute(rt, g, frame, instr);
        rt.op.detail = `len ${brief(rt, peek(frame))}`;
        return;
      }
      onMap(rt, g, instr, option);
      return;
    default:
      onMap(rt, g, instr, option);
  }
}

function callNative(rt: Rt, g: Go, frame: Frame, instr: Instr, option: number): void {
  if (instr.op === 'native' && instr.name.startsWith('rand.')) {
    popMany(frame, operands(instr));
    frame.stack.push(option);
    frame.pc++;
    rt.op.kind = 'rand';
    rt.op.object = instr.name;
    rt.op.detail = String(option);
    return;
  }
  const native = nativeAt(frame, instr);
  const results = native?.run(rt, g, native.args);
  if (results !== undefined) complete(rt, g, results);
}
