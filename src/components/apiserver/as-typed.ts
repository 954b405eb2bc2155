/**
 * A body as Go's types hold it once it is decoded (encoding/json, sigs.k8s.io/json): fields that the type does not have are
 * gone, null is the same as not being there, and in a list or a map it is the zero value. Parts that are right are shared.
 */
import { isFields, isList, mapShared, type Fields } from './fields.ts';
import { structOf, type Scalar, type Shape } from './schema.ts';

const METADATA: Shape = { kind: 'struct', name: 'ObjectMeta', atomic: false };

/** @param type a row of the schema; of a kind without a row only metadata is known. The body decodes without error */
export function asTyped(body: Fields, type: string): Fields {
  if (structOf(type) !== undefined) return structAsTyped(body, type);
  return 'metadata' in body
    ? edited(body, (name, value) => (name === 'metadata' ? valueOf(value, METADATA) : value))
    : body;
}

const structAsTyped = (value: Fields, type: string): Fields => {
  const fields = structOf(type);
  if (fields === undefined) return value;
  return edited(value, (name, inner) => {
    const shape = fields.get(name)?.shape;
    return shape === undefined ? undefined : valueOf(inner, shape);
  });
};

/** Each field as `edit` has it; undefined takes it out. */
function edited(value: Fields, edit: (name: string, value: unknown) => unknown): Fields {
  let changed = false;
  const result: Record<string, unknown> = {};
  for (const name in value) {
    const next = edit(name, value[name]);
    changed ||= next !== value[name];
    if (next !== undefined) result[name] = next;
  }
  return changed ? result : value;
}

/** undefined for null. */
function valueOf(value: unknown, shape: Shape): unknown {
  if (value === null || value === undefined) return undefined;
  switch (shape.kind) {
    case 'scalar':
      return value;
    case 'map':
      return isFields(value) ? edited(value, (_, inner) => inner ?? zeroOf(shape.value)) : value;
    case 'list':
      return isList(value)
        ? mapShared(value, (element) => valueOf(element, shape.element) ?? zero(shape.element))
        : value;
    case 'struct':
      return isFields(value) ? structAsTyped(value, shape.name) : value;
  }
}

function zero(shape: Shape): unknown {
  if (shape.kind === 'scalar') return zeroOf(shape.scalar);
  return shape.kind === 'list' ? [] : {};
}

function zeroOf(scalar: Scalar): unknown {
  switch (scalar) {
    case 'b':
      return false;
    case 'i':
    case 'l':
    case 'n':
      return 0;
    case 'q':
      return '0';
    case 'x':
      return null;
    default:
      return '';
  }
}
