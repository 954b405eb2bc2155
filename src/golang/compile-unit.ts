/**
 * What the compiler knows while it works: names, scopes, functions, code under way. It compiles a program twice: the first
 * pass finds out which variables must live in the heap (captured, or their address is taken), the second uses it.
 */
import type { Expr, FuncLit, Position, Type } from './ast.ts';
import type { FuncCode, Instr } from './code.ts';
import { toNumber, type Constant } from './constants.ts';
import {
  ANY,
  BOOL,
  FLOAT,
  STRING,
  UNTYPED_INT,
  array,
  chan,
  func,
  interfaceOf,
  isFloat,
  libraryType,
  map,
  pointer,
  slice,
  struct,
  universeType,
  type GoType,
  type NamedType,
} from './types.ts';
import type { Info } from './check-scope.ts';
import { ofBig, type PointerValue, type Value } from './values.ts';

export interface Variable {
  readonly kind: 'var';
  readonly index: number;
  readonly name: string;
  readonly type: GoType;
  readonly slot: number;
  readonly fn: Fn;
}
export type Entity =
  | Variable
  | { readonly kind: 'global'; readonly name: string; readonly type: GoType; readonly pointer: PointerValue }
  | { readonly kind: 'const'; readonly type: GoType; readonly value: Value }
  | { readonly kind: 'type'; readonly type: GoType }
  | { readonly kind: 'func'; readonly id: number; readonly type: GoType };

export interface Scope {
  readonly outer: Scope | undefined;
  readonly names: Map<string, Entity>;
}

export interface Loop {
  readonly label: string;
  readonly loops: boolean;
  readonly breaks: number[];
  readonly continues: number[];
}

export interface Fn {
  readonly unit: Unit;
  readonly outer: Fn | undefined;
  readonly name: string;
  readonly code: Instr[];
  readonly captures: { readonly variable: Variable; readonly slot: number }[];
  readonly locals: FuncCode['locals'][number][];
  readonly results: Variable[];
  readonly toEpilogue: number[];
  loops: Loop[];
  scope: Scope;
  slots: number;
  closures: number;
  at: Position;
}

export interface MethodEntry {
  readonly id: number;
  readonly pointer: boolean;
  readonly type: GoType;
}

export interface Unit {
  /** What the checker knows of the program's expressions. */
  readonly info: Info;
  readonly universe: Scope;
  readonly funcs: (FuncCode | undefined)[];
  readonly methods: Map<string, MethodEntry>;
  readonly boxed: Record<string, GoType>;
  readonly wrappers: Record<string, number>;
  /** Methods that structs have of what they embed; the code's table has both. */
  readonly promoted: Map<string, MethodEntry>;
  readonly marks: Marks;
  nextVariable: number;
  /** The name that the next thing made gets. */
  hint: string;
  /** Set by the entry: the parts of the compiler call each other. */
  readonly expr: (fn: Fn, e: Expr, want?: GoType) => GoType;
  readonly call: (fn: Fn, e: Expr) => readonly GoType[];
  readonly literal: (fn: Fn | undefined, lit: FuncLit, name: string, receiver?: readonly [string, GoType]) => Compiled;
}

/** Indexes of variables, by what is done to them; they grow from pass to pass. */
export interface Marks {
  readonly addressed: Set<number>;
  readonly captured: Set<number>;
  /** Written after it was made. */
  readonly assigned: Set<number>;
}

export interface Compiled {
  readonly id: number;
  readonly captures: readonly Variable[];
  readonly type: GoType;
}

/** An outside mistake that the checker should have told. */
export class CompileError extends Error {
  constructor(
    readonly at: Position,
    message: string,
  ) {
    super(`${at.line}:${at.column}: ${message}`);
  }
}

export const NOWHERE: Position = { line: 0, column: 0 };

export function newFn(unit: Unit, outer: Fn | undefined, name: string): Fn {
  return {
    unit,
    outer,
    name,
    code: [],
    captures: [],
    locals: [],
    results: [],
    toEpilogue: [],
    loops: [],
    scope: { outer: outer?.scope ?? unit.universe, names: new Map() },
    slots: 0,
    closures: 0,
    at: NOWHERE,
  };
}

type Body<T> = T extends unknown ? Omit<T, 'at'> : never;

/** @returns its index, for `patch` */
export function emit(fn: Fn, instr: Body<Instr>): number {
  // The position comes last of all parts: a union cannot be spread without saying what it is.
  return fn.code.push({ ...instr, at: fn.at }) - 1;
}

export function patch(fn: Fn, index: number, to = fn.code.length): void {
  const instr = fn.code[index];
  if (instr !== undefined && 'to' in instr) fn.code[index] = { ...instr, to };
}

export function temp(fn: Fn): number {
  return fn.slots++;
}

export function inScope(fn: Fn, run: () => void): void {
  const outer = fn.scope;
  fn.scope = { outer, names: new Map() };
  run();
  fn.scope = outer;
}

export function declare(fn: Fn, name: string, type: GoType): Variable {
  const { unit } = fn;
  const variable: Variable = { kind: 'var', index: unit.nextVariable++, name, type, slot: fn.slots++, fn };
  fn.scope.names.set(name, variable);
  if (name !== '' && name !== '_') {
    fn.locals.push({ slot: variable.slot, name, heap: isHeap(fn, variable), t: type });
  }
  return variable;
}

/** A variable that is captured but never written again is captured by its value, as Go's compiler does. */
export function isHeap(fn: Fn, { index }: Variable): boolean {
  const { addressed, captured, assigned } = fn.unit.marks;
  return addressed.has(index) || (captured.has(index) && assigned.has(index));
}

/** Takes the value on the stack as the first one of a variable. */
export function initialise(fn: Fn, variable: Variable): void {
  if (isHeap(fn, variable)) {
    emit(fn, { op: 'alloc', slot: variable.slot, name: variable.name, t: variable.type.id });
  } else emit(fn, { op: 'store', slot: variable.slot });
}

export function lookup(fn: Fn, name: string): Entity | undefined {
  for (let scope: Scope | undefined = fn.scope; scope !== undefined; scope = scope.outer) {
    const found = scope.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The slot of a variable in `fn`, captured from outside if need be. */
export function slotOf(fn: Fn, variable: Variable): number {
  if (variable.fn === fn) return variable.slot;
  fn.unit.marks.captured.add(variable.index);
  const known = fn.captures.find((one) => one.variable === variable);
  if (known !== undefined) return known.slot;
  const slot = temp(fn);
  fn.captures.push({ variable, slot });
  fn.locals.push({ slot, name: variable.name, heap: isHeap(fn, variable), t: variable.type });
  return slot;
}

/** Whether `name` is a package here, not something that hides it. */
export function isPackage(fn: Fn, e: Expr): e is Extract<Expr, { kind: 'ident' }> {
  return e.kind === 'ident' && lookup(fn, e.name) === undefined && !BUILTINS.has(e.name);
}

export const BUILTINS = new Set(
  'append cap clear close copy delete len make max min new panic print println recover true false nil'.split(' '),
);

export function resolve(fn: Fn, type: Type): GoType {
  const of = (one: Type) => resolve(fn, one);
  switch (type.kind) {
    case 'named': {
      if (type.pkg !== '') return libraryType(type.pkg, type.name, type.args.map(of));
      const found = lookup(fn, type.name);
      if (found?.kind === 'type') return found.type;
      const basic = universeType(type.name);
      if (basic === undefined) throw new CompileError(type.at, `undefined: ${type.name}`);
      return basic;
    }
    case 'pointer':
      return pointer(of(type.of));
    case 'slice':
      return slice(of(type.of));
    case 'array': {
      const length = fn.unit.info.lengths.get(type) ?? Number(fold(fn, type.length)?.value ?? 0);
      return array(of(type.of), length);
    }
    case 'map':
      return map(of(type.key), of(type.of));
    case 'chan':
      return chan(of(type.of), type.direction === 'both' ? 'chan ' : type.direction === 'send' ? 'chan<- ' : '<-chan ');
    case 'func': {
      const variadic = type.params.some((one) => one.variadic === true);
      return func(
        type.params.map((one) => (one.variadic === true ? slice(of(one.type)) : of(one.type))),
        type.results.map((one) => of(one.type)),
        variadic,
      );
    }
    case 'struct':
      return struct(
        type.fields.map((one) => ({ name: one.name, type: of(one.type), embedded: one.embedded === true })),
      );
    case 'interface':
      return interfaceOf(type.methods.map((one) => ({ name: one.name, type: of(one.type) })));
  }
}

/** Puts a type's name into scope before its parts are known: they may name it. */
export function declareType(fn: Fn, name: string): NamedType {
  const type: NamedType = { k: 'named', id: `main.${name}`, under: ANY };
  fn.scope.names.set(name, { kind: 'type', type });
  return type;
}

/** The value of a constant expression; undefined = it is none. The checker has worked out those of the program. */
export function fold(fn: Fn, e: Expr): { readonly type: GoType; readonly value: Value } | undefined {
  const known = fn.unit.info.constants.get(e);
  if (known !== undefined) return { type: known.type, value: valueOf(known.value, known.type) };
  switch (e.kind) {
    case 'int':
    case 'float':
      return { type: e.kind === 'int' ? UNTYPED_INT : FLOAT, value: e.value };
    case 'string':
      return { type: STRING, value: e.value };
    case 'ident': {
      const found = lookup(fn, e.name);
      if (found?.kind === 'const') return found;
      const isTruth = found === undefined && /^(true|false)$/.test(e.name);
      return isTruth ? { type: BOOL, value: e.name === 'true' } : undefined;
    }
    case 'unary': {
      const x = e.op === '-' ? fold(fn, e.x) : undefined;
      return typeof x?.value === 'number' ? { type: x.type, value: 0 - x.value } : undefined;
    }
    default:
      return undefined;
  }
}

/** Of a constant that was rounded to its type. */
function valueOf(constant: Constant, type: GoType): Value {
  switch (constant.k) {
    case 'int':
      return isFloat(type) ? toNumber(constant) : ofBig(constant.v);
    case 'ratio':
      return toNumber(constant);
    default:
      return constant.v;
  }
}

/** The type that an expression names, as in a conversion. */
export function typeNamed(fn: Fn, e: Expr): GoType | undefined {
  if (e.kind === 'ident') {
    const found = lookup(fn, e.name);
    if (found !== undefined) return found.kind === 'type' ? found.type : undefined;
    return e.name === 'nil' ? undefined : universeType(e.name);
  }
  if (e.kind === 'selector' && isPackage(fn, e.x)) {
    const type = libraryType(e.x.name, e.name, []);
    return type.k === 'named' ? type : undefined;
  }
  return undefined;
}

/** Compiles and throws the code away. @returns the type */
export function probe(fn: Fn, e: Expr): GoType {
  const { unit } = fn;
  const before = [fn.code.length, fn.slots, fn.closures, unit.nextVariable, unit.funcs.length] as const;
  const [captures, locals, hint] = [fn.captures.length, fn.locals.length, unit.hint];
  const type = unit.expr(fn, e);
  [fn.code.length, fn.slots, fn.closures, unit.nextVariable, unit.funcs.length] = before;
  [fn.captures.length, fn.locals.length, unit.hint] = [captures, locals, hint];
  return type;
}

/** Compiles small code of the compiler's own as a function. */
export function wrapper(unit: Unit, name: string, params: number, captures: number, body: (fn: Fn) => number): number {
  const id = unit.funcs.push(undefined) - 1;
  const fn = newFn(unit, undefined, name);
  fn.slots = params + captures;
  const results = body(fn);
  const deferring = fn.code.at(-1)?.op === 'run-defers' ? 1 : 0;
  emit(fn, { op: 'ret', n: results });
  unit.funcs[id] = {
    name,
    code: fn.code,
    slots: fn.slots,
    params: Array.from({ length: params }, (_, i) => captures + i),
    captures: Array.from({ length: captures }, (_, i) => i),
    epilogue: fn.code.length - 1 - deferring,
    locals: [],
  };
  return id;
}
