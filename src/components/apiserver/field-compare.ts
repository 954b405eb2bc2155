/**
 * Which fields two objects differ in, and which an object has: structured-merge-diff typed/compare.go and tofieldset.go
 * (v6). Left out: types deduced for fields that the schema does not know; those are single values.
 */
import { equal } from './equal.ts';
import { FieldSetBuilder, type FieldSet } from './field-set.ts';
import { isFields, isList, type Fields } from './fields.ts';
import { structOf, type Shape } from './schema.ts';

export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

const UNKNOWN: Shape = { kind: 'scalar', scalar: 'x' };

/** What Go writes for a field without omitempty that nobody set. */
export function zero(shape: Shape): unknown {
  switch (shape.kind) {
    case 'struct':
      return shape.atomic ? null : zeroStruct(shape.name);
    case 'scalar':
      return shape.scalar === 'i' || shape.scalar === 'l' ? 0 : shape.scalar === 's' ? '' : null;
    default:
      return null;
  }
}

/** An empty object of a type. */
export function zeroStruct(name: string): Fields {
  const result: Record<string, unknown> = {};
  for (const [field, { shape, always }] of structOf(name) ?? []) if (always) result[field] = zero(shape);
  return result;
}

/** The shape and fields of a struct, or of a map. */
function entriesOf(
  shape: Shape,
  value: unknown,
  zeros: boolean,
): ReadonlyMap<string, { readonly shape: Shape; readonly value: unknown }> {
  const entries = new Map<string, { shape: Shape; value: unknown }>();
  if (!isFields(value)) return entries;
  const fields = shape.kind === 'struct' ? structOf(shape.name) : undefined;
  const element: Shape = shape.kind === 'map' ? { kind: 'scalar', scalar: shape.value } : UNKNOWN;
  for (const name in value) entries.set(name, { shape: fields?.get(name)?.shape ?? element, value: value[name] });
  for (const [name, field] of fields ?? []) {
    if (zeros && field.always && !entries.has(name))
      entries.set(name, { shape: field.shape, value: zero(field.shape) });
  }
  return entries;
}

export function elementKey(shape: Shape, element: unknown): string {
  if (shape.kind !== 'list' || shape.set) return `v:${JSON.stringify(element)}`;
  const fields = isFields(element) ? element : {};
  const keys = shape.keys.map((name) => [name, fields[name] ?? (name === 'protocol' ? 'TCP' : null)] as const);
  return `k:${JSON.stringify(Object.fromEntries(keys.filter(([, value]) => value !== null)))}`;
}

const isAtomic = (shape: Shape): boolean => {
  if (shape.kind === 'scalar') return true;
  if (shape.kind === 'list') return shape.keys.length === 0 && !shape.set;
  return shape.atomic;
};

const isBare = (value: unknown): boolean =>
  value === undefined || value === null || (isList(value) ? value.length === 0 : isFields(value) && isNone(value));

function isNone(fields: Fields): boolean {
  for (const _ in fields) return false;
  return true;
}

export const rootShape = (type: string): Shape => ({ kind: 'struct', name: type, atomic: false });

/**
 * @param type a row of the schema, mostly a kind
 * @param zeros objects went through Go's types: fields without omitempty are there even where nobody wrote them
 */
export function compareObjects(before: unknown, after: unknown, type: string, zeros: boolean): Comparison {
  const walker = new Comparer(zeros);
  walker.compare(before, after, rootShape(type), []);
  return { added: walker.added.build(), modified: walker.modified.build(), removed: walker.removed.build() };
}

class Comparer {
  readonly added = new FieldSetBuilder();
  readonly modified = new FieldSetBuilder();
  readonly removed = new FieldSetBuilder();

  constructor(private readonly zeros: boolean) {}

  /** undefined is "not there"; null is a value. */
  compare(before: unknown, after: unknown, shape: Shape, path: readonly string[]): void {
    if (before === after && before !== undefined && !isFields(before) && !isList(before)) return;
    const single = isAtomic(shape) || (isBare(before) && isBare(after));
    if (!single) this.descend(before, after, shape, path);
    if (before === undefined) this.added.insert(path);
    else if (after === undefined) this.removed.insert(path);
    else if (single && !equal(before, after)) this.modified.insert(path);
  }

  private descend(before: unknown, after: unknown, shape: Shape, path: readonly string[]): void {
    if (shape.kind === 'list') {
      this.lists(before, after, shape, path);
      return;
    }
    const old = entriesOf(shape, before, this.zeros);
    const now = entriesOf(shape, after, this.zeros);
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const a = old.get(name);
      const b = now.get(name);
      this.compare(a?.value, b?.value, (b ?? a)?.shape ?? UNKNOWN, [...path, `f:${name}`]);
    }
  }

  private lists(before: unknown, after: unknown, shape: Shape, path: readonly string[]): void {
    if (shape.kind !== 'list') return;
    const old = grouped(shape, before);
    const now = grouped(shape, after);
    for (const key of new Set([...old.keys(), ...now.keys()])) {
      const a = old.get(key) ?? [];
      const b = now.get(key) ?? [];
      const at = [...path, key];
      if (a.length <= 1 && b.length <= 1) this.compare(a[0], b[0], shape.element, at);
      else if (a.length === 0) this.added.insert(at);
      else if (b.length === 0) this.removed.insert(at);
      else if (!equal(a, b)) this.modified.insert(at);
    }
  }
}

/** Elements by key; a key may stand there twice. */
function grouped(shape: Shape, list: unknown): Map<string, unknown[]> {
  const groups = new Map<string, unknown[]>();
  for (const element of isList(list) ? list : []) {
    const key = elementKey(shape, element);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [element]);
    else group.push(element);
  }
  return groups;
}

/** All fields of what a client applied. */
export function fieldsOfObject(value: unknown, type: string): FieldSet {
  const set = new FieldSetBuilder();
  collect(set, value, rootShape(type), []);
  return set.build();
}

function collect(set: FieldSetBuilder, value: unknown, shape: Shape, path: readonly string[]): void {
  if (isAtomic(shape) || value === null) {
    set.insert(path);
    return;
  }
  if (shape.kind === 'list') {
    for (const element of isList(value) ? value : []) {
      const at = [...path, elementKey(shape, element)];
      set.insert(at);
      if (!shape.set) collect(set, element, shape.element, at);
    }
    return;
  }
  const fields = shape.kind === 'struct' ? structOf(shape.name) : undefined;
  for (const [name, child] of Object.entries(isFields(value) ? value : {})) {
    const at = [...path, `f:${name}`];
    const known = fields?.get(name)?.shape;
    if (known === undefined || child === null || (isFields(child) && isNone(child))) set.insert(at);
    collect(set, child, known ?? UNKNOWN, at);
  }
}
