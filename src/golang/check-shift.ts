/** Shifts. Upstream: types2/expr.go (shift) of go1.26. */
import type { Expr } from './ast.ts';
import { operate, type Constant } from './constants.ts';
import { convertUntyped, mustRepresent } from './check-fit.ts';
import { described, invalid, operandOf, startOf } from './check-operand.ts';
import { isKnown, type Check, type Operand } from './check-scope.ts';
import { isInteger } from './type-kinds.ts';
import { UINT, UNTYPED_INT, isUntyped } from './types.ts';

/** The largest shift of a constant. */
const SHIFT_MAX = 1023n - 1n + 52n;

export function shift(check: Check, x: Operand, y: Operand, op: string, expr: Expr): Operand {
  if (!isKnown(x.type) || !isKnown(y.type)) return invalid(expr);
  const isConstant = x.mode === 'constant';
  if (!isInteger(x.type) && !(isUntyped(x.type) && isConstant && x.value?.k === 'int'))
    return notShifted(check, x, expr);
  if (!shiftCount(check, y)) return invalid(expr);
  if (isConstant && y.mode === 'constant') return constantShift(check, x, y, op, expr);
  if (isConstant && isUntyped(x.type)) {
    const known = check.untyped.get(x.expr);
    if (known !== undefined) known.isShifted = true;
    return operandOf('value', x.type, expr);
  }
  return isInteger(x.type) ? operandOf('value', x.type, expr) : notShifted(check, x, expr);
}

function notShifted(check: Check, x: Operand, expr: Expr): Operand {
  check.report(startOf(x.expr), 'shifted-operand', { text: described(x) });
  return invalid(expr);
}

/** @returns false where it reports that one cannot shift by it */
function shiftCount(check: Check, y: Operand): boolean {
  if (y.mode === 'constant' && y.value !== undefined) return constantCount(check, y, y.value);
  if (isUntyped(y.type)) {
    convertUntyped(check, y, UINT);
    return y.mode !== 'invalid';
  }
  return integerCount(check, y);
}

function constantCount(check: Check, y: Operand, value: Constant): boolean {
  if (value.k === 'int' && value.v < 0n) {
    check.report(startOf(y.expr), 'shift-negative', { text: described(y) });
    return false;
  }
  if (!isUntyped(y.type)) return integerCount(check, y);
  mustRepresent(check, y, UINT);
  return y.mode === 'constant';
}

function integerCount(check: Check, y: Operand): boolean {
  if (isInteger(y.type)) return true;
  check.report(startOf(y.expr), 'shift-count', { text: described(y) });
  return false;
}

function constantShift(check: Check, x: Operand, y: Operand, op: string, expr: Expr): Operand {
  const count = y.value?.k === 'int' ? y.value.v : 0n;
  if (count > SHIFT_MAX) {
    check.report(startOf(y.expr), 'shift-invalid', { text: described(y) });
    return invalid(expr);
  }
  const value = x.value === undefined ? undefined : operate(x.value, op, { k: 'int', v: count }, true);
  if (value === undefined) return invalid(expr);
  return { ...x, type: isInteger(x.type) ? x.type : UNTYPED_INT, value };
}
