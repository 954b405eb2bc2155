/** Semantic equality: k8s.io/apimachinery pkg/api/equality (v1.37), on plain data. */

export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

export const isNothing = (value: Json): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** Equal as the api-server's semantic equality has it: absent, null and an empty list are the same. */
export function equalJson(first: unknown, second: unknown): boolean {
  const [a, b] = [first as Json, second as Json];
  if (a === b) return true;
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item: Json, i) => equalJson(item, b[i] as Json));
  }
  const left = a as { readonly [key: string]: Json };
  const right = b as { readonly [key: string]: Json };
  for (const key of Object.keys(left)) if (!equalJson(left[key], right[key])) return false;
  for (const key of Object.keys(right)) if (!(key in left) && !isNothing(right[key])) return false;
  return true;
}
