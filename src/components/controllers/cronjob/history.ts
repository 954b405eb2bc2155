/** Finished Jobs that are too many: cleanupFinishedJobs of pkg/controller/cronjob/cronjob_controllerv2.go and byJobStartTime (v1.37; 10.5). */
import { compareBytes } from '../../../kernel/kernel.ts';

export interface FinishedJob {
  readonly name: string;
  readonly succeeded: boolean;
  /** Unix time in any unit; undefined = it never started. */
  readonly startTime: number | undefined;
}

/** Who started first; without a start last; by name where they are equal. */
function byStartTime(a: FinishedJob, b: FinishedJob): number {
  const [x, y] = [a.startTime ?? Infinity, b.startTime ?? Infinity];
  return x === y ? compareBytes(a.name, b.name) : x - y;
}

const tooMany = <J extends FinishedJob>(jobs: readonly J[], limit: number | undefined): readonly J[] =>
  limit === undefined ? [] : [...jobs].sort(byStartTime).slice(0, Math.max(0, jobs.length - limit));

/** Who is deleted, in order. @param limits undefined = keep all */
export function jobsToRemove<J extends FinishedJob>(
  jobs: readonly J[],
  limits: { readonly successful: number | undefined; readonly failed: number | undefined },
): readonly J[] {
  return [
    ...tooMany(
      jobs.filter((job) => job.succeeded),
      limits.successful,
    ),
    ...tooMany(
      jobs.filter((job) => !job.succeeded),
      limits.failed,
    ),
  ];
}
