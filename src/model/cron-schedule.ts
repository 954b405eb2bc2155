/**
 * Cron schedules: github.com/robfig/cron/v3 (v3.0.1) parser.go, ParseStandard: five fields or a descriptor, with TZ= or CRON_TZ=
 * in front. Errors are its texts (10.1).
 */
import { loadLocation, UTC, type Location } from './zones.ts';

/** A field: which values it lets through. */
export interface Field {
  readonly values: ReadonlySet<number>;
  /** It said "*" or "?" without a step: for days this counts as no restriction. */
  readonly star: boolean;
}

export type Schedule =
  | {
      readonly kind: 'fields';
      readonly minute: Field;
      readonly hour: Field;
      readonly dom: Field;
      readonly month: Field;
      readonly dow: Field;
      readonly location: Location;
    }
  /** @every: seconds. */
  | { readonly kind: 'every'; readonly seconds: number };

export class ScheduleError extends Error {}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MINUTES: Bounds = { min: 0, max: 59 };
const HOURS: Bounds = { min: 0, max: 23 };
const DOM: Bounds = { min: 1, max: 31 };
const MONTHS: Bounds = {
  min: 1,
  max: 12,
  names: ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
};
const DOW: Bounds = { min: 0, max: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] };

const DESCRIPTORS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};
const EVERY = '@every ';

/** @throws ScheduleError */
export function parseSchedule(text: string): Schedule {
  if (text === '') throw new ScheduleError('empty spec string');
  const zone = /^(?:CRON_)?TZ=([^ ]*) ?/.exec(text);
  const location = zone === null ? UTC : loadLocation(zone[1] ?? '');
  if (location === undefined) {
    const name = zone?.[1] ?? '';
    throw new ScheduleError(`provided bad location ${name}: unknown time zone ${name}`);
  }
  const spec = zone === null ? text : text.slice(zone[0].length).trim();
  if (spec.startsWith(EVERY)) return every(spec.slice(EVERY.length));
  const fields = (spec.startsWith('@') ? descriptor(spec) : spec).split(/\s+/).filter((field) => field !== '');
  if (fields.length !== 5) {
    throw new ScheduleError(`expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`);
  }
  const [minute = '', hour = '', dom = '', month = '', dow = ''] = fields;
  return {
    kind: 'fields',
    minute: fieldOf(minute, MINUTES),
    hour: fieldOf(hour, HOURS),
    dom: fieldOf(dom, DOM),
    month: fieldOf(month, MONTHS),
    dow: fieldOf(dow, DOW),
    location,
  };
}

function descriptor(spec: string): string {
  const fields = DESCRIPTORS[spec];
  if (fields === undefined) throw new ScheduleError(`unrecognized descriptor: ${spec}`);
  return fields;
}

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};
const DURATION = /^([+-]?)(0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

/** At least a second, whole seconds. */
function every(duration: string): Schedule {
  const found = DURATION.exec(duration);
  if (found === null) {
    throw new ScheduleError(
      `failed to parse duration ${EVERY}${duration}: time: invalid duration ${JSON.stringify(duration)}`,
    );
  }
  let seconds = 0;
  for (const [, number = '0', unit = 's'] of (found[2] ?? '').matchAll(/([\d.]+)([a-zµμ]+)/g)) {
    seconds += Number(number) * (UNITS[unit] ?? 0);
  }
  return { kind: 'every', seconds: found[1] === '-' ? 1 : Math.max(1, Math.floor(seconds)) };
}

function fieldOf(text: string, bounds: Bounds): Field {
  const ranges = text
    .split(',')
    .filter((range) => range !== '')
    .map((range) => rangeOf(range, bounds));
  return {
    values: new Set(ranges.flatMap(({ values }) => values)),
    star: ranges.some(({ star }) => star),
  };
}

interface Range {
  readonly values: readonly number[];
  readonly star: boolean;
}

function rangeOf(text: string, bounds: Bounds): Range {
  const [span = '', stepText, ...more] = text.split('/');
  const [low = '', highText, ...others] = span.split('-');
  const isStar = low === '*' || low === '?';
  const start = isStar ? bounds.min : valueOf(low, bounds);
  let end = isStar ? bounds.max : highText === undefined ? start : valueOf(highText, bounds);
  if (!isStar && others.length > 0) throw new ScheduleError(`too many hyphens: ${text}`);
  if (more.length > 0) throw new ScheduleError(`too many slashes: ${text}`);
  const step = stepText === undefined ? 1 : wholeNumber(stepText);
  // "N/step" means "from N on".
  if (stepText !== undefined && highText === undefined) end = bounds.max;
  checkRange(text, { start, end, step }, bounds);
  const values = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, i) => start + i * step);
  return { values, star: isStar && step === 1 };
}

function checkRange(
  text: string,
  { start, end, step }: { readonly start: number; readonly end: number; readonly step: number },
  { min, max }: Bounds,
): void {
  if (start < min) throw new ScheduleError(`beginning of range (${start}) below minimum (${min}): ${text}`);
  if (end > max) throw new ScheduleError(`end of range (${end}) above maximum (${max}): ${text}`);
  if (start > end) throw new ScheduleError(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
  if (step === 0) throw new ScheduleError(`step of range should be a positive number: ${text}`);
}

function valueOf(text: string, { names = [] }: Bounds): number {
  const named = names.indexOf(text.toLowerCase());
  return text !== '' && named >= 0 ? named : wholeNumber(text);
}

function wholeNumber(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) {
    const why = `strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
    throw new ScheduleError(`failed to parse int from ${text}: ${why}`);
  }
  const number = Number(text);
  if (number < 0) throw new ScheduleError(`negative number (${number}) not allowed: ${text}`);
  return number;
}
