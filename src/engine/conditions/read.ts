/** What conditions ask of an object, and how values compare. */
import type { KubeObject } from '../../model/objects.ts';
import type { Comparison, Condition } from '../../scenario/condition/types.ts';
import { isPod, podStatusWord } from '../phase.ts';

/** Short names of paths that people look at most. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ['phase', 'status.phase'],
  ['node', 'spec.nodeName'],
  ['name', 'metadata.name'],
  ['namespace', 'metadata.namespace'],
  ['revision', 'metadata.resourceVersion'],
]);

/** @param path "phase", "status" (kubectl's word), "exists", or a path such as "status.conditions.Ready" */
export function readPath(object: KubeObject | undefined, path: string): string | undefined {
  if (path === 'exists') return object === undefined ? 'false' : 'true';
  if (object === undefined) return undefined;
  if (path === 'status' && isPod(object)) return podStatusWord(object);
  let at: unknown = object;
  for (const part of (PATHS.get(path) ?? path).split('.')) at = member(at, part);
  return textOf(at);
}

/** A field, an element by its index, or the element whose `type`, `name` or `key` it is. */
function member(value: unknown, part: string): unknown {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return /^\d+$/.test(part) ? list[Number(part)] : list.find((one) => isNamed(one, part));
  }
  return isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isNamed = (one: unknown, name: string): boolean =>
  isRecord(one) && (one['type'] === name || one['name'] === name || one['key'] === name);

/** A condition of an object (`status.conditions.Ready`) reads as its status; any other object as JSON. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (isRecord(value) && typeof value['type'] === 'string' && typeof value['status'] === 'string')
    return value['status'];
  return JSON.stringify(value);
}

/** How a value is compared with what a condition has. An absent value equals "" and nothing else. */
export function comparer(comparison: Comparison, wanted: string): (value: string | undefined) => boolean {
  switch (comparison) {
    case '=':
      return equals(wanted);
    case '!=': {
      const same = equals(wanted);
      return (value) => !same(value);
    }
    case '~':
    case '!~': {
      const small = wanted.toLowerCase();
      return (value) => (value ?? '').toLowerCase().includes(small) === (comparison === '~');
    }
    default:
      return ordered(comparison, Number(wanted));
  }
}

function equals(wanted: string): (value: string | undefined) => boolean {
  if (!wanted.includes('*')) return (value) => (value ?? '') === wanted;
  const parts = wanted.split('*');
  return (value) => fits(value ?? '', parts);
}

/** Whether the parts of a pattern stand in the text in their order, first and last at its ends. */
function fits(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

function ordered(comparison: '<' | '<=' | '>' | '>=', wanted: number) {
  return (value: string | undefined): boolean => {
    const number = value === undefined || value === '' ? NaN : Number(value);
    if (comparison === '<') return number < wanted;
    if (comparison === '<=') return number <= wanted;
    return comparison === '>' ? number > wanted : number >= wanted;
  };
}

/** A `where` as a test of objects. */
export function objectTest(where: Condition | undefined): (object: KubeObject) => boolean {
  if (where === undefined) return () => true;
  if (where.is === 'not') {
    const part = objectTest(where.part);
    return (object) => !part(object);
  }
  if (where.is === 'test') {
    const { operand } = where;
    const compare = comparer(where.comparison, where.value);
    const path = operand.of === 'field' ? operand.path : '';
    return (object) => compare(readPath(object, path));
  }
  const parts = where.parts.map(objectTest);
  return where.is === 'and' ? (object) => parts.every((p) => p(object)) : (object) => parts.some((p) => p(object));
}
