/**
 * How a Job counts each Pod once: trackJobStatusAndRemoveFinalizers and enactJobFinished of pkg/controller/job/job_controller.go
 * (v1.37). First the status names the Pods that have ended, then they lose their finalizer, then the counters grow. Pure.
 */
import type { Condition, Pod } from '../../../model/objects.ts';
import { isBeingDeleted } from '../owner.ts';
import type { Assessment } from './assess.ts';
import { verdictOf } from './failure-policy.ts';
import { isKept } from './index-failures.ts';
import { formatIndexes, parseIndexes } from './indexes.ts';
import { hasFailed, hasSucceeded, indexOf, isTracked, uidOf } from './pods.ts';
import { conditionOf, isIndexed, newCondition, type Job, type JobStatus } from './types.ts';

/** MaxUncountedPods. */
const MOST = 500;

export interface Tracked {
  readonly status: JobStatus;
  /** It differs in more than the numbers of Pods that run. */
  readonly changed: boolean;
  /** They lose their finalizer once the status is written. */
  readonly remove: readonly Pod[];
  /** The Job's last condition, to be written when nothing is uncounted. */
  readonly final: Condition | undefined;
  /** More Pods have ended than one status may name. */
  readonly full: boolean;
}

/** Counts what was uncounted and has no finalizer any more. @param tracked uids of Pods that have one */
export function countDone(status: JobStatus, tracked: ReadonlySet<string>): JobStatus | undefined {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const [leftSucceeded, leftFailed] = [succeeded, failed].map((uids) => uids.filter((uid) => tracked.has(uid)));
  const [good, bad] = [succeeded.length - (leftSucceeded?.length ?? 0), failed.length - (leftFailed?.length ?? 0)];
  if (good + bad === 0) return undefined;
  return {
    ...status,
    ...(good === 0 ? {} : { succeeded: (status.succeeded ?? 0) + good }),
    ...(bad === 0 ? {} : { failed: (status.failed ?? 0) + bad }),
    uncountedTerminatedPods: uncountedOf(leftSucceeded ?? [], leftFailed ?? []),
  };
}

const uncountedOf = (succeeded: readonly string[], failed: readonly string[]): object => ({
  ...(succeeded.length === 0 ? {} : { succeeded }),
  ...(failed.length === 0 ? {} : { failed }),
});

/** Uids of Pods whose end still has to be counted. */
export const trackedUids = (pods: readonly Pod[], removed: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(pods.filter((pod) => isTracked(pod) && !removed.has(uidOf(pod))).map(uidOf));

class Books {
  readonly succeeded: string[];
  readonly failed: string[];
  readonly indexes: Set<number>;
  readonly remove: Pod[] = [];
  changed = false;

  private readonly last: ReadonlyMap<number, Pod>;

  constructor(
    private readonly job: Job,
    status: JobStatus,
    last: readonly Pod[],
  ) {
    this.last = new Map(last.map((pod) => [indexOf(pod) ?? -1, pod]));
    this.succeeded = [...(status.uncountedTerminatedPods?.succeeded ?? [])];
    this.failed = [...(status.uncountedTerminatedPods?.failed ?? [])];
    this.indexes = new Set(parseIndexes(status.completedIndexes ?? '', job.spec.completions ?? 0));
  }

  get size(): number {
    return this.succeeded.length + this.failed.length;
  }

  /** @param finished the condition that ends the Job, if it ends */
  note(pod: Pod, finished: Condition | undefined): void {
    const failed = hasFailed(pod, this.job);
    if (!failed && !hasSucceeded(pod) && finished === undefined && !isBeingDeleted(this.job)) return;
    if (this.mustStay(pod, finished)) return;
    this.remove.push(pod);
    if (hasSucceeded(pod) && !this.failed.includes(uidOf(pod))) this.noteSuccess(pod);
    // What has not ended when a Job fails counts as failed.
    else if (failed || finished?.type === 'FailureTarget' || finished?.type === 'Failed') this.noteFailure(pod);
  }

  /** It tells how often its index has failed, until another Pod of the index is there to tell it. */
  private mustStay(pod: Pod, finished: Condition | undefined): boolean {
    return finished === undefined && !isBeingDeleted(this.job) && !hasSucceeded(pod) && isKept(pod, this.last);
  }

  private hasPlace(pod: Pod): boolean {
    const { completions = 0 } = this.job.spec;
    return !isIndexed(this.job) || (indexOf(pod) ?? completions) < completions;
  }

  private noteSuccess(pod: Pod): void {
    if (!this.hasPlace(pod)) return;
    if (isIndexed(this.job)) {
      const index = indexOf(pod) ?? 0;
      this.changed ||= !this.indexes.has(index);
      this.indexes.add(index);
    } else if (!this.succeeded.includes(uidOf(pod))) {
      this.changed = true;
      this.succeeded.push(uidOf(pod));
    }
  }

  private noteFailure(pod: Pod): void {
    if (this.failed.includes(uidOf(pod)) || !this.hasPlace(pod) || verdictOf(this.job, pod).action === 'Ignore') return;
    this.changed = true;
    this.failed.push(uidOf(pod));
  }
}

export interface TrackInput {
  readonly job: Job;
  /** As it is to be but for its accounts. */
  readonly status: JobStatus;
  readonly pods: readonly Pod[];
  readonly found: Pick<Assessment, 'failedIndexes' | 'last'>;
  /** Uids of Pods whose finalizer was taken off already. */
  readonly removed: ReadonlySet<string>;
  /** The condition that ends the Job, if it ends. */
  readonly finished: Condition | undefined;
  readonly now: string;
}

export function track({ job, status, pods, found, removed, finished, now }: TrackInput): Tracked {
  const cleaned = countDone(status, trackedUids(pods, removed));
  const before = cleaned ?? status;
  const books = new Books(job, before, found.last);
  const sorted = isIndexed(job) ? [...pods].sort((a, b) => (indexOf(a) ?? -1) - (indexOf(b) ?? -1)) : pods;
  for (const pod of sorted) {
    if (books.size >= MOST) break;
    if (isTracked(pod) && !removed.has(uidOf(pod))) books.note(pod, finished);
  }
  const interim = finished !== undefined && INTERIM.has(finished.type) && !conditionOf(before, finished.type);
  const conditions = interim ? [...(before.conditions ?? []), finished] : before.conditions;
  const lost = found.failedIndexes === undefined ? undefined : formatIndexes(found.failedIndexes);
  const indexes = isIndexed(job)
    ? {
        ...(lost === undefined ? {} : { failedIndexes: lost }),
        ...(books.indexes.size === 0 ? {} : { completedIndexes: formatIndexes(books.indexes) }),
        ...(books.indexes.size === 0 ? {} : { succeeded: books.indexes.size }),
      }
    : {};
  return {
    status: {
      ...before,
      ...indexes,
      uncountedTerminatedPods: uncountedOf(books.succeeded, books.failed),
      ...(conditions === undefined ? {} : { conditions }),
    },
    changed: cleaned !== undefined || books.changed || interim || lost !== status.failedIndexes,
    remove: books.remove,
    final: finished === undefined ? undefined : finalOf(finished, now),
    full: books.size >= MOST,
  };
}

const INTERIM: ReadonlySet<string> = new Set(['SuccessCriteriaMet', 'FailureTarget']);

const finalOf = ({ type, reason, message }: Condition, now: string): Condition =>
  newCondition(
    type === 'FailureTarget' ? 'Failed' : 'Complete',
    { ...(reason === undefined ? {} : { reason }), ...(message === undefined ? {} : { message }) },
    now,
  );

/** enactJobFinished. @returns undefined as long as something is uncounted, or on its way down */
export function finish(status: JobStatus, final: Condition | undefined): JobStatus | undefined {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  if (final === undefined || succeeded.length + failed.length > 0) return undefined;
  // delayTerminalCondition: the last condition waits until no Pod is on its way down.
  if ((status.terminating ?? 0) > 0) return undefined;
  return {
    ...status,
    conditions: [...(status.conditions ?? []), final],
    ...(final.type === 'Complete' && final.lastTransitionTime !== undefined
      ? { completionTime: final.lastTransitionTime }
      : {}),
  };
}
