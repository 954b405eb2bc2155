import type { Chunk } from './json-stream.ts';
import { refuse } from './problem.ts';
import { placeOf } from './shapes.ts';
import type { TimelineEntry } from './types.ts';

/** Verbs of CONTRACT 1, and whether this version acts on each. A verb that is not here is an error. */
const VERBS: Readonly<Record<string, boolean>> = {
  apply: true,
  create: true,
  delete: true,
  patch: true,
  scale: true,
  setImage: true,
  rollback: false,
  pauseRollout: true,
  resumeRollout: true,
  label: true,
  annotate: true,
  cordon: true,
  uncordon: true,
  drain: false,
  taint: true,
  untaint: true,
  evict: true,
  suspend: false,
  resume: false,
  nodeJoins: false,
  kubeletStops: false,
  kubeletPauses: false,
  kubeletResumes: false,
  containerExits: false,
  probe: false,
  crash: false,
  pause: false,
  slow: false,
  cut: false,
  partition: false,
  compact: false,
  leaderChange: false,
  skewClock: false,
  drop: false,
  duplicate: false,
  fillDisk: false,
};
const MOMENTS = ['at', 'afterMillis', 'afterQuiet', 'afterStep'];

export function readTimeline(
  file: string,
  chunk: Chunk,
  entries: readonly Readonly<Record<string, unknown>>[],
): TimelineEntry[] {
  return entries.map((entry, i) => {
    const place = placeOf(chunk, ['spec', 'timeline', String(i)]);
    const verbs = Object.keys(entry).filter((k) => k in VERBS);
    const verb = verbs[0];
    const unknown = Object.keys(entry).find((k) => !(k in VERBS) && !MOMENTS.includes(k) && !OPTIONS.includes(k));
    if (unknown !== undefined) {
      refuse('unknown-verb', file, place.line, place.column, { verb: unknown, known: Object.keys(VERBS).join(', ') });
    }
    if (verb === undefined || verbs.length > 1) {
      return refuse('one-verb', file, place.line, place.column, { verbs: verbs.join(', ') });
    }
    if (VERBS[verb] !== true) refuse('verb-not-yet', file, place.line, place.column, { verb });
    const options = Object.fromEntries(Object.entries(entry).filter(([k]) => OPTIONS.includes(k)));
    return { verb, body: entry[verb], options, when: momentOf(file, entry, place) };
  });
}

const OPTIONS = ['serverSide', 'fieldManager', 'force', 'propagationPolicy', 'gracePeriodSeconds', 'type', 'words'];

function momentOf(
  file: string,
  entry: Readonly<Record<string, unknown>>,
  place: { readonly line: number; readonly column: number },
): TimelineEntry['when'] {
  const given = MOMENTS.filter((m) => entry[m] !== undefined);
  const [moment] = given;
  if (given.length !== 1 || moment === undefined)
    return refuse('one-moment', file, place.line, place.column, { moments: given.join(', ') });
  if (moment === 'afterQuiet' || moment === 'afterStep') {
    return refuse('not-acted-on-yet', file, place.line, place.column, { what: moment });
  }
  const micros = moment === 'at' ? durationMicros(entry['at']) : millis(entry['afterMillis']);
  if (micros === undefined) {
    return refuse('bad-duration', file, place.line, place.column, { text: String(entry[moment]) });
  }
  return { kind: moment === 'at' ? 'at' : 'after', micros };
}

const millis = (n: unknown): number | undefined =>
  typeof n === 'number' && n >= 0 && Number.isInteger(n) ? n * 1000 : undefined;

/** "700ms", "2s", "1m30s": Go's durations without fractions below a microsecond; a bare 0 is 0. */
export function durationMicros(text: unknown): number | undefined {
  if (text === 0 || text === '0') return 0;
  if (typeof text !== 'string' || !/^(?:\d+(?:\.\d+)?(?:h|m|s|ms|us))+$/.test(text)) return undefined;
  const units: Readonly<Record<string, number>> = { h: 3_600_000_000, m: 60_000_000, s: 1_000_000, ms: 1000, us: 1 };
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|us|m|s)/g))
    sum += Number(count) * (units[unit ?? ''] ?? 0);
  return Number.isInteger(sum) ? sum : undefined;
}
