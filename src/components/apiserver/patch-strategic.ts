/**
 * Strategic merge patch: k8s.io/apimachinery pkg/util/strategicpatch/patch.go (v0.37). Directives $patch, $retainKeys,
 * $deleteFromPrimitiveList and $setElementOrder. Patches are made in patch-create.ts.
 */
import { equal } from './equal.ts';
import { isFields, isList, omit, type Fields } from './fields.ts';
import { DELETE_FROM, DIRECTIVE, ORDER, RETAIN } from './patch-directives.ts';
import { mergeOrdered, type Identity } from './patch-order.ts';
import { patchField, type PatchField } from './patch-types.ts';

/** The patch itself is wrong. */
export class StrategicPatchError extends Error {}

/**
 * @param type a type of PATCH_TYPES, for instance the object's kind
 * @returns `original` patched; parts that the patch does not change are shared
 */
export function applyStrategicPatch(original: Fields, patch: Fields, type: string | undefined): Fields {
  return mergeFields(original, patch, type);
}

function mergeFields(original: Fields, patch: Fields, type: string | undefined): Fields {
  return hasAnyDirective(patch) ? mergeDirected(original, patch, type) : mergePlain(original, patch, type);
}

const DOLLAR = 36;

function hasAnyDirective(patch: Fields): boolean {
  for (const name in patch) if (name.charCodeAt(0) === DOLLAR) return true;
  return false;
}

/** Field by field; one copy at most. */
function mergePlain(original: Fields, patch: Fields, type: string | undefined): Fields {
  let result: Record<string, unknown> | undefined;
  let dropped: string[] | undefined;
  for (const name in patch) {
    const value = patch[name];
    const old = original[name];
    if (value === null) {
      dropped ??= [];
      dropped.push(name);
      continue;
    }
    const next = value === old ? old : mergeValue(old, value, patchField(type, name));
    if (next === old) continue;
    result ??= { ...original };
    result[name] = next;
  }
  return dropped === undefined ? (result ?? original) : omit(result ?? original, dropped);
}

function mergeDirected(original: Fields, patch: Fields, type: string | undefined): Fields {
  const directive = patch[DIRECTIVE];
  if (directive === 'replace') return omit(patch, [DIRECTIVE]);
  if (directive === 'delete') return {};
  if (directive !== undefined && directive !== 'merge') {
    throw new StrategicPatchError(`Unknown patch type found: ${JSON.stringify(directive)}`);
  }
  let result = retainKeys(original, patch[RETAIN]);
  const done: string[] = [];
  for (const name in patch) {
    if (name.charCodeAt(0) !== DOLLAR) continue;
    done.push(name);
    if (!name.startsWith(ORDER)) continue;
    result = orderField(result, patch, name, type);
    done.push(name.slice(ORDER.length));
  }
  for (const name in patch) {
    const listName = name.slice(DELETE_FROM.length);
    if (name.startsWith(DELETE_FROM) && !(`${ORDER}${listName}` in patch))
      result = deleteFrom(result, listName, patch[name]);
  }
  return mergePlain(result, omit(patch, done), type);
}

function retainKeys(original: Fields, keys: unknown): Fields {
  if (!isList(keys)) return original;
  const dropped = Object.keys(original).filter((name) => !keys.includes(name));
  return omit(original, dropped);
}

function deleteFrom(result: Fields, name: string, values: unknown): Fields {
  const list = result[name];
  if (!isList(list) || !isList(values)) return result;
  const left = list.filter((value) => !values.some((gone) => equal(gone, value)));
  return left.length === list.length ? result : { ...result, [name]: left };
}

function mergeValue(original: unknown, patch: unknown, field: PatchField): unknown {
  if (original === undefined) return hasDirective(patch) ? undefined : stripped(patch);
  if (isFields(patch)) return isFields(original) ? mergeFields(original, patch, field.type) : patch;
  if (isList(patch)) {
    return isList(original) && merges(field) ? mergeList(original, patch, field) : patch;
  }
  return patch;
}

const merges = (field: PatchField): boolean => field.mergeKey !== undefined || field.set === true;

/**
 * What a patch leaves where there was nothing to merge with: no nulls, and nothing of a map that has a directive. (The
 * directive $retainKeys stays, in upstream too.)
 */
function stripped(value: unknown): unknown {
  if (isList(value)) return value.filter((element) => !hasDirective(element)).map(stripped);
  if (!isFields(value)) return value;
  const result: Record<string, unknown> = {};
  for (const name in value) {
    const field = value[name];
    if (field !== null && !hasDirective(field)) result[name] = stripped(field);
  }
  return result;
}

const hasDirective = (value: unknown): boolean => isFields(value) && DIRECTIVE in value;

const isDeletion = (element: unknown): boolean => isFields(element) && element[DIRECTIVE] === 'delete';

const identityOf = ({ mergeKey }: PatchField): Identity =>
  mergeKey === undefined ? (element) => element : (element) => (isFields(element) ? element[mergeKey] : element);

function mergeList(original: readonly unknown[], patch: readonly unknown[], field: PatchField): readonly unknown[] {
  const identity = identityOf(field);
  if (field.mergeKey === undefined) {
    const added = patch.filter((value) => !original.includes(value));
    if (added.length === 0 && patch.length === 0) return original;
    return mergeOrdered([...original, ...new Set(added)], patch, original, identity);
  }
  const plain = patch.filter((element) => !isFields(element) || element[DIRECTIVE] === undefined);
  if (patch.some((element) => isFields(element) && element[DIRECTIVE] === 'replace')) return plain;
  const gone = patch.filter(isDeletion).map(identity);
  const kept =
    gone.length === 0 ? original : original.filter((element) => !gone.some((id) => equal(id, identity(element))));
  const merged = mergeElements(kept, plain, field, identity);
  if (merged === kept) return kept;
  return mergeOrdered(merged, plain, kept, identity);
}

function mergeElements(
  original: readonly unknown[],
  patch: readonly unknown[],
  field: PatchField,
  identity: Identity,
): readonly unknown[] {
  let result: unknown[] | undefined;
  for (const element of patch) {
    const id = identity(element);
    if (id === undefined || !isFields(element)) {
      throw new StrategicPatchError(
        `map: ${JSON.stringify(element)} does not contain declared merge key: ${field.mergeKey ?? ''}`,
      );
    }
    const list = result ?? original;
    const at = list.findIndex((other) => equal(identity(other), id));
    const old = list[at];
    const next = isFields(old) ? mergeFields(old, element, field.type) : element;
    if (next === old) continue;
    result ??= original.slice();
    if (at < 0) result.push(next);
    else result[at] = next;
  }
  return result ?? original;
}

/** Merges the list that "$setElementOrder/name" is about and puts it into that order. */
function orderField(result: Fields, patch: Fields, directive: string, type: string | undefined): Fields {
  const name = directive.slice(ORDER.length);
  const order = patch[directive];
  const field = patchField(type, name);
  const original = result[name];
  const change = patch[name];
  if (!isList(order) || (original === undefined && change === undefined)) return result;
  if (change === null) return omit(result, [name]);
  const before = isList(original) ? original : [];
  if (isList(change)) checkOrder(change, order, identityOf(field));
  const cut = deletedFirst(before, patch[`${DELETE_FROM}${name}`]);
  const wanted = original === undefined ? stripped(change) : change;
  const merged = isList(wanted) ? mergeList(cut, wanted, field) : cut;
  const identity = identityOf(field);
  const next = mergeOrdered(merged, order, orderOfServer(before, wanted, identity), identity);
  return equal(next, original) ? result : { ...result, [name]: next };
}

/**
 * The order of what was there, as upstream sees it after the merge: elements that go are closed up in the same array, and
 * the first new ones take the places that are free at its end.
 */
function orderOfServer(before: readonly unknown[], patch: unknown, identity: Identity): readonly unknown[] {
  if (!isList(patch) || !patch.some(isDeletion)) return before;
  const places = [...before];
  let count = places.length;
  for (const gone of patch.filter(isDeletion).map(identity)) {
    for (;;) {
      const at = places.slice(0, count).findIndex((element) => equal(identity(element), gone));
      if (at < 0) break;
      places.copyWithin(at, at + 1, count--);
    }
  }
  const fresh = patch.filter(
    (element) => !isDeletion(element) && !before.some((old) => equal(identity(old), identity(element))),
  );
  for (const element of fresh) if (count < places.length) places[count++] = element;
  return places;
}

/** The patch's elements must come in the order that it asks for. */
function checkOrder(patch: readonly unknown[], order: readonly unknown[], identity: Identity): void {
  const named = patch.filter((element) => !isDeletion(element)).map(identity);
  let at = 0;
  for (const element of order) if (at < named.length && equal(identity(element), named[at])) at++;
  if (at < named.length && order.length > 0) {
    throw new StrategicPatchError(
      `The order in patch list:\n${JSON.stringify(patch)}\n doesn't match $setElementOrder list:\n${JSON.stringify(order)}\n`,
    );
  }
}

function deletedFirst(list: readonly unknown[], values: unknown): readonly unknown[] {
  return isList(values) ? list.filter((value) => !values.some((gone) => equal(gone, value))) : list;
}
