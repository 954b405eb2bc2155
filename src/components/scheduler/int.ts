/**
 * Go's int64 arithmetic on JavaScript numbers: division cuts towards zero, and a product may pass 2^53 (bytes times 100 do
 * above 90 TB). Amounts themselves are held at 2^53 - 1 by the model.
 */

/** a / b of integers, cut towards zero. */
export const quotient = (a: number, b: number): number => Math.trunc(a / b) + 0;

/** a * b / c of integers with an exact product, cut towards zero; c must not be 0. */
export function mulDiv(a: number, b: number, c: number): number {
  const product = a * b;
  // A quotient of safe integers can be rounded up to the next integer only beyond 2^53.
  if (Number.isSafeInteger(product)) return quotient(product, c);
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

/** Go's math.Round: half away from zero. */
export function roundHalfAway(x: number): number {
  const whole = Math.trunc(x);
  return (Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole) + 0;
}

const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const L = [
  6.66666666666673513e-1, 3.999999999940941908e-1, 2.857142874366239149e-1, 2.222219843214978396e-1,
  1.818357216161805012e-1, 1.531383769920937332e-1, 1.479819860511658591e-1,
] as const;

/**
 * Natural logarithm as Go's math.Log computes it (FreeBSD's e_log.c): Math.log may differ in the last bit between browsers.
 * @param x a finite number >= 1
 */
export function log(x: number): number {
  let fraction = x;
  let exponent = 0;
  while (fraction >= 1) {
    fraction /= 2;
    exponent++;
  }
  if (fraction < Math.SQRT1_2) {
    fraction *= 2;
    exponent--;
  }
  const f = fraction - 1;
  const s = f / (2 + f);
  const s2 = s * s;
  const s4 = s2 * s2;
  const odd = s2 * (L[0] + s4 * (L[2] + s4 * (L[4] + s4 * L[6])));
  const even = s4 * (L[1] + s4 * (L[3] + s4 * L[5]));
  const half = 0.5 * f * f;
  return exponent * LN2_HIGH - (half - (s * (half + (odd + even)) + exponent * LN2_LOW) - f);
}
