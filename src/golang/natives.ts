/**
 * Library functions that nobody else can notice. Models: fmt, errors, strings, strconv, sort, math, runtime, time of go1.26.
 */
import type { Instr } from './code.ts';
import { durationText, formatted, printed, show } from './format.ts';
import { elementsOf } from './exec-slices.ts';
import { sourceOf } from './printing.ts';
import { text, whole, type Run } from './library-hand.ts';
import { TEXTS } from './library-texts.ts';
import { VALUES } from './library-values.ts';
import { quoted } from './format-numbers.ts';
import { orderOf } from './integers.ts';
import { goexit } from './panics.ts';
import { allocate, freshKey, meta } from './memory.ts';
import { popMany, pushFrame } from './runtime.ts';
import type { Frame, Go, Rt } from './runtime-state.ts';
import { ANY, isFloat, type GoType } from './types.ts';
import { FREE_MUTEX, NIL, as, big, hasNaN, isKind, ofBig, ofFloat, type BoxedValue, type Value } from './values.ts';
import { compareBytes, invariant } from '../kernel/kernel.ts';

type NativeInstr = Extract<Instr, { op: 'native' }>;

export function printedValue(rt: Rt, type: GoType, value: Value): string {
  return show(sourceOf(rt), type, value);
}

export const CANCELED: BoxedValue = error('context.Canceled', 'context canceled');
export const DEADLINE: BoxedValue = error(
  'context.DeadlineExceeded',
  'context deadline exceeded',
  'context.deadlineExceededError',
);

function error(id: string, text: string, t = '*errors.errorString', wraps: readonly Value[] = []): BoxedValue {
  return { k: 'iface', t, v: { k: 'err', id, text, wraps } };
}

/** What stands at the verbs %w. */
function wrappedBy(format: string, args: readonly Value[]): readonly Value[] {
  const verbs = format.match(/%[^%a-zA-Z]*[%a-zA-Z]/g)?.filter((one) => !one.endsWith('%')) ?? [];
  return args.filter((one, i) => verbs[i]?.endsWith('w') === true && isKind(one, 'iface'));
}

function errorf(rt: Rt, g: Go, format: string, args: readonly Value[]): Value {
  const wraps = wrappedBy(format, args);
  const shown = formatted(sourceOf(rt), format, args);
  const kind = ['*errors.errorString', '*fmt.wrapError'][wraps.length] ?? '*fmt.wrapErrors';
  return error(freshKey(g, 'err'), shown, kind, wraps);
}

/** A number too large gives the nearest that there is. */
function parsedInteger(g: Go, given: string): readonly Value[] {
  const failed = (value: Value, why: string): readonly Value[] => [
    value,
    error(freshKey(g, 'err'), `strconv.Atoi: parsing ${quoted(given)}: ${why}`, '*strconv.NumError'),
  ];
  if (!/^[+-]?\d+$/.test(given)) return failed(0, 'invalid syntax');
  const exact = BigInt(given.replace('+', ''));
  const near = BigInt.asIntN(64, exact);
  if (near === exact) return [ofBig(exact), NIL];
  return failed(ofBig(exact < 0n ? -(2n ** 63n) : 2n ** 63n - 1n), 'value out of range');
}

const NATIVES: Readonly<Record<string, Run>> = {
  'fmt.Sprintf': (rt, _, [format, args]) => [formatted(sourceOf(rt), text(format), elementsOf(rt, args ?? NIL))],
  'fmt.Sprint': (rt, _, [args]) => [printed(sourceOf(rt), elementsOf(rt, args ?? NIL), false)],
  'fmt.Sprintln': (rt, _, [args]) => [`${printed(sourceOf(rt), elementsOf(rt, args ?? NIL), true)}\n`],
  'fmt.Errorf': (rt, g, [format, args]) => [errorf(rt, g, text(format), elementsOf(rt, args ?? NIL))],
  'errors.New': (_, g, [what]) => [error(freshKey(g, 'err'), text(what))],
  'errors.Join': (rt, g, [list]) => {
    const wraps = elementsOf(rt, list ?? NIL).filter((one) => !isKind(one, 'nil'));
    const shown = wraps.map((one) => show(sourceOf(rt), ANY, one)).join('\n');
    return [wraps.length === 0 ? NIL : error(freshKey(g, 'err'), shown, '*errors.joinError', wraps)];
  },
  'os.Stdout': (rt) => [file(rt, 'os.Stdout')],
  'os.Stderr': (rt) => [file(rt, 'os.Stderr')],
  'context.Canceled': () => [CANCELED],
  'context.DeadlineExceeded': () => [DEADLINE],
  'context.Background': () => [{ k: 'iface', t: 'context.backgroundCtx', v: { k: 'ctx', root: 'ctx/background' } }],
  'context.TODO': () => [{ k: 'iface', t: 'context.todoCtx', v: { k: 'ctx', root: 'ctx/background' } }],
  'runtime.GOMAXPROCS': () => [8],
  'runtime.NumCPU': () => [8],
  'runtime.GC': () => [],
  'time.Now': (rt) => [meta(rt).now],
  'time.Since': (rt, _, [from]) => [meta(rt).now - whole(from)],
  'time.Until': (rt, _, [to]) => [whole(to) - meta(rt).now],
  'time.Time.Sub': (_, __, [a, b]) => [whole(a) - whole(b)],
  'time.Time.Add': (_, __, [a, b]) => [whole(a) + whole(b)],
  'time.Time.After': (_, __, [a, b]) => [whole(a) > whole(b)],
  'time.Time.Before': (_, __, [a, b]) => [whole(a) < whole(b)],
  'time.Time.UnixNano': (_, __, [a]) => [whole(a)],
  'time.Time.UnixMilli': (_, __, [a]) => [Math.floor(whole(a) / 1e6)],
  'time.Time.IsZero': () => [false],
  'time.Duration.String': (_, __, [a]) => [durationText(whole(a))],
  'time.Duration.Milliseconds': (_, __, [a]) => [Math.trunc(whole(a) / 1e6)],
  'time.Duration.Microseconds': (_, __, [a]) => [Math.trunc(whole(a) / 1e3)],
  'time.Duration.Nanoseconds': (_, __, [a]) => [whole(a)],
  'time.Duration.Seconds': (_, __, [a]) => [whole(a) / 1e9],
  'time.Duration.Minutes': (_, __, [a]) => [whole(a) / 6e10],
  'time.Duration.Hours': (_, __, [a]) => [whole(a) / 3.6e12],
  'time.Duration.Abs': (_, __, [a]) => [Math.abs(whole(a))],
  'time.Duration.Truncate': (_, __, [a, to]) => [whole(to) <= 0 ? whole(a) : whole(a) - (whole(a) % whole(to))],
  'time.Duration.Round': (_, __, [a, to]) => [rounded(whole(a), whole(to))],
  'time.Time.Equal': (_, __, [a, b]) => [whole(a) === whole(b)],
  'time.Time.Compare': (_, __, [a, b]) => [Math.sign(whole(a) - whole(b))],
  'strconv.Itoa': (_, __, [a]) => [String(big(a ?? 0))],
  'strconv.Atoi': (_, g, [a]) => parsedInteger(g, text(a)),
  'math.Sqrt': (_, __, [a]) => [Math.sqrt(whole(a))],
  'math.Abs': (_, __, [a]) => [Math.abs(whole(a))],
  'math.Floor': (_, __, [a]) => [Math.floor(whole(a))],
  'math.Ceil': (_, __, [a]) => [Math.ceil(whole(a))],
  'math.Max': (_, __, [a, b]) => [Math.max(whole(a), whole(b))],
  'math.Min': (_, __, [a, b]) => [Math.min(whole(a), whole(b))],
  min: (_, __, [list]) => [extreme(list, -1)],
  max: (_, __, [list]) => [extreme(list, 1)],
  'sync.NewCond': (rt, g, [locker]) => [
    { k: 'ptr', root: allocate(rt, g, { k: 'cond', L: locker ?? NIL, waiters: [] }, 'cond', 'sync.Cond'), path: [] },
  ],
  ...TEXTS,
  ...VALUES,
};

/** Its variable is made where it is first asked for. */
function file(rt: Rt, name: string): Value {
  const root = `pkg/${name}`;
  if (rt.cells.get(root) === undefined) rt.cells.set(root, { k: 'mem', own: 0, v: 0, name, t: 'os.File' });
  return { k: 'ptr', root, path: [] };
}

/** Halves go away from zero. */
function rounded(ns: number, to: number): number {
  if (to <= 0) return ns;
  return Math.sign(ns) * Math.floor((Math.abs(ns) + to / 2) / to) * to;
}

/** -0 comes before 0. */
const zeros = (a: Value, b: Value): number => Number(isKind(b, 'float')) - Number(isKind(a, 'float'));

function extreme(list: Value | undefined, sign: number): Value {
  const values = as(list ?? NIL, 'array').v;
  const nan = values.find(hasNaN);
  if (nan !== undefined) return nan;
  const order = (a: Value, b: Value) =>
    typeof a === 'string' ? compareBytes(a, text(b)) : orderOf(a, b) || zeros(a, b);
  return values.reduce((best, one) => (order(one, best) * sign > 0 ? one : best));
}

/** Library functions that are code of the machine: they run functions of the program. */
const CALLED: Readonly<Record<string, string>> = { 'sync.Once.Do': 'once', 'sync.Map.Range': 'range' };

export function privateNative(rt: Rt, g: Go, frame: Frame, instr: NativeInstr): void {
  const args = popMany(frame, instr.n);
  if (instr.name === 'runtime.Goexit') {
    goexit(rt, g);
    return;
  }
  const wrapper = rt.code.wrappers[CALLED[instr.name] ?? instr.name];
  if (wrapper !== undefined) {
    pushFrame(rt, g, { k: 'func', id: wrapper, caps: [] }, args);
    return;
  }
  if (instr.name === 'sync.OnceFunc') {
    const once = allocate(rt, g, { k: 'once', done: false, m: FREE_MUTEX }, 'once', 'sync.Once');
    const id = rt.code.wrappers['onceFunc'] ?? 0;
    frame.stack.push({ k: 'func', id, caps: [{ k: 'ptr', root: once, path: [] }, args[0] ?? NIL] });
    return;
  }
  const run = NATIVES[instr.name];
  invariant(run !== undefined, `the library has ${instr.name}`);
  const floats = instr.t.k === 'func' ? instr.t.results.map(isFloat) : [];
  frame.stack.push(...run(rt, g, args).map((one, i) => plain(one, floats[i] === true)));
}

/** What is computed here may be a number that is no value of the machine; whole ones know no -0. */
const plain = (value: Value, float: boolean): Value =>
  typeof value !== 'number' ? value : float ? ofFloat(value) : value + 0;
