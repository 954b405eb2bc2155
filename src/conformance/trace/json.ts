/** Comparing plain data. */
import { get, isFields } from '../../model/fields.ts';

export const has = (value: unknown, ...path: readonly string[]): boolean => get(value, ...path) !== undefined;

/** Texts of equal data are equal: keys sorted. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
