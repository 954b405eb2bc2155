/** The judge: what a row lists must be there; what it does not list is free, unless its format calls the map complete. */
import { isFields } from './read.ts';
import type { CompareOptions, Mismatch } from './types.ts';

const join = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);

/** Absent and null are the same to JSON. */
const isNothing = (value: unknown): boolean => value === undefined || value === null;

/** The first difference, in order of the expectation, or undefined. */
export function firstMismatch(
  expected: unknown,
  got: unknown,
  options: CompareOptions = {},
  path = '',
): Mismatch | undefined {
  if (options.isNotCompared?.(path) === true) return undefined;
  if (isNothing(expected)) return isNothing(got) ? undefined : { path, expected, got };
  if (Array.isArray(expected)) return listMismatch(expected, got, options, path);
  if (isFields(expected)) return mapMismatch(expected, got, options, path);
  if (typeof expected === 'number' && typeof got === 'number') {
    const tolerance = options.tolerance?.(path) ?? 0;
    // Not "greater than", so that NaN differs too.
    return Math.abs(expected - got) <= tolerance ? undefined : { path, expected, got };
  }
  if (expected === got) return undefined;
  const same =
    typeof expected === 'string' && typeof got === 'string' && options.sameText?.(path, expected, got) === true;
  return same ? undefined : { path, expected, got };
}

function listMismatch(
  expected: readonly unknown[],
  got: unknown,
  options: CompareOptions,
  path: string,
): Mismatch | undefined {
  if (!Array.isArray(got)) return { path, expected, got };
  const list = got as readonly unknown[];
  if (options.isSet?.(path) === true) return setMismatch(expected, list, options, path);
  const common = Math.min(expected.length, list.length);
  for (let i = 0; i < common; i++) {
    const found = firstMismatch(expected[i], list[i], options, join(path, i));
    if (found !== undefined) return found;
  }
  return expected.length === list.length ? undefined : { path, expected, got };
}

/** Each listed entry takes one entry of the candidate; none may be left over. */
function setMismatch(
  expected: readonly unknown[],
  got: readonly unknown[],
  options: CompareOptions,
  path: string,
): Mismatch | undefined {
  const left = [...got];
  for (const entry of expected) {
    const at = left.findIndex((candidate) => firstMismatch(entry, candidate, options, join(path, '*')) === undefined);
    if (at < 0) return { path, expected, got };
    left.splice(at, 1);
  }
  return left.length === 0 ? undefined : { path, expected, got };
}

function mapMismatch(
  expected: Readonly<Record<string, unknown>>,
  got: unknown,
  options: CompareOptions,
  path: string,
): Mismatch | undefined {
  if (!isFields(got)) return { path, expected, got };
  for (const key of Object.keys(expected)) {
    const found = firstMismatch(
      expected[key],
      Object.hasOwn(got, key) ? got[key] : undefined,
      options,
      join(path, key),
    );
    if (found !== undefined) return found;
  }
  if (options.isComplete?.(path) !== true) return undefined;
  const more = Object.keys(got).find((key) => !Object.hasOwn(expected, key) && !isNothing(got[key]));
  return more === undefined ? undefined : { path: join(path, more), expected: undefined, got: got[more] };
}

/** Does the expectation say anything? */
export function listsSomething(expected: unknown): boolean {
  if (expected === undefined) return false;
  if (isFields(expected)) return Object.keys(expected).length > 0;
  if (Array.isArray(expected)) return (expected as unknown[]).some(listsSomething) || expected.length === 0;
  return true;
}
