/** Durations as Go writes them. */
import * as v from 'valibot';

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000_000, m: 60_000_000, s: 1_000_000, ms: 1000, us: 1 };

/** "700ms", "2s", "1m30s", "131.871s": Go's durations down to a microsecond; a bare 0 is 0. */
export function durationMicros(text: unknown): number | undefined {
  if (text === 0 || text === '0') return 0;
  if (typeof text !== 'string' || !/^(?:\d+(?:\.\d+)?(?:h|ms|us|m|s))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, count = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|us|m|s)/g)) {
    const micros = Number(count) * (UNITS[unit] ?? 0);
    // A decimal fraction is no binary one: what is a whole number but for that is meant as one.
    if (Math.abs(micros - Math.round(micros)) > 1e-3) return undefined;
    sum += Math.round(micros);
  }
  return sum;
}

/** Of a field that holds one. */
export const durationShape = v.custom<string | 0>((text) => durationMicros(text) !== undefined, 'duration');

/** The same with a minus sign before it, as a clock may be behind. */
export function signedMicros(text: unknown): number | undefined {
  const isLess = typeof text === 'string' && text.startsWith('-');
  const micros = durationMicros(isLess ? text.slice(1) : text);
  return micros === undefined || !isLess ? micros : -micros;
}

export const signedShape = v.custom<string | 0>((text) => signedMicros(text) !== undefined, 'duration');
