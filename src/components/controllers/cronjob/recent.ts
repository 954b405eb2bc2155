/**
 * Which run is due: mostRecentScheduleTime, nextScheduleTime and nextScheduleTimeDuration of pkg/controller/cronjob/utils.go and
 * cronjob_controllerv2.go (v1.37; 10.4). Times are unix seconds, with parts.
 */
import { nextTime } from './next.ts';
import type { Schedule } from '../../../model/cron-schedule.ts';

export interface Due {
  /** Where looking for missed runs began. */
  readonly earliest: number;
  /** The latest missed run, undefined where none was found. */
  readonly mostRecent: number | undefined;
  readonly missed: 'none' | 'few' | 'many';
}

export interface RecentInput {
  readonly schedule: Schedule;
  readonly created: number;
  readonly lastSchedule: number | undefined;
  readonly startingDeadlineSeconds: number | undefined;
  readonly now: number;
}

const MANY = 100;
/** nextScheduleDelta. */
const PAD_SECONDS = 0.1;

/** The schedule has no two times in a row: "59 23 31 2 *". Upstream's text. */
export const NO_INTERVAL = 'time difference between two schedules is less than 1 second';

/** @param applyDeadline runs before the starting deadline do not count. @returns the error's text where there is none to tell */
export function mostRecentScheduleTime(input: RecentInput, applyDeadline: boolean): Due | string {
  const { schedule, now } = input;
  const earliest = earliestTime(input, applyDeadline);
  const first = nextTime(schedule, earliest);
  if (first === undefined) return NO_INTERVAL;
  if (now < first) return { earliest, mostRecent: undefined, missed: 'none' };
  const second = nextTime(schedule, first);
  if (second === undefined) return NO_INTERVAL;
  if (now < second) return { earliest, mostRecent: first, missed: 'none' };
  // An estimate by the first interval: it may pass by every time of an irregular schedule.
  const interval = second - first;
  const count = Math.floor((now - first) / interval) + 1;
  let mostRecent: number | undefined;
  let time = nextTime(schedule, first + (count - 2) * interval);
  while (time !== undefined && time <= now) {
    mostRecent = time;
    time = nextTime(schedule, time);
  }
  return { earliest, mostRecent, missed: count > MANY ? 'many' : 'few' };
}

function earliestTime(
  { created, lastSchedule, startingDeadlineSeconds, now }: RecentInput,
  applyDeadline: boolean,
): number {
  const earliest = lastSchedule ?? created;
  if (!applyDeadline || startingDeadlineSeconds === undefined) return earliest;
  return Math.max(earliest, now - startingDeadlineSeconds);
}

/** Seconds from now until the CronJob is looked at again; undefined where it has no further time. */
export function secondsToNext(input: RecentInput): number | undefined {
  const { schedule, now } = input;
  const due = mostRecentScheduleTime(input, false);
  const from = typeof due === 'string' ? now : (due.mostRecent ?? (due.missed === 'none' ? due.earliest : now));
  const next = nextTime(schedule, from);
  return next === undefined ? undefined : next + PAD_SECONDS - now;
}
