/** The end of a StatefulSet's sync: its status, with retries, and old revisions: pkg/controller/statefulset (v1.37). */
import { MICROS_PER_SECOND } from '../../../model/time.ts';
import { minorOf } from '../../../model/versions.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import { isBeingDeleted } from '../owner.ts';
import { nextAvailable } from '../pod-state.ts';
import { succeeded, type Outcome } from '../sync.ts';
import { statusRequest } from '../requests.ts';
import { surplus } from './revisions.ts';
import { countsOf, statusToWrite } from './status.ts';
import { minReadyOf, replicasOf, type StatefulSet, type StatefulSetStatus } from './types.ts';
import { wordsOf, type Stretch, type SyncDeps, type Work } from './work.ts';

/** retry.DefaultRetry: so many times in all. */
const TRIES = 5;

export class Closing {
  constructor(private readonly deps: SyncDeps) {}

  writeStatus(work: Work): Outcome<Stretch> {
    const { set, pods, replicas, condemned, lost, versions, collisions } = work;
    const { current, update } = versions;
    const counted = isBeingDeleted(set) ? pods : [...replicas, ...condemned];
    const counts = countsOf(set, counted, current.name, update.name, this.deps.nowMicros());
    const currentReplicas = counts.currentReplicas - lost;
    const status = statusToWrite(set, { ...counts, currentReplicas }, current, update, collisions);
    return status === undefined ? this.truncate(work, set.status ?? {}) : this.send(work, set, status, 1);
  }

  private send(work: Work, set: StatefulSet, status: StatefulSetStatus, tries: number): Outcome<Stretch> {
    const request = statusRequest('statefulsets', { ...set, status });
    return { kind: 'wait', requests: [request], context: { stage: 'status', work, status, tries } };
  }

  resume(
    stretch: Extract<Stretch, { stage: 'status' | 'truncate' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    if (stretch.stage === 'status') return this.onStatus(stretch, answers);
    const refused = answers.find((answer) => !succeeded(answer));
    return this.end(withFailure(stretch.work, refused), stretch.status);
  }

  /** RetryOnConflict: the same status on what the cache has by now. */
  private onStatus(
    { work, status, tries }: Extract<Stretch, { stage: 'status' }>,
    [answer]: readonly ApiResponse[],
  ): Outcome<Stretch> {
    if (answer !== undefined && succeeded(answer)) return this.truncate(work, status);
    if (answer?.code === 409 && tries < TRIES) {
      return this.send(work, this.deps.cached(work.set) ?? work.set, status, tries + 1);
    }
    return this.truncate(withFailure(work, answer), status);
  }

  private truncate(work: Work, status: Partial<StatefulSetStatus>): Outcome<Stretch> {
    const { set, versions, pods } = work;
    const requests = surplus(set, this.deps.revisions(set) ?? [], versions, pods);
    if (requests.length === 0) return this.end(work, status);
    return { kind: 'wait', requests, context: { stage: 'truncate', work, status } };
  }

  /** One more look when the next Pod becomes available (#135428); up to 1.34 at a fixed time. */
  private end({ set, pods, failure }: Work, status: Partial<StatefulSetStatus>): Outcome<Stretch> {
    if (failure !== '') return { kind: 'failed', reason: failure };
    const seconds = minReadyOf(set);
    if (seconds === 0 || (status.availableReplicas ?? 0) === replicasOf(set)) return { kind: 'done' };
    const { nowMicros, version } = this.deps;
    const next = minorOf(version) >= 35 ? nextAvailable(pods, seconds, nowMicros()) : undefined;
    return { kind: 'done', requeueAfter: next ?? seconds * MICROS_PER_SECOND };
  }
}

const withFailure = (work: Work, answer: ApiResponse | undefined): Work =>
  work.failure !== '' || answer === undefined ? work : { ...work, failure: wordsOf(answer) };
