import { durationMicros } from './duration.ts';
import type { Chunk } from './json-stream.ts';
import { refuse } from './problem.ts';
import { checkShape, placeOf } from './shapes.ts';
import type { TimelineEntry } from './types.ts';
import { VERB_OPTIONS, VERB_SHAPES, VERBS_LATER } from './verbs.ts';

type Entry = Readonly<Record<string, unknown>>;

const MOMENTS = ['at', 'afterMillis', 'afterStep'];
/** Beside `at` or `afterMillis`, or alone: not before nothing is in flight. */
const QUIET = 'afterQuiet';
const isVerb = (key: string): boolean => key in VERB_SHAPES || VERBS_LATER.has(key);

export function readTimeline(file: string, chunk: Chunk, entries: readonly Entry[]): TimelineEntry[] {
  return entries.map((entry, i) => {
    const path = ['spec', 'timeline', String(i)];
    const place = placeOf(chunk, path);
    const verb = verbOf(file, entry, place);
    checkShape(file, chunk, entry[verb], VERB_SHAPES[verb], [...path, verb]);
    const options = Object.entries(entry).filter(([key]) => key in VERB_OPTIONS);
    for (const [key, value] of options) checkShape(file, chunk, value, VERB_OPTIONS[key], [...path, key]);
    return { verb, body: entry[verb], options: Object.fromEntries(options), when: momentOf(file, entry, place) };
  });
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function verbOf(file: string, entry: Entry, { line, column }: Place): string {
  const keys = Object.keys(entry);
  const unknown = keys.find((k) => !isVerb(k) && k !== QUIET && !MOMENTS.includes(k) && !(k in VERB_OPTIONS));
  if (unknown !== undefined) {
    const known = [...Object.keys(VERB_SHAPES), ...VERBS_LATER].join(', ');
    refuse('unknown-verb', file, line, column, { verb: unknown, known });
  }
  const [verb, second] = keys.filter(isVerb);
  if (verb === undefined || second !== undefined) {
    return refuse('one-verb', file, line, column, { verbs: keys.filter(isVerb).join(', ') });
  }
  if (VERBS_LATER.has(verb)) refuse('verb-not-yet', file, line, column, { verb });
  return verb;
}

function momentOf(file: string, entry: Entry, { line, column }: Place): TimelineEntry['when'] {
  const given = MOMENTS.filter((m) => entry[m] !== undefined);
  const quiet = entry[QUIET] === true;
  if (quiet && given.length === 0) return { kind: 'after', micros: 0, quiet };
  if (entry[QUIET] !== undefined && (!quiet || given[0] === 'afterStep')) {
    return refuse('one-moment', file, line, column, { moments: [...given, QUIET].join(', ') });
  }
  const [moment] = given;
  if (given.length !== 1 || moment === undefined) {
    return refuse('one-moment', file, line, column, { moments: given.join(', ') });
  }
  if (moment === 'afterStep') {
    const step = entry[moment];
    if (!isStep(step)) return refuse('not-a-step', file, line, column, { text: String(step) });
    return { kind: 'step', step };
  }
  const micros = moment === 'at' ? durationMicros(entry['at']) : millis(entry['afterMillis']);
  if (micros === undefined) return refuse('bad-duration', file, line, column, { text: String(entry[moment]) });
  return { kind: moment === 'at' ? 'at' : 'after', micros, ...(quiet ? { quiet } : {}) };
}

const isStep = (n: unknown): n is number => typeof n === 'number' && n >= 0 && Number.isSafeInteger(n);

const millis = (n: unknown): number | undefined =>
  typeof n === 'number' && n >= 0 && Number.isInteger(n) ? n * 1000 : undefined;
