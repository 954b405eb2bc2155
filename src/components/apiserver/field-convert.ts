/**
 * What the conversion of an applied or strategically patched object to Go's types refuses: apimachinery
 * runtime/converter.go FromUnstructured and the UnmarshalJSON of Quantity, IntOrString and Time (v0.37). The first problem
 * in the order of the type's fields. Of a kind without a row of the schema only metadata is looked at.
 */
import { quantityProblem } from '../../model/quantity.ts';
import { isFields, isList } from './fields.ts';
import { bytesProblem, timeProblem } from './go-parse.ts';
import { structOf, type Scalar, type Shape } from './schema.ts';

/** @param type a row of the schema. @returns Go's words */
export const conversionProblem = (value: unknown, type: string): string | undefined =>
  structOf(type) === undefined && isFields(value)
    ? problemOf(value['metadata'], { kind: 'struct', name: 'ObjectMeta', atomic: false })
    : problemOf(value, { kind: 'struct', name: type, atomic: false });

function problemOf(value: unknown, shape: Shape): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (shape.kind) {
    case 'scalar':
      return scalarProblem(value, shape.scalar);
    case 'list':
      if (!isList(value)) return `cannot restore slice from ${reflectKind(value)}`;
      return first(value, (element) => problemOf(element, shape.element));
    case 'map':
      if (!isFields(value)) return `cannot restore map from ${reflectKind(value)}`;
      return first(Object.values(value), (element) => scalarProblem(element, shape.value));
    case 'struct':
      if (!isFields(value)) return `cannot restore struct from: ${reflectKind(value)}`;
      return first(structOf(shape.name) ?? [], ([name, field]) => problemOf(value[name], field.shape));
  }
}

function first<T>(items: Iterable<T>, problem: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = problem(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** reflect.Kind of a decoded value. */
function reflectKind(value: unknown): string {
  if (isList(value)) return 'slice';
  if (isFields(value)) return 'map';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

function scalarProblem(value: unknown, scalar: Scalar): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (scalar) {
    case 's':
      return typeof value === 'string' ? undefined : 'unrecognized type: string';
    case 'b':
      return typeof value === 'boolean' ? undefined : 'unrecognized type: bool';
    case 'y':
      return typeof value === 'string' ? bytesProblem(value) : `cannot restore slice from ${reflectKind(value)}`;
    case 'i':
      return Number.isInteger(value) ? undefined : 'unrecognized type: int32';
    case 'l':
      return Number.isInteger(value) ? undefined : 'unrecognized type: int64';
    case 'q':
      return quantityProblem(typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value));
    case 'n':
      if (typeof value === 'string' || Number.isInteger(value)) return undefined;
      return `json: cannot unmarshal ${jsonWord(value, true)} into Go value of type int32`;
    case 't':
    case 'u':
      if (typeof value === 'string') return timeProblem(value, scalar);
      return `json: cannot unmarshal ${jsonWord(value, false)} into Go value of type string`;
    case 'x':
      return undefined;
  }
}

/** As encoding/json calls what it found; where it wanted a number it shows the one that does not fit. */
function jsonWord(value: unknown, wantsNumber: boolean): string {
  if (typeof value === 'number') return wantsNumber ? `number ${value}` : 'number';
  if (typeof value === 'boolean') return 'bool';
  return isList(value) ? 'array' : 'object';
}
