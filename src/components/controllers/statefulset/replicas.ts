/**
 * Looking after the Pods that a StatefulSet is to have: processReplica, CreateStatefulPod and UpdateStatefulPod of
 * pkg/controller/statefulset (v1.37): claims first, then the Pod, then who owns the claims. Left out: retries of an update
 * that conflicts (the next sync does it).
 */
import type { KubeObject, Pod } from '../../../model/objects.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import { isBeingDeleted } from '../owner.ts';
import { isAvailable } from '../pod-state.ts';
import { succeeded, type Outcome } from '../sync.ts';
import { inNamespace } from '../requests.ts';
import { claimNames, claimsOf, isForeign, isUpToDate, waitsForClaim, withOwners } from './claims.ts';
import { identityMatches, mended, storageMatches } from './identity.ts';
import { isRunningAndReady } from './status.ts';
import { isCreated, isParallel, minReadyOf, type StatefulSet } from './types.ts';
import {
  deletePod,
  PARTS,
  tellClaim,
  tellPod,
  updateClaim,
  wordsOf,
  type Stretch,
  type SyncDeps,
  type Turn,
  type Work,
} from './work.ts';

/** MaxBatchSize. */
const MOST = 500;

interface Next {
  /** All replicas were looked after. */
  readonly passed: (work: Work) => Outcome<Stretch>;
  /** Something went wrong, or the others have to wait. */
  readonly stopped: (work: Work) => Outcome<Stretch>;
}

/** A request for a Pod; `claim` its name where it is one for a claim. */
interface Wish {
  readonly pod: Pod;
  readonly request: ApiRequest;
  readonly claim?: string;
}

const hasEnded = (pod: Pod): boolean => pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded';

export class Replicas {
  constructor(
    private readonly deps: SyncDeps,
    private readonly next: Next,
  ) {}

  begin(work: Work): Outcome<Stretch> {
    return this.turn({ work, at: 0, size: 1, part: 'claims', out: [], made: [], wrong: [] });
  }

  resume(
    { sent, claims, stage: _stage, ...turn }: Extract<Stretch, { stage: 'turn' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    let after: Turn = turn;
    answers.forEach((answer, n) => {
      const pod = sent[n];
      if (pod !== undefined) after = this.note(after, pod, claims[n] ?? '', answer);
    });
    return this.turn(withPart(after));
  }

  /** From this part on, until something is to be sent or there are no more Pods. */
  private turn(begun: Turn): Outcome<Stretch> {
    for (let turn = begun; ; turn = withPart(turn)) {
      const isFirst = turn.part === 'claims';
      if (isFirst && turn.work.failure !== '') return this.next.stopped(turn.work);
      if (turn.at >= turn.work.replicas.length) return this.next.passed(turn.work);
      if (isFirst) turn = this.hold(turn);
      if (turn.part === 'mend claims') {
        if (this.mustWait(turn)) return this.next.stopped(turn.work);
        turn = { ...turn, wrong: this.wrong(turn) };
      }
      const wishes = this.wishes(turn);
      if (wishes.length === 0) continue;
      const [sent, claims] = [wishes.map(({ pod }) => pod), wishes.map(({ claim }) => claim ?? '')];
      const context = { ...turn, stage: 'turn', sent, claims } as const;
      return { kind: 'wait', requests: wishes.map(({ request }) => request), context };
    }
  }

  private podsOf({ work, at, size, out }: Turn): readonly Pod[] {
    return work.replicas.slice(at, at + size).filter(({ metadata }) => !out.includes(metadata.name));
  }

  /** A Pod is not made as long as the claim of the one before it is on its way down, or belongs to it. */
  private hold(turn: Turn): Turn {
    const { claim } = this.deps;
    const { set } = turn.work;
    if (claim === undefined) return turn;
    let held = turn;
    for (const pod of this.podsOf(turn)) {
      if (hasEnded(pod) || (isCreated(pod) && pod.status?.phase !== 'Pending')) continue;
      const find = (name: string): KubeObject | undefined => claim(set, name);
      if (!isCreated(pod) && waitsForClaim(set, pod, find)) held = withOut(held, pod);
      const going = claimNames(set, pod).filter((name) => {
        const found = find(name);
        return found !== undefined && isBeingDeleted(found);
      });
      if (going.length === 0 || held.out.includes(pod.metadata.name)) continue;
      const error = going.map((name) => `pvc ${name} is being deleted`).join(', ');
      if (!isCreated(pod)) tellPod(this.deps, set, 'create', pod.metadata.name, error);
      held = withFailure(withOut(held, pod), error);
    }
    return held;
  }

  private wishes(turn: Turn): readonly Wish[] {
    const { set } = turn.work;
    const pods = this.podsOf(turn);
    switch (turn.part) {
      case 'claims':
        return pods.filter(wantsClaims).flatMap((pod) => this.missingClaims(set, pod));
      case 'pods':
        return pods.flatMap((pod): Wish[] => {
          if (hasEnded(pod)) return isBeingDeleted(pod) ? [] : [{ pod, request: deletePod(pod) }];
          const request: ApiRequest = { verb: 'create', resource: 'pods', ...inNamespace(pod), body: pod };
          return isCreated(pod) ? [] : [{ pod, request }];
        });
      case 'owners':
        return pods.filter(wantsClaims).flatMap((pod) => this.ownersOf(set, pod));
      default:
        return pods.filter(({ metadata }) => turn.wrong.includes(metadata.name)).flatMap((pod) => this.mend(turn, pod));
    }
  }

  private mend({ work: { set }, part }: Turn, pod: Pod): readonly Wish[] {
    if (part === 'mend claims') return storageMatches(set, pod) ? [] : this.missingClaims(set, pod);
    if (part === 'mend owners') return this.ownersOf(set, pod);
    // Written even where only a claim was wrong, as upstream does.
    return [{ pod, request: updateOf(mended(set, pod)) }];
  }

  /** Names of Pods that are there and not as they should be. */
  private wrong(turn: Turn): readonly string[] {
    const { set } = turn.work;
    const found = this.podsOf(turn).filter((pod) => {
      if (!isCreated(pod) || hasEnded(pod)) return false;
      return !identityMatches(set, pod) || !storageMatches(set, pod) || staleClaims(this.deps, set, pod).length > 0;
    });
    return found.map(({ metadata }) => metadata.name);
  }

  private missingClaims(set: StatefulSet, pod: Pod): readonly Wish[] {
    const { claim } = this.deps;
    if (claim === undefined) return [];
    return claimsOf(set, pod)
      .filter(({ metadata }) => claim(set, metadata.name) === undefined)
      .map((body) => ({
        pod,
        claim: body.metadata.name,
        request: { verb: 'create', resource: 'persistentvolumeclaims', ...inNamespace(set), body },
      }));
  }

  private ownersOf(set: StatefulSet, pod: Pod): readonly Wish[] {
    return staleClaims(this.deps, set, pod).map((claim) => {
      const { name } = claim.metadata;
      if (isForeign(claim, set, pod)) {
        const message = `PersistentVolumeClaim ${name} has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored for this claim`;
        this.deps.events.post({ about: set, type: 'Warning', reason: 'ConflictingController', message });
      }
      return { pod, claim: name, request: updateClaim(withOwners(claim, set, pod)) };
    });
  }

  // --- what was answered ---

  private note(turn: Turn, pod: Pod, claim: string, answer: ApiResponse): Turn {
    const { set } = turn.work;
    const { name } = pod.metadata;
    const error = succeeded(answer) ? undefined : wordsOf(answer);
    switch (turn.part) {
      case 'claims':
      case 'mend claims':
        return this.noteClaim(turn, pod, claim, answer);
      case 'pods':
        if (hasEnded(pod)) {
          tellPod(this.deps, set, 'delete', name, error);
          return error === undefined ? turn : withFailure(withOut(turn, pod), error);
        }
        // One that is there already is not told of: the cache was behind.
        if (answer.code !== 409 || answer.status?.reason !== 'AlreadyExists')
          tellPod(this.deps, set, 'create', name, error);
        if (error !== undefined) return withFailure(withOut(turn, pod), error);
        return { ...turn, made: [...turn.made, name] };
      case 'owners':
      case 'mend owners': {
        if (error === undefined) return turn;
        const words = `could not update claim ${claim} for delete policy ownerRefs: ${error}`;
        tellPod(this.deps, set, 'update', name, words);
        return withFailure(withOut(turn, pod), words);
      }
      case 'mend pods':
        tellPod(this.deps, set, 'update', name, error);
        return error === undefined ? turn : withFailure(withOut(turn, pod), error);
    }
  }

  private noteClaim(turn: Turn, pod: Pod, claim: string, answer: ApiResponse): Turn {
    const { set } = turn.work;
    const { name } = pod.metadata;
    if (succeeded(answer)) {
      tellClaim(this.deps, set, claim, name, undefined);
      return turn;
    }
    const words = `failed to create PVC ${claim}: ${wordsOf(answer)}`;
    if (answer.status?.reason !== 'AlreadyExists') tellClaim(this.deps, set, claim, name, wordsOf(answer));
    if (!isCreated(pod)) tellPod(this.deps, set, 'create', name, words);
    return withFailure(withOut(turn, pod), words);
  }

  /** In the OrderedReady policy the others wait until this Pod is available. */
  private mustWait(turn: Turn): boolean {
    const { work, at, out, made } = turn;
    if (isParallel(work.set)) return false;
    const pod = work.replicas[at];
    if (pod === undefined) return false;
    const { name } = pod.metadata;
    if (out.includes(name) || made.includes(name) || hasEnded(pod) || isBeingDeleted(pod)) return true;
    return !isRunningAndReady(pod) || !isAvailable(pod, minReadyOf(work.set), this.deps.nowMicros());
  }
}

/** It is to be made, or waits. */
const wantsClaims = (pod: Pod): boolean => !isCreated(pod) || pod.status?.phase === 'Pending';

/** Claims of a Pod, as the cache has them, whose owners are not those of the policy. */
export function staleClaims({ claim }: SyncDeps, set: StatefulSet, pod: Pod): readonly KubeObject[] {
  if (claim === undefined) return [];
  const found = claimNames(set, pod).flatMap((name) => claim(set, name) ?? []);
  return found.filter((one) => !isUpToDate(one, set, pod));
}

const updateOf = (pod: Pod): ApiRequest => ({
  verb: 'update',
  resource: 'pods',
  ...inNamespace(pod),
  name: pod.metadata.name,
  body: pod,
});

const withOut = (turn: Turn, { metadata }: Pod): Turn => ({ ...turn, out: [...turn.out, metadata.name] });

const withFailure = (turn: Turn, failure: string): Turn => ({
  ...turn,
  work: turn.work.failure === '' ? { ...turn.work, failure } : turn.work,
});

/** The next part, or the first of the next Pods. */
function withPart(turn: Turn): Turn {
  const part = PARTS[PARTS.indexOf(turn.part) + 1];
  if (part !== undefined) return { ...turn, part };
  const { work, at, size } = turn;
  const next = isParallel(work.set) ? Math.min(2 * size, MOST) : 1;
  return { work, at: at + size, size: next, part: 'claims', out: [], made: [], wrong: [] };
}
