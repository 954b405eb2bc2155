/** Operators: what they are defined on, what they make of constants. Upstream: types2/expr.go of go1.26. */
import type { Expr } from './ast.ts';
import { bitLength, negated, operate, signOf, type Constant } from './constants.ts';
import { comparison } from './check-compare.ts';
import { COMPARES, convertUntyped, mustRepresent } from './check-fit.ts';
import { described, invalid, operandOf, startOf } from './check-operand.ts';
import { isKnown, type Check, type Operand } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { shift } from './check-shift.ts';
import { typeText } from './type-text.ts';
import { hasNil, identical, isInteger, isNumber, isText, isTruth, isUnsigned } from './type-kinds.ts';
import { isInterface, isUntyped, under, widthOf, type GoType } from './types.ts';

const DEFINED: Readonly<Record<string, (type: GoType) => boolean>> = {
  '+': (type) => isNumber(type) || isText(type),
  '-': isNumber,
  '*': isNumber,
  '/': isNumber,
  '%': isInteger,
  '&': isInteger,
  '|': isInteger,
  '^': isInteger,
  '&^': isInteger,
  '&&': isTruth,
  '||': isTruth,
};
const DEFINED_ALONE: Readonly<Record<string, (type: GoType) => boolean>> = {
  '+': isNumber,
  '-': isNumber,
  '^': isInteger,
  '!': isTruth,
};
const NAMES: Readonly<Record<string, string>> = {
  '+': 'addition ',
  '-': 'subtraction ',
  '^': 'bitwise XOR ',
  '*': 'multiplication ',
  '<<': 'shift ',
};
/** Untyped integers may not grow beyond. */
const BITS_MAX = 512;

function undefinedOn(check: Check, x: Operand, op: string): void {
  check.report(startOf(x.expr), 'operator-undefined', { op, text: described(x) });
}

/** A constant result must be one of its type, and of a reasonable size. */
export function limited(check: Check, x: Operand, expr: Expr, op = ''): Operand {
  x.expr = expr;
  if (!isUntyped(x.type)) mustRepresent(check, x, x.type);
  else if (isInteger(x.type) && x.value?.k === 'int' && bitLength(x.value.v) > BITS_MAX) {
    const name = expr.kind === 'unary' ? (op === '^' ? 'bitwise complement ' : '') : (NAMES[op] ?? '');
    check.report(expr.kind === 'binary' ? expr.opAt : startOf(expr), 'constant-overflow', { op: name });
    return invalid(expr);
  }
  return x;
}

export function unaryOperator(check: Check, x: Operand, expr: Expr, op: '+' | '-' | '!' | '^'): Operand {
  if (x.mode === 'invalid' || !isKnown(x.type)) return invalid(expr);
  if (DEFINED_ALONE[op]?.(x.type) !== true) {
    undefinedOn(check, x, op);
    return invalid(expr);
  }
  if (x.mode === 'constant' && x.value !== undefined) {
    const bits = isUnsigned(x.type) ? (widthOf(x.type)?.bits ?? 0) : 0;
    return limited(check, { ...x, value: negated(x.value, op, bits) }, expr, op);
  }
  return operandOf('value', x.type, expr);
}

/** @param expr undefined: of x op= y */
export function binaryOperator(
  check: Check,
  x: Operand,
  y: Operand,
  op: string,
  expr: Extract<Expr, { kind: 'binary' }> | undefined,
): Operand {
  const whole = expr ?? x.expr;
  if (x.mode === 'invalid' || y.mode === 'invalid') return invalid(whole);
  if (op === '<<' || op === '>>') return limitedShift(check, x, y, op, whole);
  match(check, x, y);
  if ((x.mode as string) === 'invalid' || (y.mode as string) === 'invalid') return invalid(whole);
  if (COMPARES.has(op)) return comparison(check, x, y, op, whole);
  if (!operandsFit(check, x, y, op, expr)) return invalid(whole);
  const value = constantResult(x, op, y);
  return value === undefined ? operandOf('value', x.type, whole) : limited(check, { ...x, value }, whole, op);
}

function limitedShift(check: Check, x: Operand, y: Operand, op: string, whole: Expr): Operand {
  const shifted = shift(check, x, y, op, whole);
  return shifted.mode === 'constant' ? limited(check, shifted, whole, op) : shifted;
}

/** @returns false where it reports that the operator cannot be used */
function operandsFit(
  check: Check,
  x: Operand,
  y: Operand,
  op: string,
  expr: Extract<Expr, { kind: 'binary' }> | undefined,
): boolean {
  if (!isKnown(x.type) || !isKnown(y.type)) return false;
  if (!identical(x.type, y.type)) {
    const text = expr === undefined ? `${exprText(x.expr)} ${op}= ${exprText(y.expr)}` : exprText(expr);
    const types = { left: typeText(x.type), right: typeText(y.type) };
    check.report(startOf(x.expr), 'mismatched-types', { text, ...types });
    return false;
  }
  if (DEFINED[op]?.(x.type) !== true) {
    undefinedOn(check, x, op);
    return false;
  }
  const divides = (op === '/' || op === '%') && (x.mode === 'constant' || isInteger(x.type));
  if (!divides || y.value === undefined || signOf(y.value) !== 0) return true;
  check.report(startOf(y.expr), 'division-by-zero');
  return false;
}

function constantResult(x: Operand, op: string, y: Operand): Constant | undefined {
  if (x.mode !== 'constant' || y.mode !== 'constant' || x.value === undefined || y.value === undefined)
    return undefined;
  return operate(x.value, op, y.value, isInteger(x.type));
}

/** Untyped operands take the type of the other one where they may. */
export function match(check: Check, x: Operand, y: Operand): void {
  if (!mayConvert(x, y)) return;
  convertUntyped(check, x, y.type);
  if (x.mode !== 'invalid') convertUntyped(check, y, x.type);
}

function mayConvert(x: Operand, y: Operand): boolean {
  if (!isUntyped(x.type) && !isUntyped(y.type)) return false;
  if (isNumber(x.type) !== isNumber(y.type)) return false;
  if (isInterface(x.type) || isInterface(y.type)) return true;
  if (isTruth(x.type) !== isTruth(y.type) || isText(x.type) !== isText(y.type)) return false;
  if (x.mode === 'nil') return hasNil(y.type);
  if (y.mode === 'nil') return hasNil(x.type);
  return under(x.type).k !== 'pointer' && under(y.type).k !== 'pointer';
}
