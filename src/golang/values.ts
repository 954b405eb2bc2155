/**
 * Values of Go programs as plain immutable data.
 * Models: the value rules of the Go specification, go1.26. Left out: complex numbers.
 */
import { invariant } from '../kernel/kernel.ts';

/** Where a value lies: a cell, and the way into it. */
export interface Place {
  readonly root: string;
  readonly path: readonly (string | number)[];
}

export interface StructValue {
  readonly k: 'struct';
  readonly f: Readonly<Record<string, Value>>;
}
export interface ArrayValue {
  readonly k: 'array';
  readonly v: readonly Value[];
}
export interface PointerValue extends Place {
  readonly k: 'ptr';
}
/** Its array is the value at `root` and `path`. */
export interface SliceValue extends Place {
  readonly k: 'slice';
  readonly off: number;
  readonly len: number;
  readonly cap: number;
}
export interface ChanValue {
  readonly k: 'chan';
  readonly root: string;
}
export interface MapValue {
  readonly k: 'map';
  readonly root: string;
}
export interface FuncValue {
  readonly k: 'func';
  readonly id: number;
  readonly caps: readonly Value[];
}
/** What a method said, or the text of the panic of the method `failed`. */
export interface Said {
  readonly shown: string;
  readonly failed?: string;
}
/** A value with its dynamic type. */
export interface BoxedValue {
  readonly k: 'iface';
  readonly t: string;
  readonly v: Value;
  /** What its own Error or String has said, where it is about to be printed. */
  readonly shown?: string;
  /** What that panicked with instead: `shown` is its text. */
  readonly failed?: string;
  /** What the methods of values inside of it have said, in the order in which they print. */
  readonly inner?: readonly Said[];
}
/** An error of the library; `id` is its identity. */
export interface ErrorValue {
  readonly k: 'err';
  readonly id: string;
  readonly text: string;
  readonly wraps: readonly Value[];
}
export interface ContextValue {
  readonly k: 'ctx';
  readonly root: string;
}
/** The state of a lock, a group, an atomic … in the place where the program declared it. */
export interface MutexValue {
  readonly k: 'mutex';
  readonly owner: number;
  readonly locked: boolean;
  readonly waiters: readonly number[];
  /** A goroutine that was woken to try again. */
  readonly woken: number;
}
export interface RWMutexValue {
  readonly k: 'rwmutex';
  /** The lock among writers. */
  readonly w: MutexValue;
  /** Readers that hold it or wait behind a writer. */
  readonly count: number;
  /** A writer has announced itself. */
  readonly pending: boolean;
  /** Readers that the pending writer still waits for. */
  readonly readerWait: number;
  readonly readers: readonly number[];
  readonly readerQueue: readonly number[];
  readonly writerQueue: readonly number[];
}
export interface WaitGroupValue {
  readonly k: 'wg';
  readonly n: number;
  readonly waiters: readonly number[];
}
export interface OnceValue {
  readonly k: 'once';
  readonly done: boolean;
  readonly m: MutexValue;
}
export interface CondValue {
  readonly k: 'cond';
  readonly L: Value;
  readonly waiters: readonly number[];
}
export interface AtomicValue {
  readonly k: 'atomic';
  readonly v: Value;
}
export interface SyncMapValue {
  readonly k: 'syncmap';
  readonly entries: readonly { readonly id: string; readonly key: Value; readonly value: Value }[];
}
export interface TimerValue {
  readonly k: 'timer';
  readonly root: string;
  readonly C: Value;
}
/** A walk through a map or a string. */
export interface IteratorValue {
  readonly k: 'iter';
  readonly root: string;
  readonly keys: readonly string[];
  readonly i: number;
}

export interface NilValue {
  readonly k: 'nil';
}

/** An integer that a number does not hold exactly, in decimal digits; all others are numbers. */
export interface WideValue {
  readonly k: 'wide';
  readonly n: string;
}

/** A float that plain data cannot hold; all others are numbers. */
export interface OddValue {
  readonly k: 'float';
  readonly n: 'NaN' | '+Inf' | '-Inf' | '-0';
}

export type Value =
  | number
  | string
  | boolean
  | NilValue
  | WideValue
  | OddValue
  | StructValue
  | ArrayValue
  | PointerValue
  | SliceValue
  | ChanValue
  | MapValue
  | FuncValue
  | BoxedValue
  | ErrorValue
  | ContextValue
  | MutexValue
  | RWMutexValue
  | WaitGroupValue
  | OnceValue
  | CondValue
  | AtomicValue
  | SyncMapValue
  | TimerValue
  | IteratorValue;

export const NIL: NilValue = { k: 'nil' };
export const FREE_MUTEX: MutexValue = { k: 'mutex', owner: 0, locked: false, waiters: [], woken: 0 };

export function isKind<K extends Exclude<Value, number | string | boolean>['k']>(
  value: Value,
  kind: K,
): value is Extract<Value, { k: K }> {
  return typeof value === 'object' && value.k === kind;
}

/** @throws if it is of another kind: the compiler has promised it */
export function as<K extends Exclude<Value, number | string | boolean>['k']>(
  value: Value,
  kind: K,
): Extract<Value, { k: K }> {
  invariant(isKind(value, kind), `a value of kind ${kind}, got ${JSON.stringify(value)}`);
  return value;
}

export function isNil(value: Value): boolean {
  return isKind(value, 'nil');
}

/** Of an integer too large for it, the nearest number. */
export function num(value: Value): number {
  if (typeof value === 'number') return value;
  return isKind(value, 'float') ? ODD[value.n] : Number(as(value, 'wide').n);
}

const ODD: Readonly<Record<OddValue['n'], number>> = { NaN: Number.NaN, '+Inf': Infinity, '-Inf': -Infinity, '-0': -0 };

/** Every float that is computed becomes a value here. */
export function ofFloat(value: number): number | OddValue {
  if (Number.isNaN(value)) return { k: 'float', n: 'NaN' };
  if (!Number.isFinite(value)) return { k: 'float', n: value > 0 ? '+Inf' : '-Inf' };
  return Object.is(value, -0) ? { k: 'float', n: '-0' } : value;
}

export function isNumber(value: Value): value is number | WideValue | OddValue {
  return typeof value === 'number' || isKind(value, 'wide') || isKind(value, 'float');
}

export function big(value: Value): bigint {
  return BigInt(typeof value === 'number' ? value : as(value, 'wide').n);
}

export function ofBig(value: bigint): number | WideValue {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : { k: 'wide', n: String(value) };
}

export function str(value: Value): string {
  invariant(typeof value === 'string', 'a string');
  return value;
}

export function getPath(value: Value, path: readonly (string | number)[]): Value {
  let at = value;
  for (const part of path) {
    if (isKind(at, 'array')) at = at.v[part as number] ?? NIL;
    else if (isKind(at, 'struct')) at = at.f[part] ?? NIL;
    else if (isKind(at, 'cond')) at = at.L;
    else if (isKind(at, 'timer')) at = at.C;
    else invariant(false, `nothing at ${String(part)}`);
  }
  return at;
}

export function setPath(value: Value, path: readonly (string | number)[], to: Value): Value {
  const [first, ...rest] = path;
  if (first === undefined) return to;
  const inner = setPath(getPath(value, [first]), rest, to);
  if (isKind(value, 'array')) return { k: 'array', v: value.v.map((one, i) => (i === first ? inner : one)) };
  if (isKind(value, 'struct')) return { k: 'struct', f: { ...value.f, [first]: inner } };
  if (isKind(value, 'cond')) return { ...value, L: inner };
  invariant(false, 'a part of a value');
}

export function placeKey({ root, path }: Place): string {
  return path.length === 0 ? root : `${root}.${path.join('.')}`;
}

/** Keys of all variables that `value` at `key` consists of: what a read of the whole touches. */
export function leaves(value: Value, key: string): string[] {
  if (isKind(value, 'struct')) {
    const names = Object.keys(value.f);
    return names.length === 0 ? [key] : names.flatMap((name) => leaves(value.f[name] ?? NIL, `${key}.${name}`));
  }
  if (isKind(value, 'array')) return value.v.flatMap((one, i) => leaves(one, `${key}.${i}`));
  return [key];
}

/** Go's ==, for values of one type. False for what cannot be compared. */
export function equal(a: Value, b: Value): boolean {
  if (isKind(a, 'float') || isKind(b, 'float')) return isNumber(a) && isNumber(b) && num(a) === num(b);
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (a.k !== b.k) return false;
  if (a.k === 'iface' && b.k === 'iface') return a.t === b.t && equal(a.v, b.v);
  return mapKey(a) === mapKey(b) && !hasNaN(a);
}

/** Then it does not equal itself. */
export function hasNaN(value: Value): boolean {
  if (typeof value !== 'object') return false;
  switch (value.k) {
    case 'float':
      return value.n === 'NaN';
    case 'iface':
      return hasNaN(value.v);
    case 'struct':
      return Object.values(value.f).some(hasNaN);
    case 'array':
      return value.v.some(hasNaN);
    default:
      return false;
  }
}

/** A text that is equal for equal values only; with NaN inside, no value equals another. */
export function mapKey(value: Value): string {
  if (typeof value !== 'object') return `${(typeof value).charAt(0)}${String(value)}`;
  switch (value.k) {
    case 'iface':
      return `i${value.t}:${mapKey(value.v)}`;
    case 'struct':
      return `{${Object.keys(value.f)
        .map((name) => JSON.stringify(mapKey(value.f[name] ?? NIL)))
        .join()}}`;
    case 'array':
      return `[${value.v.map((one) => JSON.stringify(mapKey(one))).join()}]`;
    case 'ptr':
      return `p${placeKey(value)}`;
    case 'err':
      return `e${value.id}`;
    case 'wide':
      return `n${value.n}`;
    case 'float':
      return `n${value.n === '-0' ? 0 : value.n}`;
    case 'chan':
    case 'map':
    case 'ctx':
    case 'timer':
      return `${value.k}${value.root}`;
    default:
      return `${value.k}${JSON.stringify(value)}`;
  }
}
