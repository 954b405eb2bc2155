/** Small helpers over plain data: fields that may be missing, made anew with shared parts. */

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The value as fields, {} where it is none. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : NO_FIELDS);
const NO_FIELDS: Fields = {};

export const listOf = (value: unknown): readonly unknown[] => (isList(value) ? value : NO_LIST);
const NO_LIST: readonly unknown[] = [];

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `object` with those of `defaults` that it lacks; itself where it lacks none. null counts as missing. */
export function withDefaults<T extends Fields>(object: T, defaults: Fields): T {
  let result: Record<string, unknown> | undefined;
  for (const name in defaults) {
    const value = object[name];
    if (value !== undefined && value !== null) continue;
    result ??= { ...object };
    result[name] = defaults[name];
  }
  return (result ?? object) as T;
}

/** `object` with `name` set to `value` (undefined: removed); itself where that is no change. */
export function withField<T extends Fields>(object: T, name: string, value: unknown): T {
  if (object[name] === value) return object;
  if (value === undefined) return without(object, name);
  return { ...object, [name]: value };
}

/** A copy without the fields of these names; `object` itself where it has none of them. */
export function omit<T extends object>(object: T, names: readonly string[]): T {
  if (!names.some((name) => name in object)) return object;
  const copy: Record<string, unknown> = {};
  const fields = object as Record<string, unknown>;
  for (const name in fields) if (!names.includes(name)) copy[name] = fields[name];
  return copy as T;
}

export const without = <T extends Fields>(object: T, name: string): T => omit(object, [name]);

/** Each element mapped; the same list where none changed. */
export function mapShared<T>(list: readonly T[], change: (element: T) => T): readonly T[] {
  let result: T[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const before = list[i] as T;
    const after = change(before);
    if (after === before) continue;
    result ??= list.slice();
    result[i] = after;
  }
  return result ?? list;
}

/** Field `name` mapped, where it is there. */
export function mapField<T extends Fields>(object: T, name: string, change: (value: unknown) => unknown): T {
  const before = object[name];
  return before === undefined || before === null ? object : withField(object, name, change(before));
}

/** Each element of the list `name` that is fields, mapped. */
export function mapList<T extends Fields>(object: T, name: string, change: (element: Fields) => Fields): T {
  return mapField(object, name, (value) =>
    isList(value) ? mapShared(value, (element) => (isFields(element) ? change(element) : element)) : value,
  );
}
