/**
 * What a client sends so that an object becomes another: CreateTwoWayMergePatch and CreateThreeWayMergePatch of
 * k8s.io/apimachinery pkg/util/strategicpatch/patch.go (v0.37). Left out: preconditions, conflicts (a patch overwrites).
 */
import { equal } from './equal.ts';
import { isFields, isList, type Fields } from './fields.ts';
import { DELETE_FROM, DIRECTIVE, ORDER, RETAIN } from './patch-directives.ts';
import { byMergeKey, mergePatches } from './patch-combine.ts';
import { patchField, type PatchField } from './patch-types.ts';

/** Which half of the difference is wanted. */
interface Half {
  readonly deletions: boolean;
  readonly changes: boolean;
}

const BOTH: Half = { deletions: true, changes: true };

/** @param type a type of PATCH_TYPES, for instance the object's kind. @returns the patch from `original` to `modified` */
export const createTwoWayPatch = (original: Fields, modified: Fields, type: string): Fields =>
  diffMaps(original, modified, type, BOTH, false);

/**
 * The patch that makes `current` like `modified` and takes out what `original` had and `modified` has not; what only
 * `current` has stays.
 */
export function createThreeWayPatch(original: Fields, modified: Fields, current: Fields, type: string): Fields {
  const deletions = diffMaps(original, modified, type, { deletions: true, changes: false }, false);
  const delta = diffMaps(current, modified, type, { deletions: false, changes: true }, false);
  return mergePatches(deletions, delta, type);
}

/** The same as a JSON merge patch: CreateThreeWayJSONMergePatch of pkg/util/jsonmergepatch/patch.go. Lists are whole. */
export function createThreeWayMergePatch(original: Fields, modified: Fields, current: Fields): Fields {
  const patch: Draft = {};
  for (const name in modified) {
    const [after, live] = [modified[name], current[name]];
    if (isFields(after)) {
      const before = original[name];
      const inner = createThreeWayMergePatch(isFields(before) ? before : {}, after, isFields(live) ? live : {});
      if (Object.keys(inner).length > 0 || !isFields(live)) patch[name] = inner;
    } else if (after !== null && !equal(live, after)) patch[name] = after;
  }
  for (const name in original) if (!(name in modified)) patch[name] = null;
  return patch;
}

type Draft = Record<string, unknown>;

function diffMaps(original: Fields, modified: Fields, type: string | undefined, half: Half, retain: boolean): Fields {
  const patch: Draft = {};
  for (const name in modified) {
    if (name in original) diffField(patch, name, original[name], modified[name], patchField(type, name), half);
    else if (half.changes) patch[name] = modified[name];
  }
  if (half.deletions) for (const name in original) if (!(name in modified)) patch[name] = null;
  const kept = Object.keys(modified).filter((name) => modified[name] !== null);
  const differs = Object.keys(patch).length > 0 || Object.keys(original).some((name) => !(name in modified));
  if (retain && kept.length > 0 && differs) patch[RETAIN] = kept.sort();
  return patch;
}

function diffField(patch: Draft, name: string, before: unknown, after: unknown, field: PatchField, half: Half): void {
  if (isFields(before) && isFields(after)) {
    const inner = diffMaps(before, after, field.type, half, field.retainKeys === true);
    if (Object.keys(inner).length > 0) patch[name] = inner;
  } else if (isList(before) && isList(after) && (field.mergeKey !== undefined || field.set === true)) {
    diffLists(patch, name, before, after, field, half);
  } else if (half.changes && !equal(before, after)) {
    patch[name] = after;
  }
}

function diffLists(
  patch: Draft,
  name: string,
  before: readonly unknown[],
  after: readonly unknown[],
  field: PatchField,
  half: Half,
): void {
  if (before.length === 0) {
    if (after.length > 0 && half.changes) patch[name] = after;
  } else if (field.mergeKey === undefined) {
    diffSets(patch, name, before, after, half);
  } else {
    diffKeyed(patch, name, before, after, field, field.mergeKey, half);
  }
}

function diffSets(patch: Draft, name: string, before: readonly unknown[], after: readonly unknown[], half: Half): void {
  const added = half.changes ? after.filter((value) => !before.includes(value)) : [];
  const gone = half.deletions ? [...new Set(before.filter((value) => !after.includes(value)))].sort(byText) : [];
  if (added.length > 0) patch[name] = added;
  if (gone.length > 0) patch[`${DELETE_FROM}${name}`] = gone;
  if ((gone.length > 0 || (half.changes && !equal(before, after))) && after.length > 0)
    patch[`${ORDER}${name}`] = after;
}

function diffKeyed(
  patch: Draft,
  name: string,
  before: readonly unknown[],
  after: readonly unknown[],
  field: PatchField,
  key: string,
  half: Half,
): void {
  const changed = after.flatMap((element) => elementPatch(before, element, field, key, half));
  const gone = half.deletions ? deletions(before, after, key) : [];
  const all = [...changed, ...gone];
  if (all.length > 0) patch[name] = all;
  const sameOrder = before.length === after.length && after.every((element, i) => sameKey(before[i], element, key));
  const ordered = half.changes ? all.length > 0 || !sameOrder : all.length > 0;
  if (ordered && after.length > 0) {
    patch[`${ORDER}${name}`] = after.map((element) => ({ [key]: (element as Fields)[key] }));
  }
}

const sameKey = (a: unknown, b: unknown, key: string): boolean => equal((a as Fields)[key], (b as Fields)[key]);

function elementPatch(
  before: readonly unknown[],
  element: unknown,
  field: PatchField,
  key: string,
  half: Half,
): readonly unknown[] {
  const old = byMergeKey(before, element, key);
  if (old === undefined) return half.changes ? [element] : [];
  const inner = diffMaps(old, element as Fields, field.type, half, field.retainKeys === true);
  return Object.keys(inner).length === 0 ? [] : [{ ...inner, [key]: (element as Fields)[key] }];
}

/** In the order of the keys as text. */
function deletions(before: readonly unknown[], after: readonly unknown[], key: string): readonly unknown[] {
  const gone = before.filter((element) => byMergeKey(after, element, key) === undefined);
  const keys = gone.map((element) => (element as Fields)[key]).sort(byText);
  return keys.map((value) => ({ [DIRECTIVE]: 'delete', [key]: value }));
}

function byText(a: unknown, b: unknown): number {
  const [x, y] = [String(a), String(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}
