/**
 * RFC 3339 texts and integer microseconds since 1970-01-01T00:00:00Z, by integer arithmetic alone: no clock, no locale.
 * metav1.Time writes whole seconds, metav1.MicroTime six digits (k8s.io/apimachinery pkg/apis/meta/v1, time.go, micro_time.go).
 * Exact from 1685 to 2255 (2^53 microseconds), for whole seconds in all years from 0000 to 9999. Left out: leap seconds.
 */

export const MICROS_PER_SECOND = 1_000_000;
const SECONDS_PER_DAY = 86_400;
const DAYS_PER_ERA = 146_097;
/** From 0000-03-01 to 1970-01-01. */
const EPOCH_SHIFT = 719_468;

/** Days since 1970-01-01 of a date of the Gregorian calendar. Years start in March here, so a leap day comes last. */
export function daysFromDate(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_SHIFT;
}

/** The date, months from 1, of a number of days since 1970-01-01. */
export function dateFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + EPOCH_SHIFT;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0);

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** Microseconds since the epoch (digits beyond six are cut off), or undefined where `text` is not RFC 3339. */
export function parseTime(text: string): number | undefined {
  const found = SHAPE.exec(text);
  if (found === null) return undefined;
  const at = (index: number): number => Number(found[index] ?? '0');
  const [year, month, day, hour, minute, second] = [at(1), at(2), at(3), at(4), at(5), at(6)];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  const [offsetHours, offsetMinutes] = [at(9), at(10)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return undefined;
  const micros = Number((found[7] ?? '').slice(0, 6).padEnd(6, '0'));
  const offset = (offsetHours * 3600 + offsetMinutes * 60) * (found[8] === '-' ? -1 : 1);
  const seconds = daysFromDate(year, month, day) * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second - offset;
  return seconds * MICROS_PER_SECOND + micros;
}

const pad = (n: number, width: number): string => String(n).padStart(width, '0');

function formatSeconds(seconds: number): string {
  const days = Math.floor(seconds / SECONDS_PER_DAY);
  const rest = seconds - days * SECONDS_PER_DAY;
  const { year, month, day } = dateFromDays(days);
  const clock = `${pad(Math.floor(rest / 3600), 2)}:${pad(Math.floor(rest / 60) % 60, 2)}:${pad(rest % 60, 2)}`;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${clock}`;
}

/** By remainder, not by division, which would round near the end of a second. */
function split(micros: number): { seconds: number; rest: number } {
  const remainder = micros % MICROS_PER_SECOND;
  const rest = remainder < 0 ? remainder + MICROS_PER_SECOND : remainder;
  return { seconds: (micros - rest) / MICROS_PER_SECOND, rest };
}

/** As metav1.Time: "2026-02-01T00:00:00Z". `micros` since the epoch; the part of a second is cut off. */
export function formatTime(micros: number): string {
  return `${formatSeconds(split(micros).seconds)}Z`;
}

/** As metav1.MicroTime: "2026-02-01T00:00:00.000001Z". */
export function formatMicroTime(micros: number): string {
  const { seconds, rest } = split(micros);
  return `${formatSeconds(seconds)}.${pad(rest, 6)}Z`;
}
