/** Equality of plain data, quick where parts are shared. */

/** Deep equality; parts that are the same object cost one comparison. Order of keys does not count. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && equalArrays(a, b);
  if (Array.isArray(b)) return false;
  return equalFields(a as Record<string, unknown>, b as Record<string, unknown>);
}

function equalArrays(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!equal(a[i], b[i])) return false;
  return true;
}

function equalFields(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  let fields = 0;
  for (const name in a) {
    if (!equal(a[name], b[name])) return false;
    fields++;
  }
  for (const name in b) {
    fields--;
    if (fields < 0 && !(name in a)) return false;
  }
  return fields === 0;
}
