/** Reading plain data whose shape nobody promised. */

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns undefined where the path ends early */
export function get(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const key of path) at = isFields(at) ? at[key] : undefined;
  return at ?? undefined;
}

export function fields(value: unknown, ...path: readonly string[]): Fields {
  const found = get(value, ...path);
  return isFields(found) ? found : {};
}

export function list(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = get(value, ...path);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}

export function text(value: unknown, ...path: readonly string[]): string {
  const found = get(value, ...path);
  return typeof found === 'string' ? found : '';
}

export function number(value: unknown, ...path: readonly string[]): number {
  const found = get(value, ...path);
  return typeof found === 'number' ? found : 0;
}

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
