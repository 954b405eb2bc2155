/** Order of a merged list: k8s.io/apimachinery strategicpatch normalizeElementOrder and mergeSortedSlice (v0.37). */
import { equal } from './equal.ts';

/** What tells an element of a list from the others. */
export type Identity = (element: unknown) => unknown;

const place = (list: readonly unknown[], element: unknown, identity: Identity): number => {
  const id = identity(element);
  return list.findIndex((other) => equal(identity(other), id));
};

/**
 * Elements that `patch` names keep the patch's order, all others that of `server`; the two are then woven by the server's
 * order as far as it tells, elements of the patch first where it does not.
 */
export function mergeOrdered(
  merged: readonly unknown[],
  patch: readonly unknown[],
  server: readonly unknown[],
  identity: Identity,
): readonly unknown[] {
  const right = merged.filter((element) => place(patch, element, identity) >= 0);
  const left = merged.filter((element) => place(patch, element, identity) < 0);
  right.sort((a, b) => place(patch, a, identity) - place(patch, b, identity));
  left.sort((a, b) => place(server, a, identity) - place(server, b, identity));
  const result: unknown[] = [];
  let i = 0;
  for (const element of right) {
    const at = place(server, element, identity);
    while (i < left.length && at >= 0 && isBefore(place(server, left[i], identity), at)) result.push(left[i++]);
    result.push(element);
  }
  result.push(...left.slice(i));
  return result;
}

const isBefore = (a: number, b: number): boolean => a >= 0 && a < b;
