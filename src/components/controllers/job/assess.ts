/** What a Job's Pods amount to, and whether that ends it: the first half of syncJob, pkg/controller/job/job_controller.go (v1.37). Pure. */
import type { Condition, Pod } from '../../../model/objects.ts';
import { MICROS_PER_SECOND, parseTime } from '../../../model/time.ts';
import { isPodReady } from '../kinds.ts';
import { isActive, isTerminating } from '../pod-state.ts';
import { failJobMessage, verdictOf } from './failure-policy.ts';
import { failedIndexes, lastFailures } from './index-failures.ts';
import { parseIndexes, successByPolicy } from './indexes.ts';
import { hasFailed, hasSucceeded, indexOf, isTracked, statusesOf, uidOf } from './pods.ts';
import { conditionOf, isIndexed, isSuspended, newCondition, type Job } from './types.ts';

export interface Assessment {
  readonly active: readonly Pod[];
  readonly ready: number;
  readonly terminating: number;
  /** Ended since the last status: not counted, not even as uncounted. */
  readonly newSucceeded: readonly Pod[];
  readonly newFailed: readonly Pod[];
  readonly succeeded: number;
  readonly failed: number;
  /** Indexes that are done. */
  readonly done: readonly number[];
  /** Indexes that are given up; undefined where failures do not count by index. */
  readonly failedIndexes?: readonly number[];
  /** The last Pod that failed of each index that is to be tried again. */
  readonly last: readonly Pod[];
}

/** @param removed uids of Pods whose finalizer was taken off already, whatever the cache says */
export function assess(job: Job, pods: readonly Pod[], removed: ReadonlySet<string>, nowMicros: number): Assessment {
  const { status = {}, spec } = job;
  const uncounted = status.uncountedTerminatedPods ?? {};
  const completions = spec.completions ?? 0;
  const isNew = (pod: Pod, known: readonly string[] = []): boolean => {
    if (!isTracked(pod) || removed.has(uidOf(pod)) || known.includes(uidOf(pod))) return false;
    return !isIndexed(job) || (indexOf(pod) ?? completions) < completions;
  };
  const newSucceeded = pods.filter((pod) => hasSucceeded(pod) && isNew(pod, uncounted.succeeded));
  const newFailed = pods.filter((pod) => hasFailed(pod, job) && isNew(pod, uncounted.failed));
  const failures = newFailed.filter((pod) => verdictOf(job, pod).action !== 'Ignore').length;
  const done = new Set(isIndexed(job) ? parseIndexes(status.completedIndexes ?? '', completions) : []);
  if (isIndexed(job)) for (const pod of newSucceeded) done.add(indexOf(pod) ?? 0);
  const active = pods.filter(isActive);
  const lost = failedIndexes(job, pods);
  const counted = (pod: Pod): boolean => removed.has(uidOf(pod)) || uncounted.failed?.includes(uidOf(pod)) === true;
  const settled = {
    active: new Set(active.flatMap((pod) => indexOf(pod) ?? [])),
    done,
    failed: lost ?? new Set<number>(),
  };
  const last = lost === undefined ? [] : [...lastFailures(job, pods, counted, settled, nowMicros).values()];
  return {
    active,
    ready: active.filter(isPodReady).length,
    terminating: pods.filter(isTerminating).length,
    newSucceeded,
    newFailed,
    succeeded: isIndexed(job)
      ? done.size
      : (status.succeeded ?? 0) + newSucceeded.length + (uncounted.succeeded ?? []).length,
    failed: (status.failed ?? 0) + failures + (uncounted.failed ?? []).length,
    done: [...done].sort((a, b) => a - b),
    ...(lost === undefined ? {} : { failedIndexes: [...lost].sort((a, b) => a - b) }),
    last,
  };
}

const LIMIT = { reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' };
const DEADLINE = { reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' };

/** The condition that is to end the Job before all its completions are reached, if any. */
export function ending(
  job: Job,
  pods: readonly Pod[],
  found: Assessment,
  nowMicros: number,
  now: string,
): Condition | undefined {
  const { failed, done } = found;
  const known = conditionOf(job.status, 'SuccessCriteriaMet') ?? conditionOf(job.status, 'FailureTarget');
  if (known !== undefined) return known;
  const message = failJobMessage(job, pods);
  if (message !== undefined) return newCondition('FailureTarget', { reason: 'PodFailurePolicy', message }, now);
  if (failed > (job.spec.backoffLimit ?? 6) || restartsExceed(job, pods)) {
    return newCondition('FailureTarget', LIMIT, now);
  }
  if (secondsToDeadline(job, nowMicros) <= 0) return newCondition('FailureTarget', DEADLINE, now);
  const lost = indexesLost(job, found);
  if (lost !== undefined) return newCondition('FailureTarget', lost, now);
  const { successPolicy, completions = 0 } = job.spec;
  if (successPolicy === undefined || !isIndexed(job)) return undefined;
  const met = successByPolicy(successPolicy.rules, new Set(done), completions);
  return met === undefined
    ? undefined
    : newCondition('SuccessCriteriaMet', { reason: 'SuccessPolicy', message: met }, now);
}

const TOO_MANY_INDEXES = {
  reason: 'MaxFailedIndexesExceeded',
  message: 'Job has exceeded the specified maximal number of failed indexes',
};
const ALL_INDEXES = { reason: 'FailedIndexes', message: 'Job has failed indexes' };

/** Too many indexes are given up, or none is left to try. */
function indexesLost({ spec }: Job, { failedIndexes: lost, done }: Assessment): typeof ALL_INDEXES | undefined {
  if (lost === undefined || lost.length === 0) return undefined;
  if (spec.maxFailedIndexes !== undefined && lost.length > spec.maxFailedIndexes) return TOO_MANY_INDEXES;
  return lost.length + done.length >= (spec.completions ?? 0) ? ALL_INDEXES : undefined;
}

/** pastBackoffLimitOnFailure: where containers are started again in their Pods, those starts count. */
function restartsExceed({ spec }: Job, pods: readonly Pod[]): boolean {
  if (spec.template.spec.restartPolicy !== 'OnFailure') return false;
  let restarts = 0;
  for (const pod of pods) {
    const phase = pod.status?.phase;
    if (phase !== 'Running' && phase !== 'Pending') continue;
    for (const { restartCount } of statusesOf(pod)) restarts += restartCount;
  }
  const limit = spec.backoffLimit ?? 6;
  return limit === 0 ? restarts > 0 : restarts >= limit;
}

/** Infinity where there is none. */
export function secondsToDeadline(job: Job, nowMicros: number): number {
  const { activeDeadlineSeconds } = job.spec;
  const started = parseTime(job.status?.startTime ?? '');
  if (activeDeadlineSeconds === undefined || started === undefined || isSuspended(job)) return Infinity;
  return activeDeadlineSeconds - (nowMicros - started) / MICROS_PER_SECOND;
}
