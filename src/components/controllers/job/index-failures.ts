/**
 * Failures counted by index: calculateFailedIndexes, getPodsWithDelayedDeletionPerIndex and what goes with them, of
 * pkg/controller/job/indexed_job_utils.go and backoff_utils.go (v1.37). A Pod that failed keeps its finalizer until the one that
 * replaces it is there, because it says how often its index has failed. Pure.
 */
import type { Pod } from '../../../model/objects.ts';
import { remaining } from './backoff.ts';
import { verdictOf } from './failure-policy.ts';
import { parseIndexes } from './indexes.ts';
import { finishedAt, hasFailed, indexOf, isTracked, uidOf } from './pods.ts';
import { limitsByIndex, type Job } from './types.ts';

const COUNT = 'batch.kubernetes.io/job-index-failure-count';
const IGNORED = 'batch.kubernetes.io/job-index-ignored-failure-count';

function countOf({ metadata }: Pod, annotation: string): number {
  const text = metadata.annotations?.[annotation];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : 0;
}

/** getIndexAbsoluteFailureCount: of the Pods before it. */
const failuresBefore = (pod: Pod): number => countOf(pod, COUNT) + countOf(pod, IGNORED);

function isIndexFailed(job: Job, pod: Pod): boolean {
  if (!hasFailed(pod, job)) return false;
  const { action } = verdictOf(job, pod);
  if (action === 'FailIndex') return true;
  return action !== 'Ignore' && countOf(pod, COUNT) >= (job.spec.backoffLimitPerIndex ?? 0);
}

/** calculateFailedIndexes; undefined where failures do not count by index. */
export function failedIndexes(job: Job, pods: readonly Pod[]): ReadonlySet<number> | undefined {
  if (!limitsByIndex(job)) return undefined;
  const { completions = 0 } = job.spec;
  const failed = new Set(parseIndexes(job.status?.failedIndexes ?? '', completions));
  for (const pod of pods) {
    const index = indexOf(pod);
    if (index !== undefined && index < completions && isIndexFailed(job, pod)) failed.add(index);
  }
  return failed;
}

export interface Settled {
  readonly active: ReadonlySet<number>;
  readonly done: ReadonlySet<number>;
  readonly failed: ReadonlySet<number>;
}

/**
 * getPodsWithDelayedDeletionPerIndex: the last Pod that failed of each index that is to be tried again.
 * @param counted is the Pod's end counted already, or its finalizer gone?
 */
export function lastFailures(
  job: Job,
  pods: readonly Pod[],
  counted: (pod: Pod) => boolean,
  { active, done, failed }: Settled,
  nowMicros: number,
): ReadonlyMap<number, Pod> {
  const last = new Map<number, Pod>();
  for (const pod of pods) {
    const index = indexOf(pod) ?? Infinity;
    if (!isTracked(pod) || counted(pod) || !hasFailed(pod, job) || index >= (job.spec.completions ?? 0)) continue;
    if (active.has(index) || done.has(index) || failed.has(index)) continue;
    const known = last.get(index);
    const isLater =
      known === undefined ||
      (failuresBefore(known) <= failuresBefore(pod) && finishedAt(pod, nowMicros) >= finishedAt(known, nowMicros));
    if (isLater) last.set(index, pod);
  }
  return last;
}

/** getPodCreationInfoForIndependentIndexes. @returns what may be made now, or else the microseconds until one may */
export function dueIndexes(
  indexes: readonly number[],
  last: ReadonlyMap<number, Pod>,
  nowMicros: number,
): { readonly now: readonly number[]; readonly wait: number } {
  const waits = indexes.map((index) => {
    const pod = last.get(index);
    if (pod === undefined) return 0;
    return remaining({ failures: failuresBefore(pod) + 1, lastMicros: finishedAt(pod, nowMicros) }, nowMicros);
  });
  const now = indexes.filter((_index, at) => waits[at] === 0);
  return { now, wait: now.length > 0 || waits.length === 0 ? 0 : Math.min(...waits) };
}

/** addIndexFailureCountAnnotation: what the next Pod of an index says of those before it. */
export function failureCounts(job: Job, replaced: Pod | undefined): Readonly<Record<string, string>> {
  if (!limitsByIndex(job)) return {};
  if (replaced === undefined) return { [COUNT]: '0' };
  const isIgnored = verdictOf(job, replaced).action === 'Ignore';
  const ignored = countOf(replaced, IGNORED) + (isIgnored ? 1 : 0);
  return {
    [COUNT]: String(countOf(replaced, COUNT) + (isIgnored ? 0 : 1)),
    ...(ignored === 0 ? {} : { [IGNORED]: String(ignored) }),
  };
}

/** canRemoveFinalizer asks: does the Pod still stand for its index? */
export const isKept = (pod: Pod, last: ReadonlyMap<number, Pod>): boolean => {
  const kept = last.get(indexOf(pod) ?? -1);
  return kept !== undefined && uidOf(kept) === uidOf(pod);
};
