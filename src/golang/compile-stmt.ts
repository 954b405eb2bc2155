/** Statements to instructions. Models: statements of the Go specification, go1.26. Left out: goto. */
import type { Expr, Stmt } from './ast.ts';
import {
  CompileError,
  declare,
  declareType,
  emit,
  fold,
  inScope,
  initialise,
  isHeap,
  lookup,
  patch,
  probe,
  resolve,
  slotOf,
  temp,
  type Fn,
  type Loop,
} from './compile-unit.ts';
import { convert, exprAs } from './compile-convert.ts';
import { address, assertion, expr, mapIndex, receive } from './compile-expr.ts';
import { call, pushCallee } from './compile-call.ts';
import { range } from './compile-range.ts';
import { selectStmt, switchStmt, typeSwitch } from './compile-switch.ts';
import { ANY, BOOL, isUntyped, settled, under, zero, INT, type GoType } from './types.ts';
import type { BinaryName } from './code.ts';

export function block(fn: Fn, body: readonly Stmt[]): void {
  inScope(fn, () => body.forEach((one) => stmt(fn, one)));
}

export function stmt(fn: Fn, s: Stmt): void {
  fn.at = s.at;
  switch (s.kind) {
    case 'block':
      block(fn, s.body);
      return;
    case 'var':
      varDecl(fn, s);
      return;
    case 'const':
      declareConst(fn, s);
      return;
    case 'type': {
      const type = declareType(fn, s.name);
      type.under = resolve(fn, s.type);
      return;
    }
    case 'expr':
      expressionStmt(fn, s.x);
      return;
    case 'send': {
      const base = under(expr(fn, s.chan));
      exprAs(fn, s.value, base.k === 'chan' ? base.of : ANY);
      fn.at = s.at;
      emit(fn, { op: 'send' });
      return;
    }
    case 'assign':
      assign(fn, s);
      return;
    case 'go':
    case 'defer': {
      const n = pushCallee(fn, s.call);
      fn.at = s.at;
      emit(fn, { op: s.kind, n });
      return;
    }
    case 'return':
      returnStmt(fn, s.values);
      return;
    case 'break':
    case 'continue':
      jumpOut(fn, s);
      return;
    case 'if':
      ifStmt(fn, s);
      return;
    case 'for':
      forStmt(fn, s);
      return;
    case 'range':
      range(fn, s, TOOLS);
      return;
    case 'switch':
      switchStmt(fn, s, TOOLS);
      return;
    case 'type-switch':
      typeSwitch(fn, s, TOOLS);
      return;
    case 'select':
      selectStmt(fn, s, TOOLS);
      return;
  }
}

/** What the parts of statements need of each other. */
export interface Tools {
  readonly stmt: (fn: Fn, s: Stmt) => void;
  readonly block: (fn: Fn, body: readonly Stmt[]) => void;
  readonly assignTop: (fn: Fn, left: readonly Expr[], types: readonly GoType[], define: boolean) => void;
  readonly loop: (fn: Fn, label: string, loops: boolean, run: (loop: Loop) => void) => void;
}
const TOOLS: Tools = { stmt, block, assignTop, loop };

function expressionStmt(fn: Fn, x: Expr): void {
  const results = x.kind === 'call' || x.kind === 'typed-call' ? call(fn, x) : [expr(fn, x)];
  results.forEach(() => emit(fn, { op: 'pop' }));
}

/** Where it is used the checker has told its value; the name only hides others. */
export function declareConst(fn: Fn, s: Extract<Stmt, { kind: 'const' }>): void {
  fn.scope.names.set(s.name, { kind: 'const', type: INT, value: fold(fn, s.value)?.value ?? 0 });
}

function varDecl(fn: Fn, s: Extract<Stmt, { kind: 'var' }>): void {
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

function assign(fn: Fn, s: Extract<Stmt, { kind: 'assign' }>): void {
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
function assignTop(fn: Fn, left: readonly Expr[], types: readonly GoType[], define: boolean): void {
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

function returnStmt(fn: Fn, values: readonly Expr[]): void {
  const at = fn.at;
  if (values.length > 0) {
    const wants = fn.results.map((one) => one.type);
    const [only] = values;
    const types =
      values.length === 1 && wants.length > 1 && only !== undefined
        ? call(fn, only)
        : values.map((one, i) => expr(fn, one, wants[i]));
    const slots = types.map(() => temp(fn));
    for (const slot of [...slots].reverse()) emit(fn, { op: 'store', slot });
    fn.results.forEach((result, i) => {
      const heap = isHeap(fn, result);
      if (heap) emit(fn, { op: 'load', slot: result.slot });
      emit(fn, { op: 'load', slot: slots[i] ?? 0 });
      convert(fn, types[i] ?? ANY, result.type);
      if (heap) emit(fn, { op: 'mem-store' });
      else emit(fn, { op: 'store', slot: result.slot });
    });
  }
  fn.at = at;
  fn.toEpilogue.push(emit(fn, { op: 'jump', to: -1 }));
}

function jumpOut(fn: Fn, s: Extract<Stmt, { kind: 'break' | 'continue' }>): void {
  const loop = [...fn.loops]
    .reverse()
    .find((one) => (s.label === '' ? s.kind === 'break' || one.loops : one.label === s.label));
  if (loop === undefined) throw new CompileError(s.at, `${s.kind} is not in a loop`);
  (s.kind === 'break' ? loop.breaks : loop.continues).push(emit(fn, { op: 'jump', to: -1 }));
}

function loop(fn: Fn, label: string, loops: boolean, run: (loop: Loop) => void): void {
  const made: Loop = { label, loops, breaks: [], continues: [] };
  fn.loops.push(made);
  run(made);
  fn.loops.pop();
  for (const one of made.breaks) patch(fn, one);
}

function ifStmt(fn: Fn, s: Extract<Stmt, { kind: 'if' }>): void {
  inScope(fn, () => {
    if (s.init !== undefined) stmt(fn, s.init);
    expr(fn, s.cond);
    const skip = emit(fn, { op: 'jump-if-not', to: -1 });
    block(fn, s.then.body);
    if (s.else === undefined) {
      patch(fn, skip);
      return;
    }
    const end = emit(fn, { op: 'jump', to: -1 });
    patch(fn, skip);
    stmt(fn, s.else);
    patch(fn, end);
  });
}

function forStmt(fn: Fn, s: Extract<Stmt, { kind: 'for' }>): void {
  inScope(fn, () => {
    if (s.init !== undefined) stmt(fn, s.init);
    const variables = [...fn.scope.names.values()];
    loop(fn, s.label, true, (made) => {
      const top = fn.code.length;
      if (s.cond !== undefined) {
        expr(fn, s.cond);
        made.breaks.push(emit(fn, { op: 'jump-if-not', to: -1 }));
      }
      block(fn, s.body.body);
      for (const one of made.continues) patch(fn, one);
      fn.at = s.at;
      for (const one of variables) {
        if (one.kind !== 'var' || !isHeap(fn, one)) continue;
        emit(fn, { op: 'load', slot: one.slot });
        emit(fn, { op: 'mem-load' });
        initialise(fn, one);
      }
      if (s.post !== undefined) stmt(fn, s.post);
      emit(fn, { op: 'jump', to: top });
    });
  });
}
