import type * as v from 'valibot';
import { meant } from '../model/nearest.ts';

/** What a shape cannot say well: a field that its object does not have, or a list in place of an object. */
export interface Stray {
  readonly code: 'unknown-field' | 'wrong-type';
  /** Of the object. */
  readonly path: readonly string[];
  /** "" for the object itself. */
  readonly field: string;
  readonly params: Readonly<Record<string, string>>;
}

/** As much of a schema as the walk needs. */
interface Walked {
  readonly type: string;
  readonly wrapped?: Walked;
  readonly item?: Walked;
  readonly entries?: Readonly<Record<string, Walked>>;
  readonly getter?: (value: unknown) => Walked;
}

export const strayOf = (shape: v.GenericSchema, value: unknown): Stray | undefined => walk(shape, value, []);

function walk(shape: Walked, value: unknown, path: readonly string[]): Stray | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (shape.getter !== undefined) return walk(shape.getter(value), value, path);
  if (shape.wrapped !== undefined) return walk(shape.wrapped, value, path);
  const { entries, item } = shape;
  if (item !== undefined) return Array.isArray(value) ? first(value.entries(), () => item, path) : undefined;
  if (entries === undefined) return undefined;
  if (Array.isArray(value)) {
    return { code: 'wrong-type', path, field: '', params: { expected: 'object', got: 'array' } };
  }
  const fields = Object.entries(value);
  const stray = shape.type === 'strict_object' ? fields.find(([key]) => !Object.hasOwn(entries, key)) : undefined;
  if (stray !== undefined) return unknownField(path, stray[0], Object.keys(entries));
  return first(fields, (key) => (Object.hasOwn(entries, key) ? entries[key] : undefined), path);
}

function first(
  parts: Iterable<readonly [string | number, unknown]>,
  shapeOf: (key: string) => Walked | undefined,
  path: readonly string[],
): Stray | undefined {
  for (const [key, part] of parts) {
    const shape = shapeOf(String(key));
    const stray = shape === undefined ? undefined : walk(shape, part, [...path, String(key)]);
    if (stray !== undefined) return stray;
  }
  return undefined;
}

export function unknownField(path: readonly string[], field: string, known: readonly string[]): Stray {
  const params = { field, near: meant(field, known) ?? '', known: known.join(', ') };
  return { code: 'unknown-field', path, field, params };
}
