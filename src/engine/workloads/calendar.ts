/** A CronJob's calendar: which runs were due, which were started, and why the others were not (pkg/controller/cronjob, v1.37). */
import { keyOf, type KubeObject, type PodTemplateSpec } from '../../model/objects.ts';
import { MICROS_PER_SECOND, parseTime } from '../../model/time.ts';
import { nextTime, parseSchedule, ScheduleError, type Schedule } from '../../components/controllers/controllers.ts';
import {
  finishedAs,
  formatIn,
  formatSchedule,
  jobName,
  loadLocation,
  UTC,
  type ChildJob,
  type CronJob,
} from '../../components/controllers/workload-rules.ts';
import type { CalendarView, CronRun } from '../../protocol/protocol.ts';
import type { Past, Write } from './past.ts';
import { makerOf } from './pod-life.ts';

const RUNS_MAX = 200;
const NEXT = 5;
/** More than a run has; what is due beyond is not looked for. */
const WALK_MAX = 50_000;
/** How far before the start missed runs are looked for: a week. */
const LOOK_BACK_SECONDS = 604_800;
const SCHEDULED = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

interface Calendar {
  readonly past: Past;
  readonly writes: readonly Write<CronJob>[];
  readonly cronJob: CronJob;
  /** Every Job it ever made, by name. */
  readonly jobs: ReadonlyMap<string, readonly Write<ChildJob>[]>;
}

export function calendarOf(past: Past, key: string): CalendarView | undefined {
  const writes = past.writes<CronJob>(key);
  const cronJob = past.last(writes)?.object ?? writes.find(({ object }) => object !== undefined)?.object;
  if (cronJob === undefined) return undefined;
  const calendar = { past, writes, cronJob, jobs: jobsOf(past, key) };
  const { spec, status } = cronJob;
  const read = scheduleOf(cronJob);
  const runs = runsOf(calendar);
  return {
    schedule: spec.schedule,
    ...(read.problem === undefined ? {} : { problem: read.problem }),
    zone: spec.timeZone ?? '',
    suspended: spec.suspend === true,
    policy: spec.concurrencyPolicy ?? 'Allow',
    ...(spec.startingDeadlineSeconds === undefined ? {} : { deadlineSeconds: spec.startingDeadlineSeconds }),
    keeps: {
      ...(spec.successfulJobsHistoryLimit === undefined ? {} : { complete: spec.successfulJobsHistoryLimit }),
      ...(spec.failedJobsHistoryLimit === undefined ? {} : { failed: spec.failedJobsHistoryLimit }),
    },
    lastSchedule: status?.lastScheduleTime ?? '',
    lastSuccess: status?.lastSuccessfulTime ?? '',
    runs: runs.slice(-RUNS_MAX),
    runCount: runs.length,
    next: read.schedule === undefined ? [] : upcoming(calendar, read.schedule),
    command: commandOf(cronJob),
    apiVersion: cronJob.apiVersion,
  };
}

/** Jobs of a CronJob. */
function jobsOf(past: Past, key: string): ReadonlyMap<string, readonly Write<ChildJob>[]> {
  const found = new Map<string, readonly Write<ChildJob>[]>();
  for (const job of past.keysOf('Job')) {
    const writes = past.writes<ChildJob>(job);
    const first = writes.find(({ object }) => object !== undefined)?.object;
    if (first !== undefined && makerOf(first) === key) found.set(first.metadata.name, writes);
  }
  return found;
}

export const jobKeysOf = (past: Past, key: string): ReadonlySet<string> => {
  const names = [...jobsOf(past, key).values()].map(
    (writes) => writes.find(({ object }) => object !== undefined)?.object,
  );
  return new Set(
    names.flatMap((job) => (job === undefined ? [] : [keyOf('Job', job.metadata.namespace, job.metadata.name)])),
  );
};

function scheduleOf(cronJob: CronJob): { readonly schedule?: Schedule; readonly problem?: string } {
  const { timeZone } = cronJob.spec;
  if (timeZone !== undefined && loadLocation(timeZone) === undefined)
    return { problem: `unknown time zone ${timeZone}` };
  try {
    return { schedule: parseSchedule(formatSchedule(cronJob)) };
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    return { problem: error.message };
  }
}

const zoneOf = ({ spec }: CronJob): ReturnType<typeof loadLocation> => loadLocation(spec.timeZone ?? '') ?? UTC;
const textOf = (cronJob: CronJob, unix: number): string => formatIn(zoneOf(cronJob) ?? UTC, unix);

function upcoming({ past, cronJob }: Calendar, schedule: Schedule): CalendarView['next'] {
  const found: CalendarView['next'][number][] = [];
  let time: number | undefined = past.nowMicros / MICROS_PER_SECOND;
  for (let i = 0; i < NEXT; i++) {
    time = nextTime(schedule, time);
    if (time === undefined) break;
    found.push({ due: textOf(cronJob, time), dueTick: tickOf(past, time) });
  }
  return found;
}

const tickOf = (past: Past, unix: number): number => Math.round(unix * MICROS_PER_SECOND) - past.micros(0);

// --- runs that were due ---

function runsOf(calendar: Calendar): readonly CronRun[] {
  const { past, jobs } = calendar;
  const dues = duesOf(calendar);
  const seen = new Set(dues.map((due) => jobName(calendar.cronJob, due)));
  // Started before the simulation began, or by hand of somebody who wrote the annotation.
  const before = [...jobs.values()].flatMap((writes) => {
    const first = writes.find(({ object }) => object !== undefined);
    const scheduled = parseTime(first?.object?.metadata.annotations?.[SCHEDULED] ?? '');
    if (first?.object === undefined || first.step > past.step || scheduled === undefined) return [];
    return seen.has(first.object.metadata.name) ? [] : [scheduled / MICROS_PER_SECOND];
  });
  const all = [...before, ...dues].sort((a, b) => a - b);
  return all.map((due, i) => runOf(calendar, due, all[i + 1]));
}

/** Times of its schedules, each while it was the one in force, in unix seconds. */
function duesOf({ past, writes }: Calendar): readonly number[] {
  const end = past.nowMicros / MICROS_PER_SECOND;
  const dues: number[] = [];
  writes.forEach((write, i) => {
    const { object } = write;
    const { schedule } = object === undefined ? {} : scheduleOf(object);
    const next = writes[i + 1];
    const until = next === undefined ? end : Math.min(end, past.micros(next.tick) / MICROS_PER_SECOND);
    if (schedule === undefined) return;
    let time = nextTime(schedule, Math.max(startOf(past, write), dues.at(-1) ?? 0));
    while (time !== undefined && time <= until && dues.length < WALK_MAX) {
      dues.push(time);
      time = nextTime(schedule, time);
    }
  });
  return dues;
}

/** What stood there from the start has missed whatever was due since it last started something. */
function startOf(past: Past, { step, tick, object }: Write<CronJob>): number {
  const written = past.micros(tick) / MICROS_PER_SECOND;
  if (step > 0) return written;
  const since = parseTime(object?.status?.lastScheduleTime ?? object?.metadata.creationTimestamp ?? '');
  return since === undefined ? written : Math.max(since / MICROS_PER_SECOND, written - LOOK_BACK_SECONDS);
}

function runOf(calendar: Calendar, due: number, next: number | undefined): CronRun {
  const { past, cronJob, jobs } = calendar;
  const name = jobName(cronJob, due);
  const writes = (jobs.get(name) ?? []).filter(({ step }) => step <= past.step);
  const [first] = writes;
  const base = { due: textOf(cronJob, due), dueTick: tickOf(past, due) };
  if (first === undefined) return { ...base, ...notStarted(calendar, due, next), job: '', state: '' };
  const ended = writes.find(({ object }) => object !== undefined && finishedAs(object) !== undefined);
  const removed = writes.find(({ object }) => object === undefined);
  const condition = ended?.object === undefined ? undefined : finishedAs(ended.object);
  return {
    ...base,
    outcome: 'started',
    why: '',
    job: keyOf('Job', cronJob.metadata.namespace, name),
    state: condition === undefined ? 'active' : condition === 'Complete' ? 'complete' : 'failed',
    started: past.moment(first.step),
    ...(ended === undefined ? {} : { ended: past.moment(ended.step) }),
    ...(removed === undefined ? {} : { removed: past.moment(removed.step) }),
  };
}

/** As the CronJob stood when the run was due. @param next when the next one was */
function notStarted(calendar: Calendar, due: number, next: number | undefined): Pick<CronRun, 'outcome' | 'why'> {
  const { past, writes, cronJob } = calendar;
  const then = past.last(writes, past.stepAt(tickOf(past, due)))?.object ?? cronJob;
  const { suspend, concurrencyPolicy, startingDeadlineSeconds } = then.spec;
  if (suspend === true) return { outcome: 'skipped', why: 'suspended' };
  const end = startingDeadlineSeconds === undefined ? Infinity : due + startingDeadlineSeconds;
  const late = past.nowMicros / MICROS_PER_SECOND > end;
  const open = next === undefined && !late;
  const forbidden = concurrencyPolicy === 'Forbid' && (then.status?.active ?? []).length > 0;
  if (forbidden && (open || wasLookedAt(calendar, due, Math.min(next ?? Infinity, end))))
    return { outcome: open ? 'due' : 'skipped', why: 'forbid' };
  if (late) return { outcome: 'skipped', why: 'deadline' };
  return open ? { outcome: 'due', why: '' } : { outcome: 'skipped', why: 'passed-over' };
}

/** Somebody has to look to find another one running: a controller that is down does not. Before the start one takes it so. */
function wasLookedAt({ past, cronJob }: Calendar, due: number, end: number): boolean {
  const from = tickOf(past, due);
  const { name, namespace } = cronJob.metadata;
  return from < 0 || past.lookedAt(keyOf('CronJob', namespace, name), from, Math.min(tickOf(past, end), past.now.tick));
}

function commandOf({ spec }: KubeObject & CronJob): readonly string[] {
  const template = (spec.jobTemplate.spec as { template?: PodTemplateSpec } | undefined)?.template;
  const container = template?.spec.containers[0] as
    { command?: readonly string[]; args?: readonly string[] } | undefined;
  return [...(container?.command ?? []), ...(container?.args ?? [])];
}
