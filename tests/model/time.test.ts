import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMicroTime, formatTime, parseTime } from '../../src/model/time.ts';

describe('RFC 3339 and microseconds', () => {
  it('reads and writes whole seconds and microseconds', () => {
    expect(parseTime('1970-01-01T00:00:00Z')).toBe(0);
    expect(parseTime('2026-02-01T00:00:00Z')).toBe(1_769_904_000_000_000);
    expect(formatTime(1_769_904_000_000_000)).toBe('2026-02-01T00:00:00Z');
    expect(formatMicroTime(1)).toBe('1970-01-01T00:00:00.000001Z');
    expect(formatMicroTime(-1)).toBe('1969-12-31T23:59:59.999999Z');
  });

  it('reads offsets and fractions', () => {
    expect(parseTime('1970-01-01T09:00:00.5+09:00')).toBe(500_000);
    expect(parseTime('1969-12-31T23:00:00-01:00')).toBe(0);
    expect(parseTime('1970-01-01T00:00:00.123456789Z')).toBe(123_456);
  });

  it('knows leap years', () => {
    expect(parseTime('2024-02-29T00:00:00Z')).toBeDefined();
    expect(parseTime('2000-02-29T00:00:00Z')).toBeDefined();
    expect(parseTime('1900-02-29T00:00:00Z')).toBeUndefined();
    expect(parseTime('2023-02-29T00:00:00Z')).toBeUndefined();
  });

  it.each([
    '',
    'now',
    '2026-13-01T00:00:00Z',
    '2026-01-01',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00',
    '2026-04-31T00:00:00Z',
  ])('refuses %s', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });

  const agrees = (second: number, micro: number): void => {
    const micros = second * 1_000_000 + micro;
    expect(formatTime(micros)).toBe(new Date(second * 1000).toISOString().replace('.000Z', 'Z'));
    expect(parseTime(formatMicroTime(micros))).toBe(micros);
  };

  it('agrees with the platform to the microsecond from 1685 to 2255', () => {
    const seconds = fc.integer({ min: -8_990_000_000, max: 8_990_000_000 });
    fc.assert(fc.property(seconds, fc.integer({ min: 0, max: 999_999 }), agrees), { seed: 7, numRuns: 2000 });
    agrees(9_007_199_253, 999_999);
  });

  it('agrees with the platform to the second from 0005 to 9987', () => {
    const seconds = fc.integer({ min: -62_000_000_000, max: 253_000_000_000 });
    fc.assert(fc.property(seconds, fc.constant(0), agrees), { seed: 7, numRuns: 2000 });
  });
});
