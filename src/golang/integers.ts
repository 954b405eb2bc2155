/**
 * Arithmetic of integers in their widths. Most values fit into numbers, and so does most of the work; only what leaves
 * 53 bits takes the long way. Models: integer operators and overflow of the Go specification, go1.26.
 */
import type { BinaryName } from './code.ts';
import { raise } from './runtime-state.ts';
import type { Width } from './types.ts';
import { big, isKind, num, ofBig, type Value, type WideValue } from './values.ts';

export type Integer = number | WideValue;

function wrappedBig(value: bigint, { bits, signed }: Width): Integer {
  return ofBig(signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value));
}

/** An exact whole number in a width. */
export function wrapped(value: number, width: Width): Integer {
  const { bits, signed } = width;
  if (bits === 64) {
    if (Number.isSafeInteger(value) && (signed || value >= 0)) return value + 0;
    return wrappedBig(BigInt(value), width);
  }
  const size = 2 ** bits;
  const low = ((value % size) + size) % size;
  return signed && low >= size / 2 ? low - size : low;
}

export function resized(value: Value, width: Width): Integer {
  return typeof value === 'number' ? wrapped(value, width) : wrappedBig(big(value), width);
}

/** @throws GoPanic where it is divided by zero or shifted by less than nothing */
export function onIntegers(name: BinaryName, width: Width, x: Value, y: Value): Integer {
  switch (name) {
    case '<<':
    case '>>':
      return shifted(name, width, x, num(y));
    case '/':
    case '%':
      if (y === 0) return raise('integer divide by zero', 'runtime.divideError');
      break;
    default:
  }
  if (typeof x === 'number' && typeof y === 'number') {
    const small = onNumbers(name, width, x, y);
    if (small !== undefined) return small;
  }
  return wrappedBig(onBig(name, big(x), big(y)), width);
}

/** undefined = only the long way is exact */
function onNumbers(name: BinaryName, width: Width, x: number, y: number): Integer | undefined {
  switch (name) {
    case '+':
      return exact(x + y, width);
    case '-':
      return exact(x - y, width);
    case '*':
      return width.bits === 32 ? wrapped(Math.imul(x, y), width) : exact(x * y, width);
    case '/':
      // Of a quotient that is no whole number the nearest double may be the next whole one.
      return wrapped((x - (x % y)) / y, width);
    case '%':
      return (x % y) + 0;
    default:
      return onWords(name, width, x, y);
  }
}

function exact(value: number, width: Width): Integer | undefined {
  return Number.isSafeInteger(value) ? wrapped(value, width) : undefined;
}

/** Bits of numbers of 32. */
function onWords(name: BinaryName, width: Width, x: number, y: number): Integer | undefined {
  if (width.bits === 64 && (x !== (x | 0) || y !== (y | 0))) return undefined;
  switch (name) {
    case '&':
      return wrapped(x & y, width);
    case '|':
      return wrapped(x | y, width);
    case '^':
      return wrapped(x ^ y, width);
    default:
      return wrapped(x & ~y, width);
  }
}

function onBig(name: BinaryName, x: bigint, y: bigint): bigint {
  switch (name) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return x / y;
    case '%':
      return x % y;
    case '&':
      return x & y;
    case '|':
      return x | y;
    case '^':
      return x ^ y;
    default:
      return x & ~y;
  }
}

function shifted(name: '<<' | '>>', width: Width, x: Value, count: number): Integer {
  if (count < 0) raise('negative shift amount', 'runtime.errorString');
  if (count >= width.bits) return name === '>>' && num(x) < 0 ? -1 : 0;
  if (typeof x === 'number' && name === '>>') return Math.floor(x / 2 ** count);
  if (typeof x === 'number' && Number.isSafeInteger(x * 2 ** count)) return wrapped(x * 2 ** count, width);
  return wrappedBig(name === '<<' ? big(x) << BigInt(count) : big(x) >> BigInt(count), width);
}

export function negatedInteger(name: '-' | '^', width: Width, x: Value): Integer {
  if (typeof x === 'number') {
    const value = name === '-' ? 0 - x : -1 - x;
    if (Number.isSafeInteger(value)) return wrapped(value, width);
  }
  return wrappedBig(name === '-' ? -big(x) : ~big(x), width);
}

/** -1, 0, 1; of floats that are in no order, 0. */
export function orderOf(x: Value, y: Value): number {
  if (typeof x === 'number' && typeof y === 'number') return x < y ? -1 : x > y ? 1 : 0;
  const [a, b] = isKind(x, 'float') || isKind(y, 'float') ? [num(x), num(y)] : [big(x), big(y)];
  return a < b ? -1 : a > b ? 1 : 0;
}
