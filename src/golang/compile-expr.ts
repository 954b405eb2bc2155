/** Expressions to instructions. Models: expressions of the Go specification, go1.26. Left out: what ast.ts leaves out. */
import type { Expr, FuncLit } from './ast.ts';
import {
  CompileError,
  emit,
  fold,
  isHeap,
  isPackage,
  lookup,
  patch,
  probe,
  resolve,
  slotOf,
  wrapper,
  type Fn,
} from './compile-unit.ts';
import {
  BOOL,
  INT,
  UINT8,
  UNTYPED_NIL,
  findField,
  isInterface,
  isUntyped,
  settled,
  pointer,
  slice,
  under,
  zero,
  type Field,
  type GoType,
} from './types.ts';
import { libraryField, libraryFunction, libraryVariable } from './universe.ts';
import { NIL } from './values.ts';
import { convert, exprAs } from './compile-convert.ts';
import { composite } from './compile-literal.ts';
import { methodOf, pushReceiver } from './compile-method.ts';

/** Leaves one value. @returns its type */
export function expr(fn: Fn, e: Expr, want?: GoType): GoType {
  fn.at = e.at;
  const constant = fold(fn, e);
  if (constant !== undefined) {
    emit(fn, { op: 'const', v: constant.value });
    return isUntyped(constant.type) && want !== undefined && !isInterface(want) ? want : constant.type;
  }
  switch (e.kind) {
    case 'ident':
      return ident(fn, e);
    case 'func-lit':
      return closure(fn, e);
    case 'composite':
      return composite(fn, e);
    case 'selector':
      return selector(fn, e);
    case 'index':
      return index(fn, e);
    case 'slice-of':
      return sliceOf(fn, e);
    case 'call':
    case 'typed-call': {
      const results = fn.unit.call(fn, e);
      return results[0] ?? UNTYPED_NIL;
    }
    case 'assert':
      return assertion(fn, e, false);
    case 'unary':
      return unary(fn, e, want);
    case 'binary':
      return binary(fn, e, want);
    default:
      throw new CompileError(e.at, 'not an expression');
  }
}

function ident(fn: Fn, e: Extract<Expr, { kind: 'ident' }>): GoType {
  if (e.name === 'nil') {
    emit(fn, { op: 'const', v: NIL });
    return UNTYPED_NIL;
  }
  const found = lookup(fn, e.name);
  if (found?.kind === 'var') {
    emit(fn, { op: 'load', slot: slotOf(fn, found) });
    if (isHeap(fn, found)) emit(fn, { op: 'mem-load' });
    return found.type;
  }
  if (found?.kind === 'global') {
    emit(fn, { op: 'const', v: found.pointer });
    emit(fn, { op: 'mem-load' });
    return found.type;
  }
  if (found?.kind === 'func') {
    emit(fn, { op: 'const', v: { k: 'func', id: found.id, caps: [] } });
    return found.type;
  }
  throw new CompileError(e.at, `undefined: ${e.name}`);
}

function closure(fn: Fn, e: FuncLit): GoType {
  let root = fn;
  while (root.outer !== undefined) root = root.outer;
  root.closures++;
  const made = fn.unit.literal(fn, e, `func${root.closures} of ${root.name}`);
  for (const variable of made.captures) emit(fn, { op: 'load', slot: slotOf(fn, variable) });
  emit(fn, { op: 'func', id: made.id, n: made.captures.length });
  return made.type;
}

/** Leaves a pointer to what `e` names. @returns the type of what it points to */
export function address(fn: Fn, e: Expr): GoType {
  fn.at = e.at;
  if (e.kind === 'ident') {
    const found = lookup(fn, e.name);
    if (found?.kind === 'global') {
      emit(fn, { op: 'const', v: found.pointer });
      return found.type;
    }
    if (found?.kind !== 'var') throw new CompileError(e.at, `cannot take the address of ${e.name}`);
    fn.unit.marks.addressed.add(found.index);
    emit(fn, { op: 'load', slot: slotOf(fn, found) });
    return found.type;
  }
  if (e.kind === 'unary' && e.op === '*') {
    const base = under(expr(fn, e.x));
    return base.k === 'pointer' ? base.of : UNTYPED_NIL;
  }
  if (e.kind === 'index') {
    const base = under(probe(fn, e.x));
    const inner = base.k === 'pointer' ? under(base.of) : base;
    if (base.k === 'array') address(fn, e.x);
    else expr(fn, e.x);
    exprAs(fn, e.index, INT);
    fn.at = e.at;
    emit(fn, { op: 'elem-ptr', length: inner.k === 'array' ? inner.length : -1 });
    return inner.k === 'array' || inner.k === 'slice' ? inner.of : UNTYPED_NIL;
  }
  if (e.kind === 'selector') return fieldAddress(fn, e);
  const type = expr(fn, e);
  emit(fn, { op: 'new', name: '', t: type.id });
  return type;
}

function fieldAddress(fn: Fn, e: Extract<Expr, { kind: 'selector' }>): GoType {
  const of = probe(fn, e.x);
  if (under(of).k === 'pointer') expr(fn, e.x);
  else address(fn, e.x);
  const held = under(of);
  const own = libraryField(held.k === 'pointer' ? held.of : of, e.name);
  if (own !== undefined) {
    emit(fn, { op: 'field-ptr', name: e.name });
    return own;
  }
  const found = findField(of, e.name);
  if (found === undefined) throw new CompileError(e.at, `${of.id} has no field ${e.name}`);
  fn.at = e.at;
  return walkPointers(fn, found.path);
}

/** From a pointer to a struct on the stack to a pointer to a field of it. */
export function walkPointers(fn: Fn, path: readonly Field[]): GoType {
  let type: GoType = UNTYPED_NIL;
  path.forEach((field, i) => {
    emit(fn, { op: 'field-ptr', name: field.name });
    type = field.type;
    if (i < path.length - 1 && under(field.type).k === 'pointer') emit(fn, { op: 'mem-load' });
  });
  return type;
}

/** Whether reading `e` reads memory by a pointer (and not a value that lies in the frame or on the stack). */
function inMemory(fn: Fn, e: Expr): boolean {
  if (e.kind === 'ident') {
    const found = lookup(fn, e.name);
    return found?.kind === 'global' || (found?.kind === 'var' && isHeap(fn, found));
  }
  if (e.kind === 'unary') return e.op === '*';
  if (e.kind === 'selector') return under(probe(fn, e.x)).k === 'pointer' || inMemory(fn, e.x);
  if (e.kind !== 'index') return false;
  const base = under(probe(fn, e.x));
  return base.k === 'slice' || base.k === 'pointer' || (base.k === 'array' && inMemory(fn, e.x));
}

function isTimer(type: GoType): boolean {
  return type.id === '*time.Timer' || type.id === '*time.Ticker';
}

function selector(fn: Fn, e: Extract<Expr, { kind: 'selector' }>): GoType {
  if (isPackage(fn, e.x)) return packageMember(fn, e.x.name, e);
  const of = probe(fn, e.x);
  if (isTimer(of)) {
    expr(fn, e.x);
    emit(fn, { op: 'field', name: e.name });
    return libraryField(under(of).k === 'pointer' ? (of as { of: GoType }).of : of, e.name) ?? UNTYPED_NIL;
  }
  const held = under(of);
  const library = libraryField(held.k === 'pointer' ? held.of : of, e.name);
  const found = findField(of, e.name);
  if (found === undefined && library === undefined) return methodValue(fn, e, of);
  if (held.k === 'pointer' || inMemory(fn, e.x)) {
    const type = fieldAddress(fn, e);
    fn.at = e.at;
    emit(fn, { op: 'mem-load' });
    return type;
  }
  expr(fn, e.x);
  let type: GoType = UNTYPED_NIL;
  let byPointer = false;
  for (const field of found?.path ?? []) {
    emit(fn, { op: byPointer ? 'field-ptr' : 'field', name: field.name });
    if (byPointer) emit(fn, { op: 'mem-load' });
    type = field.type;
    byPointer = under(type).k === 'pointer';
  }
  return type;
}

function packageMember(fn: Fn, pkg: string, e: Extract<Expr, { kind: 'selector' }>): GoType {
  const name = `${pkg}.${e.name}`;
  const variable = libraryVariable(name);
  if (variable !== undefined) {
    emit(fn, { op: 'native', name, n: 0, t: variable });
    return variable;
  }
  const type = libraryFunction(name);
  if (type?.k !== 'func') throw new CompileError(e.at, `undefined: ${name}`);
  const n = type.params.length;
  const id = wrapper(fn.unit, name, n, 0, (inner) => {
    for (let i = 0; i < n; i++) emit(inner, { op: 'load', slot: i });
    emit(inner, { op: 'native', name, n, t: type });
    return type.results.length;
  });
  emit(fn, { op: 'const', v: { k: 'func', id, caps: [] } });
  return type;
}

/** x.Method without a call: a function with its receiver bound. */
function methodValue(fn: Fn, e: Extract<Expr, { kind: 'selector' }>, of: GoType): GoType {
  const method = methodOf(fn, of, e.name);
  if (method?.type.k !== 'func') throw new CompileError(e.at, `${of.id} has no field or method ${e.name}`);
  const { type } = method;
  pushReceiver(fn, e.x, of, method, { expr, address });
  const n = type.params.length;
  const id = wrapper(fn.unit, e.name, n, 1, (inner) => {
    inner.at = e.at;
    if (method.kind === 'own') emit(inner, { op: 'const', v: { k: 'func', id: method.id, caps: [] } });
    for (let i = 0; i <= n; i++) emit(inner, { op: 'load', slot: i });
    method.op(inner, n);
    return type.results.length;
  });
  emit(fn, { op: 'func', id, n: 1 });
  return type;
}

function index(fn: Fn, e: Extract<Expr, { kind: 'index' }>): GoType {
  const base = under(probe(fn, e.x));
  if (base.k === 'map') return mapIndex(fn, e, false);
  if (base.k === 'basic') {
    expr(fn, e.x);
    exprAs(fn, e.index, INT);
    fn.at = e.at;
    emit(fn, { op: 'str-index' });
    return UINT8;
  }
  if (base.k === 'array' && !inMemory(fn, e.x)) {
    expr(fn, e.x);
    exprAs(fn, e.index, INT);
    fn.at = e.at;
    emit(fn, { op: 'elem' });
    return base.of;
  }
  const type = address(fn, e);
  fn.at = e.at;
  emit(fn, { op: 'mem-load' });
  return type;
}

export function mapIndex(fn: Fn, e: Extract<Expr, { kind: 'index' }>, ok: boolean): GoType {
  const base = under(expr(fn, e.x));
  if (base.k !== 'map') throw new CompileError(e.at, 'not a map');
  exprAs(fn, e.index, base.key);
  fn.at = e.at;
  emit(fn, { op: 'map-get', zero: zero(base.of), ok });
  return base.of;
}

function sliceOf(fn: Fn, e: Extract<Expr, { kind: 'slice-of' }>): GoType {
  const type = probe(fn, e.x);
  const base = under(type);
  const array = base.k === 'pointer' ? under(base.of) : base;
  if (base.k === 'array') address(fn, e.x);
  else expr(fn, e.x);
  if (e.low === undefined) emit(fn, { op: 'const', v: 0 });
  else exprAs(fn, e.low, INT);
  if (e.high !== undefined) exprAs(fn, e.high, INT);
  fn.at = e.at;
  emit(fn, { op: 'slice-of', high: e.high !== undefined, length: array.k === 'array' ? array.length : -1 });
  return array.k === 'array' ? slice(array.of) : type;
}

export function assertion(fn: Fn, e: Extract<Expr, { kind: 'assert' }>, ok: boolean): GoType {
  const from = expr(fn, e.x);
  const type = resolve(fn, e.type);
  fn.unit.boxed[type.id] = type;
  fn.at = e.at;
  emit(fn, { op: 'assert', t: type, ok, zero: zero(type), from: from.id });
  return type;
}

/** Leaves the value, and whether it was sent where `ok`. */
export function receive(fn: Fn, x: Expr, at: Expr['at'], ok: boolean): GoType {
  const base = under(expr(fn, x));
  const of = base.k === 'chan' ? base.of : UNTYPED_NIL;
  fn.at = at;
  emit(fn, { op: 'recv', ok, zero: zero(of) });
  return of;
}

function unary(fn: Fn, e: Extract<Expr, { kind: 'unary' }>, want?: GoType): GoType {
  switch (e.op) {
    case '<-':
      return receive(fn, e.x, e.at, false);
    case '&': {
      if (e.x.kind === 'composite') {
        const name = fn.unit.hint;
        const type = expr(fn, e.x);
        fn.at = e.at;
        emit(fn, { op: 'new', name, t: type.id });
        return pointer(type);
      }
      return pointer(address(fn, e.x));
    }
    case '*': {
      const base = under(expr(fn, e.x));
      fn.at = e.at;
      emit(fn, { op: 'mem-load' });
      return base.k === 'pointer' ? base.of : UNTYPED_NIL;
    }
    case '+':
      return expr(fn, e.x, want);
    default: {
      const type = expr(fn, e.x, want);
      emit(fn, { op: 'un', name: e.op, t: settled(type) });
      return type;
    }
  }
}

const COMPARES = new Set(['==', '!=', '<', '<=', '>', '>=']);

function binary(fn: Fn, e: Extract<Expr, { kind: 'binary' }>, want?: GoType): GoType {
  if (e.op === '&&' || e.op === '||') {
    expr(fn, e.x);
    const jump = emit(fn, { op: e.op === '&&' ? 'and' : 'or', to: -1 });
    expr(fn, e.y);
    patch(fn, jump);
    return fn.unit.info.types.get(e) ?? BOOL;
  }
  const compares = COMPARES.has(e.op);
  const hope = compares ? undefined : want;
  const x = expr(fn, e.x, hope);
  const y = expr(fn, e.y, e.op === '<<' || e.op === '>>' ? undefined : hope);
  fn.at = e.at;
  if (isInterface(x)) convert(fn, y, x);
  else if (isInterface(y) && x.id !== 'untyped nil') {
    emit(fn, { op: 'swap' });
    convert(fn, x, y);
    emit(fn, { op: 'swap' });
  }
  const type = isUntyped(x) && e.op !== '<<' && e.op !== '>>' && !(isUntyped(y) && y.id === 'untyped int') ? y : x;
  emit(fn, { op: 'bin', name: e.op, t: settled(type) });
  return fn.unit.info.types.get(e) ?? (compares ? BOOL : type);
}
