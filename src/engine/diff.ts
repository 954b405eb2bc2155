import type { FieldChange } from '../protocol/protocol.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Leaves that differ between two versions of an object. List items are matched by type, name, key or uid, else by place. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const changes: FieldChange[] = [];
  compare(before, after, '', changes);
  return changes.filter((c) => !c.path.startsWith('metadata.managedFields'));
}

function compare(before: unknown, after: unknown, path: string, changes: FieldChange[]): void {
  if (before === after) return;
  const a = parts(before);
  const b = parts(after);
  if (
    (a === undefined && b === undefined) ||
    (a === undefined && before !== undefined) ||
    (b === undefined && after !== undefined)
  ) {
    addLeaf(before, after, path, changes);
    return;
  }
  const keys = new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])]);
  if (keys.size === 0) addLeaf(before, after, path, changes);
  for (const key of keys) compare(a?.get(key), b?.get(key), joined(path, key), changes);
}

function addLeaf(before: unknown, after: unknown, path: string, changes: FieldChange[]): void {
  const [from, to] = [leafText(before), leafText(after)];
  if (from === to) return;
  changes.push({ path, ...(from === undefined ? {} : { before: from }), ...(to === undefined ? {} : { after: to }) });
}

/** Keys in brackets stick to the name before them: conditions[Ready].status. */
const joined = (path: string, key: string): string =>
  path === '' || key.startsWith('[') ? path + key : `${path}.${key}`;

function parts(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value as Fields));
  const names = value.map(itemName);
  const named = names.every((n) => n !== undefined) && new Set(names).size === names.length;
  return new Map(value.map((item, i): [string, unknown] => [`[${named ? (names[i] ?? '') : String(i)}]`, item]));
}

function itemName(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const fields = item as Fields;
  for (const key of ['type', 'name', 'key', 'uid', 'ip']) {
    if (typeof fields[key] === 'string') return fields[key];
  }
  return undefined;
}

function leafText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
