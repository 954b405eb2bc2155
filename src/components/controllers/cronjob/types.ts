import type { Condition, KubeObject } from '../../../model/objects.ts';

export interface JobReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion?: string;
}

export interface CronJob extends KubeObject {
  readonly kind: 'CronJob';
  readonly spec: {
    readonly schedule: string;
    readonly timeZone?: string;
    readonly startingDeadlineSeconds?: number;
    readonly concurrencyPolicy?: string;
    readonly suspend?: boolean;
    readonly successfulJobsHistoryLimit?: number;
    readonly failedJobsHistoryLimit?: number;
    readonly jobTemplate: {
      readonly metadata?: {
        readonly labels?: Readonly<Record<string, string>>;
        readonly annotations?: Readonly<Record<string, string>>;
      };
      readonly spec?: object;
    };
  };
  readonly status?: CronJobStatus;
}

export interface CronJobStatus {
  readonly active?: readonly JobReference[];
  readonly lastScheduleTime?: string;
  readonly lastSuccessfulTime?: string;
}

/** What a CronJob looks at in a Job. */
export interface ChildJob extends KubeObject {
  readonly kind: 'Job';
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly startTime?: string;
    readonly completionTime?: string;
  };
}

export const isCronJob = (object: KubeObject): object is CronJob => object.kind === 'CronJob';
export const isJob = (object: KubeObject): object is ChildJob => object.kind === 'Job';

/** The condition that ended it: Complete or Failed. */
export const finishedAs = (job: ChildJob): string | undefined =>
  job.status?.conditions?.find(({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True')
    ?.type;
