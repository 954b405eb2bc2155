/** What a Job's sync carries from stretch to stretch, and what it works with. Plain data. */
import type { Condition, Pod } from '../../../model/objects.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { EventRecorder } from '../events.ts';
import type { Expectations } from '../expectations.ts';
import type { Outcome } from '../sync.ts';
import type { Assessment } from './assess.ts';
import type { BackoffRecord } from './backoff.ts';
import type { Job, JobStatus } from './types.ts';

/** What a sync has found so far. Plain data. */
export interface Work {
  /** As the cache had it, with a start time where it begins now. */
  readonly job: Job;
  readonly pods: readonly Pod[];
  readonly found: Assessment;
  readonly active: number;
  readonly ready: number;
  readonly terminating: number;
  /** Ends the Job. */
  readonly finished?: Condition;
  readonly backoff: BackoffRecord;
  /** Conditions or the start time are new. */
  readonly changed: boolean;
  /** What went wrong on the way: the sync is tried again. */
  readonly failure: string;
}

export type Stretch =
  | { readonly stage: 'claim'; readonly job: Job; readonly pods: readonly Pod[] }
  | {
      readonly stage: 'create';
      readonly work: Work;
      /** Still to be made, the present batch among them. */
      readonly left: number;
      readonly batch: number;
      /** Of an Indexed Job, as many as are left. */
      readonly indexes: readonly number[];
    }
  | { readonly stage: 'delete'; readonly work: Work; readonly victims: readonly Pod[]; readonly isLast: boolean }
  | (Flushing & { readonly stage: 'flush' })
  | (Flushing & { readonly stage: 'finalizers' })
  | { readonly stage: 'count'; readonly work: Work; readonly final?: Condition };

export interface Flushing {
  readonly work: Work;
  readonly status: JobStatus;
  readonly remove: readonly Pod[];
  readonly final?: Condition;
}

export interface SyncDeps {
  readonly expectations: Expectations;
  /** Finalizers that were taken off, as the cache does not show yet. */
  readonly removals: {
    get(key: string): ReadonlySet<string>;
    expect(key: string, uids: readonly string[]): void;
    drop(key: string, uid: string): void;
  };
  readonly backoff: { get(key: string): BackoffRecord | undefined; set(key: string, record: BackoffRecord): void };
  readonly events: EventRecorder;
  readonly clock: () => { readonly now: string; readonly nowMicros: number };
  /** Comes back, whatever this sync ends in. @param calendar the user has set the time: waiting for it is no activity */
  readonly lookAgain: (key: string, micros: number, calendar: boolean) => void;
}

export const failedBy = (answer: ApiResponse | undefined): Outcome<Stretch> => ({
  kind: 'failed',
  reason: answer?.status?.reason ?? String(answer?.code ?? ''),
});
