/**
 * Values of constants, exact: integers of any size, fractions, strings, truths.
 * Models: package go/constant as the compiler of go1.26 uses it. Left out: complex numbers, rounding of fractions beyond
 * 512 bits.
 */
import { compareBytes } from '../kernel/kernel.ts';
import { basic, widthOf } from './types.ts';

export type Constant =
  | { readonly k: 'int'; readonly v: bigint }
  /** n / d in lowest terms, d > 1. */
  | { readonly k: 'ratio'; readonly n: bigint; readonly d: bigint }
  | { readonly k: 'string'; readonly v: string }
  | { readonly k: 'bool'; readonly v: boolean };
type Numeric = Extract<Constant, { k: 'int' | 'ratio' }>;

export const intConstant = (v: bigint | number): Constant => ({ k: 'int', v: BigInt(v) });
export const stringConstant = (v: string): Constant => ({ k: 'string', v });
export const boolConstant = (v: boolean): Constant => ({ k: 'bool', v });

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function ratio(n: bigint, d: bigint): Numeric {
  const [top, bottom] = d < 0n ? [-n, -d] : [n, d];
  const by = gcd(top, bottom);
  return bottom === by ? { k: 'int', v: top / by } : { k: 'ratio', n: top / by, d: bottom / by };
}

/** Exponents beyond are no number that a program can hold. */
const EXPONENT_MAX = 5000;

/** @param text a literal of Go without underscores; @returns undefined = it is none, or far too large */
export function numberConstant(text: string): Constant | undefined {
  const hex = /^0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)$/.exec(text);
  if (hex !== null) return scaled(`0x${hex[1] ?? ''}${hex[2] ?? ''}`, 2n, Number(hex[3]) - 4 * (hex[2] ?? '').length);
  if (/^0([xX][\da-fA-F]+|[bB][01]+|[oO][0-7]+)$/.test(text)) return intConstant(BigInt(text.toLowerCase()));
  if (/^0[0-7]+$/.test(text)) return intConstant(BigInt(`0o${text}`));
  const decimal = /^(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  if (decimal === null || `${decimal[1] ?? ''}${decimal[2] ?? ''}` === '') return undefined;
  const [, whole = '', part = '', exponent = '0'] = decimal;
  return scaled(`${whole}${part}`, 10n, Number(exponent) - part.length);
}

function scaled(digits: string, base: bigint, exponent: number): Constant | undefined {
  if (Math.abs(exponent) > EXPONENT_MAX) return undefined;
  const v = BigInt(digits);
  return exponent >= 0 ? intConstant(v * base ** BigInt(exponent)) : ratio(v, base ** BigInt(-exponent));
}

function isNumeric(x: Constant): x is Numeric {
  return x.k === 'int' || x.k === 'ratio';
}

/** -1, 0, 1 */
export function signOf(x: Constant): number {
  if (!isNumeric(x)) return 0;
  const n = topOf(x);
  return n === 0n ? 0 : n < 0n ? -1 : 1;
}

const topOf = (x: Numeric): bigint => (x.k === 'int' ? x.v : x.n);
const bottomOf = (x: Numeric): bigint => (x.k === 'int' ? 1n : x.d);

export function bitLength(v: bigint): number {
  return v === 0n ? 0 : (v < 0n ? -v : v).toString(2).length;
}

/** Exact; of what is finite. */
export function fromNumber(x: number): Numeric {
  let [value, exponent] = [x, 0];
  while (!Number.isInteger(value)) [value, exponent] = [value * 2, exponent + 1];
  return ratio(BigInt(value), 1n << BigInt(exponent));
}

/** The nearest double; infinite where it is too large. */
export function toNumber(x: Constant): number {
  if (!isNumeric(x)) return 0;
  if (x.k === 'int') return Number(x.v);
  const negative = x.n < 0n;
  const n = negative ? -x.n : x.n;
  // A quotient of at least 66 bits, its last bit set where something is left: rounding once more is then exact.
  const shift = Math.min(66 - (bitLength(n) - bitLength(x.d)), 1076);
  const [top, bottom] = shift >= 0 ? [n << BigInt(shift), x.d] : [n, x.d << BigInt(-shift)];
  const quotient = (top / bottom) | (top % bottom === 0n ? 0n : 1n);
  const half = Math.trunc(shift / 2);
  const near = Number(quotient) * 2 ** -half * 2 ** (half - shift);
  return negative ? -near : near;
}

/** @param whole division of integers drops what is left; @returns undefined = it is not defined */
export function operate(x: Constant, op: string, y: Constant, whole: boolean): Constant | undefined {
  if (x.k === 'string' && y.k === 'string') return op === '+' ? stringConstant(x.v + y.v) : undefined;
  if (x.k === 'bool' && y.k === 'bool') return boolConstant(op === '&&' ? x.v && y.v : x.v || y.v);
  if (!isNumeric(x) || !isNumeric(y)) return undefined;
  if (x.k === 'int' && y.k === 'int' && (whole || op !== '/')) return onIntegers(x.v, op, y.v);
  const [a, b, c, d] = [topOf(x), bottomOf(x), topOf(y), bottomOf(y)];
  switch (op) {
    case '+':
      return ratio(a * d + c * b, b * d);
    case '-':
      return ratio(a * d - c * b, b * d);
    case '*':
      return ratio(a * c, b * d);
    case '/':
      return c === 0n ? undefined : ratio(a * d, b * c);
    default:
      return undefined;
  }
}

const INTEGER_OPS: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '&^': (a, b) => a & ~b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
};

function onIntegers(a: bigint, op: string, b: bigint): Constant | undefined {
  const run = INTEGER_OPS[op];
  return run === undefined || ((op === '/' || op === '%') && b === 0n) ? undefined : intConstant(run(a, b));
}

/** @param bits of an unsigned type; 0 = any other */
export function negated(x: Constant, op: string, bits: number): Constant {
  if (x.k === 'bool') return boolConstant(!x.v);
  if (!isNumeric(x)) return x;
  if (op === '-') return x.k === 'int' ? intConstant(-x.v) : { ...x, n: -x.n };
  if (op === '^' && x.k === 'int') return intConstant(bits > 0 ? BigInt.asUintN(bits, ~x.v) : ~x.v);
  return x;
}

function order(x: Constant, y: Constant): number {
  if (x.k === 'string' && y.k === 'string') return compareBytes(x.v, y.v);
  if (x.k === 'bool' && y.k === 'bool') return Number(x.v) - Number(y.v);
  if (!isNumeric(x) || !isNumeric(y)) return 0;
  const by = topOf(x) * bottomOf(y) - topOf(y) * bottomOf(x);
  return by === 0n ? 0 : by < 0n ? -1 : 1;
}

export function compared(x: Constant, op: string, y: Constant): boolean {
  const by = order(x, y);
  switch (op) {
    case '==':
      return by === 0;
    case '!=':
      return by !== 0;
    case '<':
      return by < 0;
    case '<=':
      return by <= 0;
    case '>':
      return by > 0;
    default:
      return by >= 0;
  }
}

/** The value as one of the basic type `id`, rounded to it; undefined = it cannot be one. */
export function represented(x: Constant, id: string): Constant | undefined {
  const width = widthOf(basic(id));
  if (width !== undefined) {
    if (x.k !== 'int') return undefined;
    const { bits, signed } = width;
    const fits = signed ? BigInt.asIntN(bits, x.v) === x.v : BigInt.asUintN(bits, x.v) === x.v;
    return fits ? x : undefined;
  }
  switch (id) {
    case 'untyped int':
    case 'untyped rune':
      return x.k === 'int' ? x : undefined;
    case 'untyped float':
      return isNumeric(x) ? x : undefined;
    case 'float32':
    case 'float64': {
      if (!isNumeric(x)) return undefined;
      const near = id === 'float32' ? nearSingle(x) : toNumber(x);
      return Number.isFinite(near) ? fromNumber(near) : undefined;
    }
    case 'string':
    case 'untyped string':
      return x.k === 'string' ? x : undefined;
    default:
      return x.k === 'bool' && id.endsWith('bool') ? x : undefined;
  }
}

/** Rounded once: a double that lies half way between two singles is moved to the side of the exact value first. */
function nearSingle(x: Numeric): number {
  const near = toNumber(x);
  const single = Math.fround(near);
  if (single === near || !Number.isFinite(single)) return single;
  const side = order(x, fromNumber(near));
  return side === 0 ? single : Math.fround(near + side * Math.abs(near) * 2 ** -52);
}

/** As Go's messages print it. @param float it is a constant of a floating-point type */
export function constantText(x: Constant, float = false): string {
  switch (x.k) {
    case 'int':
      return float ? ratioText(x) : String(x.v);
    case 'ratio':
      return ratioText(x);
    case 'string': {
      const text = JSON.stringify(x.v);
      return text.length > 72 ? `${text.slice(0, 69)}...` : text;
    }
    case 'bool':
      return String(x.v);
  }
}

/** %.6g */
function ratioText(x: Numeric): string {
  const value = toNumber(x);
  if (value !== 0 && Number.isFinite(value)) return general(value);
  // Too small or large for a double: its first six digits.
  const digits = topOf(x).toString().length - bottomOf(x).toString().length;
  const scale = 10n ** BigInt(Math.abs(digits));
  const lead = toNumber(digits >= 0 ? ratio(topOf(x), bottomOf(x) * scale) : ratio(topOf(x) * scale, bottomOf(x)));
  const [mantissa = '0', exponent = '0'] = lead.toExponential(5).split('e');
  return withExponent(mantissa, Number(exponent) + digits);
}

const trimmed = (digits: string): string => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);
const withExponent = (mantissa: string, e: number): string =>
  `${trimmed(mantissa)}e${e < 0 ? '-' : '+'}${String(Math.abs(e)).padStart(2, '0')}`;

function general(value: number): string {
  const [mantissa = '0', exponent = '0'] = value.toExponential(5).split('e');
  const e = Number(exponent);
  return e < -4 || e >= 6 ? withExponent(mantissa, e) : trimmed(value.toFixed(Math.max(0, 5 - e)));
}
