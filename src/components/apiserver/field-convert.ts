/**
 * What the conversion of an applied object to Go's types refuses though the schema lets it pass: apimachinery
 * runtime/converter.go FromUnstructured and the UnmarshalJSON of Quantity, IntOrString and Time (v0.37). The first problem
 * in the order of the type's fields. Left out: times and bytes that do not parse.
 */
import { quantityProblem } from '../../model/quantity.ts';
import { isFields, isList } from './fields.ts';
import { structOf, type Scalar, type Shape } from './schema.ts';

/** @param type a row of the schema. @returns Go's words */
export const conversionProblem = (value: unknown, type: string): string | undefined =>
  problemOf(value, { kind: 'struct', name: type, atomic: false });

function problemOf(value: unknown, shape: Shape): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (shape.kind) {
    case 'scalar':
      return scalarProblem(value, shape.scalar);
    case 'list':
      return first(isList(value) ? value : [], (element) => problemOf(element, shape.element));
    case 'map':
      return first(Object.values(isFields(value) ? value : {}), (element) => scalarProblem(element, shape.value));
    case 'struct': {
      const fields = isFields(value) ? value : {};
      return first(structOf(shape.name) ?? [], ([name, field]) => problemOf(fields[name], field.shape));
    }
  }
}

function first<T>(items: Iterable<T>, problem: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = problem(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function scalarProblem(value: unknown, scalar: Scalar): string | undefined {
  if (value === null) return undefined;
  switch (scalar) {
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
      if (typeof value === 'string') return undefined;
      return `json: cannot unmarshal ${jsonWord(value, false)} into Go value of type string`;
    default:
      return undefined;
  }
}

/** As encoding/json calls what it found; where it wanted a number it shows the one that does not fit. */
function jsonWord(value: unknown, wantsNumber: boolean): string {
  if (typeof value === 'number') return wantsNumber ? `number ${value}` : 'number';
  if (typeof value === 'boolean') return 'bool';
  return isList(value) ? 'array' : 'object';
}
