/** The end of a StatefulSet's sync: its status, with retries, and old revisions: pkg/controller/statefulset (v1.37). */
import { MICROS_PER_SECOND } from '../../../model/time.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import { isBeingDeleted } from '../owner.ts';
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
    return end(withFailure(stretch.work, refused), stretch.status);
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
    if (requests.length === 0) return end(work, status);
    return { kind: 'wait', requests, context: { stage: 'truncate', work, status } };
  }
}

const withFailure = (work: Work, answer: ApiResponse | undefined): Work =>
  work.failure !== '' || answer === undefined ? work : { ...work, failure: wordsOf(answer) };

/** One more look when the last Pod may have become available. */
function end({ set, failure }: Work, status: Partial<StatefulSetStatus>): Outcome<Stretch> {
  if (failure !== '') return { kind: 'failed', reason: failure };
  const seconds = minReadyOf(set);
  const waiting = (status.availableReplicas ?? 0) !== replicasOf(set);
  return seconds > 0 && waiting ? { kind: 'done', requeueAfter: seconds * MICROS_PER_SECOND } : { kind: 'done' };
}
