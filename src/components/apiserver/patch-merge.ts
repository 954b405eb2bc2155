/** JSON Merge Patch, RFC 7386, as the api-server applies it (gopkg.in/evanphx/json-patch). */
import { isFields, omit, type Fields } from './fields.ts';

/** @returns `target` patched; parts that the patch does not reach are shared, and itself if nothing changes */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  return isFields(target) ? merged(target, patch) : merged({}, patch);
}

function merged(before: Fields, patch: Fields): Fields {
  let result: Record<string, unknown> | undefined;
  const dropped: string[] = [];
  for (const name in patch) {
    const value = patch[name];
    if (value === null) {
      dropped.push(name);
      continue;
    }
    const old = before[name];
    const next = applyMergePatch(old, value);
    if (next === old && name in before) continue;
    result ??= { ...before };
    result[name] = next;
  }
  return dropped.length === 0 ? (result ?? before) : omit(result ?? before, dropped);
}
