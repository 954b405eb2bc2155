/** The JSON Patch (RFC 6902) from one plain value to another, as short as is readable. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const step = (path: string, key: string): string => `${path}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`;

export function jsonPatch(before: unknown, after: unknown, path = ''): PatchOperation[] {
  if (before === after) return [];
  if (isFields(before) && isFields(after)) return patchFields(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return patchList(before, after, path);
  return [{ op: 'replace', path, value: after }];
}

function patchFields(before: Fields, after: Fields, path: string): PatchOperation[] {
  const operations: PatchOperation[] = [];
  for (const [key, value] of Object.entries(before)) {
    if (!(key in after)) operations.push({ op: 'remove', path: step(path, key) });
    else operations.push(...jsonPatch(value, after[key], step(path, key)));
  }
  for (const [key, value] of Object.entries(after)) {
    if (!(key in before)) operations.push({ op: 'add', path: step(path, key), value });
  }
  return operations;
}

function patchList(before: readonly unknown[], after: readonly unknown[], path: string): PatchOperation[] {
  if (before.length === after.length)
    return before.flatMap((item, i) => jsonPatch(item, after[i], step(path, String(i))));
  // Something was put behind: the rest needs not be repeated.
  if (before.length > 0 && before.every((item, i) => JSON.stringify(item) === JSON.stringify(after[i]))) {
    return after.slice(before.length).map((value) => ({ op: 'add', path: step(path, '-'), value }));
  }
  return [{ op: 'replace', path, value: after }];
}
