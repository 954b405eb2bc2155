/** Expressions where one value, several, or a value or a type are wanted. Upstream: types2/expr.go of go1.26. */
import type { Expr } from './ast.ts';
import { represented } from './constants.ts';
import { convertUntyped } from './check-fit.ts';
import { described, operandOf, startOf } from './check-operand.ts';
import { isKnown, type Check, type Operand } from './check-scope.ts';
import { isInteger } from './type-kinds.ts';
import { INT, UNTYPED_BOOL } from './types.ts';

/** @param values no types and builtins either */
function exclude(check: Check, x: Operand, values: boolean): void {
  const at = startOf(x.expr);
  if (x.mode === 'novalue') check.report(at, values ? 'no-value' : 'no-value-or-type', { text: described(x) });
  else if (x.mode === 'builtin' && values) check.report(at, 'builtin-value', { text: described(x) });
  else if (x.mode === 'type' && values) check.report(at, 'type-as-value', { name: described(x) });
  else if (x.mode === 'value' && x.tuple !== undefined) check.report(at, 'many-values', { text: described(x) });
  else return;
  x.mode = 'invalid';
}

/** One value. */
export function expr(check: Check, e: Expr): Operand {
  const x = check.raw(e);
  exclude(check, x, true);
  return x;
}

export function exprOrType(check: Check, e: Expr): Operand {
  const x = check.raw(e);
  exclude(check, x, false);
  return x;
}

/** All values of a call, or the value and whether there was one where `commaOk`. */
export function multi(check: Check, e: Expr, commaOk: boolean): Operand[] {
  const x = check.raw(e);
  if (x.mode !== 'invalid' && x.tuple !== undefined) return x.tuple.map((type) => operandOf('value', type, e));
  exclude(check, x, true);
  // The second value is no expression of the text.
  if (commaOk && (x.mode === 'mapindex' || x.mode === 'commaok'))
    return [x, operandOf('value', UNTYPED_BOOL, { ...e })];
  return [x];
}

/** Of a call or a literal: f(g()) hands on all results of g. */
export function list(check: Check, all: readonly Expr[]): Operand[] {
  const [only] = all;
  return all.length === 1 && only !== undefined ? multi(check, only, false) : all.map((e) => expr(check, e));
}

/** Looks at expressions for their own sake. @returns whether they are right */
export function use(check: Check, all: readonly Expr[]): boolean {
  return all.map((e) => check.raw(e)).every((x) => x.mode !== 'invalid');
}

/**
 * A number of elements or their place.
 * @param limit the first one that is too large; -1 = none
 * @returns its value; -1 = it is no constant, or wrong
 */
export function index(check: Check, e: Expr, limit: number): number {
  const x = expr(check, e);
  if (!validIndex(check, x) || x.mode !== 'constant' || x.value?.k !== 'int') return -1;
  const value = Number(x.value.v);
  if (limit < 0 || value < limit) return value;
  check.report(startOf(e), 'index-bounds', { index: String(x.value.v), limit: String(limit) });
  return -1;
}

function validIndex(check: Check, x: Operand): boolean {
  if (x.mode === 'invalid') return false;
  convertUntyped(check, x, INT);
  // Reported already, or not known.
  if ((x.mode as string) === 'invalid' || !isKnown(x.type)) return false;
  const value = x.mode === 'constant' ? x.value : undefined;
  const wrong = !isInteger(x.type)
    ? 'must be integer'
    : value?.k === 'int' && value.v < 0n
      ? 'must not be negative'
      : value !== undefined && represented(value, 'int') === undefined
        ? 'overflows int'
        : '';
  if (wrong !== '') check.report(startOf(x.expr), 'index-invalid', { text: described(x), wrong });
  return wrong === '';
}
