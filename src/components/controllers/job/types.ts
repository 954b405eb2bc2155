/** A Job, as far as its controllers look at it: staging/src/k8s.io/api/batch/v1/types.go (v1.37). */
import type { Condition, KubeObject, LabelSelector, PodTemplateSpec } from '../../../model/objects.ts';

export interface ExitCodes {
  readonly containerName?: string;
  readonly operator: string;
  readonly values: readonly number[];
}

export interface FailureRule {
  readonly action: string;
  readonly onExitCodes?: ExitCodes;
  readonly onPodConditions?: readonly { readonly type: string; readonly status?: string }[];
}

export interface SuccessRule {
  /** "0,2-4". */
  readonly succeededIndexes?: string;
  readonly succeededCount?: number;
}

export interface JobSpec {
  readonly parallelism?: number;
  readonly completions?: number;
  readonly completionMode?: string;
  readonly backoffLimit?: number;
  /** Of an Indexed Job: failures of one index that are forgiven. */
  readonly backoffLimitPerIndex?: number;
  readonly maxFailedIndexes?: number;
  readonly activeDeadlineSeconds?: number;
  readonly ttlSecondsAfterFinished?: number;
  readonly suspend?: boolean;
  readonly podReplacementPolicy?: string;
  readonly podFailurePolicy?: { readonly rules: readonly FailureRule[] };
  readonly successPolicy?: { readonly rules: readonly SuccessRule[] };
  readonly managedBy?: string;
  readonly selector: LabelSelector;
  readonly template: PodTemplateSpec;
}

/** Uids of Pods that have ended and whose finalizer is not known to be gone. */
export interface Uncounted {
  readonly succeeded?: readonly string[];
  readonly failed?: readonly string[];
}

export interface JobStatus {
  readonly active?: number;
  readonly ready?: number;
  readonly terminating?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly completedIndexes?: string;
  /** There where failures count by index, if only as "". */
  readonly failedIndexes?: string;
  readonly uncountedTerminatedPods?: Uncounted;
  readonly conditions?: readonly Condition[];
}

export interface Job extends KubeObject {
  readonly kind: 'Job';
  readonly spec: JobSpec;
  readonly status?: JobStatus;
}

export const isJob = (object: KubeObject): object is Job => object.kind === 'Job';

export const conditionOf = (status: JobStatus | undefined, type: string): Condition | undefined =>
  status?.conditions?.find((condition) => condition.type === type && condition.status === 'True');

/** IsJobFinished. @returns the condition that ended it */
export const finishedBy = ({ status }: Job): Condition | undefined =>
  conditionOf(status, 'Complete') ?? conditionOf(status, 'Failed');

export const isIndexed = ({ spec }: Job): boolean => spec.completionMode === 'Indexed';
export const limitsByIndex = ({ spec }: Job): boolean => spec.backoffLimitPerIndex !== undefined;
export const isSuspended = ({ spec }: Job): boolean => spec.suspend === true;

/** @param now RFC 3339 */
export const newCondition = (
  type: string,
  { reason, message }: { readonly reason?: string; readonly message?: string },
  now: string,
  status = 'True',
): Condition => ({
  type,
  status,
  lastProbeTime: now,
  lastTransitionTime: now,
  ...(reason === undefined ? {} : { reason }),
  ...(message === undefined ? {} : { message }),
});
