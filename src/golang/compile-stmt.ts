/** Statements to instructions. Models: statements of the Go specification, go1.26. Left out: goto. */
import type { Expr, Stmt } from './ast.ts';
import { assign, assignTop, declareConst, varDecl } from './compile-assign.ts';
import { call, pushCallee } from './compile-call.ts';
import { convert, exprAs } from './compile-convert.ts';
import { expr } from './compile-expr.ts';
import { range } from './compile-range.ts';
import { selectStmt, switchStmt, typeSwitch } from './compile-switch.ts';
import {
  CompileError,
  declareType,
  emit,
  inScope,
  initialise,
  isHeap,
  patch,
  resolve,
  temp,
  type Fn,
  type Loop,
} from './compile-unit.ts';
import { ANY, under, type GoType } from './types.ts';

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
