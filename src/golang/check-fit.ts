/**
 * Whether values fit where they are used: untyped ones take the type that is wanted, others must be assignable.
 * Upstream: types2/const.go, types2/assignments.go, types2/operand.go of go1.26.
 */
import type { Expr } from './ast.ts';
import { represented, type Constant } from './constants.ts';
import { missingMethod } from './check-methods.ts';
import { described, hasName, startOf } from './check-operand.ts';
import { isKnown, type Check, type Operand } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { typeText, underText } from './type-text.ts';
import {
  hasNil,
  identical,
  isEmptyInterface,
  isInteger,
  isNumber,
  isText,
  isTruth,
  sameParts,
  widerUntyped,
} from './type-kinds.ts';
import { isInterface, isUntyped, settled, under, type GoType } from './types.ts';

type Failure = 'truncated' | 'overflows' | 'other';
type Represented = { readonly value: Constant } | { readonly failure: Failure };

function representation(x: Operand, base: GoType): Represented {
  const value = x.value === undefined ? undefined : represented(x.value, base.id);
  if (value !== undefined) return { value };
  if (x.value === undefined || !isNumber(x.type) || !isNumber(base)) return { failure: 'other' };
  return { failure: !isInteger(x.type) && isInteger(base) ? 'truncated' : 'overflows' };
}

function reportConversion(check: Check, failure: Failure, x: Operand, target: GoType): void {
  const codes = { truncated: 'truncated-to', overflows: 'overflows', other: 'cannot-convert' } as const;
  check.report(startOf(x.expr), codes[failure], { text: described(x), type: underText(target) });
  x.mode = 'invalid';
}

/** A constant of a type must be one of that type. */
export function mustRepresent(check: Check, x: Operand, type: GoType): void {
  const found = representation(x, under(type));
  if ('value' in found) x.value = found.value;
  else reportConversion(check, found.failure, x, type);
}

type Implicit = { readonly type: GoType; readonly value?: Constant | undefined } | { readonly failure: Failure };

/** What an untyped operand becomes where `target` is wanted. */
function implicit(x: Operand, target: GoType): Implicit {
  if (x.mode === 'invalid' || !isUntyped(x.type) || !isKnown(target)) return { type: x.type };
  if (isUntyped(target)) {
    const wider = widerUntyped(x.type, target);
    return wider === undefined ? { failure: 'other' } : { type: wider };
  }
  if (x.mode === 'nil') return hasNil(target) ? { type: target } : { failure: 'other' };
  const base = under(target);
  if (base.k === 'interface') return isEmptyInterface(target) ? { type: settled(x.type) } : { failure: 'other' };
  if (base.k !== 'basic') return { failure: 'other' };
  if (x.mode === 'constant' && x.value !== undefined) {
    const found = representation(x, base);
    return 'value' in found ? { type: target, value: found.value } : found;
  }
  const fits = isTruth(x.type) ? isTruth(target) : isText(x.type) ? isText(target) : isNumber(target);
  return fits ? { type: target } : { failure: 'other' };
}

function take(check: Check, x: Operand, { type, value }: { type: GoType; value?: Constant | undefined }): void {
  if (value !== undefined) {
    x.value = value;
    const known = check.untyped.get(x.expr);
    if (known !== undefined) known.value = value;
  }
  if (type === x.type) return;
  if (x.mode !== 'nil') settle(check, x.expr, type, false);
  x.type = type;
}

/** Takes the type that the other operand has. */
export function convertUntyped(check: Check, x: Operand, target: GoType): void {
  const found = implicit(x, target);
  if ('failure' in found) reportConversion(check, found.failure, x, target);
  else take(check, x, found);
}

export const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Says what became of an untyped expression and of those that it is made of. */
export function settle(check: Check, expr: Expr, type: GoType, final: boolean): void {
  const known = check.untyped.get(expr);
  if (known === undefined) return;
  if (known.value === undefined) {
    if (expr.kind === 'unary') settle(check, expr.x, type, final);
    if (expr.kind === 'binary' && !COMPARES.has(expr.op)) {
      settle(check, expr.x, type, final);
      if (expr.op !== '<<' && expr.op !== '>>') settle(check, expr.y, type, final);
    }
  }
  if (!final && isUntyped(type)) {
    known.type = type;
    return;
  }
  check.untyped.delete(expr);
  if (known.isShifted && !isInteger(type)) {
    check.report(startOf(expr), 'shifted-type', { text: exprText(expr), type: typeText(type) });
    return;
  }
  let { value } = known;
  if (value !== undefined && !isUntyped(type)) {
    const x: Operand = { mode: 'constant', type: known.type, value, expr, kind: 'expression' };
    const found = implicit(x, type);
    if ('failure' in found) {
      reportConversion(check, found.failure, x, type);
      return;
    }
    ({ value = value } = found);
  }
  record(check, expr, type, value);
}

export function record(check: Check, expr: Expr, type: GoType, value: Constant | undefined): void {
  check.info.types.set(expr, type);
  if (value !== undefined) check.info.constants.set(expr, { type, value });
}

/** @param where "assignment", "argument to f"; @param to undefined = of any type (_) */
export function assignTo(check: Check, x: Operand, to: GoType | undefined, where: string): void {
  if (x.mode === 'invalid') return;
  if (isUntyped(x.type)) {
    if (x.mode === 'nil' && to === undefined) {
      check.report(startOf(x.expr), 'nil-untyped', { text: where });
      x.mode = 'invalid';
      return;
    }
    const target = x.mode !== 'nil' && (to === undefined || isInterface(to)) ? settled(x.type) : (to ?? x.type);
    const found = implicit(x, target);
    if ('failure' in found) {
      cannotUse(check, x, target, where, found.failure === 'other' ? '' : ` (${found.failure})`);
      return;
    }
    take(check, x, found);
  }
  if (to === undefined) return;
  const why = assignable(check, x, to);
  if (why !== undefined) cannotUse(check, x, to, where, why === '' ? '' : `: ${why}`);
}

function cannotUse(check: Check, x: Operand, to: GoType, where: string, cause: string): void {
  check.report(startOf(x.expr), 'cannot-use', { text: described(x), type: typeText(to), where, cause });
  x.mode = 'invalid';
}

/** @returns why not, "" = it says itself; undefined = it is assignable */
export function assignable(check: Check, x: Operand, to: GoType): string | undefined {
  const { type: from } = x;
  if (x.mode === 'invalid' || !isKnown(to) || !isKnown(from) || identical(from, to)) return undefined;
  if (isUntyped(from)) return 'failure' in implicit(x, to) ? '' : undefined;
  if (sameParts(from, to)) return undefined;
  const [source, target] = [under(from), under(to)];
  if (target.k === 'interface') return unmet(check, from, to);
  if (target.k === 'pointer' && isInterface(target.of))
    return `${typeText(from)} does not implement ${typeText(to)} (type ${typeText(to)} is pointer to interface, not interface)`;
  if (source.k === 'interface' && missingMethod(check, to, from) === '') return 'need type assertion';
  const sends = source.k === 'chan' && target.k === 'chan' && source.arrow === 'chan ';
  return sends && identical(source.of, target.of) && (!hasName(from) || !hasName(to)) ? undefined : '';
}

function unmet(check: Check, from: GoType, to: GoType): string | undefined {
  const missing = missingMethod(check, from, to);
  return missing === '' ? undefined : `${typeText(from)} does not implement ${typeText(to)} ${missing}`;
}
