/** Operators and conversions. Models: arithmetic, comparison and conversion of the Go specification, go1.26, on amd64. */
import type { BinaryName } from './code.ts';
import { negatedInteger, onIntegers, orderOf, resized } from './integers.ts';
import { GoPanic } from './runtime-state.ts';
import { fromUtf8, utf8 } from './text.ts';
import { isComparable, isFloat, under, widthOf, type GoType, type Width } from './types.ts';
import { compareBytes } from '../kernel/kernel.ts';
import { NIL, equal, hasNaN, isKind, isNumber, num, ofBig, ofFloat, type Value } from './values.ts';

/** Of what interfaces hold, by id. */
type Types = Readonly<Record<string, GoType>>;
const WORD: Width = { bits: 64, signed: true };
const isSingle = (type: GoType): boolean => under(type).id === 'float32';

/** @throws GoPanic where a whole number is divided by zero or what cannot be compared is */
export function arithmetic(name: BinaryName, type: GoType, x: Value, y: Value, types: Types): Value {
  switch (name) {
    case '==':
      return same(x, y, types);
    case '!=':
      return !same(x, y, types);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(name, x, y);
    default:
  }
  if (typeof x === 'string' && typeof y === 'string') return x + y;
  if (!isFloat(type)) return onIntegers(name, widthOf(type) ?? WORD, x, y);
  const value = onFloats(name, num(x), num(y));
  return ofFloat(isSingle(type) ? Math.fround(value) : value);
}

/** Nothing is in any order beside what is no number. */
function ordered(name: '<' | '<=' | '>' | '>=', x: Value, y: Value): boolean {
  const texts = typeof x === 'string' && typeof y === 'string';
  const order = texts ? compareBytes(x, y) : hasNaN(x) || hasNaN(y) ? Number.NaN : orderOf(x, y);
  switch (name) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}

function same(x: Value, y: Value, types: Types): boolean {
  if (isKind(x, 'struct') && isKind(y, 'struct'))
    return Object.keys(x.f).every((name) => same(x.f[name] ?? NIL, y.f[name] ?? NIL, types));
  if (isKind(x, 'array') && isKind(y, 'array')) return x.v.every((one, i) => same(one, y.v[i] ?? NIL, types));
  if (!isKind(x, 'iface') || !isKind(y, 'iface') || x.t !== y.t) return equal(x, y);
  const type = types[x.t];
  if (type !== undefined && !isComparable(type)) {
    const text = `runtime error: comparing uncomparable type ${x.t}`;
    throw new GoPanic({ k: 'iface', t: 'runtime.errorString', v: { k: 'err', id: x.t, text, wraps: [] } });
  }
  return same(x.v, y.v, types);
}

function onFloats(name: BinaryName, a: number, b: number): number {
  return name === '+' ? a + b : name === '-' ? a - b : name === '*' ? a * b : a / b;
}

export function negate(name: '-' | '!' | '^', type: GoType, x: Value): Value {
  if (name === '!') return x !== true;
  if (isFloat(type)) return ofFloat(-num(x));
  return negatedInteger(name, widthOf(type) ?? WORD, x);
}

/** An array stands for a new slice. */
export function convertValue(to: GoType, from: GoType, value: Value, elements: (of: Value) => readonly Value[]): Value {
  const [target, source] = [under(to), under(from)];
  if (target.k === 'basic' && target.id === 'string') {
    if (isNumber(value)) return runeText(value);
    if (source.k !== 'slice') return value;
    const parts = elements(value).map(num);
    return under(source.of).id === 'uint8' ? fromUtf8(parts) : parts.map(runeText).join('');
  }
  if (isNumber(value)) return convertNumber(to, from, value);
  if (target.k === 'slice' && typeof value === 'string') {
    const v = under(target.of).id === 'uint8' ? utf8(value) : Array.from(value, (one) => one.codePointAt(0) ?? 0);
    return { k: 'array', v };
  }
  return value;
}

/** What is no character becomes U+FFFD. */
export function runeText(value: Value): string {
  const code = num(value);
  const isRune = code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isRune ? String.fromCodePoint(code) : '\ufffd';
}

function convertNumber(to: GoType, from: GoType, value: Value): Value {
  if (isFloat(to)) return ofFloat(isSingle(to) ? Math.fround(num(value)) : num(value));
  const width = widthOf(to);
  if (width === undefined) return value;
  return isFloat(from) ? fromFloat(num(value), width) : resized(value, width);
}

/** As the processor has it: what is beyond 32 or 64 bits becomes the least integer of so many. */
function fromFloat(value: number, width: Width): Value {
  const whole = Math.trunc(value) + 0;
  if (width.bits < 32 || (width.bits === 32 && width.signed))
    return resized(whole >= -(2 ** 31) && whole < 2 ** 31 ? whole : -(2 ** 31), width);
  const top = width.bits === 64 && !width.signed ? 2 ** 64 : 2 ** 63;
  const fits = whole >= -(2 ** 63) && whole < top;
  return resized(fits ? ofBig(BigInt(whole)) : ofBig(-(2n ** 63n)), width);
}
