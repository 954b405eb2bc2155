/** Statements: declarations before use, counts on both sides of an assignment, values that are used. */
import type { Expr, FuncLit, SelectCase, Stmt } from './ast.ts';
import { argumentTypes, operand, single, startOf, typesText, value, type Operand } from './check-expr.ts';
import { checkCondition, checkDirection, checkFits } from './check-fit.ts';
import { isUnusedStatement } from './check-flow.ts';
import { UNKNOWN, isKnown, type Check } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { paramType, resolveType } from './check-types.ts';
import { INT, INT32, STRING, isUntyped, settled, under, type GoType, type NamedType } from './types.ts';

type Assign = Stmt & { kind: 'assign' };
type Range = Stmt & { kind: 'range' };

/** The body of a function with its parameters in scope. */
export function checkBody(check: Check, func: FuncLit, receiver?: { name: string; type: GoType }): void {
  const { results: outer, hasNamedResults } = check;
  check.results = func.results.map((one) => resolveType(check, one.type));
  check.hasNamedResults = func.results.some((one) => one.name !== '');
  check.scope(() => {
    if (receiver !== undefined) check.declareParam(receiver.name, func.at, receiver.type);
    for (const one of [...func.params, ...func.results]) check.declareParam(one.name, one.at, paramType(check, one));
    statements(check, func.body.body);
  });
  check.results = outer;
  check.hasNamedResults = hasNamedResults;
}

function statements(check: Check, body: readonly Stmt[]): void {
  for (const stmt of body) statement(check, stmt);
}

function scoped(check: Check, body: readonly Stmt[]): void {
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
    case 'const': {
      const type = stmt.type === undefined ? undefined : resolveType(check, stmt.type);
      const of = single(check, stmt.value);
      check.declare('const', stmt.name, stmt.at, type ?? of);
      break;
    }
    case 'type': {
      const type: NamedType = { k: 'named', id: stmt.name, under: UNKNOWN };
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
      operand(check, stmt.call);
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

type Compound = Extract<Stmt, { kind: 'if' | 'for' | 'range' | 'switch' | 'type-switch' | 'select' }>;

function compound(check: Check, stmt: Compound): void {
  check.scope(() => {
    switch (stmt.kind) {
      case 'if':
        if (stmt.init !== undefined) statement(check, stmt.init);
        checkCondition(check, startOf(stmt.cond), single(check, stmt.cond), 'if');
        scoped(check, stmt.then.body);
        if (stmt.else !== undefined) statement(check, stmt.else);
        break;
      case 'for':
        if (stmt.init !== undefined) statement(check, stmt.init);
        if (stmt.cond !== undefined) checkCondition(check, startOf(stmt.cond), single(check, stmt.cond), 'for');
        if (stmt.post !== undefined) statement(check, stmt.post);
        scoped(check, stmt.body.body);
        break;
      case 'range':
        range(check, stmt);
        break;
      case 'switch':
        if (stmt.init !== undefined) statement(check, stmt.init);
        if (stmt.tag !== undefined) single(check, stmt.tag);
        for (const one of stmt.cases) {
          for (const x of one.values) single(check, x);
          scoped(check, one.body);
        }
        break;
      case 'type-switch':
        typeSwitch(check, stmt);
        break;
      case 'select':
        for (const one of stmt.cases) selectCase(check, one);
        break;
    }
  });
}

// --- declarations and assignments ---

export function variables(check: Check, stmt: Stmt & { kind: 'var' }): void {
  const type = stmt.type === undefined ? undefined : resolveType(check, stmt.type);
  const types = stmt.values.length === 0 ? [] : valueTypes(check, stmt.values, stmt.names.length);
  stmt.names.forEach((name, i) => {
    const of = types[i] ?? UNKNOWN;
    const isNil = type === undefined && of.id === 'untyped nil';
    if (isNil) check.report(stmt.values[i]?.at ?? stmt.at, 'nil-untyped', { text: 'variable declaration' });
    const from = stmt.values.length === stmt.names.length ? stmt.values[i] : undefined;
    if (type !== undefined && from !== undefined)
      checkFits(check, startOf(from), from, of, type, 'variable declaration');
    const column = stmt.at.column + stmt.names.slice(0, i).join(', ').length + (i > 0 ? ', '.length : 0);
    check.declare('var', name, { ...stmt.at, column }, type ?? settledOrUnknown(of));
  });
}

function settledOrUnknown(type: GoType): GoType {
  return type.id === 'untyped nil' ? UNKNOWN : settled(type);
}

/** Types of what stands on the right of `count` variables; reports where the numbers differ. */
function valueTypes(check: Check, values: readonly Expr[], count: number): readonly GoType[] {
  const [only] = values;
  if (values.length === 1 && only !== undefined && count !== 1) return spreadTypes(check, only, count);
  const found = values.map((x) => operandOf(check, x, count, values.length));
  if (values.length !== count) mismatch(check, only, count, plural(values.length, 'value'));
  return found;
}

/** With as many values as variables, a call of several results is told as a mismatch of one variable. */
function operandOf(check: Check, x: Expr, count: number, values: number): GoType {
  if (count !== 1 || values !== 1 || x.kind !== 'call') return single(check, x);
  const found = operand(check, x);
  if (found.kind === 'value') return found.type;
  if (found.kind === 'tuple' && found.types.length > 1)
    mismatch(check, x, count, `${exprText(x.func)} returns ${plural(found.types.length, 'value')}`);
  else if (found.kind === 'tuple') check.report(startOf(x), 'no-value', { text: exprText(x) });
  return UNKNOWN;
}

/** Several results of a call, or the second value of v, ok := m[k], x.(T), <-ch. */
function spreadTypes(check: Check, x: Expr, count: number): readonly GoType[] {
  const found: Operand = x.kind === 'call' ? operand(check, x) : value(single(check, x));
  if (found.kind === 'tuple' && found.types.length === count) return found.types;
  const ok = x.kind === 'index' || x.kind === 'assert' || (x.kind === 'unary' && x.op === '<-');
  if (found.kind === 'value' && ok && count === 2) return [found.type, { k: 'basic', id: 'bool' }];
  if (found.kind === 'value' && x.kind === 'call' && !isKnown(found.type)) return [];
  if (found.kind === 'tuple' && found.types.length === 0) check.report(startOf(x), 'no-value', { text: exprText(x) });
  else {
    const number = plural(found.kind === 'tuple' ? found.types.length : 1, 'value');
    mismatch(check, x, count, x.kind === 'call' ? `${exprText(x.func)} returns ${number}` : number);
  }
  return [];
}

function mismatch(check: Check, at: Expr | undefined, left: number, right: string): void {
  if (at !== undefined) check.report(startOf(at), 'assign-count', { left: plural(left, 'variable'), right });
}

function plural(n: number, word: string): string {
  return `${String(n)} ${word}${n === 1 ? '' : 's'}`;
}

function assign(check: Check, stmt: Assign): void {
  if (stmt.op === ':=') {
    define(check, stmt);
    return;
  }
  const types = valueTypes(check, stmt.right, stmt.left.length);
  stmt.left.forEach((x, i) => {
    const to = target(check, x, stmt.op !== '=');
    const from = stmt.right.length === stmt.left.length ? stmt.right[i] : undefined;
    if (stmt.op === '=' && from !== undefined)
      checkFits(check, startOf(from), from, types[i] ?? UNKNOWN, to, 'assignment');
  });
  const blank = stmt.left.findIndex((x, i) => isBlank(x) && types[i]?.id === 'untyped nil');
  if (blank >= 0) check.report(stmt.right[blank]?.at ?? stmt.at, 'nil-untyped', { text: 'assignment' });
}

function isBlank(x: Expr): boolean {
  return x.kind === 'ident' && x.name === '_';
}

function define(check: Check, stmt: Assign): void {
  const types = valueTypes(check, stmt.right, stmt.left.length);
  const isNew = (x: Expr) => x.kind === 'ident' && x.name !== '_' && check.findHere(x.name) === undefined;
  const last = stmt.left.at(-1);
  // Of the sign, as gofmt sets it.
  const column = (last?.at.column ?? 0) + (last === undefined ? 0 : exprText(last).length) + 1;
  if (!stmt.left.some(isNew)) check.report({ line: stmt.at.line, column }, 'no-new-variables');
  stmt.left.forEach((x, i) => {
    if (x.kind !== 'ident' || !isNew(x)) return;
    const type = types[i] ?? UNKNOWN;
    if (type.id === 'untyped nil') check.report(stmt.right[i]?.at ?? x.at, 'nil-untyped', { text: 'assignment' });
    check.declare('var', x.name, x.at, settledOrUnknown(type));
  });
}

/** To be assigned is no use, unless the old value counts. @returns its type */
function target(check: Check, x: Expr, readsIt: boolean): GoType {
  if (isBlank(x)) return UNKNOWN;
  const entity = x.kind === 'ident' ? check.find(x.name) : undefined;
  const wasUsed = entity?.isUsed ?? false;
  const type = single(check, x);
  if (entity?.kind === 'var' && !readsIt) entity.isUsed = wasUsed;
  const isPlace =
    x.kind === 'ident'
      ? entity === undefined || entity.kind === 'var'
      : PLACES.has(x.kind) || (x.kind === 'unary' && x.op === '*');
  if (!isPlace) check.report(startOf(x), 'assign-place', { text: exprText(x) });
  return type;
}

const PLACES: ReadonlySet<string> = new Set(['selector', 'index']);

// --- others ---

function expression(check: Check, stmt: Stmt & { kind: 'expr' }): void {
  const before = check.problems.length;
  const found = operand(check, stmt.x);
  if (check.problems.length > before) return;
  if (found.kind === 'type') check.report(startOf(stmt.x), 'type-as-value', { name: exprText(stmt.x) });
  else if (found.kind === 'builtin') check.report(startOf(stmt.x), 'builtin-value', { text: exprText(stmt.x) });
  else if (isUnusedStatement(stmt) || isConversion(check, stmt.x)) {
    const { x } = stmt;
    const type = found.kind === 'value' ? found.type : UNKNOWN;
    const plain = !isKnown(type) || isUntyped(type) || x.kind === 'string';
    const of = plain ? '' : ` (value of type ${type.id})`;
    check.report(startOf(x), 'unused-value', { text: `${exprText(x)}${of}` });
  }
}

function isConversion(check: Check, x: Expr): boolean {
  return x.kind === 'call' && x.func.kind === 'ident' && check.find(x.func.name)?.kind === 'type';
}

function send(check: Check, chan: Expr, of: Expr): void {
  const type = single(check, chan);
  const sent = single(check, of);
  const base = under(type);
  if (base.k === 'chan') {
    checkDirection(check, startOf(chan), chan, type, 'send');
    checkFits(check, startOf(of), of, sent, base.of, 'send');
  } else if (isKnown(type)) {
    check.report(startOf(chan), 'not-send-channel', { text: exprText(chan), type: type.id });
  }
}

function returns(check: Check, stmt: Stmt & { kind: 'return' }): void {
  const want = check.results;
  if (stmt.values.length === 0) {
    if (want.length > 0 && !check.hasNamedResults)
      check.report(stmt.at, 'return-few', { have: '()', want: typesText(want) });
    return;
  }
  const have = argumentTypes(check, stmt.values);
  if (have.length === want.length && have.length === stmt.values.length)
    stmt.values.forEach((x, i) => {
      checkFits(check, startOf(x), x, have[i] ?? UNKNOWN, want[i] ?? UNKNOWN, 'return statement');
    });
  if (
    have.length === want.length ||
    (stmt.values.length === 1 &&
      have[0] !== undefined &&
      !isKnown(have[0]) &&
      have.length === 1 &&
      stmt.values[0]?.kind === 'call')
  )
    return;
  const few = have.length < want.length;
  const at = few ? stmt.values.at(-1) : (stmt.values[want.length] ?? stmt.values[0]);
  check.report(at === undefined ? stmt.at : startOf(at), few ? 'return-few' : 'return-many', {
    have: typesText(have),
    want: typesText(want),
  });
}

function range(check: Check, stmt: Range): void {
  const type = single(check, stmt.x);
  const [key, of] = rangeTypes(type);
  const base = under(type);
  const text = exprText(stmt.x);
  if (base.k === 'func') check.report(startOf(stmt.x), 'no-range-func');
  else if (isKnown(type) && key === undefined) check.report(startOf(stmt.x), 'range-over', { text, type: type.id });
  else if (stmt.value !== undefined && of === undefined && isKnown(type))
    check.report(stmt.value.at, 'range-one', { text: `${text} (value of type ${type.id})` });
  [stmt.key, stmt.value].forEach((x, i) => {
    if (x === undefined) return;
    if (!stmt.define) target(check, x, false);
    else if (x.kind === 'ident') check.declare('var', x.name, x.at, (i === 0 ? key : of) ?? UNKNOWN);
  });
  scoped(check, stmt.body.body);
}

/** Types of key and value; none where the type has no such. */
function rangeTypes(type: GoType): readonly (GoType | undefined)[] {
  const outer = under(type);
  const base = outer.k === 'pointer' && under(outer.of).k === 'array' ? under(outer.of) : outer;
  if (base.k === 'slice' || base.k === 'array') return [INT, base.of];
  if (base.k === 'map') return [base.key, base.of];
  if (base.k === 'chan') return [base.of, undefined];
  if (base.id === STRING.id) return [INT, INT32];
  return base.k === 'basic' && base.id.includes('int') ? [settled(type), undefined] : [undefined, undefined];
}

function typeSwitch(check: Check, stmt: Stmt & { kind: 'type-switch' }): void {
  const type = single(check, stmt.x);
  const { bind } = stmt;
  let isUsed = bind === undefined || stmt.cases.length === 0;
  for (const one of stmt.cases) {
    const types = one.types.map((of) =>
      of.kind === 'named' && of.name === 'nil' ? undefined : resolveType(check, of),
    );
    check.scope(() => {
      const entity =
        bind === undefined
          ? undefined
          : check.declare('var', bind, stmt.at, (types.length === 1 ? types[0] : undefined) ?? type);
      scoped(check, one.body);
      if (entity === undefined) return;
      isUsed ||= entity.isUsed;
      entity.isUsed = true;
    });
  }
  if (bind !== undefined && !isUsed) check.report(stmt.at, 'unused-symbol', { name: bind });
}

function selectCase(check: Check, one: SelectCase): void {
  const { comm } = one;
  check.scope(() => {
    if (comm.kind === 'send') send(check, comm.chan, comm.value);
    if (comm.kind === 'receive') {
      const x: Expr = { kind: 'unary', at: comm.chan.at, op: '<-', x: comm.chan };
      const op = comm.define ? ':=' : '=';
      if (comm.left.length === 0) single(check, x);
      else assign(check, { kind: 'assign', at: one.at, op, left: comm.left, right: [x] });
    }
    scoped(check, one.body);
  });
}
