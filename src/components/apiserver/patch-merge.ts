/** JSON Merge Patch, RFC 7386, as the api-server applies it (gopkg.in/evanphx/json-patch). */
import { isFields, type Fields } from './fields.ts';

/** @returns `target` patched; parts that the patch does not reach are shared, and itself if nothing changes */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  const before: Fields = isFields(target) ? target : {};
  let result: Record<string, unknown> | undefined = isFields(target) ? undefined : {};
  for (const name in patch) {
    const value = patch[name];
    const old = before[name];
    if (value === null) {
      if (!(name in before)) continue;
      result ??= { ...before };
      delete result[name];
      continue;
    }
    const next = applyMergePatch(old, value);
    if (next === old && name in before) continue;
    result ??= { ...before };
    result[name] = next;
  }
  return result ?? target;
}
