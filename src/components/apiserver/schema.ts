/** The table of schema-types.ts, read on demand. */
import { ATOMIC, TYPES } from './schema-types.ts';

export type Scalar = 's' | 'b' | 'i' | 'l' | 'q' | 't' | 'u' | 'n' | 'y' | 'x';

export type Shape =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'map'; readonly value: Scalar; readonly atomic: boolean }
  /** keys: what tells elements apart; "=" a set; empty: atomic. */
  | { readonly kind: 'list'; readonly element: Shape; readonly keys: readonly string[]; readonly set: boolean }
  | { readonly kind: 'struct'; readonly name: string; readonly atomic: boolean };

export interface FieldShape {
  readonly shape: Shape;
  /** There even in an empty object. */
  readonly always: boolean;
}

export type Struct = ReadonlyMap<string, FieldShape>;

const MAPS: Readonly<Record<string, Shape>> = {
  m: { kind: 'map', value: 's', atomic: false },
  M: { kind: 'map', value: 's', atomic: true },
  R: { kind: 'map', value: 'q', atomic: false },
  D: { kind: 'map', value: 'y', atomic: false },
};
const SCALARS = 'sbilqtunyx';

function shapeOf(text: string): Shape {
  if (text.length === 1 && SCALARS.includes(text)) return { kind: 'scalar', scalar: text as Scalar };
  const map = MAPS[text];
  if (map !== undefined) return map;
  if (!text.startsWith('[')) return { kind: 'struct', name: text, atomic: ATOMIC.has(text) };
  const end = text.indexOf(']');
  const keys = text.slice(1, end);
  const element = shapeOf(text.slice(end + 1));
  return { kind: 'list', element, keys: keys === '' || keys === '=' ? [] : keys.split(','), set: keys === '=' };
}

const structs = new Map<string, Struct>();

/** Fields of a type, undefined where the table has no such row. */
export function structOf(name: string): Struct | undefined {
  const known = structs.get(name);
  if (known !== undefined) return known;
  const text = TYPES[name];
  if (text === undefined) return undefined;
  const fields = new Map<string, FieldShape>();
  for (const field of text.split(' ')) {
    const always = field.startsWith('+');
    const [fieldName = '', type = ''] = field.slice(always ? 1 : 0).split(':');
    fields.set(fieldName, { shape: shapeOf(type), always });
  }
  structs.set(name, fields);
  return fields;
}
