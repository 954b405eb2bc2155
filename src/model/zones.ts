/**
 * Time zones as Go's time package has them (time/zoneinfo.go, time.Date): the offset at a moment, and the moment of a wall
 * clock, which in a gap or an overlap is the one that Go picks. The data is pinned (`zone-table.ts`), never the machine's;
 * few scenarios name a zone, so whoever does installs it first.
 * Left out: leap seconds, abbreviations, what zones did before the table begins.
 */
import { daysFromDate, dateFromDays } from './time.ts';
import { invariant } from '../kernel/invariant.ts';

const MINUTE = 60;
const DAY = 86_400;
/** Yearly rules are worked out so far; afterwards the last offset stays. */
const LAST_YEAR = 2100;
/** A rule that held when the table begins is taken to have held since then. */
const EARLIEST_YEAR = 1970;

interface Change {
  /** Unix seconds. */
  readonly at: number;
  /** Seconds east of UTC, from then on. */
  readonly offset: number;
}

export interface Location {
  readonly name: string;
  /** Before the first change. */
  readonly first: number;
  readonly changes: readonly Change[];
}

export const UTC: Location = { name: 'UTC', first: 0, changes: [] };

export interface ZoneTable {
  /** Nothing is known of the years before. */
  readonly fromYear: number;
  readonly lines: readonly string[];
}

let table: ZoneTable | undefined;

export function installZones(zones: ZoneTable): void {
  table = zones;
}

export const hasZones = (): boolean => table !== undefined;

const rows = new Map<string, string>();
const known = new Map<string, Location>();

/** time.LoadLocation: undefined for a name that the data base lacks. */
export function loadLocation(name: string): Location | undefined {
  // "Local" is the controller manager's own zone: UTC, as in its image.
  if (name === '' || name === 'UTC' || name === 'Local') return UTC;
  const found = known.get(name);
  if (found !== undefined) return found;
  if (rows.size === 0) readTable();
  const row = rows.get(name);
  if (row === undefined) return undefined;
  const location = locationOf(name, row);
  known.set(name, location);
  return location;
}

function readTable(): void {
  for (const line of installed().lines) {
    const [row = '', names = ''] = line.split('=');
    for (const name of names.split(' ')) rows.set(name, row);
  }
}

function installed(): ZoneTable {
  invariant(table !== undefined, 'time zones are installed before one is asked for');
  return table;
}

const start = (): number => daysFromDate(installed().fromYear, 1, 1) * DAY;

/** "offset|minutes since the first year:offset,…|year,rule,rule"; offsets in minutes. */
function locationOf(name: string, row: string): Location {
  const [offset = '0', single = '', yearly = ''] = row.split('|');
  const changes = single === '' ? [] : single.split(',').map((text) => singleChange(text));
  const [year = '', ...rules] = yearly.split(',');
  if (rules.length > 0) changes.push(...yearlyChanges(Number(year), rules.map(ruleOf)));
  return { name, first: Number(offset) * MINUTE, changes: changes.sort((a, b) => a.at - b.at) };
}

function singleChange(text: string): Change {
  const [minutes, offset] = text.split(':').map(Number);
  return { at: start() + (minutes ?? 0) * MINUTE, offset: (offset ?? 0) * MINUTE };
}

interface Rule {
  /** From 1. */
  readonly month: number;
  /** The weekday's first day in the month that it can be; 0 = its last one in the month. */
  readonly day: number;
  readonly weekday: number;
  /** Of that day, by the wall clock before the change; 1440 = the end of it. */
  readonly minute: number;
  /** Seconds. */
  readonly offset: number;
}

function ruleOf(text: string): Rule {
  const [month = 0, day = 0, weekday = 0, minute = 0, offset = 0] = text.split(' ').map(Number);
  return { month: month + 1, day, weekday, minute, offset: offset * MINUTE };
}

function yearlyChanges(from: number, rules: readonly Rule[]): Change[] {
  const changes: Change[] = [];
  for (let year = from === installed().fromYear ? EARLIEST_YEAR : from; year <= LAST_YEAR; year++) {
    rules.forEach((rule, i) => {
      const before = rules[(i + 1) % rules.length]?.offset ?? 0;
      changes.push({ at: dayOfRule(year, rule) * DAY + rule.minute * MINUTE - before, offset: rule.offset });
    });
  }
  return changes;
}

/** 1970-01-01 was a Thursday. */
export const weekdayOf = (days: number): number => (((days + 4) % 7) + 7) % 7;

function dayOfRule(year: number, { month, day, weekday }: Rule): number {
  if (day > 0) {
    const first = daysFromDate(year, month, day);
    return first + ((weekday - weekdayOf(first) + 7) % 7);
  }
  const last = daysFromDate(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - 1;
  return last - ((weekdayOf(last) - weekday + 7) % 7);
}

interface Period {
  readonly offset: number;
  /** Unix seconds: the offset holds from `start` until `end`. */
  readonly start: number;
  readonly end: number;
}

/** Location.lookup. */
function lookup({ first, changes }: Location, unix: number): Period {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.at ?? 0) <= unix) low = middle + 1;
    else high = middle;
  }
  const now = changes[low - 1];
  return { offset: now?.offset ?? first, start: now?.at ?? -Infinity, end: changes[low]?.at ?? Infinity };
}

export interface Civil {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** The wall clock of a moment. */
export function civilOf(location: Location, unix: number): Civil {
  const local = unix + lookup(location, unix).offset;
  const days = Math.floor(local / DAY);
  const rest = local - days * DAY;
  return {
    ...dateFromDays(days),
    weekday: weekdayOf(days),
    hour: Math.floor(rest / 3600),
    minute: Math.floor(rest / MINUTE) % 60,
    second: rest % MINUTE,
  };
}

export interface WallClock {
  readonly year: number;
  /** From 1; beyond 12 it runs into the next year, as `day` into the next month. */
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
}

/** time.Date: unix seconds. A time in a gap or an overlap is read with one of the offsets beside it, as Go picks. */
export function momentOf(
  location: Location,
  { year, month, day, hour = 0, minute = 0, second = 0 }: WallClock,
): number {
  const months = year * 12 + month - 1;
  const days = daysFromDate(Math.floor(months / 12), (months % 12) + 1, 1) + day - 1;
  const local = days * DAY + hour * 3600 + minute * MINUTE + second;
  // The offset at the wall clock read as UTC, unless that leads out of the time for which it holds.
  const guess = lookup(location, local);
  if (guess.offset === 0) return local;
  const unix = local - guess.offset;
  if (unix >= guess.start && unix < guess.end) return unix;
  return local - lookup(location, unix).offset;
}

const pad = (n: number): string => String(n).padStart(2, '0');

/** RFC 3339 with the zone's offset. */
export function formatIn(location: Location, unix: number): string {
  const { year, month, day, hour, minute, second } = civilOf(location, unix);
  const { offset } = lookup(location, unix);
  const away = Math.abs(offset) / MINUTE;
  const zone = offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${pad(Math.floor(away / 60))}:${pad(away % 60)}`;
  return `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}${zone}`;
}
