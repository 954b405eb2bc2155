/** Conversions. Upstream: types2/conversions.go of go1.26. */
import { constantText, represented, stringConstant } from './constants.ts';
import { assignable, settle } from './check-fit.ts';
import { described, startOf } from './check-operand.ts';
import { isKnown, type Check, type Operand } from './check-scope.ts';
import { typeText } from './type-text.ts';
import { identical, isBytesOrRunes, isConstantType, isInteger, isNumber, isText } from './type-kinds.ts';
import { isInterface, isUntyped, settled, under, type GoType } from './types.ts';

/** T(x) */
export function convertTo(check: Check, x: Operand, to: GoType): void {
  if (x.mode === 'invalid' || !isKnown(to)) return;
  const wasConstant = x.mode === 'constant';
  if (wasConstant && isConstantType(to)) {
    if (!convertConstant(check, x, to)) return;
  } else {
    const why = assignable(check, x, to);
    if (toArrayPointer(x.type, to)) {
      check.report(startOf(x.expr), 'not-supported', { text: 'a conversion of a slice to a pointer to an array' });
      x.mode = 'invalid';
      return;
    }
    if (why !== undefined && !convertible(x.type, to)) {
      cannotConvert(check, x, to, why === '' ? '' : `: ${why}`);
      return;
    }
    x.mode = 'value';
  }
  if (isUntyped(x.type)) {
    const plain = isInterface(to) || (wasConstant && !isConstantType(to));
    const kept = x.mode === 'constant' && isInteger(x.type) && isText(to);
    settle(check, x.expr, plain || kept ? settled(x.type) : to, true);
  }
  x.type = to;
}

function cannotConvert(check: Check, x: Operand, to: GoType, cause: string): void {
  check.report(startOf(x.expr), 'cannot-convert', { text: described(x), type: typeText(to) + cause });
  x.mode = 'invalid';
}

/** @returns false where it reports that it cannot be */
function convertConstant(check: Check, x: Operand, to: GoType): boolean {
  const { value } = x;
  if (value === undefined) return true;
  const found = represented(value, under(to).id);
  if (found !== undefined) x.value = found;
  else if (value.k === 'int' && isInteger(x.type) && isText(to)) x.value = stringConstant(runeText(value.v));
  else if (isInteger(x.type) && isInteger(to)) {
    check.report(startOf(x.expr), 'constant-overflows', { text: constantText(value), type: typeText(to) });
    x.mode = 'invalid';
  } else cannotConvert(check, x, to, '');
  return x.mode === 'constant';
}

function runeText(v: bigint): string {
  const isRune = v >= 0n && v <= 0x10ffffn && (v < 0xd800n || v > 0xdfffn);
  return isRune ? String.fromCodePoint(Number(v)) : '\ufffd';
}

function toArrayPointer(from: GoType, to: GoType): boolean {
  const target = under(to);
  return under(from).k === 'slice' && target.k === 'pointer' && under(target.of).k === 'array';
}

function convertible(from: GoType, to: GoType): boolean {
  const [source, target] = [under(from), under(to)];
  if (identical(source, target)) return true;
  if (from.k === 'pointer' && to.k === 'pointer' && identical(under(from.of), under(to.of))) return true;
  if (isNumber(from) && isNumber(to)) return true;
  if ((isInteger(from) || isBytesOrRunes(from)) && isText(to)) return true;
  if (isText(from) && isBytesOrRunes(to)) return true;
  if (source.k !== 'slice') return false;
  return target.k === 'array' && identical(source.of, target.of);
}
