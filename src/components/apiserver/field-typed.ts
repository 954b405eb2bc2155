/**
 * Does what a client applies fit the schema: structured-merge-diff typed/validate.go and helpers.go (v6), over the schema
 * that managedfields makes of OpenAPI v3 (schemaconv, convertPrimitive). Upstream walks a map in any order; here by name.
 * Left out: a list where a quantity or an IntOrString is wanted is told only by the conversion to Go's types.
 */
import { compareBytes } from '../../kernel/kernel.ts';
import { isFields, isList, type Fields } from './fields.ts';
import { goSyntax, goType, goValue, pathValue } from './go-values.ts';
import { structOf, type Scalar, type Shape } from './schema.ts';

interface Problem {
  /** ".spec.replicas" */
  readonly path: string;
  readonly message: string;
}

/** @param type a row of the schema; a kind without a row is taken as it comes. @returns upstream's words */
export function typedProblem(value: unknown, type: string): string | undefined {
  if (structOf(type) === undefined) return undefined;
  const problems = problemsOf(value, { kind: 'struct', name: type, atomic: false });
  const texts = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  if (texts.length <= 1) return texts[0];
  return ['errors:', ...texts.map((text) => `  ${text}`)].join('\n');
}

const one = (message: string): readonly Problem[] => [{ path: '', message }];

const below = (prefix: string, problems: readonly Problem[]): readonly Problem[] =>
  problems.map(({ path, message }) => ({ path: prefix + path, message }));

function problemsOf(value: unknown, shape: Shape): readonly Problem[] {
  if (value === null || value === undefined) return [];
  switch (shape.kind) {
    case 'scalar':
      return scalarProblems(value, shape.scalar);
    case 'list':
      return isList(value) ? elementProblems(value, shape) : one(`expected list, got &{${goValue(value)}}`);
    case 'map':
      if (!isFields(value)) return one(`expected map, got &{${goValue(value)}}`);
      return fieldProblems(value, () => ({ kind: 'scalar', scalar: shape.value }));
    case 'struct': {
      if (!isFields(value)) return one(`expected map, got &{${goValue(value)}}`);
      const fields = structOf(shape.name);
      return fieldProblems(value, (name) => (fields === undefined ? ANYTHING : fields.get(name)?.shape));
    }
  }
}

const ANYTHING: Shape = { kind: 'scalar', scalar: 'x' };

function scalarProblems(value: unknown, scalar: Scalar): readonly Problem[] {
  switch (scalar) {
    case 'i':
    case 'l':
      return typeof value === 'number' ? [] : one(`expected numeric (int or float), got ${goType(value)}`);
    case 's':
    case 'y':
      return typeof value === 'string' ? [] : one(`expected string, got ${goSyntax(value)}`);
    case 'b':
      return typeof value === 'boolean' ? [] : one(`expected boolean, got &{${goValue(value)}}`);
    case 't':
    case 'u':
      return typeof value === 'object' ? one(`expected any scalar, got &{${goValue(value)}}`) : [];
    case 'q':
    case 'n':
      // Their type is left open: any scalar or list, and an object without fields.
      return isFields(value) ? fieldProblems(value, () => undefined) : [];
    case 'x':
      return [];
  }
}

/** Of the fields of a struct or a map. The first that nobody declared ends the walk. */
function fieldProblems(value: Fields, shapeOf: (name: string) => Shape | undefined): readonly Problem[] {
  const found: Problem[] = [];
  for (const name of Object.keys(value).sort(compareBytes)) {
    const shape = shapeOf(name);
    if (shape === undefined) return [...found, ...below(`.${name}`, one('field not declared in schema'))];
    found.push(...below(`.${name}`, problemsOf(value[name], shape)));
  }
  return found;
}

type ListShape = Shape & { readonly kind: 'list' };

function elementProblems(list: readonly unknown[], shape: ListShape): readonly Problem[] {
  const found: Problem[] = [];
  const seen = new Set<string>();
  for (const [i, element] of list.entries()) {
    const place = placeOf(element, i, shape);
    // What cannot be named cannot be looked into: the walk of this list ends.
    if ('problem' in place) return [...found, ...one(`element ${i}: ${place.problem}`)];
    if (seen.has(place.name)) found.push(...one(`duplicate entries for key ${place.name}`));
    seen.add(place.name);
    found.push(...below(place.name, problemsOf(element, shape.element)));
  }
  return found;
}

type Place = { readonly name: string } | { readonly problem: string };

/** How the path names an element: by its keys, by its value in a set, else by its index. */
function placeOf(element: unknown, index: number, shape: ListShape): Place {
  if (shape.set) return setPlace(element);
  if (shape.keys.length === 0) return { name: `[${index}]` };
  if (element === null) return { problem: 'associative list with keys may not have a null element' };
  if (!isFields(element)) return { problem: 'associative list with keys may not have non-map elements' };
  const keys: string[] = [];
  for (const key of [...shape.keys].sort(compareBytes)) {
    const value = key in element ? element[key] : keyDefault(shape.element, key);
    if (value === undefined) {
      const text = JSON.stringify(key);
      return {
        problem: `associative list with keys has an element that omits key field ${text} (and doesn't have default value)`,
      };
    }
    keys.push(`${key}=${pathValue(value)}`);
  }
  return { name: `[${keys.join(',')}]` };
}

function setPlace(element: unknown): Place {
  if (element === null) return { problem: "associative list without keys has an element that's an explicit null" };
  if (isList(element)) return { problem: 'not supported: associative list with lists as elements' };
  if (isFields(element)) return { problem: "associative list without keys has an element that's a map type" };
  return { name: `[=${pathValue(element)}]` };
}

/** OpenAPI has the zero as default of a field that Go always writes; `name` of a reference and `protocol` say theirs. */
function keyDefault(shape: Shape, key: string): unknown {
  if (key === 'protocol') return 'TCP';
  if (shape.kind !== 'struct') return undefined;
  if (shape.name === 'LocalObjectReference') return '';
  const field = structOf(shape.name)?.get(key);
  if (field?.always !== true || field.shape.kind !== 'scalar') return undefined;
  return field.shape.scalar === 's' ? '' : 0;
}
