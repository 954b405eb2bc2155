/** Declarations and assignments to instructions. Models: variable declarations, constant declarations and assignment statements of the Go specification, go1.26. */
import type { Expr, Stmt } from './ast.ts';
import { call } from './compile-call.ts';
import { convert, exprAs } from './compile-convert.ts';
import { address, assertion, expr, mapIndex, receive } from './compile-expr.ts';
import {
  declare,
  emit,
  fold,
  initialise,
  isHeap,
  lookup,
  probe,
  resolve,
  slotOf,
  temp,
  type Fn,
} from './compile-unit.ts';
import type { BinaryName } from './code.ts';
import { ANY, BOOL, INT, isUntyped, settled, under, zero, type GoType } from './types.ts';

/** Where it is used the checker has told its value; the name only hides others. */
export function declareConst(fn: Fn, s: Extract<Stmt, { kind: 'const' }>): void {
  fn.scope.names.set(s.name, { kind: 'const', type: INT, value: fold(fn, s.value)?.value ?? 0 });
}

export function varDecl(fn: Fn, s: Extract<Stmt, { kind: 'var' }>): void {
  const type = s.type === undefined ? undefined : resolve(fn, s.type);
  if (s.values.length === 0) {
    for (const name of s.names) {
      emit(fn, { op: 'const', v: zero(type ?? ANY) });
      initialise(fn, declare(fn, name, type ?? ANY));
    }
    return;
  }
  const given = pushValues(fn, s.values, s.names.length, s.names, type);
  storeDeclared(fn, s.names, given, type);
}

/** Takes the values on the stack as the first ones of new variables. */
function storeDeclared(fn: Fn, names: readonly string[], given: readonly GoType[], type?: GoType): void {
  const variables = names.map((name, i) => {
    const from = given[i] ?? ANY;
    return { variable: declare(fn, name, type ?? settled(from)), from };
  });
  for (const { variable, from } of [...variables].reverse()) {
    convert(fn, from, variable.type);
    initialise(fn, variable);
  }
}

/** Leaves as many values as there are names: one expression each, or one with several. */
function pushValues(
  fn: Fn,
  values: readonly Expr[],
  count: number,
  names: readonly string[],
  want?: GoType,
): readonly GoType[] {
  const [only] = values;
  if (values.length === 1 && count > 1 && only !== undefined) return pushMany(fn, only);
  return values.map((one, i) => {
    fn.unit.hint = names[i] ?? '';
    const type = expr(fn, one, want);
    fn.unit.hint = '';
    return type;
  });
}

/** v, ok := … and calls with several results. */
function pushMany(fn: Fn, e: Expr): readonly GoType[] {
  if (e.kind === 'index') return [mapIndex(fn, e, true), BOOL];
  if (e.kind === 'assert') return [assertion(fn, e, true), BOOL];
  if (e.kind === 'unary' && e.op === '<-') return [receive(fn, e.x, e.at, true), BOOL];
  return call(fn, e);
}

function nameOf(e: Expr): string {
  return e.kind === 'ident' ? e.name : e.kind === 'selector' ? e.name : '';
}

export function assign(fn: Fn, s: Extract<Stmt, { kind: 'assign' }>): void {
  const [left] = s.left;
  const [right] = s.right;
  if (s.op !== '=' && s.op !== ':=') {
    if (left !== undefined && right !== undefined) update(fn, left, s.op.slice(0, -1) as BinaryName, right, s.at);
    return;
  }
  const single = s.op === '=' && s.left.length === 1 && left !== undefined && right !== undefined;
  if (single) {
    const target = lvalue(fn, left);
    fn.unit.hint = nameOf(left);
    const from = expr(fn, right, target.type);
    fn.unit.hint = '';
    convert(fn, from, target.type ?? settled(from));
    fn.at = s.at;
    target.store();
    return;
  }
  if (s.op === ':=') {
    const types = pushValues(fn, s.right, s.left.length, s.left.map(nameOf));
    assignTop(fn, s.left, types, true);
    return;
  }
  parallel(fn, s);
}

/** a, b = b, a: first what the left sides need, then the values, then the stores. */
function parallel(fn: Fn, s: Extract<Stmt, { kind: 'assign' }>): void {
  const targets = s.left.map((one) => {
    const target = lvalue(fn, one);
    const slots = Array.from({ length: target.operands }, () => temp(fn));
    for (const slot of [...slots].reverse()) emit(fn, { op: 'store', slot });
    return { target, slots };
  });
  const types = pushValues(fn, s.right, s.left.length, s.left.map(nameOf));
  const values = types.map(() => temp(fn));
  for (const slot of [...values].reverse()) emit(fn, { op: 'store', slot });
  targets.forEach(({ target, slots }, i) => {
    for (const slot of slots) emit(fn, { op: 'load', slot });
    emit(fn, { op: 'load', slot: values[i] ?? 0 });
    const from = types[i] ?? ANY;
    convert(fn, from, target.type ?? settled(from));
    fn.at = s.at;
    target.store();
  });
}

interface Target {
  /** Undefined: of any type (_). */
  readonly type: GoType | undefined;
  /** How many values it put on the stack. */
  readonly operands: number;
  /** Takes the operands and above them the value. */
  readonly store: () => void;
}

function lvalue(fn: Fn, e: Expr): Target {
  if (e.kind === 'ident' && e.name === '_') {
    return { type: undefined, operands: 0, store: () => void emit(fn, { op: 'pop' }) };
  }
  if (e.kind === 'ident') {
    const found = lookup(fn, e.name);
    if (found?.kind === 'var') fn.unit.marks.assigned.add(found.index);
    if (found?.kind === 'var' && found.fn === fn && !isHeap(fn, found)) {
      return { type: found.type, operands: 0, store: () => void emit(fn, { op: 'store', slot: slotOf(fn, found) }) };
    }
    if (found?.kind === 'var') {
      emit(fn, { op: 'load', slot: slotOf(fn, found) });
      return { type: found.type, operands: 1, store: () => void emit(fn, { op: 'mem-store' }) };
    }
  }
  if (e.kind === 'index') {
    const base = under(probe(fn, e.x));
    if (base.k === 'map') {
      expr(fn, e.x);
      exprAs(fn, e.index, base.key);
      const store = () => {
        emit(fn, { op: 'map-begin' });
        emit(fn, { op: 'map-end' });
      };
      return { type: base.of, operands: 2, store };
    }
  }
  const type = address(fn, e);
  return { type, operands: 1, store: () => void emit(fn, { op: 'mem-store' }) };
}

function hasCall(e: Expr): boolean {
  if (e.kind === 'call' || e.kind === 'typed-call' || (e.kind === 'unary' && e.op === '<-')) return true;
  if (e.kind === 'binary') return hasCall(e.x) || hasCall(e.y);
  return (e.kind === 'unary' || e.kind === 'selector' || e.kind === 'index') && hasCall(e.x);
}

/** x op= y: a read, then a write. */
function update(fn: Fn, left: Expr, name: BinaryName, right: Expr, at: Stmt['at']): void {
  let early: number | undefined;
  let type: GoType | undefined;
  if (hasCall(right)) {
    type = expr(fn, right, probe(fn, left));
    early = temp(fn);
    emit(fn, { op: 'store', slot: early });
  }
  const target = lvalue(fn, left);
  fn.at = at;
  if (target.operands === 2) {
    emit(fn, { op: 'dup2' });
    emit(fn, { op: 'map-get', zero: zero(target.type ?? INT), ok: false });
  } else if (target.operands === 1) {
    emit(fn, { op: 'dup' });
    emit(fn, { op: 'mem-load' });
  } else expr(fn, left);
  if (early === undefined) type = expr(fn, right, name === '<<' || name === '>>' ? INT : target.type);
  else emit(fn, { op: 'load', slot: early });
  fn.at = at;
  const of = target.type ?? type ?? INT;
  emit(fn, { op: 'bin', name, t: isUntyped(of) ? settled(of) : of });
  target.store();
}

/** Stores the values on the stack; := declares what is new in this scope. */
export function assignTop(fn: Fn, left: readonly Expr[], types: readonly GoType[], define: boolean): void {
  const slots = types.map(() => temp(fn));
  if (left.length === 0) {
    types.forEach(() => emit(fn, { op: 'pop' }));
    return;
  }
  const isNew = (one: Expr) => define && one.kind === 'ident' && one.name !== '_' && !fn.scope.names.has(one.name);
  const [first] = left;
  const [type] = types;
  if (left.length === 1 && types.length === 1 && first?.kind === 'ident' && type !== undefined && isNew(first)) {
    storeDeclared(fn, [first.name], [type]);
    return;
  }
  for (const slot of [...slots].reverse()) emit(fn, { op: 'store', slot });
  left.forEach((one, i) => {
    const from = types[i] ?? ANY;
    const slot = slots[i] ?? 0;
    if (one.kind === 'ident' && isNew(one)) {
      emit(fn, { op: 'load', slot });
      storeDeclared(fn, [one.name], [from]);
      return;
    }
    const target = lvalue(fn, one);
    emit(fn, { op: 'load', slot });
    convert(fn, from, target.type ?? settled(from));
    target.store();
  });
}
