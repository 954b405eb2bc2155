/**
 * Operators and conversions. Models: arithmetic, comparison and conversion of the Go specification, go1.26.
 * Left out: overflow of 64-bit integers (a number holds 53 bits).
 */
import type { BinaryName } from './code.ts';
import { GoPanic, raise } from './runtime.ts';
import { fromUtf8, utf8 } from './text.ts';
import { integerBits, isFloat, under, type GoType } from './types.ts';
import { compareBytes } from '../kernel/kernel.ts';
import { equal, isKind, num, type Value } from './values.ts';

/** An integer in the width of its type. */
function wrapped(type: GoType, value: number): number {
  const { bits, signed } = integerBits(type);
  if (bits === 0) return value === 0 ? 0 : value;
  const size = 2 ** bits;
  const low = ((value % size) + size) % size;
  return signed && low >= size / 2 ? low - size : low;
}

/** @throws GoPanic where a whole number is divided by zero or what cannot be compared is */
export function arithmetic(name: BinaryName, type: GoType, x: Value, y: Value): Value {
  switch (name) {
    case '==':
      return same(x, y);
    case '!=':
      return !same(x, y);
    default:
  }
  if (typeof x === 'string' && typeof y === 'string') return onStrings(name, x, y);
  const [a, b] = [num(x), num(y)];
  switch (name) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    default:
      return isFloat(type) ? onFloats(name, a, b) : wrapped(type, onIntegers(name, a, b));
  }
}

function same(x: Value, y: Value): boolean {
  if (isKind(x, 'iface') && isKind(y, 'iface') && x.t === y.t && /^(\[\]|map\[|func\()/.test(x.t)) {
    throw new GoPanic({
      k: 'iface',
      t: 'runtime.errorString',
      v: { k: 'err', id: x.t, text: `runtime error: comparing uncomparable type ${x.t}`, wraps: [] },
    });
  }
  return equal(x, y);
}

function onStrings(name: BinaryName, x: string, y: string): Value {
  const order = compareBytes(x, y);
  switch (name) {
    case '+':
      return x + y;
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

function onFloats(name: BinaryName, a: number, b: number): number {
  return name === '+' ? a + b : name === '-' ? a - b : name === '*' ? a * b : a / b;
}

function onIntegers(name: BinaryName, a: number, b: number): number {
  switch (name) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
    case '%':
      if (b === 0) return raise('integer divide by zero', 'runtime.divideError');
      return name === '/' ? Math.trunc(a / b) : a % b;
    case '<<':
    case '>>':
      if (b < 0) return raise('negative shift amount', 'runtime.errorString');
      return name === '<<' ? a * 2 ** b : Math.floor(a / 2 ** b);
    default: {
      const [p, q] = [BigInt(a), BigInt(b)];
      return Number(name === '&' ? p & q : name === '|' ? p | q : name === '^' ? p ^ q : p & ~q);
    }
  }
}

export function negate(name: '-' | '!' | '^', type: GoType, x: Value): Value {
  if (name === '!') return x !== true;
  if (isFloat(type)) return -num(x);
  return wrapped(type, name === '-' ? 0 - num(x) : -1 - num(x));
}

/** An array stands for a new slice. */
export function convertValue(to: GoType, from: GoType, value: Value, elements: (of: Value) => readonly Value[]): Value {
  const [target, source] = [under(to), under(from)];
  if (target.k === 'basic' && target.id === 'string') {
    if (typeof value === 'number') return String.fromCodePoint(value);
    if (source.k !== 'slice') return value;
    const parts = elements(value).map(num);
    return source.of.id === 'uint8' ? fromUtf8(parts) : String.fromCodePoint(...parts);
  }
  if (typeof value === 'number') return isFloat(to) ? value : wrapped(to, Math.trunc(value));
  if (target.k === 'slice' && typeof value === 'string') {
    const v = target.of.id === 'uint8' ? utf8(value) : Array.from(value, (one) => one.codePointAt(0) ?? 0);
    return { k: 'array', v };
  }
  return value;
}
