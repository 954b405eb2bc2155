import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextTime } from '../../../src/components/controllers/cronjob/next.ts';
import { parseSchedule } from '../../../src/model/cron-schedule.ts';
import { civilOf, formatIn, installZones, loadLocation, momentOf, type Location } from '../../../src/model/zones.ts';
import { parseTime } from '../../../src/model/time.ts';
import { ZONES } from '../../../src/model/zone-table.ts';

installZones(ZONES);

const seconds = (text: string): number => (parseTime(text) ?? NaN) / 1e6;
const location = (name: string): Location => {
  const found = loadLocation(name);
  if (found === undefined) throw new Error(name);
  return found;
};
const local = (zone: string, text: string): string => formatIn(location(zone), seconds(text));

describe('time zones', () => {
  // Just before and just after: what the rules of the data base say.
  test.each([
    ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-08T01:59:59-05:00'],
    ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08T03:00:00-04:00'],
    ['America/New_York', '2026-11-01T05:59:59Z', '2026-11-01T01:59:59-04:00'],
    ['America/New_York', '2026-11-01T06:00:00Z', '2026-11-01T01:00:00-05:00'],
    ['America/New_York', '2016-05-19T10:00:00Z', '2016-05-19T06:00:00-04:00'],
    ['Europe/Berlin', '2027-03-28T00:59:59Z', '2027-03-28T01:59:59+01:00'],
    ['Europe/Berlin', '2027-03-28T01:00:00Z', '2027-03-28T03:00:00+02:00'],
    ['Europe/London', '2040-10-28T00:59:59Z', '2040-10-28T01:59:59+01:00'],
    ['Europe/London', '2040-10-28T01:00:00Z', '2040-10-28T01:00:00Z'],
    ['Australia/Sydney', '2026-04-04T15:59:59Z', '2026-04-05T02:59:59+11:00'],
    ['Australia/Sydney', '2026-04-04T16:00:00Z', '2026-04-05T02:00:00+10:00'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-10-04T02:30:00+11:00'],
    ['America/Santiago', '2026-09-06T03:59:59Z', '2026-09-05T23:59:59-04:00'],
    ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06T01:00:00-03:00'],
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', '2026-01-01T05:30:00+05:30'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00+05:45'],
    ['Asia/Tokyo', '2026-07-01T15:00:00Z', '2026-07-02T00:00:00+09:00'],
    ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24T01:00:00+03:00'],
    ['America/Mexico_City', '2026-07-01T00:00:00Z', '2026-06-30T18:00:00-06:00'],
    ['Etc/UTC', '2026-07-01T00:00:00Z', '2026-07-01T00:00:00Z'],
  ])('%s at %s is %s', (zone, utc, expected) => {
    expect(local(zone, utc)).toBe(expected);
  });

  test('names that the data base lacks are unknown, and names are spelt as in it', () => {
    expect(['bad timezone', 'europe/berlin', 'Europe/', 'UTC+1', 'Factory'].map(loadLocation)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(['', 'UTC', 'Etc/GMT+5', 'US/Eastern', 'GB'].every((name) => loadLocation(name) !== undefined)).toBe(true);
  });

  test('a wall clock leads back to its moment, but in a gap and in an overlap, where Go picks', () => {
    const zone = location('America/New_York');
    const at = (hour: number, minute: number, month: number, day: number): string =>
      formatIn(location('UTC'), momentOf(zone, { year: 2026, month, day, hour, minute }));
    // time.Date reads the gap with the offset before it, and the overlap with the first of its two.
    expect(at(2, 30, 3, 8)).toBe('2026-03-08T06:30:00Z');
    expect(at(1, 30, 11, 1)).toBe('2026-11-01T05:30:00Z');
    fc.assert(
      fc.property(
        fc.integer({ min: seconds('2020-01-01T00:00:00Z'), max: seconds('2060-01-01T00:00:00Z') }),
        (moment) => {
          for (const name of ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago']) {
            const there = location(name);
            const back = momentOf(there, civilOf(there, moment));
            expect(formatIn(there, back).slice(0, 19)).toBe(formatIn(there, moment).slice(0, 19));
          }
        },
      ),
      { numRuns: 200, seed: 1 },
    );
  });
});

describe('schedules', () => {
  test.each([
    ['', 'empty spec string'],
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['*/2/3 * * * *', 'too many slashes: */2/3'],
    ['a * * * *', 'failed to parse int from a: strconv.Atoi: parsing "a": invalid syntax'],
    ['@reboot', 'unrecognized descriptor: @reboot'],
    ['@every x', 'failed to parse duration @every x: time: invalid duration "x"'],
    ['TZ=Moon/Base 0 0 * * *', 'provided bad location Moon/Base: unknown time zone Moon/Base'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => parseSchedule(text)).toThrow(message);
  });

  test('@every is at least a second, in whole seconds', () => {
    const of = (text: string): number | undefined => nextTime(parseSchedule(text), 1000.75);
    expect(['@every 1h', '@every 1m30s', '@every 1500ms', '@every 10ms', '@every 0', '@every 1.5h'].map(of)).toEqual([
      4600, 1090, 1001, 1001, 1001, 6400,
    ]);
  });

  const HORIZON = 8 * 86_400;

  /** Minute by minute; days as the rule says. */
  function naiveNext(text: string, zone: Location, after: number): number | undefined {
    const fields = text.split(' ');
    const lets = (field: string, value: number, min: number, max: number): boolean =>
      field.split(',').some((part) => {
        const [span = '', step = '1'] = part.split('/');
        const [low = '', high] = span.split('-');
        const from = low === '*' ? min : Number(low);
        const to = low === '*' || (part.includes('/') && high === undefined) ? max : Number(high ?? low);
        return value >= from && value <= to && (value - from) % Number(step) === 0;
      });
    const values = (index: number, min: number, max: number): ReadonlySet<number> =>
      new Set(
        Array.from({ length: max + 1 }, (_, v) => v).filter((v) => v >= min && lets(fields[index] ?? '', v, min, max)),
      );
    const [minute, hour, dom, month, dow] = [
      values(0, 0, 59),
      values(1, 0, 23),
      values(2, 1, 31),
      values(3, 1, 12),
      values(4, 0, 6),
    ];
    const stars = [fields[2] ?? '', fields[4] ?? ''].some((days) => days.split(',').includes('*'));
    for (let time = Math.floor(after / 60) * 60 + 60; time < after + HORIZON; time += 60) {
      const civil = civilOf(zone, time);
      if (!minute.has(civil.minute) || !hour.has(civil.hour) || !month.has(civil.month)) continue;
      const [inMonth, inWeek] = [dom.has(civil.day), dow.has(civil.weekday)];
      if (stars ? inMonth && inWeek : inMonth || inWeek) return time;
    }
    return undefined;
  }

  const field = (min: number, max: number): fc.Arbitrary<string> => {
    const value = fc.integer({ min, max });
    const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
    const step = fc.integer({ min: 2, max: 7 });
    return fc.oneof(
      { weight: 3, arbitrary: fc.constant('*') },
      { weight: 3, arbitrary: value.map(String) },
      range,
      fc.tuple(range, step).map(([r, s]) => `${r}/${s}`),
      fc.tuple(value, step).map(([v, s]) => `${v}/${s}`),
      step.map((s) => `*/${s}`),
      fc.array(value, { minLength: 2, maxLength: 3 }).map((list) => list.join(',')),
    );
  };

  // Zones whose clocks change at two in the night: the walk over the wall clock is then the same as looking at each minute.
  test.each(['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata'])(
    'any schedule, minute by minute, in %s',
    (name) => {
      const zone = location(name);
      fc.assert(
        fc.property(
          fc.tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 6)),
          fc.integer({ min: seconds('2026-01-01T00:00:00Z'), max: seconds('2026-12-31T00:00:00Z') }),
          (fields, after) => {
            const text = fields.join(' ');
            const expected = naiveNext(text, zone, after);
            const got = nextTime(parseSchedule(name === 'UTC' ? text : `TZ=${name} ${text}`), after);
            if (expected === undefined) expect(got === undefined || got >= after + HORIZON - 60).toBe(true);
            else expect(got).toBe(expected);
          },
        ),
        { numRuns: 12, seed: 2 },
      );
    },
  );
});
