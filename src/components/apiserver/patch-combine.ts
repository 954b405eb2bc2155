/**
 * Two patches made one: mergeMap of k8s.io/apimachinery pkg/util/strategicpatch (v0.37) over patches, where directives are
 * kept and not carried out.
 */
import { equal } from './equal.ts';
import { isFields, isList, type Fields } from './fields.ts';
import { DELETE_FROM, DIRECTIVE, ORDER } from './patch-directives.ts';
import { mergeOrdered, type Identity } from './patch-order.ts';
import { patchField, type PatchField } from './patch-types.ts';

export const byMergeKey = (list: readonly unknown[], element: unknown, key: string): Fields | undefined =>
  list.filter(isFields).find((other) => equal(other[key], (element as Fields)[key]));

/** `second` put on top of `first`; for orders of the same list the two must agree. */
export function mergePatches(first: Fields, second: Fields, type: string | undefined): Fields {
  const result: Record<string, unknown> = { ...first };
  const rest: Record<string, unknown> = { ...second };
  for (const directive in second) {
    if (!directive.startsWith(ORDER)) continue;
    mergeOrderedList(result, rest, directive, type);
    Reflect.deleteProperty(rest, directive);
  }
  for (const name in rest) result[name] = mergeValue(result[name], rest[name], name, type);
  return result;
}

function mergeOrderedList(
  result: Record<string, unknown>,
  rest: Record<string, unknown>,
  directive: string,
  type: string | undefined,
): void {
  const order = rest[directive];
  result[directive] = order;
  const name = directive.slice(ORDER.length);
  const [before, change] = [result[name], rest[name]];
  if (!isList(order) || (before === undefined && change === undefined)) return;
  const field = patchField(type, name);
  const server = isList(before) ? before : [];
  const merged = isList(change) ? mergeLists(server, change, field) : server;
  result[name] = deletionsLast(mergeOrdered(merged, order, server, identityOf(field)));
  Reflect.deleteProperty(rest, name);
}

const identityOf = ({ mergeKey }: PatchField): Identity =>
  mergeKey === undefined ? (element) => element : (element) => (isFields(element) ? element[mergeKey] : element);

/** Deletions stand at the end, as they were. */
function deletionsLast(list: readonly unknown[]): readonly unknown[] {
  const gone = (element: unknown): boolean => isFields(element) && element[DIRECTIVE] === 'delete';
  return [...list.filter((element) => !gone(element)), ...list.filter(gone)];
}

function mergeValue(before: unknown, after: unknown, name: string, type: string | undefined): unknown {
  if (before === undefined || before === null || name.startsWith(DELETE_FROM)) return after;
  const field = patchField(type, name);
  if (isFields(before) && isFields(after)) return mergePatches(before, after, field.type);
  const merges = field.mergeKey !== undefined || field.set === true;
  if (isList(before) && isList(after) && merges) {
    return mergeOrdered(mergeLists(before, after, field), after, before, identityOf(field));
  }
  return after;
}

function mergeLists(before: readonly unknown[], after: readonly unknown[], field: PatchField): readonly unknown[] {
  const { mergeKey } = field;
  if (mergeKey === undefined) return [...new Set([...before, ...after])];
  const result = [...before];
  for (const element of after) {
    const old = byMergeKey(result, element, mergeKey);
    if (old === undefined) result.push(element);
    else result[result.indexOf(old)] = mergePatches(old, element as Fields, field.type);
  }
  return result;
}
