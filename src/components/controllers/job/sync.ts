/**
 * The stretches of a Job's sync: syncJob and manageJob of pkg/controller/job/job_controller.go (v1.37): claim Pods, see what
 * has ended, make or delete some; closing.ts goes on.
 */
import { MICROS_PER_SECOND } from '../../../model/time.ts';
import { namespacedName, type Pod } from '../../../model/objects.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import { claim, isBeingDeleted } from '../owner.ts';
import { isPodReady } from '../kinds.ts';
import { tellCreations } from '../pod-creation.ts';
import { podsToDelete } from '../ranking.ts';
import { succeeded, type Outcome } from '../sync.ts';
import { assess, ending, secondsToDeadline } from './assess.ts';
import { nextRecord, remaining } from './backoff.ts';
import { JobClosing } from './closing.ts';
import { dueIndexes } from './index-failures.ts';
import { duplicates, pendingIndexes } from './indexes.ts';
import { finishedAt, indexOf, TRACKING_FINALIZER, waitsForFailed } from './pods.ts';
import { deleteRequest, podRequest } from './requests.ts';
import { isIndexed, isSuspended, limitsByIndex, type Job } from './types.ts';
import { failedBy, type Stretch, type SyncDeps, type Work } from './work.ts';

/** MaxPodCreateDeletePerSync. */
const BURST = 500;

export class JobSync {
  private readonly closing: JobClosing;

  constructor(private readonly deps: SyncDeps) {
    this.closing = new JobClosing(deps);
  }

  begin(job: Job, candidates: readonly Pod[]): Outcome<Stretch> {
    const claimer = { owner: job, selector: job.spec.selector, resource: 'pods', finalizer: TRACKING_FINALIZER };
    const { mine, patches } = claim(claimer, candidates);
    if (patches.length === 0) return this.look(job, mine);
    return { kind: 'wait', requests: patches, context: { stage: 'claim', job, pods: mine } };
  }

  resume(stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    switch (stretch.stage) {
      case 'claim': {
        const refused = answers.find((answer) => !succeeded(answer) && answer.code !== 404 && answer.code !== 422);
        return refused === undefined ? this.look(stretch.job, stretch.pods) : failedBy(refused);
      }
      case 'create':
        return this.onCreated(stretch, answers);
      case 'delete':
        return this.onDeleted(stretch, answers);
      default:
        return this.closing.resume(stretch, answers);
    }
  }

  private look(cached: Job, pods: readonly Pod[]): Outcome<Stretch> {
    const key = namespacedName(cached);
    const { now, nowMicros } = this.deps.clock();
    const begins = cached.status?.startTime === undefined && !isSuspended(cached);
    const job: Job = begins ? { ...cached, status: { ...cached.status, startTime: now } } : cached;
    const found = assess(job, pods, this.deps.removals.get(key), nowMicros);
    const backoff = nextRecord(
      this.deps.backoff.get(key),
      found.newSucceeded.map((pod) => finishedAt(pod, nowMicros)),
      found.newFailed.map((pod) => finishedAt(pod, nowMicros)),
    );
    const { active, ready, terminating } = found;
    const work: Work = {
      ...{ job, pods, found, active: active.length, ready, terminating, backoff },
      ...{ changed: begins, failure: '' },
    };
    const finished = ending(job, pods, found, nowMicros, now);
    if (finished !== undefined) return this.remove({ ...work, finished }, active, true);
    const seconds = secondsToDeadline(job, nowMicros);
    if (seconds !== Infinity) this.deps.lookAgain(key, Math.round(seconds * MICROS_PER_SECOND), true);
    if (!this.deps.expectations.satisfied(key) || isBeingDeleted(job)) return this.closing.conclude(work, false);
    return this.manage(key, work);
  }

  // --- how many Pods there should be ---

  private manage(key: string, work: Work): Outcome<Stretch> {
    const { job, found, active } = work;
    if (isSuspended(job)) return this.remove(work, found.active, false);
    const wanted = wantedPods(work);
    const victims = this.victims(work, Math.max(0, active - wanted)).slice(0, BURST);
    if (victims.length > 0) return this.remove(work, victims, false);
    const missing = wanted - active - (waitsForFailed(job) ? work.terminating : 0);
    if (missing <= 0) return this.closing.conclude(work, true);
    const { nowMicros } = this.deps.clock();
    const count = Math.min(missing, BURST);
    const pending = isIndexed(job) ? this.indexes(work, count) : [];
    const due = dueIndexes(pending, byIndex(found.last), nowMicros);
    const wait = limitsByIndex(job) ? due.wait : remaining(work.backoff, nowMicros);
    if (wait > 0) {
      this.deps.lookAgain(key, wait, false);
      return this.closing.conclude(work, true);
    }
    const indexes = limitsByIndex(job) ? due.now : pending;
    const left = isIndexed(job) ? indexes.length : count;
    this.deps.expectations.expectCreations(key, left);
    return this.createBatch(work, left, 1, indexes);
  }

  private victims({ job, found }: Work, atLeast: number): readonly Pod[] {
    const twice = isIndexed(job) ? duplicates(found.active, job.spec.completions ?? 0) : [];
    const rest = found.active.filter((pod) => !twice.includes(pod));
    const more = podsToDelete(rest, rest, Math.max(0, atLeast - twice.length), this.deps.clock().nowMicros);
    return atLeast > twice.length ? [...twice, ...more] : twice;
  }

  private indexes({ job, pods, found }: Work, count: number): readonly number[] {
    const blocking = waitsForFailed(job)
      ? pods.filter((pod) => pod.status?.phase !== 'Failed' && pod.status?.phase !== 'Succeeded')
      : found.active;
    const taken = new Set([
      ...found.done,
      ...(found.failedIndexes ?? []),
      ...blocking.flatMap((pod) => indexOf(pod) ?? []),
    ]);
    return pendingIndexes(taken, count, job.spec.completions ?? 0);
  }

  private createBatch(work: Work, left: number, size: number, indexes: readonly number[]): Outcome<Stretch> {
    const batch = Math.min(size, left);
    if (batch === 0) return this.closing.conclude(work, true);
    const last = byIndex(work.found.last);
    const requests = Array.from({ length: batch }, (_, at) =>
      podRequest(work.job, indexes[at], last.get(indexes[at] ?? -1)),
    );
    return { kind: 'wait', requests, context: { stage: 'create', work, left, batch, indexes } };
  }

  /** The next batch is twice as large; after a batch with a failure there is none. */
  private onCreated(
    { work, left, batch, indexes }: Extract<Stretch, { stage: 'create' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    const key = namespacedName(work.job);
    const refused = tellCreations(this.deps.events, work.job, answers);
    const after: Work = { ...work, active: work.active + answers.length - refused.length };
    const [first] = refused;
    if (first === undefined) return this.createBatch(after, left - batch, batch * 2, indexes.slice(batch));
    for (let n = refused.length + left - batch; n > 0; n--) this.deps.expectations.creationObserved(key);
    return this.closing.conclude({ ...after, failure: first.status?.message ?? String(first.code) }, true);
  }

  /** @param isLast the Job is at its end: none may stay */
  private remove(work: Work, victims: readonly Pod[], isLast: boolean): Outcome<Stretch> {
    if (victims.length === 0)
      return isLast ? this.closing.conclude(this.mayEnd(work, 0), false) : this.closing.conclude(work, true);
    if (!isLast) this.deps.expectations.expectDeletionCount(namespacedName(work.job), victims.length);
    const context = { stage: 'delete', work, victims, isLast } as const;
    return { kind: 'wait', requests: victims.map(deleteRequest), context, awake: true };
  }

  private onDeleted(
    { work, victims, isLast }: Extract<Stretch, { stage: 'delete' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    const gone = victims.filter((_pod, at) => {
      const answer = answers[at];
      return answer !== undefined && (succeeded(answer) || answer.code === 404);
    });
    const key = namespacedName(work.job);
    for (const [at, { metadata }] of victims.entries()) {
      const answer = answers[at];
      if (answer === undefined) continue;
      if (!isLast && !succeeded(answer)) this.deps.expectations.deletionCounted(key);
      if (!succeeded(answer)) continue;
      const message = `Deleted pod: ${metadata.name}`;
      this.deps.events.post({ about: work.job, type: 'Normal', reason: 'SuccessfulDelete', message });
    }
    const refused = answers.find((answer) => !succeeded(answer) && answer.code !== 404);
    const after: Work = {
      ...work,
      active: work.active - gone.length,
      ready: work.ready - gone.filter(isPodReady).length,
      terminating: work.terminating + gone.length,
      failure: refused === undefined ? work.failure : (refused.status?.message ?? String(refused.code)),
    };
    return isLast ? this.closing.conclude(this.mayEnd(after, gone.length), false) : this.closing.conclude(after, true);
  }

  /** A Job does not end as long as a Pod could not be deleted, or may be there unseen. */
  private mayEnd(work: Work, deleted: number): Work {
    const all = deleted === work.found.active.length && this.deps.expectations.satisfied(namespacedName(work.job));
    if (all) return work;
    const { finished: _open, ...rest } = work;
    return rest;
  }
}

const byIndex = (pods: readonly Pod[]): ReadonlyMap<number, Pod> =>
  new Map(pods.map((pod) => [indexOf(pod) ?? -1, pod]));

function wantedPods({ job, found, active }: Work): number {
  const { parallelism = 1, completions } = job.spec;
  if (completions === undefined) return found.succeeded > 0 ? active : parallelism;
  return Math.max(0, Math.min(completions - found.succeeded, parallelism));
}
