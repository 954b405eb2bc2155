/**
 * The stretches of a StatefulSet's sync: sync, performUpdate and updateStatefulSet of pkg/controller/statefulset (v1.37): adopt
 * revisions and Pods, have the template's revision, look after each ordinal, let those beyond go, update the old ones, write the
 * status, drop old revisions. Left out: the live read before an adoption, the waits between retries of the status.
 */
import type { Pod } from '../../../model/objects.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import { currentRevision, isOfTemplate, type ControllerRevision } from '../history.ts';
import { adoptPatch, claim, controllerOf, isBeingDeleted } from '../owner.ts';
import { succeeded, type Outcome } from '../sync.ts';
import { inNamespace } from '../requests.ts';
import { Closing } from './closing.ts';
import { Condemned } from './condemned.ts';
import { versionedPod } from './identity.ts';
import { inRange, isMember, ordinalOf } from './ordinals.ts';
import { Replicas } from './replicas.ts';
import { FORM, versionsOf, type Versions } from './revisions.ts';
import { isRolling, replicasOf, startOf, type StatefulSet } from './types.ts';
import { updateVictims } from './update.ts';
import {
  deletePod,
  failedBy,
  tellPod,
  wordsOf,
  type Stretch,
  type SyncDeps,
  type Unversioned,
  type Work,
} from './work.ts';

export class StatefulSetSync {
  private readonly replicas: Replicas;
  private readonly condemned: Condemned;
  private readonly closing: Closing;

  constructor(private readonly deps: SyncDeps) {
    this.closing = new Closing(deps);
    const stopped = (work: Work): Outcome<Stretch> => this.closing.writeStatus(work);
    this.condemned = new Condemned(deps, { passed: (work) => this.update(work), stopped });
    this.replicas = new Replicas(deps, { passed: (work) => this.condemned.begin(work), stopped });
  }

  begin(set: StatefulSet): Outcome<Stretch> {
    const orphans = (this.deps.revisions(set) ?? []).filter((revision) => controllerOf(revision) === undefined);
    if (orphans.length === 0) return this.claim(set);
    // RecheckDeletionTimestamp: what is on its way out adopts nothing, and is tried again until it is gone.
    if (isBeingDeleted(set)) return { kind: 'failed', reason: "can't adopt ControllerRevisions" };
    const requests = orphans.map((revision) => adoptPatch(set, revision, 'controllerrevisions'));
    return { kind: 'wait', requests, context: { stage: 'adopt', set } };
  }

  resume(stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    switch (stretch.stage) {
      case 'adopt': {
        const refused = answers.find((answer) => !succeeded(answer));
        return refused === undefined ? this.claim(stretch.set) : failedBy(refused);
      }
      case 'claim': {
        const refused = answers.find((answer) => !succeeded(answer) && answer.code !== 404 && answer.code !== 422);
        if (refused !== undefined) return failedBy(refused);
        return this.haveRevision(initial(stretch.set, stretch.pods));
      }
      case 'revision':
      case 'look at revision':
        return this.onRevision(stretch, answers);
      case 'turn':
        return this.replicas.resume(stretch, answers);
      case 'condemned claims':
      case 'condemned':
        return this.condemned.resume(stretch, answers);
      case 'update':
        return this.onUpdated(stretch, answers);
      case 'status':
      case 'truncate':
        return this.closing.resume(stretch, answers);
    }
  }

  private claim(set: StatefulSet): Outcome<Stretch> {
    const filter = (pod: Parameters<typeof isMember>[1]): boolean => isMember(set, pod);
    const claimer = { owner: set, selector: set.spec.selector, resource: 'pods', filter };
    const { mine, patches } = claim(claimer, this.deps.candidates(set));
    if (patches.length === 0) return this.haveRevision(initial(set, mine));
    return { kind: 'wait', requests: patches, context: { stage: 'claim', set, pods: mine } };
  }

  // --- revisions ---

  private haveRevision(unversioned: Unversioned): Outcome<Stretch> {
    const { set, collisions } = unversioned;
    const revisions = this.deps.revisions(set);
    if (revisions === undefined) {
      const guessed = this.deps.guessed(set);
      return guessed === undefined
        ? { kind: 'done', waitsFor: 'ControllerRevision' }
        : this.lookAfter(unversioned, guessed);
    }
    const current = currentRevision(set, revisions, FORM, collisions);
    if (current.kind === 'present') {
      return this.lookAfter(unversioned, versionsOf(set, revisions, current.revision));
    }
    const { body } = current.request;
    const { name } = (body as ControllerRevision).metadata;
    return { kind: 'wait', requests: [current.request], context: { ...unversioned, stage: 'revision', name } };
  }

  /** One of that name may be there: it is the right one, or another name is tried. */
  private onRevision(
    stretch: Extract<Stretch, { stage: 'revision' | 'look at revision' }>,
    [answer]: readonly ApiResponse[],
  ): Outcome<Stretch> {
    const { set, pods, collisions } = stretch;
    const found = answer?.object as ControllerRevision | undefined;
    const isThere = answer?.status?.reason === 'AlreadyExists';
    if (stretch.stage === 'revision' && isThere) {
      const request: ApiRequest = {
        verb: 'get',
        resource: 'controllerrevisions',
        ...inNamespace(set),
        name: stretch.name,
      };
      return { kind: 'wait', requests: [request], context: { set, pods, collisions, stage: 'look at revision' } };
    }
    if (answer === undefined || !succeeded(answer) || found === undefined) return failedBy(answer);
    if (!isOfTemplate(found, set)) return this.haveRevision({ set, pods, collisions: collisions + 1 });
    return this.lookAfter({ set, pods, collisions }, versionsOf(set, this.deps.revisions(set) ?? [], found));
  }

  // --- Pods ---

  private lookAfter({ set, pods, collisions }: Unversioned, versions: Versions): Outcome<Stretch> {
    const byOrdinal = new Map(pods.filter((pod) => inRange(set, pod)).map((pod) => [ordinalOf(pod), pod]));
    const { current, update } = versions;
    const replicas = Array.from({ length: replicasOf(set) }, (_, index): Pod => {
      const ordinal = startOf(set) + index;
      return byOrdinal.get(ordinal) ?? versionedPod(set, current, update, ordinal);
    });
    const condemned = pods
      .filter((pod) => !inRange(set, pod) && ordinalOf(pod) >= 0)
      .sort((a, b) => ordinalOf(b) - ordinalOf(a));
    const work: Work = { set, versions, collisions, pods, replicas, condemned, lost: 0, failure: '' };
    return isBeingDeleted(set) ? this.closing.writeStatus(work) : this.replicas.begin(work);
  }

  private update(work: Work): Outcome<Stretch> {
    const { set, replicas, versions } = work;
    if (!isRolling(set)) return this.closing.writeStatus(work);
    const { nowMicros, version } = this.deps;
    const revision = versions.update.name;
    const sent = updateVictims({ set, replicas, revision, nowMicros: nowMicros(), version });
    if (sent.length === 0) return this.closing.writeStatus(work);
    return { kind: 'wait', requests: sent.map(deletePod), context: { stage: 'update', work, sent } };
  }

  private onUpdated(
    { work, sent }: Extract<Stretch, { stage: 'update' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    let { failure, lost } = work;
    sent.forEach(({ metadata }, n) => {
      const answer = answers[n];
      if (answer === undefined) return;
      const error = succeeded(answer) ? undefined : wordsOf(answer);
      tellPod(this.deps, work.set, 'delete', metadata.name, error);
      if (error === undefined || answer.code === 404) lost++;
      else if (failure === '') failure = error;
    });
    return this.closing.writeStatus({ ...work, failure, lost });
  }
}

const initial = (set: StatefulSet, pods: readonly Pod[]): Unversioned => ({
  set,
  pods,
  collisions: set.status?.collisionCount ?? 0,
});
