/**
 * Sets of field paths: sigs.k8s.io/structured-merge-diff fieldpath (v6), kept in the form that FieldsV1 writes: "f:name"
 * for a field, "k:{…}" for an element by its keys, "v:…" for an element of a set, "." for the path itself.
 */
import { compareBytes } from '../../kernel/kernel.ts';
import { isFields, type Fields } from './fields.ts';

/** A set of paths below one place. */
export interface FieldSet {
  /** The place itself belongs to the set. */
  readonly here: boolean;
  readonly below: ReadonlyMap<string, FieldSet>;
}

const NONE: ReadonlyMap<string, FieldSet> = new Map();
export const EMPTY: FieldSet = { here: false, below: NONE };

export const isEmpty = (set: FieldSet): boolean => !set.here && set.below.size === 0;

/** A set under construction. */
export class FieldSetBuilder {
  private here = false;
  private readonly below = new Map<string, FieldSetBuilder>();

  insert(path: readonly string[]): void {
    this.insertFrom(path, 0);
  }

  private insertFrom(path: readonly string[], at: number): void {
    const key = path[at];
    if (key === undefined) {
      this.here = true;
      return;
    }
    let next = this.below.get(key);
    if (next === undefined) {
      next = new FieldSetBuilder();
      this.below.set(key, next);
    }
    next.insertFrom(path, at + 1);
  }

  build(): FieldSet {
    return make(this.here, new Map([...this.below].map(([key, node]) => [key, node.build()])));
  }
}

function make(here: boolean, below: ReadonlyMap<string, FieldSet>): FieldSet {
  const kept = new Map([...below].filter(([, set]) => !isEmpty(set)));
  return !here && kept.size === 0 ? EMPTY : { here, below: kept };
}

type Rule = (a: boolean, b: boolean) => boolean;

function combine(a: FieldSet, b: FieldSet, rule: Rule): FieldSet {
  const below = new Map<string, FieldSet>();
  for (const [key, set] of a.below) below.set(key, combine(set, b.below.get(key) ?? EMPTY, rule));
  for (const [key, set] of b.below) if (!a.below.has(key)) below.set(key, combine(EMPTY, set, rule));
  return make(rule(a.here, b.here), below);
}

export const union = (a: FieldSet, b: FieldSet): FieldSet => combine(a, b, (x, y) => x || y);
export const intersection = (a: FieldSet, b: FieldSet): FieldSet => combine(a, b, (x, y) => x && y);
export const difference = (a: FieldSet, b: FieldSet): FieldSet => combine(a, b, (x, y) => x && !y);

/** Without what lies at or below the paths of `b`. */
export function withoutBelow(a: FieldSet, b: FieldSet): FieldSet {
  if (b.here) return EMPTY;
  const below = new Map<string, FieldSet>();
  for (const [key, set] of a.below) below.set(key, withoutBelow(set, b.below.get(key) ?? EMPTY));
  return make(a.here, below);
}

/** Every path of the set, as keys, in upstream's order: the members of a place, then what lies below each. */
export function pathsOf(set: FieldSet): string[][] {
  return [...(set.here ? [[]] : []), ...pathsBelow(set, [])];
}

function pathsBelow({ below }: FieldSet, at: readonly string[]): string[][] {
  const keys = [...below.keys()].sort(compareBytes);
  const members = keys.filter((key) => below.get(key)?.here === true).map((key) => [...at, key]);
  return [...members, ...keys.flatMap((key) => pathsBelow(below.get(key) ?? EMPTY, [...at, key]))];
}

export function encodeFields(set: FieldSet): Fields {
  const result: Record<string, unknown> = {};
  if (set.here && set.below.size > 0) result['.'] = {};
  for (const [key, below] of set.below) result[key] = encodeFields(below);
  return result;
}

/** Of a FieldsV1; an empty object is a leaf, but at the top an empty set. */
export function decodeFields(fields: Fields, top = true): FieldSet {
  const keys = Object.keys(fields);
  const below = new Map<string, FieldSet>();
  for (const key of keys) {
    const value = fields[key];
    if (key !== '.') below.set(key, decodeFields(isFields(value) ? value : {}, false));
  }
  return { here: '.' in fields || (!top && keys.length === 0), below };
}

/** ".spec.containers[name=\"a\"].image", as messages have it. */
export function pathText(path: readonly string[]): string {
  return path.map(elementText).join('');
}

function elementText(key: string): string {
  const rest = key.slice(2);
  if (key.startsWith('f:')) return `.${rest}`;
  if (key.startsWith('v:')) return `[=${rest}]`;
  const keys = Object.entries(JSON.parse(rest) as Fields);
  return `[${keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(',')}]`;
}
