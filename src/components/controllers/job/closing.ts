/**
 * The second half of a Job's sync: the status names what has ended, finalizers come off, what lost one counts, and the Job may
 * end: trackJobStatusAndRemoveFinalizers of pkg/controller/job/job_controller.go (v1.37).
 */
import { namespacedName, type Condition } from '../../../model/objects.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import { succeeded, type Outcome } from '../sync.ts';
import { uidOf } from './pods.ts';
import { writeStatus, untrackRequest } from './requests.ts';
import { countDone, finish, track, trackedUids } from './track.ts';
import { isSuspended, newCondition, type Job, type JobStatus } from './types.ts';
import { failedBy, type Flushing, type Stretch, type SyncDeps, type Work } from './work.ts';

type Stage = Extract<Stretch, { stage: 'flush' | 'finalizers' | 'count' }>;

export class JobClosing {
  constructor(private readonly deps: SyncDeps) {}

  resume(stretch: Stage, answers: readonly ApiResponse[]): Outcome<Stretch> {
    switch (stretch.stage) {
      case 'flush':
        return this.onFlushed(stretch, answers);
      case 'finalizers':
        return this.onUntracked(stretch, answers);
      case 'count':
        return this.onCounted(stretch, answers);
    }
  }

  /** @param managed the number of Pods was looked after in this sync */
  conclude(work: Work, managed: boolean): Outcome<Stretch> {
    const { now } = this.deps.clock();
    const { job, found, active, ready, terminating } = work;
    const complete = work.finished === undefined && isComplete(work);
    const told = !complete && managed ? this.tellSuspension(work, now) : work;
    const finished = complete ? newCondition('SuccessCriteriaMet', REACHED, now) : work.finished;
    const before = told.job.status ?? {};
    const { active: _active, ...rest } = before;
    const status: JobStatus = { ...rest, ...(active === 0 ? {} : { active }), ready, terminating };
    const removed = this.deps.removals.get(namespacedName(job));
    const tracked = track({ job, status, pods: work.pods, found, removed, finished, now });
    const moved =
      (before.active ?? 0) !== active ||
      (before.ready ?? 0) !== ready ||
      (before.terminating ?? 0) !== terminating ||
      told.changed;
    const final = tracked.full ? undefined : tracked.final;
    const flushing: Flushing = {
      work: { ...told, found: { ...found, active: [] }, changed: moved },
      ...{ status: tracked.status, remove: tracked.remove, ...(final === undefined ? {} : { final }) },
    };
    if (!tracked.changed) return this.untrack(flushing);
    const requests = [writeStatus(job, tracked.status)];
    return { kind: 'wait', requests, context: { ...flushing, stage: 'flush' } };
  }

  /** Suspended, or going on: a Job that goes on starts its clock anew. */
  private tellSuspension(work: Work, now: string): Work {
    const { job } = work;
    const known = job.status?.conditions?.find(({ type }) => type === 'Suspended');
    const status = isSuspended(job) ? 'True' : 'False';
    if (known === undefined ? status === 'False' : known.status === status) return work;
    const [reason, message] =
      status === 'True' ? (['JobSuspended', 'Job suspended'] as const) : (['JobResumed', 'Job resumed'] as const);
    const condition = newCondition('Suspended', { reason, message }, now, status);
    const others = (job.status?.conditions ?? []).filter(({ type }) => type !== 'Suspended');
    this.deps.events.post({ about: job, type: 'Normal', reason: reason.replace('Job', ''), message });
    const start = status === 'False' ? { startTime: now } : {};
    const after: JobStatus = { ...job.status, ...start, conditions: [...others, condition] };
    return { ...work, job: { ...job, status: after }, changed: true };
  }

  private onFlushed(
    { work, status, remove, final }: Extract<Stretch, { stage: 'flush' }>,
    [answer]: readonly ApiResponse[],
  ): Outcome<Stretch> {
    if (answer?.object === undefined || !succeeded(answer)) return failedBy(answer);
    this.deps.backoff.set(namespacedName(work.job), work.backoff);
    const job = answer.object as Job;
    const flushed = { ...work, job, changed: false };
    return this.untrack({ work: flushed, status, remove, ...(final === undefined ? {} : { final }) });
  }

  private untrack(flushing: Flushing): Outcome<Stretch> {
    const { work, remove } = flushing;
    if (remove.length === 0) return this.count(flushing);
    this.deps.removals.expect(namespacedName(work.job), remove.map(uidOf));
    return { kind: 'wait', requests: remove.map(untrackRequest), context: { ...flushing, stage: 'finalizers' } };
  }

  private onUntracked(
    stretch: Extract<Stretch, { stage: 'finalizers' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    const { work, remove } = stretch;
    const key = namespacedName(work.job);
    let { failure } = work;
    answers.forEach((answer, at) => {
      const pod = remove[at];
      if (pod === undefined || succeeded(answer)) return;
      this.deps.removals.drop(key, uidOf(pod));
      if (answer.code !== 404) failure = answer.status?.message ?? String(answer.code);
    });
    const gone = remove.filter((_pod, at) => answers[at]?.code === 404).map(uidOf);
    const pods = work.pods.filter((pod) => !gone.includes(uidOf(pod)));
    return this.count({ ...stretch, work: { ...work, pods, failure } });
  }

  /** What has lost its finalizer counts; a Job of which nothing is left to count may end. */
  private count({ work, status, final }: Flushing): Outcome<Stretch> {
    const { job, pods } = work;
    const left = trackedUids(pods, this.deps.removals.get(namespacedName(job)));
    const counted = countDone(status, left);
    const ended = work.failure === '' ? finish(counted ?? status, final) : undefined;
    const after = ended ?? counted ?? status;
    if (ended === undefined && counted === undefined && !work.changed) return end(work);
    const context = { stage: 'count', work, ...(ended === undefined || final === undefined ? {} : { final }) } as const;
    return { kind: 'wait', requests: [writeStatus(job, after)], context };
  }

  private onCounted(
    { work, final }: Extract<Stretch, { stage: 'count' }>,
    [answer]: readonly ApiResponse[],
  ): Outcome<Stretch> {
    if (answer === undefined || !succeeded(answer)) return failedBy(answer);
    const key = namespacedName(work.job);
    if (work.backoff !== this.deps.backoff.get(key)) this.deps.backoff.set(key, work.backoff);
    if (final !== undefined) this.tellEnd(work.job, final);
    return end(work);
  }

  private tellEnd(about: Job, { type, reason = '', message = '' }: Condition): void {
    const { events } = this.deps;
    if (type === 'Complete') events.post({ about, type: 'Normal', reason: 'Completed', message: 'Job completed' });
    else events.post({ about, type: 'Warning', reason, message });
  }
}

const REACHED = { reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' };

/** Without a number of completions the first success ends it, once no Pod is left. */
function isComplete({ job, found, active }: Work): boolean {
  const { completions } = job.spec;
  return active === 0 && (completions === undefined ? found.succeeded > 0 : found.succeeded >= completions);
}

const end = ({ failure }: Work): Outcome<Stretch> =>
  failure === '' ? { kind: 'done' } : { kind: 'failed', reason: failure };
