/**
 * Scanner of k8s.io/apimachinery pkg/api/resource (quantity.go, suffix.go; the same from v0.32 to v0.37): a text into its
 * digits and suffix. Left out: CBOR and protobuf forms.
 */

export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

export const FORMAT_WRONG =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
export const NUMERIC_WRONG = 'unable to parse numeric part of quantity';
export const SUFFIX_WRONG = "unable to parse quantity's suffix";

/** A text is no quantity; `message` is what apimachinery says. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError';
}

export interface ScannedQuantity {
  readonly negative: boolean;
  /** Digits before the point without leading zeros, at least "0". */
  readonly whole: string;
  /** Digits after the point. */
  readonly fraction: string;
  /** The number as it stood, with its sign and without the suffix. */
  readonly number: string;
  readonly format: QuantityFormat;
  /** Power of ten, or of two where the format is BinarySI. */
  readonly exponent: number;
}

const DECIMAL_SUFFIXES: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const BINARY_SUFFIXES: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };

const decimalByExponent = new Map(Object.entries(DECIMAL_SUFFIXES).map(([suffix, exponent]) => [exponent, suffix]));
const binaryByExponent = new Map(Object.entries(BINARY_SUFFIXES).map(([suffix, exponent]) => [exponent, suffix]));

/** The suffix for a power of ten that is a multiple of three; what SI has no letter for is written as an exponent. */
export function decimalSuffix(exponent: number, format: QuantityFormat): string {
  if (format === 'DecimalExponent') return exponent === 0 ? '' : `e${exponent}`;
  return decimalByExponent.get(exponent) ?? `e${exponent}`;
}

/** The suffix for a power of 1024 from 0 to 6. */
export const binarySuffix = (power: number): string => binaryByExponent.get(power * 10) ?? '';

const SHAPE = /^([+-]?)0*([0-9]*)(\.[0-9]*)?([eEinumkKMGTP]*[-+]?[0-9]*)$/;
const INT64_MAX = 9223372036854775807n;

/** Errors: QuantityError with upstream's text. */
export function scanQuantity(text: string): ScannedQuantity {
  if (text === '') throw new QuantityError(FORMAT_WRONG);
  const found = SHAPE.exec(text);
  if (found === null) throw new QuantityError(FORMAT_WRONG);
  const [, sign = '', digits = '', point = '', suffix = ''] = found;
  const number = text.slice(0, text.length - suffix.length);
  const { format, exponent } = interpretSuffix(suffix);
  return {
    negative: sign === '-',
    whole: digits === '' ? '0' : digits,
    fraction: point.slice(1),
    number,
    format,
    exponent,
  };
}

function interpretSuffix(suffix: string): { format: QuantityFormat; exponent: number } {
  const decimal = Object.hasOwn(DECIMAL_SUFFIXES, suffix) ? DECIMAL_SUFFIXES[suffix] : undefined;
  if (decimal !== undefined) return { format: 'DecimalSI', exponent: decimal };
  const binary = Object.hasOwn(BINARY_SUFFIXES, suffix) ? BINARY_SUFFIXES[suffix] : undefined;
  if (binary !== undefined) return { format: 'BinarySI', exponent: binary };
  if (!/^[eE][-+]?[0-9]+$/.test(suffix)) throw new QuantityError(SUFFIX_WRONG);
  const exponent = BigInt(suffix.slice(1).replace('+', ''));
  if (exponent > INT64_MAX || exponent < -INT64_MAX - 1n) throw new QuantityError(SUFFIX_WRONG);
  return { format: 'DecimalExponent', exponent: Number(BigInt.asIntN(32, exponent)) };
}
