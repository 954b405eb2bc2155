/**
 * What a candidate decides: client-go tools/leaderelection/leaderelection.go (v0.37), tryAcquireOrRenew without its
 * requests. Pure. Left out: coordinated leader election (preferred holder, strategy).
 */

export interface LeaderElectionConfig {
  readonly leaseDurationSeconds: number;
  readonly renewDeadlineSeconds: number;
  readonly retryPeriodSeconds: number;
  readonly releaseOnCancel: boolean;
}

/** leaderelection.JitterFactor: a candidate waits the retry period and up to so much of it on top. */
export const JITTER_FACTOR = 1.2;

/** What kube-scheduler and kube-controller-manager run with. */
export const DEFAULT_LEADER_ELECTION: LeaderElectionConfig = {
  leaseDurationSeconds: 15,
  renewDeadlineSeconds: 10,
  retryPeriodSeconds: 2,
  releaseOnCancel: false,
};

/** NewLeaderElector: what upstream says of a configuration that it refuses, undefined if it takes it. */
export function leaderElectionConfigError(config: Omit<LeaderElectionConfig, 'releaseOnCancel'>): string | undefined {
  const { leaseDurationSeconds, renewDeadlineSeconds, retryPeriodSeconds } = config;
  if (leaseDurationSeconds <= renewDeadlineSeconds) return 'leaseDuration must be greater than renewDeadline';
  // A time.Duration: whole nanoseconds.
  if (nanos(renewDeadlineSeconds) <= Math.trunc(nanos(retryPeriodSeconds) * JITTER_FACTOR))
    return 'renewDeadline must be greater than retryPeriod*JitterFactor';
  if (leaseDurationSeconds <= 0) return 'leaseDuration must be greater than zero';
  if (renewDeadlineSeconds <= 0) return 'renewDeadline must be greater than zero';
  return retryPeriodSeconds <= 0 ? 'retryPeriod must be greater than zero' : undefined;
}

const nanos = (seconds: number): number => Math.round(seconds * 1e9);

/** resourcelock.LeaderElectionRecord; times are RFC 3339 texts that nobody reads as times. */
export interface LeaderElectionRecord {
  /** "" = given back. */
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTime: string;
  readonly renewTime: string;
  readonly leaderTransitions: number;
}

/** The record that a candidate knows, and since when: by its own clock, never by the times in the record. */
export interface Observation {
  readonly record: LeaderElectionRecord;
  /** In seconds of the candidate's clock. */
  readonly since: number;
}

const sameRecord = (a: LeaderElectionRecord, b: LeaderElectionRecord): boolean =>
  a.holderIdentity === b.holderIdentity &&
  a.leaseDurationSeconds === b.leaseDurationSeconds &&
  a.acquireTime === b.acquireTime &&
  a.renewTime === b.renewTime &&
  a.leaderTransitions === b.leaderTransitions;

/** A record that is the known one does not count as seen anew. */
export const observe = (known: Observation | undefined, record: LeaderElectionRecord, now: number): Observation =>
  known !== undefined && sameRecord(known.record, record) ? known : { record, since: now };

export const isLeaseValid = ({ record, since }: Observation, now: number): boolean =>
  since + record.leaseDurationSeconds > now;

/** Must it keep off? Somebody else holds the Lease, and did not miss its time yet. */
export const isHeldByOther = (observed: Observation, me: string, now: number): boolean =>
  observed.record.holderIdentity !== '' && observed.record.holderIdentity !== me && isLeaseValid(observed, now);

/**
 * The record that `me` writes.
 * @param before the stored one, undefined if there is no Lease
 * @param timestamp now
 */
export function recordToWrite(
  me: string,
  before: LeaderElectionRecord | undefined,
  timestamp: string,
  config: LeaderElectionConfig,
): LeaderElectionRecord {
  const mine = before?.holderIdentity === me;
  const earlier = before === undefined ? 0 : before.leaderTransitions + (mine ? 0 : 1);
  return {
    holderIdentity: me,
    leaseDurationSeconds: Math.trunc(config.leaseDurationSeconds),
    acquireTime: mine ? before.acquireTime : timestamp,
    renewTime: timestamp,
    leaderTransitions: earlier,
  };
}

/** What a leader writes to give the Lease back: nobody, for a second. */
export const releasedRecord = (leaderTransitions: number, timestamp: string): LeaderElectionRecord => ({
  holderIdentity: '',
  leaseDurationSeconds: 1,
  acquireTime: timestamp,
  renewTime: timestamp,
  leaderTransitions,
});
