// Writes src/model/zone-table.ts: the time zones that CronJobs know, pinned. Names come from a
// tzdata.zi (the first argument), offsets from the runtime that this script happens to run on; run it by hand when either
// has news. A simulation must not depend on the machine it runs on, so nothing asks the runtime later.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const TARGET = new URL('../src/model/zone-table.ts', import.meta.url);
const MINUTE = 60_000;
/** No zone changes twice within a week. */
const STEP = 7 * 86_400_000;
const FIRST_YEAR = 2020;
const LAST_YEAR = 2037;
const FROM = Date.UTC(FIRST_YEAR, 0, 1);
const TO = Date.UTC(LAST_YEAR + 1, 0, 1);
/** A rule that held for fewer years is written out instead. */
const LEAST_YEARS = 8;

const source = process.argv[2] ?? '/usr/share/zoneinfo/tzdata.zi';
const names = readFileSync(source, 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('Z ') ? [line.split(' ')[1]] : line.startsWith('L ') ? [line.split(' ')[2]] : []))
  .filter((name) => name !== 'Factory')
  .sort();

const formats = new Map();

/** Minutes east of UTC. */
function offsetAt(zone, time) {
  let parts = formats.get(zone);
  if (parts === undefined) {
    const fields = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => [name, 'numeric']);
    parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...Object.fromEntries(fields) });
    formats.set(zone, parts);
  }
  const is = Object.fromEntries(parts.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  return (Date.UTC(is.year, is.month - 1, is.day, is.hour, is.minute, is.second) - time) / MINUTE;
}

function change(zone, from, to) {
  const before = offsetAt(zone, from);
  let [low, high] = [from, to];
  while (high - low > MINUTE) {
    const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE;
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return { at: high, before, after: offsetAt(zone, high) };
}

function changesOf(zone) {
  const found = [];
  for (let time = FROM; time < TO; time += STEP) {
    if (offsetAt(zone, time) !== offsetAt(zone, time + STEP)) found.push(change(zone, time, time + STEP));
  }
  return found;
}

/** Where a change stands in its year, by the wall clock just before it: "24:00 of Saturday" is minute 1440. */
function placeOf({ at, before, after }) {
  const wall = new Date(at + before * MINUTE - MINUTE);
  const [month, day] = [wall.getUTCMonth(), wall.getUTCDate()];
  const last = new Date(Date.UTC(wall.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes() + 1;
  return { year: wall.getUTCFullYear(), month, day, last, weekday: wall.getUTCDay(), minute, after };
}

/** [month from 0, first day that it can be or 0 for the last week, weekday, minute, new offset] */
function ruleOf(places) {
  const [first] = places;
  const same = (read) => places.every((place) => read(place) === read(first));
  if (!same((p) => p.month) || !same((p) => p.weekday) || !same((p) => p.minute) || !same((p) => p.after))
    return undefined;
  if (places.every(({ day, last }) => day > last - 7))
    return [first.month, 0, first.weekday, first.minute, first.after];
  const days = places.map(({ day }) => day);
  const [least, most] = [Math.min(...days), Math.max(...days)];
  return most - least > 6
    ? undefined
    : [first.month, most - 6 > 0 ? most - 6 : 1, first.weekday, first.minute, first.after];
}

/** Yearly rules that explain the changes from some year on, and that year. */
function yearly(changes) {
  const places = changes.map(placeOf);
  for (let from = FIRST_YEAR; from <= LAST_YEAR - LEAST_YEARS; from++) {
    const years = Array.from({ length: LAST_YEAR - from + 1 }, (_, i) => places.filter((p) => p.year === from + i));
    if (!years.every((year) => year.length === 2)) continue;
    const rules = [0, 1].map((i) => ruleOf(years.map((year) => year[i])));
    if (rules.every((rule) => rule !== undefined)) return { from, rules };
  }
  return undefined;
}

/** "offset|minutes since the first year:offset,…|first year of the rules,rule,rule" with rules as five numbers, or fewer parts. */
function encode(zone) {
  const changes = changesOf(zone);
  const rules = yearly(changes);
  const single = changes.filter((one) => rules === undefined || placeOf(one).year < rules.from);
  const offset = offsetAt(zone, FROM);
  const written = single.map(({ at, after }) => `${(at - FROM) / MINUTE}:${after}`).join(',');
  const tail = rules === undefined ? '' : [rules.from, ...rules.rules.map((rule) => rule.join(' '))].join(',');
  return [offset, written, tail].join('|').replace(/\|+$/, '');
}

const groups = new Map();
for (const name of names) {
  const key = encode(name);
  groups.set(key, [...(groups.get(key) ?? []), name]);
}
const lines = [...groups].map(([key, members]) => `${key}=${members.join(' ')}`);
const text = `/**
 * Time zones of the IANA data base ${process.versions.tz}, as \`scripts/time-zones.mjs\` wrote them: one line for zones that have kept the
 * same time since ${FIRST_YEAR}; rules that held then are taken to have held before. \`zones.ts\` reads it. Not written by hand.
 */
import type { ZoneTable } from './zones.ts';

export const ZONES: ZoneTable = { fromYear: ${FIRST_YEAR}, lines: ${JSON.stringify(lines)} };
`;
const options = await resolveConfig(TARGET);
writeFileSync(TARGET, await format(text, { ...options, filepath: TARGET.pathname }));
