/**
 * What the clock says of a CronJob: the middle of syncCronJob in pkg/controller/cronjob/cronjob_controllerv2.go (v1.37; 10.3). Pure.
 * Left out: the check that the run found is not past its deadline, which looking no further back than the deadline rules out.
 */
import { MICROS_PER_SECOND, parseTime } from '../../../model/time.ts';
import { mostRecentScheduleTime, secondsToNext, type RecentInput } from './recent.ts';
import { jobName } from './requests.ts';
import { parseSchedule, ScheduleError, type Schedule } from '../../../model/cron-schedule.ts';
import type { CronJob } from './types.ts';
import { loadLocation } from '../../../model/zones.ts';

export interface CronEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

export interface Decision {
  readonly events: readonly CronEvent[];
  /** Seconds; undefined = only an update wakes it. */
  readonly requeueAfter?: number;
  /** The run to start, in unix seconds. */
  readonly start?: number;
}

const warning = (reason: string, message: string): CronEvent => ({ type: 'Warning', reason, message });

const secondsOf = (text: string | undefined): number | undefined => {
  const micros = parseTime(text ?? '');
  return micros === undefined ? undefined : micros / MICROS_PER_SECOND;
};

/** formatSchedule. */
export const formatSchedule = ({ spec }: CronJob): string =>
  spec.schedule.includes('TZ') || spec.timeZone === undefined ? spec.schedule : `TZ=${spec.timeZone} ${spec.schedule}`;

const inputOf = ({ metadata, spec, status }: CronJob, schedule: Schedule, now: number): RecentInput => ({
  schedule,
  created: secondsOf(metadata.creationTimestamp) ?? now,
  lastSchedule: secondsOf(status?.lastScheduleTime),
  startingDeadlineSeconds: spec.startingDeadlineSeconds,
  now,
});

/** Read anew whenever its schedule changes. @returns seconds until it is looked at, or the event that says why never */
export function afterScheduleChange(cronJob: CronJob, now: number): number | CronEvent | undefined {
  try {
    return secondsToNext(inputOf(cronJob, parseSchedule(formatSchedule(cronJob)), now));
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    return warning('UnParseableCronJobSchedule', `unparseable schedule for cronjob: ${cronJob.spec.schedule}`);
  }
}

/** @param now unix seconds, with parts */
export function decide(cronJob: CronJob, now: number): Decision {
  const { spec, metadata } = cronJob;
  if (metadata.deletionTimestamp !== undefined) return { events: [] };
  if (spec.timeZone !== undefined && loadLocation(spec.timeZone) === undefined) {
    const zone = JSON.stringify(spec.timeZone);
    return { events: [warning('UnknownTimeZone', `invalid timeZone: ${zone}: unknown time zone ${spec.timeZone}`)] };
  }
  if (spec.suspend === true) return { events: [] };
  const events: CronEvent[] = spec.schedule.includes('TZ') ? [unsupported(spec.schedule)] : [];
  try {
    return run(cronJob, inputOf(cronJob, parseSchedule(formatSchedule(cronJob)), now), events);
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    const message = `unparseable schedule: ${JSON.stringify(spec.schedule)} : ${error.message}`;
    return { events: [...events, warning('UnparseableSchedule', message)] };
  }
}

const unsupported = (schedule: string): CronEvent =>
  warning(
    'UnsupportedSchedule',
    `CRON_TZ or TZ used in schedule ${JSON.stringify(schedule)} is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details`,
  );

const TOO_MANY = 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew';
const ACTIVE = 'Not starting job because prior execution is running and concurrency policy is Forbid';

function run(cronJob: CronJob, input: RecentInput, events: CronEvent[]): Decision {
  const due = mostRecentScheduleTime(input, true);
  if (typeof due === 'string') {
    return { events: [...events, warning('InvalidSchedule', `invalid schedule: ${cronJob.spec.schedule} : ${due}`)] };
  }
  const start = due.mostRecent;
  if (start === undefined) return later(input, events);
  if (due.missed === 'many') events.push(warning('TooManyMissedTimes', TOO_MANY));
  const active = cronJob.status?.active ?? [];
  if (start === input.lastSchedule || active.some(({ name }) => name === jobName(cronJob, start))) {
    return later(input, events);
  }
  if (cronJob.spec.concurrencyPolicy === 'Forbid' && active.length > 0) {
    return later(input, [...events, { type: 'Normal', reason: 'JobAlreadyActive', message: ACTIVE }]);
  }
  return { events, start };
}

function later(input: RecentInput, events: readonly CronEvent[]): Decision {
  const requeueAfter = secondsToNext(input);
  return { events, ...(requeueAfter === undefined ? {} : { requeueAfter }) };
}

/** After a run was started. */
export function requeueAfterStart(cronJob: CronJob, now: number): number | undefined {
  const after = afterScheduleChange(cronJob, now);
  return typeof after === 'number' ? after : undefined;
}
