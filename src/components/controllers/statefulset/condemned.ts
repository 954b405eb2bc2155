/**
 * Pods beyond the ordinals of a StatefulSet: processCondemned of pkg/controller/statefulset/stateful_set_control.go (v1.37):
 * one at a time from the highest ordinal, each after the one before it is gone; all at once in the Parallel policy.
 */
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import { isBeingDeleted } from '../owner.ts';
import { isAvailable } from '../pod-state.ts';
import { succeeded, type Outcome } from '../sync.ts';
import { withOwners } from './claims.ts';
import { staleClaims } from './replicas.ts';
import { isRunningAndReady, isUnavailable } from './status.ts';
import { isParallel, minReadyOf } from './types.ts';
import { deletePod, tellPod, updateClaim, wordsOf, type Stretch, type SyncDeps, type Work } from './work.ts';

/** MaxBatchSize. */
const MOST = 500;

interface Next {
  readonly passed: (work: Work) => Outcome<Stretch>;
  readonly stopped: (work: Work) => Outcome<Stretch>;
}

export class Condemned {
  constructor(
    private readonly deps: SyncDeps,
    private readonly next: Next,
  ) {}

  /** Claims first: they go with their Pod, if the policy says so. */
  begin(work: Work): Outcome<Stretch> {
    const { set, condemned } = work;
    const requests = condemned.flatMap((pod) =>
      staleClaims(this.deps, set, pod).map((claim) => updateClaim(withOwners(claim, set, pod))),
    );
    if (requests.length > 0) return { kind: 'wait', requests, context: { stage: 'condemned claims', work } };
    return this.remove(work, 0, 1);
  }

  resume(
    stretch: Extract<Stretch, { stage: 'condemned claims' | 'condemned' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    const { work } = stretch;
    if (stretch.stage === 'condemned claims') {
      const refused = answers.find((answer) => !succeeded(answer));
      return refused === undefined
        ? this.remove(work, 0, 1)
        : this.next.stopped({ ...work, failure: wordsOf(refused) });
    }
    const { sent, at } = stretch;
    let { failure } = work;
    sent.forEach(({ metadata }, n) => {
      const answer = answers[n];
      if (answer === undefined) return;
      const error = succeeded(answer) ? undefined : wordsOf(answer);
      tellPod(this.deps, work.set, 'delete', metadata.name, error);
      if (failure === '') failure = error ?? '';
    });
    const after: Work = { ...work, failure };
    if (failure !== '' || !isParallel(work.set)) return this.next.stopped(after);
    return this.remove(after, at + sent.length, 2 * sent.length);
  }

  /** @param at index among those that are not going yet */
  private remove(work: Work, at: number, size: number): Outcome<Stretch> {
    const { set, condemned } = work;
    const staying = condemned.filter((pod) => !isBeingDeleted(pod));
    if (!isParallel(set) && condemned.length > 0 && this.mustWait(work)) return this.next.stopped(work);
    const sent = staying.slice(at, at + Math.min(size, MOST));
    if (sent.length === 0) return this.next.passed(work);
    return { kind: 'wait', requests: sent.map(deletePod), context: { stage: 'condemned', work, at, sent } };
  }

  /** The highest is on its way out, or not available though something below it is not either. */
  private mustWait({ set, replicas, condemned }: Work): boolean {
    const [highest] = condemned;
    if (highest === undefined || isBeingDeleted(highest)) return true;
    const now = this.deps.nowMicros();
    if (isRunningAndReady(highest) && isAvailable(highest, minReadyOf(set), now)) return false;
    const upwards = [...replicas, ...[...condemned].reverse()];
    return upwards.find((pod) => isUnavailable(set, pod, now)) !== highest;
  }
}
