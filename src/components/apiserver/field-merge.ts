/**
 * Merging what a client applied into what is there, and taking fields out again: structured-merge-diff typed/merge.go,
 * remove.go and fieldpath EnsureNamedFieldsAreMembers (v6).
 */
import { elementKey } from './field-compare.ts';
import { type FieldSet, EMPTY } from './field-set.ts';
import { isFields, isList } from './fields.ts';
import { structOf, type Shape } from './schema.ts';

const UNKNOWN: Shape = { kind: 'scalar', scalar: 'x' };

export function shapeOfField(shape: Shape, name: string): Shape {
  if (shape.kind === 'map') return { kind: 'scalar', scalar: shape.value };
  return (shape.kind === 'struct' ? structOf(shape.name)?.get(name)?.shape : undefined) ?? UNKNOWN;
}

const isGranular = (shape: Shape): boolean => {
  if (shape.kind === 'scalar') return false;
  return shape.kind === 'list' ? shape.keys.length > 0 || shape.set : !shape.atomic;
};

/** `applied` over `live`: what a client names is as it says, the rest stays. */
export function mergeApplied(live: unknown, applied: unknown, shape: Shape): unknown {
  if (applied === undefined) return live;
  if (live === undefined || live === null || !isGranular(shape)) return applied;
  if (shape.kind === 'list') return isList(live) && isList(applied) ? mergeLists(live, applied, shape) : applied;
  if (!isFields(live) || !isFields(applied)) return applied;
  const result: Record<string, unknown> = { ...live };
  for (const name in applied) result[name] = mergeApplied(live[name], applied[name], shapeOfField(shape, name));
  return result;
}

/** The applied order for what was applied; elements that only the live list has are taken in between, in theirs. */
function mergeLists(live: readonly unknown[], applied: readonly unknown[], shape: Shape & { kind: 'list' }): unknown[] {
  const keysOf = (list: readonly unknown[]): string[] => list.map((element) => elementKey(shape, element));
  const [left, right] = [keysOf(live), keysOf(applied)];
  const shared = right.filter((key) => left.includes(key));
  const merged = new Set<string>();
  const out: unknown[] = [];
  let next = shared.shift();
  const take = (key: string, rI: number): void => {
    merged.add(key);
    const at = left.indexOf(key);
    out.push(mergeApplied(at < 0 ? undefined : live[at], applied[rI], shape.element));
    if (next === key) next = shared.shift();
  };
  for (let lI = 0, rI = 0; lI < live.length || rI < applied.length;) {
    const key = left[lI];
    const other = right[rI];
    if (key !== undefined && other !== undefined) {
      if (key === other) {
        take(other, rI++);
        lI++;
        continue;
      }
      // Shared, but not the one that is wanted next.
      if (right.includes(key) && next !== undefined && next !== key) {
        lI++;
        continue;
      }
    }
    if (key !== undefined) {
      if (!right.includes(key)) {
        out.push(live[lI++]);
        continue;
      }
      if (merged.has(key)) lI++;
    }
    if (other !== undefined) take(other, rI++);
  }
  return out;
}

/** `value` without the paths of `set`. A map or list of which nothing is left is gone itself: undefined. */
export function removeFields(value: unknown, set: FieldSet, shape: Shape): unknown {
  if (set.below.size === 0 || !isGranular(shape)) return value;
  if (shape.kind === 'list') return isList(value) ? removeElements(value, set, shape) : value;
  if (!isFields(value)) return value;
  const result: Record<string, unknown> = {};
  for (const name in value) {
    const below = set.below.get(`f:${name}`) ?? EMPTY;
    if (below.here) continue;
    const left = removeFields(value[name], below, shapeOfField(shape, name));
    if (left !== undefined) result[name] = left;
  }
  return Object.keys(result).length === 0 ? undefined : result;
}

function removeElements(list: readonly unknown[], set: FieldSet, shape: Shape & { kind: 'list' }): unknown {
  const result: unknown[] = [];
  for (const element of list) {
    const below = set.below.get(elementKey(shape, element)) ?? EMPTY;
    if (below.here) continue;
    result.push(removeFields(element, below, shape.element));
  }
  return result.length === 0 ? undefined : result;
}

/** With each field of a struct that has members below it: so a struct that loses all goes with them. */
export function withNamedParents(set: FieldSet, shape: Shape): FieldSet {
  if (set.below.size === 0) return set;
  const below = new Map<string, FieldSet>();
  for (const [key, child] of set.below) {
    const name = key.startsWith('f:') ? key.slice(2) : undefined;
    const inner = name === undefined ? elementShape(shape) : shapeOfField(shape, name);
    const named = name !== undefined && shape.kind === 'struct' && structOf(shape.name)?.has(name) === true;
    const next = withNamedParents(child, inner);
    below.set(key, named && !next.here ? { here: true, below: next.below } : next);
  }
  return { here: set.here, below };
}

const elementShape = (shape: Shape): Shape => (shape.kind === 'list' ? shape.element : UNKNOWN);
