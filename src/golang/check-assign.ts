/** Declarations and assignments. Upstream: types2/assignments.go, types2/decl.go of go1.26. */
import type { Expr, Stmt } from './ast.ts';
import { binaryOperator } from './check-operators.ts';
import { expr, list, multi, use } from './check-eval.ts';
import { assignTo } from './check-fit.ts';
import { described, startOf, typesText } from './check-operand.ts';
import { UNKNOWN, isKnown, type Check, type Operand } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { resolveType } from './check-types.ts';
import { typeText } from './type-text.ts';
import { isNumber } from './type-kinds.ts';
import { settled, type GoType } from './types.ts';

type Assign = Stmt & { kind: 'assign' };

/** A variable that takes a value; its type is that of the value where it has none. */
interface Taker {
  type: GoType | undefined;
}

/** The first value of a new variable. */
export function initialise(check: Check, to: Taker, x: Operand, where: string): void {
  if (x.mode === 'invalid' || !isKnown(x.type) || (to.type !== undefined && !isKnown(to.type))) {
    to.type ??= UNKNOWN;
    return;
  }
  if (to.type === undefined && x.mode === 'nil') {
    check.report(startOf(x.expr), 'nil-untyped', { text: where });
    to.type = UNKNOWN;
    return;
  }
  to.type ??= settled(x.type);
  assignTo(check, x, to.type, where);
}

const isCall = (all: readonly Expr[]): boolean =>
  all.length === 1 && (all[0]?.kind === 'call' || all[0]?.kind === 'typed-call');

/** First values of new variables: one each, or those of one call. */
function initialiseAll(check: Check, to: readonly Taker[], values: readonly Expr[]): void {
  const where = 'assignment';
  if (to.length === values.length && !isCall(values)) {
    to.forEach((one, i) => {
      const value = values[i];
      if (value !== undefined) initialise(check, one, expr(check, value), where);
    });
    return;
  }
  const found = spread(check, to.length, values);
  to.forEach((one, i) => {
    const x = found?.[i];
    if (x === undefined) one.type ??= UNKNOWN;
    else initialise(check, one, x, where);
  });
}

/** The values of one call or of v, ok := …; undefined where it reports that their number is wrong. */
function spread(check: Check, count: number, values: readonly Expr[]): Operand[] | undefined {
  const [only] = values;
  if (values.length !== 1 || only === undefined) {
    if (use(check, values)) mismatch(check, values, count, values.length);
    return undefined;
  }
  const found = multi(check, only, count === 2);
  if (found.length === count) return found;
  if (found[0]?.mode !== 'invalid') mismatch(check, values, count, found.length);
  return undefined;
}

function mismatch(check: Check, values: readonly Expr[], left: number, right: number): void {
  const [only] = values;
  if (only === undefined) return;
  const number = plural(right, 'value');
  const text = values.length === 1 && only.kind === 'call' ? `${exprText(only.func)} returns ${number}` : number;
  check.report(startOf(only), 'assign-count', { left: plural(left, 'variable'), right: text });
}

function plural(n: number, word: string): string {
  return `${String(n)} ${word}${n === 1 ? '' : 's'}`;
}

// --- declarations ---

/** Types of the variables of a declaration, in their order. */
export function variableTypes(check: Check, stmt: Stmt & { kind: 'var' }): readonly GoType[] {
  const type = stmt.type === undefined ? undefined : resolveType(check, stmt.type);
  const { names, values } = stmt;
  const takers: Taker[] = names.map(() => ({ type }));
  if (values.length === 1 && names.length > 1) initialiseAll(check, takers, values);
  else if (values.length > 0) {
    takers.forEach((one, i) => {
      const value = values[i];
      if (value !== undefined) initialise(check, one, expr(check, value), 'variable declaration');
    });
    use(check, values.slice(names.length));
    arity(check, stmt);
  }
  return takers.map((one) => one.type ?? UNKNOWN);
}

/** As many values as names. */
function arity(check: Check, stmt: Stmt & { kind: 'var' }): void {
  const { names, values } = stmt;
  const extra = values[names.length];
  const missing = names[values.length];
  if (extra !== undefined) check.report(startOf(extra), 'init-extra', { text: exprText(extra) });
  else if (missing !== undefined) check.report(nameAt(stmt, values.length), 'init-missing', { name: missing });
}

export function variables(check: Check, stmt: Stmt & { kind: 'var' }): void {
  const types = variableTypes(check, stmt);
  stmt.names.forEach((name, i) => {
    check.declare('var', name, nameAt(stmt, i), types[i] ?? UNKNOWN);
  });
}

/** Where a name of a declaration stands, as gofmt sets it. */
export function nameAt(stmt: Stmt & { kind: 'var' }, i: number) {
  const column = stmt.at.column + stmt.names.slice(0, i).join(', ').length + (i > 0 ? ', '.length : 0);
  return { line: stmt.at.line, column };
}

export function constant(check: Check, stmt: Stmt & { kind: 'const' }): Pick<Operand, 'type' | 'value'> {
  const type = stmt.type === undefined ? undefined : resolveType(check, stmt.type);
  const x = expr(check, stmt.value);
  const unknown = { type: type ?? UNKNOWN };
  if (x.mode === 'invalid') return unknown;
  if (x.mode !== 'constant') {
    if (isKnown(x.type)) check.report(startOf(stmt.value), 'not-constant', { text: described(x) });
    return unknown;
  }
  if (type !== undefined) assignTo(check, x, type, 'constant declaration');
  if ((x.mode as string) === 'invalid' || x.value === undefined) return unknown;
  return { type: type ?? x.type, value: x.value };
}

// --- assignments ---

export function assign(check: Check, stmt: Assign): void {
  if (stmt.op === ':=') {
    define(check, stmt);
    return;
  }
  if (stmt.op !== '=') {
    update(check, stmt);
    return;
  }
  const { left, right } = stmt;
  if (left.length === right.length && !isCall(right)) {
    left.forEach((x, i) => {
      const value = right[i];
      if (value !== undefined) assignOne(check, x, () => expr(check, value));
    });
    return;
  }
  const found = spread(check, left.length, right);
  left.forEach((x, i) => {
    const value = found?.[i];
    if (value === undefined) target(check, x);
    else assignOne(check, x, () => value);
  });
}

function assignOne(check: Check, x: Expr, value: () => Operand): void {
  const to = target(check, x);
  const from = value();
  if (to === undefined) assignTo(check, from, undefined, 'assignment to _ identifier');
  else if (isKnown(to)) assignTo(check, from, to, 'assignment');
}

/** x op= y, x++ */
function update(check: Check, { left: [x], right: [y], op }: Assign): void {
  if (x === undefined || y === undefined) return;
  const of = expr(check, x);
  const isStep = y.kind === 'int' && y.text === undefined;
  if (isStep && of.mode !== 'invalid' && !isNumber(of.type)) {
    const sign = op.charAt(0).repeat(2);
    check.report(startOf(x), 'step-number', { text: exprText(x), sign, type: typeText(of.type) });
    return;
  }
  const made = binaryOperator(check, { ...of }, expr(check, y), op.slice(0, -1), undefined);
  const to = target(check, x);
  if (to !== undefined && isKnown(to)) assignTo(check, made, to, 'assignment');
}

function define(check: Check, stmt: Assign): void {
  const names = new Set<string>();
  const takers = stmt.left.map((x): Taker & { readonly isNew: boolean } => {
    if (x.kind !== 'ident' || x.name === '_') return { type: undefined, isNew: false };
    if (names.has(x.name)) check.report(x.at, 'name-repeated', { name: x.name });
    names.add(x.name);
    const known = check.findHere(x.name);
    if (known === undefined) return { type: undefined, isNew: true };
    if (known.kind !== 'var') check.report(x.at, 'assign-name', { text: x.name });
    return { type: known.type, isNew: false };
  });
  initialiseAll(check, takers, stmt.right);
  if (!takers.some((one) => one.isNew)) check.report(signAt(stmt), 'no-new-variables');
  stmt.left.forEach((x, i) => {
    const one = takers[i];
    if (x.kind === 'ident' && one?.isNew === true && check.findHere(x.name) === undefined)
      check.declare('var', x.name, x.at, one.type ?? UNKNOWN);
  });
}

/** Of :=, as gofmt sets it. */
function signAt({ left, at }: Assign) {
  const last = left.at(-1);
  const column = (last?.at.column ?? 0) + (last === undefined ? 0 : exprText(last).length) + 1;
  return { line: at.line, column };
}

/** To be assigned is no use. @returns its type; undefined of _ */
export function target(check: Check, x: Expr): GoType | undefined {
  if (x.kind === 'ident' && x.name === '_') return undefined;
  const entity = x.kind === 'ident' ? check.find(x.name) : undefined;
  const wasUsed = entity?.isUsed ?? false;
  const to = expr(check, x);
  if (entity?.kind === 'var') entity.isUsed = wasUsed;
  if (to.mode === 'invalid' || !isKnown(to.type)) return UNKNOWN;
  if (to.mode === 'variable' || to.mode === 'mapindex') return to.type;
  const inMap = x.kind === 'selector' && expr(check, x.x).mode === 'mapindex';
  check.report(startOf(x), inMap ? 'assign-map-field' : 'assign-place', { text: exprText(x) });
  return UNKNOWN;
}

// --- return ---

export function returns(check: Check, stmt: Stmt & { kind: 'return' }): void {
  const { results: want } = check;
  const { values } = stmt;
  if (values.length === 0) {
    plainReturn(check, stmt);
    return;
  }
  const have = list(check, values);
  if (have.length === want.length) {
    have.forEach((x, i) => {
      initialise(check, { type: want[i] }, x, 'return statement');
    });
    return;
  }
  if (have.some((one) => one.mode === 'invalid')) return;
  const few = have.length < want.length;
  const at = (few ? have.at(-1) : have[want.length])?.expr;
  check.report(at === undefined ? stmt.at : startOf(at), few ? 'return-few' : 'return-many', {
    have: typesText(have.map((one) => one.type)),
    want: typesText(want),
  });
}

/** Results with names are returned as they stand. */
function plainReturn(check: Check, stmt: Stmt & { kind: 'return' }): void {
  const { results: want, named } = check;
  if (want.length === 0) return;
  if (named.length === 0) check.report(stmt.at, 'return-few', { have: '()', want: typesText(want) });
  for (const one of named) if (check.find(one.name) !== one) check.report(stmt.at, 'result-hidden', { name: one.name });
}
