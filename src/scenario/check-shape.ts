import * as v from 'valibot';
import type { Problem } from '../protocol/protocol.ts';
import type { Chunk } from './json-stream.ts';
import { Mistakes, refuse } from './problem.ts';
import { strayOf } from './stray.ts';
import { offsetOf } from './yaml.ts';

/**
 * Checks `value` and refuses what is off, with the line and column at which it stands. A field that nobody knows comes
 * alone: the one it was meant to be may be missing for that reason.
 */
export function checkShape(
  file: string,
  chunk: Chunk,
  value: unknown,
  shape: v.GenericSchema | undefined,
  prefix: readonly string[],
): void {
  if (shape === undefined) return;
  const stray = strayOf(shape, value);
  if (stray !== undefined) {
    const parent = [...prefix, ...stray.path];
    const path = stray.field === '' ? parent : [...parent, stray.field];
    const { line, column } = placeOf(chunk, path, stray.field !== '');
    const { code, params } = stray;
    refuse(code, file, line, column, { path: parent.join('.'), ...params, ...nameAt(value, stray.path) });
  }
  const mistakes = new Mistakes();
  const { issues = [] } = v.safeParse(shape, value);
  for (const issue of issues.slice(0, ISSUES_MAX)) {
    mistakes.of(() => {
      refuseIssue(file, chunk, value, prefix, issue);
    });
  }
  mistakes.tell();
}

const ISSUES_MAX = 10;

function refuseIssue(
  file: string,
  chunk: Chunk,
  value: unknown,
  prefix: readonly string[],
  issue: v.BaseIssue<unknown>,
): void {
  const inside = (issue.path ?? []).map((p) => String(p.key));
  const path = [...prefix, ...inside];
  const { line, column } = placeOf(chunk, path);
  const code = codeOf(issue);
  refuse(code, file, line, column, {
    path: path.join('.'),
    ...(code in ABOUT_TEXT ? { text: String(issue.input) } : { expected: expectedOf(issue) }),
    // An empty text is told by its length.
    got: isEmpty(issue) ? '' : issue.received,
    ...nameAt(value, inside),
  });
}

/** Codes of values that are written as a text of a form of its own, by the message of their check. */
const FORMS: Readonly<Record<string, string>> = {
  quantity: 'bad-quantity',
  duration: 'bad-duration',
  time: 'bad-time',
};
const ABOUT_TEXT = { 'bad-duration': true, 'negative-duration': true, 'bad-time': true };

function codeOf(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'missing-field';
  if (issue.message === 'duration' && /^-\d/.test(String(issue.input))) return 'negative-duration';
  return FORMS[issue.message] ?? 'wrong-type';
}

const isEmpty = ({ type }: v.BaseIssue<unknown>): boolean => type === 'min_length';

/**
 * What should stand there, in words that derive/words says: types ("string", "array"), bounds (">=0"), quoted values, or a
 * name of our own ("client"), with " | " between alternatives.
 */
function expectedOf(issue: v.BaseIssue<unknown>): string {
  const { expected, message, type } = issue;
  if (!message.startsWith('Invalid ')) return message;
  if (isEmpty(issue)) return 'not-empty';
  return (expected ?? type.replace('safe_', ''))
    .replace(/^\(|\)$/g, '')
    .replace(/ \| (?:null|undefined)/g, '')
    .replace(/\b(?:Object|Array)\b/g, (word) => word.toLowerCase());
}

/** The name of the list item in which `path` ends: an index says little. */
function nameAt(value: unknown, path: readonly string[]): { name?: string } {
  let at = value;
  let name: unknown;
  for (const step of path) {
    const inList = Array.isArray(at);
    at = (at as Readonly<Record<string, unknown>> | null | undefined)?.[step];
    if (inList) name = (at as { name?: unknown } | null | undefined)?.name;
  }
  return typeof name === 'string' && path.at(-1) !== 'name' ? { name } : {};
}

/** With the place of what its `path` names in this file. */
export function placedIn(file: string, chunk: Chunk, problem: Problem): Problem {
  const { params, others } = problem;
  const { path } = params;
  const placed = typeof path === 'string' ? { ...problem, file, ...placeOf(chunk, path.split('.')) } : problem;
  return others === undefined ? placed : { ...placed, others: others.map((one) => placedIn(file, chunk, one)) };
}

/** Line and column of a path in a chunk's text (of its key); of the nearest parent where the path itself is absent. */
export function placeOf(chunk: Chunk, path: readonly string[], atKey = false): { line: number; column: number } {
  const offset = offsetOf(chunk.text, path, atKey);
  const before = chunk.text.slice(0, offset);
  return { line: chunk.line + before.split('\n').length - 1, column: offset - before.lastIndexOf('\n') };
}
