import { describe, expect, it } from 'vitest';
import { log, mulDiv, quotient, roundHalfAway } from '../../../src/components/scheduler/int.ts';

describe('integer arithmetic of the scores', () => {
  it('cuts quotients towards zero, as Go does', () => {
    expect(quotient(7, 2)).toBe(3);
    expect(quotient(-7, 2)).toBe(-3);
    expect(Object.is(quotient(-1, 2), 0)).toBe(true);
  });

  it('multiplies exactly beyond 2^53: bytes times 100', () => {
    // 2^50 - 1 bytes of 2^50: 99.99… percent, which a product of doubles would round up to 100.
    expect(mulDiv(2 ** 50 - 1, 100, 2 ** 50)).toBe(99);
    expect(mulDiv(9_007_199_254_740_991, 100, 9_007_199_254_740_991)).toBe(100);
    expect(mulDiv(9_007_199_254_740_990, 100, 9_007_199_254_740_991)).toBe(99);
  });

  it('rounds half away from zero', () => {
    expect([0.5, 1.5, 2.4999, -0.5, -2.5].map(roundHalfAway)).toEqual([1, 2, 2, -1, -3]);
    expect(roundHalfAway(0.49999999999999994)).toBe(0);
  });

  it('takes logarithms without the host, bit for bit as Go 1.26.8 on amd64 (values computed there)', () => {
    expect([2, 3, 7, 5002].map(log)).toEqual([
      0.6931471805599453, 1.0986122886681096, 1.9459101490553132, 8.517593111437565,
    ]);
    expect(log(1)).toBe(0);
    // FNV-1a of the bits of the logarithms of 2 to 5999.
    let hash = 0x811c9dc5;
    const value = new Float64Array(1);
    for (let n = 2; n < 6000; n++) {
      value[0] = log(n);
      for (const byte of new Uint8Array(value.buffer)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    }
    expect(hash).toBe(3933812037);
  });
});
