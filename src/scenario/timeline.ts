import { meant } from '../model/nearest.ts';
import { resourceInfo, RESOURCES } from '../model/resources.ts';
import * as v from 'valibot';
import { checkShape, placeOf } from './check-shape.ts';
import { durationMicros } from './duration.ts';
import type { Chunk } from './json-stream.ts';
import { Mistakes, refuse } from './problem.ts';
import { unknownField } from './stray.ts';
import type { TimelineEntry } from './types.ts';
import { MOMENT_SHAPES, targetOf, targetsIn, VERB_OPTIONS, VERB_SHAPES, VERBS_LATER } from './verbs.ts';

type Entry = Readonly<Record<string, unknown>>;

const MOMENTS = Object.keys(MOMENT_SHAPES);
/** Beside `at` or `afterMillis`, or alone: not before nothing is in flight. */
const QUIET = 'afterQuiet';
const isVerb = (key: string): boolean => Object.hasOwn(VERB_SHAPES, key) || VERBS_LATER.has(key);
const BESIDE: Readonly<Record<string, v.GenericSchema>> = {
  ...MOMENT_SHAPES,
  [QUIET]: v.literal(true),
  ...VERB_OPTIONS,
};

/** An entry, and where it stands. */
interface Written {
  readonly file: string;
  readonly chunk: Chunk;
  readonly path: readonly string[];
  readonly entry: Entry;
}

export function readTimeline(file: string, chunk: Chunk, entries: readonly Entry[]): TimelineEntry[] {
  const mistakes = new Mistakes();
  const read = entries.flatMap(
    (entry, i) => mistakes.of(() => readEntry({ file, chunk, path: ['spec', 'timeline', String(i)], entry })) ?? [],
  );
  mistakes.tell();
  return read;
}

function readEntry(written: Written): TimelineEntry {
  const { file, chunk, path, entry } = written;
  const verb = verbOf(written);
  const mistakes = new Mistakes();
  mistakes.of(() => {
    checkShape(file, chunk, entry[verb], VERB_SHAPES[verb], [...path, verb]);
    checkWatch(written, verb);
  });
  for (const [key, value] of Object.entries(entry)) {
    mistakes.of(() => {
      checkShape(file, chunk, value, BESIDE[key], [...path, key]);
    });
  }
  mistakes.tell();
  const options = Object.entries(entry).filter(([key]) => Object.hasOwn(VERB_OPTIONS, key));
  return { verb, body: entry[verb], options: Object.fromEntries(options), when: momentOf(written) };
}

type Params = Readonly<Record<string, string>>;

/** At an entry, or at one of its keys. */
function refuseAt({ file, chunk, path }: Written, key: string | undefined, code: string, params: Params): never {
  const { line, column } = placeOf(chunk, key === undefined ? path : [...path, key], key !== undefined);
  return refuse(code, file, line, column, params);
}

function verbOf(written: Written): string {
  const keys = Object.keys(written.entry);
  const unknown = keys.find((key) => !isVerb(key) && !Object.hasOwn(BESIDE, key));
  if (unknown !== undefined) refuseKey(written, unknown);
  const [verb, second] = keys.filter(isVerb);
  if (verb === undefined || second !== undefined) {
    return refuseAt(written, undefined, 'one-verb', { verbs: keys.filter(isVerb).join(', ') });
  }
  if (VERBS_LATER.has(verb)) refuseAt(written, verb, 'verb-not-yet', { verb });
  return verb;
}

/** A key that is nothing: what stands beside a verb, misspelled, or else a verb. */
function refuseKey(written: Written, key: string): never {
  const verbs = Object.keys(VERB_SHAPES);
  const beside = Object.keys(BESIDE);
  const near = meant(key, [...verbs, ...VERBS_LATER, ...beside]) ?? '';
  if (beside.includes(near) || Object.keys(written.entry).some(isVerb)) {
    const { code, params } = unknownField(written.path, key, beside);
    return refuseAt(written, key, code, { path: written.path.join('.'), ...params });
  }
  const later = VERBS_LATER.has(near) ? near : '';
  const params = { verb: key, near: later === '' ? near : '', later, known: verbs.join(', ') };
  return refuseAt(written, key, 'unknown-verb', params);
}

/** A watch of a resource that there is not would never be met. */
function checkWatch({ file, chunk, path, entry }: Written, verb: string): void {
  for (const named of targetsIn(verb, entry[verb])) {
    const { resource } = targetOf(named.text);
    if (resource !== undefined) checkResource(file, chunk, [...path, verb, ...named.path], resource);
  }
}

/** The word for a resource, as in "pods". */
export function checkResource(
  file: string,
  chunk: Chunk,
  path: readonly string[],
  resource: string,
  names: Params = {},
): void {
  if (resourceInfo(resource) !== undefined) return;
  const { line, column } = placeOf(chunk, path);
  const near = meant(
    resource,
    RESOURCES.map((row) => row.resource),
  );
  refuse('unknown-resource', file, line, column, { path: path.join('.'), resource, near: near ?? '', ...names });
}

function momentOf(written: Written): TimelineEntry['when'] {
  const { entry } = written;
  const given = MOMENTS.filter((m) => entry[m] !== undefined);
  const quiet = entry[QUIET] === true;
  if (quiet && given.length === 0) return { kind: 'after', micros: 0, quiet };
  const [moment] = given;
  // Only what waits for a step begins at a place in the run before which all else has or has not begun.
  if (entry['alone'] === true && moment !== 'afterStep') {
    return refuseAt(written, 'alone', 'one-moment', { moments: [...given, 'alone'].join(', ') });
  }
  if (given.length !== 1 || moment === undefined || (quiet && moment === 'afterStep')) {
    const moments = quiet ? [...given, QUIET] : given;
    return refuseAt(written, undefined, 'one-moment', { moments: moments.join(', ') });
  }
  if (moment === 'afterStep') return { kind: 'step', step: Number(entry[moment]) };
  const micros = moment === 'at' ? durationMicros(entry['at']) : Number(entry['afterMillis']) * 1000;
  return { kind: moment === 'at' ? 'at' : 'after', micros: micros ?? 0, ...(quiet ? { quiet } : {}) };
}
