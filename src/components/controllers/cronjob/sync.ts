/**
 * The stretches of a CronJob's sync: sync, cleanupFinishedJobs and syncCronJob of pkg/controller/cronjob/
 * cronjob_controllerv2.go (v1.37; 10.3). All that it learns goes into one write of the status, at the end.
 */
import { MICROS_PER_SECOND, formatTime, parseTime } from '../../../model/time.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { EventRecorder } from '../events.ts';
import { controllerOf } from '../owner.ts';
import { succeeded, type Outcome } from '../sync.ts';
import { decide, requeueAfterStart } from './decide.ts';
import { jobsToRemove } from './history.ts';
import { createJob, deleteJob, jobName, readCronJob, readJob, writeStatus } from './requests.ts';
import {
  finishedAs,
  isCronJob,
  isJob,
  type ChildJob,
  type CronJob,
  type CronJobStatus,
  type JobReference,
} from './types.ts';

/** How it ends, once the status is written. */
interface End {
  /** Seconds. */
  readonly requeueAfter?: number;
  readonly failure?: string;
}

interface Base {
  /** With the status as it is to be written. */
  readonly cronJob: CronJob;
  readonly jobs: readonly ChildJob[];
  /** Must the status be written? */
  readonly changed: boolean;
}

/** What a sync waits for, and what it needs to go on. Plain data; `start` in unix seconds. */
export type Stretch =
  | (Base & { readonly stage: 'cleanup'; readonly names: readonly string[] })
  | (Base & { readonly stage: 'unexpected' })
  | (Base & { readonly stage: 'missing'; readonly references: readonly JobReference[] })
  | (Base & { readonly stage: 'replace read'; readonly start: number })
  | (Base & { readonly stage: 'replace'; readonly start: number; readonly names: readonly string[] })
  | (Base & { readonly stage: 'create'; readonly start: number })
  | (Base & { readonly stage: 'existing'; readonly start: number })
  | (Base & { readonly stage: 'status'; readonly end: End });

type At<S extends Stretch['stage']> = Extract<Stretch, { readonly stage: S }>;

export interface SyncDeps {
  readonly events: EventRecorder;
  /** Unix seconds, with parts. */
  readonly now: () => number;
}

const activeOf = ({ status }: CronJob): readonly JobReference[] => status?.active ?? [];
const isActive = (cronJob: CronJob, uid: string | undefined): boolean =>
  activeOf(cronJob).some((reference) => reference.uid === uid);
const reasonOf = (answer: ApiResponse | undefined): string => answer?.status?.reason ?? String(answer?.code ?? '');

const withStatus = (base: Base, changes: CronJobStatus): Base => ({
  ...base,
  cronJob: { ...base.cronJob, status: { ...base.cronJob.status, ...changes } },
  changed: true,
});

function withoutActive(base: Base, isGone: (reference: JobReference) => boolean): Base {
  const { active: _, ...rest } = base.cronJob.status ?? {};
  const active = activeOf(base.cronJob).filter((reference) => !isGone(reference));
  return {
    ...base,
    cronJob: { ...base.cronJob, status: active.length === 0 ? rest : { ...rest, active } },
    changed: true,
  };
}

const wait = (requests: readonly ApiRequest[], context: Stretch): Outcome<Stretch> => ({
  kind: 'wait',
  requests,
  context,
});

export class CronJobSync {
  constructor(private readonly deps: SyncDeps) {}

  /** @param jobs that it controls, as the cache has them, sorted by name */
  begin(cronJob: CronJob, jobs: readonly ChildJob[]): Outcome<Stretch> {
    const base: Base = { cronJob, jobs, changed: false };
    const { successfulJobsHistoryLimit: successful, failedJobsHistoryLimit: failed } = cronJob.spec;
    const names = jobsToRemove(jobs.flatMap(finishedJob), { successful, failed }).map(({ name }) => name);
    if (names.length === 0) return this.reconcile(base);
    return wait(
      names.map((name) => deleteJob(cronJob, name)),
      { ...base, stage: 'cleanup', names },
    );
  }

  resume(stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    switch (stretch.stage) {
      case 'cleanup':
        return this.reconcile(this.deleted(stretch, stretch.names, answers));
      case 'unexpected':
        return this.onLive(stretch, answers[0]);
      case 'missing':
        return this.onMissing(stretch, answers);
      case 'replace read':
        return this.onReplaceRead(stretch, answers);
      case 'replace':
        return this.onReplaced(stretch, answers);
      case 'create':
        return this.onCreated(stretch, answers[0]);
      case 'existing':
        return this.onExisting(stretch, answers[0]);
      case 'status':
        return this.onStatus(stretch, answers[0]);
    }
  }

  private tell({ cronJob }: Base, type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.deps.events.post({ about: cronJob, type, reason, message });
  }

  /** deleteJob. */
  private deleted(base: Base, names: readonly string[], answers: readonly ApiResponse[]): Base {
    let after = base;
    names.forEach((name, i) => {
      const answer = answers[i];
      if (answer !== undefined && succeeded(answer)) {
        after = withoutActive(after, (reference) => reference.name === name);
        this.tell(base, 'Normal', 'SuccessfulDelete', `Deleted job ${name}`);
      } else this.tell(base, 'Warning', 'FailedDelete', `Deleted job: ${answer?.status?.message ?? ''}`);
    });
    return after;
  }

  // --- what became of its Jobs ---

  private reconcile(base: Base): Outcome<Stretch> {
    const { cronJob, jobs, changed } = base;
    const unexpected = jobs.some((job) => !isActive(cronJob, job.metadata.uid) && finishedAs(job) === undefined);
    if (unexpected) return wait([readCronJob(cronJob)], { cronJob, jobs, changed, stage: 'unexpected' });
    return this.observe(base, undefined);
  }

  /** The cache may be behind its own write: what is stored decides. */
  private onLive(base: At<'unexpected'>, answer: ApiResponse | undefined): Outcome<Stretch> {
    const live = answer?.object;
    if (answer === undefined || !succeeded(answer) || live === undefined || !isCronJob(live)) {
      return this.end(base, { failure: reasonOf(answer) });
    }
    return this.observe(base, live);
  }

  private observe({ cronJob, jobs, changed }: Base, live: CronJob | undefined): Outcome<Stretch> {
    let base: Base = { cronJob, jobs, changed };
    for (const job of jobs) {
      const { name, uid } = job.metadata;
      const ended = finishedAs(job);
      if (ended === undefined && !isActive(base.cronJob, uid)) {
        if (live !== undefined && isActive(live, uid)) base = { ...base, cronJob: live };
        else {
          const message = `Saw a job that the controller did not create or forgot: ${name}`;
          this.tell(base, 'Warning', 'UnexpectedJob', message);
        }
      } else if (ended !== undefined && isActive(base.cronJob, uid)) {
        this.tell(base, 'Normal', 'SawCompletedJob', `Saw completed job: ${name}, condition: ${ended}`);
        base = withoutActive(base, (reference) => reference.uid === uid);
      }
      if (ended === 'Complete') base = succeededJob(base, job);
    }
    const known = new Set(jobs.map(({ metadata }) => metadata.uid));
    const references = activeOf(base.cronJob).filter(({ uid }) => !known.has(uid));
    if (references.length === 0) return this.start(base);
    return wait(
      references.map(({ name }) => readJob(base.cronJob, name)),
      { ...base, stage: 'missing', references },
    );
  }

  private onMissing(stretch: At<'missing'>, answers: readonly ApiResponse[]): Outcome<Stretch> {
    const { cronJob, jobs, changed, references } = stretch;
    let base: Base = { cronJob, jobs, changed };
    for (const [i, { name, uid }] of references.entries()) {
      const answer = answers[i];
      if (answer?.code === 404) {
        this.tell(base, 'Normal', 'MissingJob', `Active job went missing: ${name}`);
        base = withoutActive(base, (reference) => reference.uid === uid);
      } else if (answer === undefined || !succeeded(answer)) return this.end(base, { failure: reasonOf(answer) });
    }
    return this.start(base);
  }

  // --- the run that is due ---

  private start(base: Base): Outcome<Stretch> {
    const { cronJob } = base;
    const { events, requeueAfter, start } = decide(cronJob, this.deps.now());
    for (const { type, reason, message } of events) this.tell(base, type, reason, message);
    if (start === undefined) return this.end(base, requeueAfter === undefined ? {} : { requeueAfter });
    const active = activeOf(cronJob);
    if (cronJob.spec.concurrencyPolicy !== 'Replace' || active.length === 0) return this.create(base, start);
    return wait(
      active.map(({ name }) => readJob(cronJob, name)),
      { ...base, stage: 'replace read', start },
    );
  }

  private onReplaceRead(
    { cronJob, jobs, changed, start }: At<'replace read'>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    const base: Base = { cronJob, jobs, changed };
    const refused = answers.find((answer) => !succeeded(answer));
    if (refused !== undefined) {
      this.tell(base, 'Warning', 'FailedGet', `Get job: ${refused.status?.message ?? ''}`);
      return this.end(base, { failure: reasonOf(refused) });
    }
    const names = activeOf(cronJob).map(({ name }) => name);
    return wait(
      names.map((name) => deleteJob(cronJob, name)),
      { ...base, stage: 'replace', start, names },
    );
  }

  private onReplaced(stretch: At<'replace'>, answers: readonly ApiResponse[]): Outcome<Stretch> {
    const { cronJob, jobs, changed, start, names } = stretch;
    const base = this.deleted({ cronJob, jobs, changed }, names, answers);
    const refused = answers.find((answer) => !succeeded(answer));
    return refused === undefined ? this.create(base, start) : this.end(base, { failure: reasonOf(refused) });
  }

  private create(base: Base, start: number): Outcome<Stretch> {
    const context = { ...base, stage: 'create', start } as const;
    return { kind: 'wait', requests: [createJob(base.cronJob, start)], context, awake: true };
  }

  private onCreated(stretch: At<'create'>, answer: ApiResponse | undefined): Outcome<Stretch> {
    const { cronJob, jobs, changed, start } = stretch;
    const base: Base = { cronJob, jobs, changed };
    const job = answer?.object;
    if (answer !== undefined && succeeded(answer) && job !== undefined && isJob(job)) {
      this.tell(base, 'Normal', 'SuccessfulCreate', `Created job ${job.metadata.name}`);
      return this.started(base, job, start);
    }
    if (answer?.status?.reason === 'AlreadyExists') {
      return wait([readJob(cronJob, jobName(cronJob, start))], { ...base, stage: 'existing', start });
    }
    this.tell(base, 'Warning', 'FailedCreate', `Error creating job: ${answer?.status?.message ?? ''}`);
    return this.end(base, { failure: reasonOf(answer) });
  }

  /** It made the Job before and could not say so; or somebody else did, whose business the status is. */
  private onExisting(
    { cronJob, jobs, changed, start }: At<'existing'>,
    answer: ApiResponse | undefined,
  ): Outcome<Stretch> {
    const base: Base = { cronJob, jobs, changed };
    const job = answer?.object;
    if (answer === undefined || !succeeded(answer) || job === undefined || !isJob(job)) {
      return this.end(base, { failure: reasonOf(answer) });
    }
    const own = controllerOf(job)?.uid === cronJob.metadata.uid;
    return own && !isActive(cronJob, job.metadata.uid) ? this.started(base, job, start) : this.end(base, {});
  }

  private started(base: Base, job: ChildJob, start: number): Outcome<Stretch> {
    const active = [...activeOf(base.cronJob), referenceTo(job)];
    const after = withStatus(base, { active, lastScheduleTime: formatTime(start * MICROS_PER_SECOND) });
    const requeueAfter = requeueAfterStart(after.cronJob, this.deps.now());
    return this.end(after, requeueAfter === undefined ? {} : { requeueAfter });
  }

  // --- the end ---

  private end({ cronJob, jobs, changed }: Base, end: End): Outcome<Stretch> {
    if (!changed) return finish(end);
    return wait([writeStatus(cronJob)], { cronJob, jobs, changed, stage: 'status', end });
  }

  private onStatus({ end }: At<'status'>, answer: ApiResponse | undefined): Outcome<Stretch> {
    return answer !== undefined && succeeded(answer) ? finish(end) : { kind: 'failed', reason: reasonOf(answer) };
  }
}

function finish({ requeueAfter, failure }: End): Outcome<Stretch> {
  if (failure !== undefined) return { kind: 'failed', reason: failure };
  if (requeueAfter === undefined) return { kind: 'done' };
  // The next run is a matter of the calendar: waiting for it is no activity.
  return { kind: 'done', requeueAfter: Math.max(0, Math.round(requeueAfter * MICROS_PER_SECOND)), calendar: true };
}

function finishedJob(job: ChildJob): { name: string; succeeded: boolean; startTime: number | undefined }[] {
  const ended = finishedAs(job);
  if (ended === undefined) return [];
  const startTime = parseTime(job.status?.startTime ?? '');
  return [{ name: job.metadata.name, succeeded: ended === 'Complete', startTime }];
}

/** The newest completion. Texts of whole seconds in UTC compare as their times. */
function succeededJob(base: Base, { status }: ChildJob): Base {
  const known = base.cronJob.status?.lastSuccessfulTime;
  const completed = status?.completionTime;
  if (completed === undefined || (known !== undefined && completed <= known)) return base;
  return withStatus(base, { lastSuccessfulTime: completed });
}

function referenceTo({ apiVersion, kind, metadata }: ChildJob): JobReference {
  const { name, namespace, uid = '', resourceVersion } = metadata;
  return {
    apiVersion,
    kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    uid,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}
