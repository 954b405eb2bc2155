/** Statements. Upstream: types2/stmt.go, types2/range.go of go1.26. */
import type { Expr, FuncLit, SelectCase, Stmt } from './ast.ts';
import { assign, constant, returns, variables } from './check-assign.ts';
import { elementOf } from './check-expr.ts';
import { expr } from './check-eval.ts';
import { assignTo } from './check-fit.ts';
import { described, startOf } from './check-operand.ts';
import { range } from './check-range.ts';
import { UNKNOWN, isKnown, type Check } from './check-scope.ts';
import { switchStmt, typeSwitch } from './check-switch.ts';
import { paramType, resolveType } from './check-types.ts';
import { isTruth } from './type-kinds.ts';
import type { GoType, NamedType } from './types.ts';

/** The body of a function with its parameters in scope. */
export function checkBody(check: Check, func: FuncLit, receiver?: { name: string; type: GoType }): void {
  const { results: outer, named, calls } = check;
  check.results = func.results.map((one) => resolveType(check, one.type));
  check.scope(() => {
    if (receiver !== undefined) check.declareParam(receiver.name, func.at, receiver.type);
    for (const one of func.params) check.declareParam(one.name, one.at, paramType(check, one));
    const results = func.results.map((one, i) => check.declareParam(one.name, one.at, check.results[i] ?? UNKNOWN));
    check.named = results.filter((one) => one.name !== '' && one.name !== '_');
    statements(check, func.body.body);
  });
  Object.assign(check, { results: outer, named, calls });
}

function statements(check: Check, body: readonly Stmt[]): void {
  for (const stmt of body) statement(check, stmt);
}

export function scoped(check: Check, body: readonly Stmt[]): void {
  check.scope(() => {
    statements(check, body);
  });
}

export function statement(check: Check, stmt: Stmt): void {
  switch (stmt.kind) {
    case 'block':
      scoped(check, stmt.body);
      break;
    case 'var':
      variables(check, stmt);
      break;
    case 'const':
      localConstant(check, stmt);
      break;
    case 'type': {
      const type: NamedType = { k: 'named', id: `main.${stmt.name}`, under: UNKNOWN };
      check.declare('type', stmt.name, stmt.at, type);
      type.under = resolveType(check, stmt.type);
      break;
    }
    case 'expr':
      expression(check, stmt);
      break;
    case 'send':
      send(check, stmt.chan, stmt.value);
      break;
    case 'assign':
      assign(check, stmt);
      break;
    case 'go':
    case 'defer':
      suspended(check, stmt);
      break;
    case 'return':
      returns(check, stmt);
      break;
    case 'break':
    case 'continue':
      break;
    default:
      compound(check, stmt);
  }
}

function localConstant(check: Check, stmt: Stmt & { kind: 'const' }): void {
  const { type, value } = constant(check, stmt);
  const entity = check.declare('const', stmt.name, stmt.at, type);
  if (value !== undefined) entity.value = value;
}

type Compound = Extract<Stmt, { kind: 'if' | 'for' | 'range' | 'switch' | 'type-switch' | 'select' }>;

function compound(check: Check, stmt: Compound): void {
  check.scope(() => {
    if ('init' in stmt) statement(check, stmt.init);
    switch (stmt.kind) {
      case 'if':
        condition(check, stmt.cond, 'if');
        scoped(check, stmt.then.body);
        if (stmt.else !== undefined) statement(check, stmt.else);
        break;
      case 'for':
        if (stmt.cond !== undefined) condition(check, stmt.cond, 'for');
        if (stmt.post !== undefined) statement(check, stmt.post);
        scoped(check, stmt.body.body);
        break;
      case 'range':
        range(check, stmt, scoped);
        break;
      case 'switch':
        switchStmt(check, stmt, scoped);
        break;
      case 'type-switch':
        typeSwitch(check, stmt, scoped);
        break;
      case 'select':
        for (const one of stmt.cases) selectCase(check, one);
        break;
    }
  });
}

function condition(check: Check, e: Expr, clause: string): void {
  const x = expr(check, e);
  if (x.mode !== 'invalid' && isKnown(x.type) && !isTruth(x.type))
    check.report(startOf(e), 'condition-type', { clause });
}

function expression(check: Check, { x: e }: Stmt & { kind: 'expr' }): void {
  const x = check.raw(e);
  if (x.mode === 'invalid' || x.mode === 'novalue') return;
  if (x.mode === 'builtin') check.report(startOf(e), 'builtin-value', { text: described(x) });
  else if (x.mode === 'type') check.report(startOf(e), 'type-as-value', { name: described(x) });
  else if (x.kind !== 'statement') check.report(startOf(e), 'unused-value', { text: described(x) });
}

function suspended(check: Check, { kind, call }: Stmt & { kind: 'go' | 'defer' }): void {
  const x = check.raw(call);
  if (x.mode === 'invalid' || x.kind === 'statement') return;
  if (x.kind === 'conversion') check.report(startOf(call), 'suspended-conversion', { kind, text: described(x) });
  else check.report(startOf(call), 'suspended-result', { kind, text: described(x) });
}

function send(check: Check, chan: Expr, of: Expr): void {
  const to = expr(check, chan);
  const sent = expr(check, of);
  if (to.mode === 'invalid' || sent.mode === 'invalid' || !isKnown(to.type)) return;
  const element = elementOf(check, to, false);
  if (element !== undefined) assignTo(check, sent, element, 'send');
}

function selectCase(check: Check, one: SelectCase): void {
  const { comm } = one;
  check.scope(() => {
    if (comm.kind === 'send') send(check, comm.chan, comm.value);
    if (comm.kind === 'receive') {
      const x: Expr = { kind: 'unary', at: one.at, op: '<-', x: comm.chan };
      const op = comm.define ? ':=' : '=';
      if (comm.left.length === 0) expr(check, x);
      else assign(check, { kind: 'assign', at: one.at, op, left: comm.left, right: [x] });
    }
    scoped(check, one.body);
  });
}
