/** Decoded JSON as Go's fmt prints it: what upstream's messages show of a value. Numbers that are whole are int64. */
import { compareBytes } from '../../kernel/kernel.ts';
import { isFields, isList, type Fields } from './fields.ts';

const ANY = 'interface {}';

/** %T: "string", "map[string]interface {}". */
export function goType(value: unknown): string {
  if (isList(value)) return `[]${ANY}`;
  if (isFields(value)) return `map[string]${ANY}`;
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : typeof value === 'string' ? 'string' : '<nil>';
}

const entriesOf = (value: Fields): [string, unknown][] => Object.entries(value).sort(([a], [b]) => compareBytes(a, b));

/** %v: "map[a:1 b:[x y]]". */
export function goValue(value: unknown): string {
  if (isList(value)) return `[${value.map(goValue).join(' ')}]`;
  if (isFields(value))
    return `map[${entriesOf(value)
      .map(([name, inner]) => `${name}:${goValue(inner)}`)
      .join(' ')}]`;
  if (value === null || value === undefined) return '<nil>';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** %#v of a value of structured-merge-diff. */
export const goSyntax = (value: unknown): string => `&value.valueUnstructured{Value:${literal(value)}}`;

function literal(value: unknown): string {
  if (isList(value)) return `[]${ANY}{${value.map(literal).join(', ')}}`;
  if (isFields(value)) {
    const fields = entriesOf(value).map(([name, inner]) => `${JSON.stringify(name)}:${literal(inner)}`);
    return `map[string]${ANY}{${fields.join(', ')}}`;
  }
  return value === null || value === undefined ? `${ANY}(nil)` : JSON.stringify(value);
}

/** A key or a member of a set, as a path has it: `"x"`, 80, null. */
export const pathValue = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : value === null ? 'null' : goValue(value);
