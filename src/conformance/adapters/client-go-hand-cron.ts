/** Cron schedules and what a CronJob does with them, worked by hand (source client-go-hand). Times RFC 3339, UTC. */
import {
  jobsToRemove,
  mostRecentScheduleTime,
  nextTime,
  parseSchedule,
  ScheduleError,
  secondsToNext,
  type Schedule,
} from '../../components/controllers/controllers.ts';
import { formatTime, MICROS_PER_SECOND, parseTime } from '../../model/time.ts';
import type { Adapter } from '../types.ts';
import { ZONES } from '../../model/zone-table.ts';
import { installZones } from '../../model/zones.ts';

installZones(ZONES);

/** Unix seconds. */
function secondsOf(text: string): number {
  const micros = parseTime(text);
  if (micros === undefined) throw new Error(`no time: ${text}`);
  return micros / MICROS_PER_SECOND;
}

const textOf = (seconds: number | undefined): string | null =>
  seconds === undefined ? null : formatTime(seconds * MICROS_PER_SECOND);

function parsed(text: string): Schedule | undefined {
  try {
    return parseSchedule(text);
  } catch (error) {
    if (error instanceof ScheduleError) return undefined;
    throw error;
  }
}

export const handCronNext: Adapter = {
  source: 'client-go-hand',
  kind: 'cron-next',
  run({ given }) {
    const {
      schedule: text,
      from,
      count,
    } = given as {
      readonly schedule: string;
      readonly from: string;
      readonly count: number;
    };
    const schedule = parsed(text);
    if (schedule === undefined) return { parseError: true };
    const next: (string | null)[] = [];
    let time: number | undefined = secondsOf(from);
    while (next.length < count && time !== undefined) {
      time = nextTime(schedule, time);
      next.push(textOf(time));
    }
    return { next };
  },
};

interface WrittenCronJob {
  readonly schedule: string;
  readonly created: string;
  readonly lastSchedule: string | null;
  readonly startingDeadlineSeconds?: number | null;
  readonly applyDeadline?: boolean;
  readonly now: string;
}

const inputOf = (written: WrittenCronJob): Parameters<typeof mostRecentScheduleTime>[0] => ({
  schedule: parseSchedule(written.schedule),
  created: secondsOf(written.created),
  lastSchedule: written.lastSchedule === null ? undefined : secondsOf(written.lastSchedule),
  startingDeadlineSeconds: written.startingDeadlineSeconds ?? undefined,
  now: secondsOf(written.now),
});

export const handCronJobRecent: Adapter = {
  source: 'client-go-hand',
  kind: 'cronjob-recent',
  run({ given }) {
    const written = given as WrittenCronJob;
    const due = mostRecentScheduleTime(inputOf(written), written.applyDeadline === true);
    if (typeof due === 'string') return { error: true };
    return { earliest: textOf(due.earliest), mostRecent: textOf(due.mostRecent), missed: due.missed };
  },
};

export const handCronJobRequeue: Adapter = {
  source: 'client-go-hand',
  kind: 'cronjob-requeue',
  run({ given }) {
    const seconds = secondsToNext(inputOf(given as WrittenCronJob));
    return { requeueAfterMs: seconds === undefined ? null : Math.round(seconds * 1000) };
  },
};

interface WrittenHistory {
  readonly successfulJobsHistoryLimit: number | null;
  readonly failedJobsHistoryLimit: number | null;
  readonly finishedJobs: readonly {
    readonly name: string;
    readonly succeeded: boolean;
    readonly startTime: string | null;
  }[];
}

export const handCronJobHistory: Adapter = {
  source: 'client-go-hand',
  kind: 'cronjob-history',
  run({ given }) {
    const { successfulJobsHistoryLimit, failedJobsHistoryLimit, finishedJobs } = given as WrittenHistory;
    const jobs = finishedJobs.map(({ name, succeeded, startTime }) => ({
      name,
      succeeded,
      startTime: startTime === null ? undefined : secondsOf(startTime),
    }));
    const limits = { successful: successfulJobsHistoryLimit ?? undefined, failed: failedJobsHistoryLimit ?? undefined };
    return { deletedInOrder: jobsToRemove(jobs, limits).map(({ name }) => name) };
  },
};
