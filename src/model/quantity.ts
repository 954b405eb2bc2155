/**
 * resource.Quantity of k8s.io/apimachinery pkg/api/resource (quantity.go, amount.go, math.go; the same from v0.32 to v0.37).
 * Upstream keeps a value either as an int64 with a power of ten or as an arbitrary decimal, and the two overflow
 * differently (C-13): the first often answers 0, the second wraps. So both are told apart here. Left out: Sub, Mul, Neg, CBOR.
 */
import type { QuantityText } from './objects.ts';
import {
  binarySuffix,
  decimalSuffix,
  NUMERIC_WRONG,
  QuantityError,
  type QuantityFormat,
  scanQuantity,
  type ScannedQuantity,
} from './quantity-text.ts';

const INT64_MAX = 9223372036854775807n;
const INT64_MIN = -9223372036854775808n;
/** Nothing finer than nano is kept. */
const NANO = -9;
const MAX_INT64_DIGITS = 18;
/** Upstream would build numbers of any length; a power of ten beyond this is refused. */
const MAX_EXPONENT = 1000;

const fitsInt64 = (n: bigint): boolean => n >= INT64_MIN && n <= INT64_MAX;
const pow10 = (exponent: number): bigint => 10n ** BigInt(exponent);

/** unscaled x 10^scale, immutable. */
export class Quantity {
  private valueCache: bigint | undefined;
  private milliCache: bigint | undefined;
  private textCache: string | undefined;

  constructor(
    readonly unscaled: bigint,
    readonly scale: number,
    /** True: upstream holds it as int64 and scale. False: as an arbitrary decimal. */
    readonly small: boolean,
    readonly format: QuantityFormat,
    /** The text it was read from, where upstream gives that back as it is. */
    text?: string,
  ) {
    this.textCache = text;
  }

  /** Whole units, rounded up, as the int64 that Go computes (it can overflow: C-13). */
  value(): bigint {
    return (this.valueCache ??= this.scaledValue(0));
  }

  /** Thousandths, rounded up, as the int64 that Go computes (it can overflow: C-13). */
  milliValue(): bigint {
    return (this.milliCache ??= this.scaledValue(-3));
  }

  sign(): -1 | 0 | 1 {
    return this.unscaled === 0n ? 0 : this.unscaled < 0n ? -1 : 1;
  }

  cmp(other: Quantity): -1 | 0 | 1 {
    const scale = this.scale < other.scale ? this.scale : other.scale;
    const a = this.unscaled * pow10(this.scale - scale);
    const b = other.unscaled * pow10(other.scale - scale);
    return a === b ? 0 : a < b ? -1 : 1;
  }

  /** The sum; a zero takes the format of what is added to it. */
  add(other: Quantity): Quantity {
    const format = this.unscaled === 0n ? other.format : this.format;
    if (this.small && other.small) {
      if (other.unscaled === 0n) return new Quantity(this.unscaled, this.scale, true, format);
      if (this.unscaled === 0n) return new Quantity(other.unscaled, other.scale, true, format);
    }
    const scale = this.scale < other.scale ? this.scale : other.scale;
    const a = this.unscaled * pow10(this.scale - scale);
    const b = other.unscaled * pow10(other.scale - scale);
    const small = this.small && other.small && fitsInt64(a) && fitsInt64(b) && fitsInt64(a + b);
    return new Quantity(a + b, scale, small, format);
  }

  /** The canonical text, or the parsed text itself where upstream gives that back ("+1", "1."). */
  toString(): string {
    return (this.textCache ??= this.canonical());
  }

  private scaledValue(target: number): bigint {
    const shift = this.scale - target;
    if (shift >= 0) {
      const exact = this.unscaled * pow10(shift);
      // The small form multiplies in one step for these powers and wraps; for the others it goes step by step and gives up.
      if (!this.small || shift <= 3 || shift === 6 || shift === 9) return BigInt.asIntN(64, exact);
      return fitsInt64(exact) ? exact : 0n;
    }
    const divisor = pow10(-shift);
    const quotient = this.unscaled / divisor;
    if (quotient * divisor === this.unscaled) return BigInt.asIntN(64, quotient);
    // Both forms round a positive value up; of a negative one the small form rounds away from zero, the other toward it.
    const step = this.unscaled > 0n ? 1n : this.small ? -1n : 0n;
    return BigInt.asIntN(64, quotient + step);
  }

  private canonical(): string {
    if (this.unscaled === 0n) return '0';
    if (this.format === 'BinarySI') {
      const whole = this.wholeUnits();
      if (whole !== undefined && (whole >= 1024n || whole <= -1024n)) return canonicalBinary(whole);
      return canonicalDecimal(this.unscaled, this.scale, 'DecimalSI');
    }
    return canonicalDecimal(this.unscaled, this.scale, this.format);
  }

  private wholeUnits(): bigint | undefined {
    if (this.scale >= 0) return this.unscaled * pow10(this.scale);
    const divisor = pow10(-this.scale);
    return this.unscaled % divisor === 0n ? this.unscaled / divisor : undefined;
  }
}

function canonicalDecimal(unscaled: bigint, scale: number, format: QuantityFormat): string {
  let amount = unscaled;
  let exponent = scale;
  while (amount % 10n === 0n) {
    amount /= 10n;
    exponent++;
  }
  while (exponent % 3 !== 0) {
    amount *= 10n;
    exponent--;
  }
  return amount.toString() + decimalSuffix(exponent, format);
}

function canonicalBinary(whole: bigint): string {
  let amount = whole;
  let power = 0;
  while (power < 6 && amount % 1024n === 0n) {
    amount /= 1024n;
    power++;
  }
  return amount.toString() + binarySuffix(power);
}

/** The small form: at most 18 digits (fewer with a binary suffix) and nothing finer than nano. */
function parseSmall(text: string, scanned: ScannedQuantity): Quantity | undefined {
  const { whole, fraction, format, exponent, negative } = scanned;
  const digits = whole + fraction;
  const binary = format === 'BinarySI';
  if (binary && fraction !== '') return undefined;
  const room = binary ? 14 - whole.length - Math.trunc((exponent * 3) / 10) : MAX_INT64_DIGITS - digits.length;
  const scale = binary ? 0 : exponent - fraction.length;
  if (room < 0 || scale < NANO || scale > MAX_EXPONENT) return undefined;
  const parsed = BigInt(digits);
  const result = binary ? parsed << BigInt(exponent) : parsed;
  if (!fitsInt64(result)) return undefined;
  const asWritten = binary
    ? (parsed & 7n) !== 0n
    : scale % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
  return new Quantity(negative ? -result : result, scale, true, format, asWritten ? text : undefined);
}

/** The arbitrary form: rounded away from zero to nano; a binary one is capped at the largest int64. */
function parseLarge(scanned: ScannedQuantity): Quantity {
  const { whole, fraction, number, exponent, negative } = scanned;
  const binary = scanned.format === 'BinarySI';
  if (!/[0-9]/.test(number) || (!binary && exponent > MAX_EXPONENT)) throw new QuantityError(NUMERIC_WRONG);
  let amount = BigInt(whole + fraction);
  if (binary) amount <<= BigInt(exponent);
  let scale = (binary ? 0 : exponent) - fraction.length;
  if (amount !== 0n) {
    amount = roundToNano(amount, scale);
    scale = NANO;
  }
  const one = pow10(-NANO);
  let format = scanned.format;
  if (binary && amount > INT64_MAX * one) {
    amount = INT64_MAX;
    scale = 0;
  } else if (binary && amount < one && amount > 0n) {
    format = 'DecimalSI';
  }
  return new Quantity(negative ? -amount : amount, scale, false, format);
}

function roundToNano(amount: bigint, scale: number): bigint {
  if (scale >= NANO) return amount * pow10(scale - NANO);
  if (NANO - scale > MAX_EXPONENT + amount.toString().length) return 1n;
  const divisor = pow10(NANO - scale);
  return (amount + divisor - 1n) / divisor;
}

const parsedByText = new Map<string, Quantity>();
/** A run sees few distinct texts; a fuzzer's many must not fill the memory. */
const CACHE_LIMIT = 20_000;

/** Parses what an object holds. Errors: QuantityError with upstream's text. */
export function parseQuantity(text: QuantityText): Quantity {
  const key = typeof text === 'string' ? text : String(text);
  const cached = parsedByText.get(key);
  if (cached !== undefined) return cached;
  const scanned = scanQuantity(key);
  const quantity =
    key === '0' ? new Quantity(0n, 0, true, 'DecimalSI', '0') : (parseSmall(key, scanned) ?? parseLarge(scanned));
  if (parsedByText.size >= CACHE_LIMIT) parsedByText.clear();
  parsedByText.set(key, quantity);
  return quantity;
}

export const ZERO_QUANTITY: Quantity = new Quantity(0n, 0, true, 'DecimalSI');

/** Upstream's text of the error, or undefined where `text` is a quantity. */
export function quantityProblem(text: QuantityText): string | undefined {
  try {
    parseQuantity(text);
    return undefined;
  } catch (error) {
    if (error instanceof QuantityError) return error.message;
    throw error;
  }
}

/** A bigint as a number; beyond 2^53 - 1 it is held at that bound. */
export function toSafeNumber(n: bigint): number {
  const bound = Number.MAX_SAFE_INTEGER;
  const near = Number(n);
  return near > bound ? bound : near < -bound ? -bound : near;
}

/** Whole units (bytes, pods), rounded up, held at +-(2^53 - 1). Errors: QuantityError. */
export const quantityValue = (text: QuantityText): number => toSafeNumber(parseQuantity(text).value());
/** Thousandths (millicores), rounded up, held at +-(2^53 - 1). Errors: QuantityError. */
export const quantityMilli = (text: QuantityText): number => toSafeNumber(parseQuantity(text).milliValue());
/** Whole units as Go's int64. */
export const quantityValueExact = (text: QuantityText): bigint => parseQuantity(text).value();
/** Thousandths as Go's int64. */
export const quantityMilliExact = (text: QuantityText): bigint => parseQuantity(text).milliValue();
