/** Reading plain data whose shape nobody promised: what is not there, or of another kind, reads as empty. */

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
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
