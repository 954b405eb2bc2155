/** The state of the goroutine machine while a step runs, and the panic that private work may raise. Models: runtime/runtime2.go, runtime/panic.go of go1.26. */
import type { Position } from './ast.ts';
import type { Code } from './code.ts';
import type { Cells, Op, OpKind } from './machine-types.ts';
import type { BoxedValue, FuncValue, NilValue, Value } from './values.ts';

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
