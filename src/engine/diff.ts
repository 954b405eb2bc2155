import type { FieldChange } from '../protocol/protocol.ts';
import { itemNames } from './item-names.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Leaves that differ between two versions of an object. Items of lists are matched by what they are known by, else by place. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const changes: FieldChange[] = [];
  compare(before, after, { path: '', name: '' }, changes);
  return changes.filter((c) => !c.path.startsWith('metadata.managedFields'));
}

/** Where a value stands, and the field that it is the value of. */
interface At {
  readonly path: string;
  readonly name: string;
}

function compare(before: unknown, after: unknown, { path, name }: At, changes: FieldChange[]): void {
  if (before === after) return;
  const a = parts(before, name);
  const b = parts(after, name);
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
  for (const key of keys) compare(a?.get(key), b?.get(key), { path: joined(path, key), name: key }, changes);
}

function addLeaf(before: unknown, after: unknown, path: string, changes: FieldChange[]): void {
  const [from, to] = [leafText(before), leafText(after)];
  if (from === to) return;
  changes.push({ path, ...(from === undefined ? {} : { before: from }), ...(to === undefined ? {} : { after: to }) });
}

/** Keys in brackets stick to the name before them: conditions[Ready].status. */
const joined = (path: string, key: string): string =>
  path === '' || key.startsWith('[') ? path + key : `${path}.${key}`;

function parts(value: unknown, name: string): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value as Fields));
  const names = itemNames(name, value);
  return new Map(value.map((item, i): [string, unknown] => [`[${names[i] ?? ''}]`, item]));
}

function leafText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
