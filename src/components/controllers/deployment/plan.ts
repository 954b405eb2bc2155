/**
 * A Deployment's sync as a list of writes: pkg/controller/deployment/{deployment_controller,sync,rolling,recreate}.go
 * (v1.37). Pure: reads caches that it is given, answers what to send, one write after the other. Upstream writes with the
 * copies it took at the start, so a second write of the same object in one sync is refused (409) and the sync comes back;
 * that is kept, because it decides the order that watchers see. Left out: the legacy rollback annotation.
 */
import { objectKey, type Condition, type Deployment, type Pod, type ReplicaSet } from '../../../model/objects.ts';
import type { ApiRequest } from '../../apiserver/apiserver.ts';
import { isBeingDeleted, newControllerRef } from '../owner.ts';
import {
  desiredOf,
  firstAnnotations,
  highestRevision,
  maxOf,
  renewedAnnotations,
  replicasAnnotations,
  REVISION,
  revisionOf,
} from './annotations.ts';
import {
  active,
  isRolling,
  maxSurge,
  maxUnavailable,
  mayScaleDown,
  newSetSize,
  proportionalSizes,
  replicasOf,
  specTotal,
  sum,
} from './arithmetic.ts';
import {
  calculateStatus,
  conditionOf,
  hasProgressDeadline,
  isComplete,
  recheckAfter,
  rolloutStatus,
  sameStatus,
  setCondition,
  type DeploymentStatus,
  type SyncClock,
} from './status.ts';
import { allOf, byAge, findNewSet, isSaturated, type Sets } from './sets.ts';
import { HASH_LABEL, templateHash } from './template.ts';
import { PlanWriter, type PlannedWrite } from './writer.ts';

export interface Plan {
  readonly writes: readonly PlannedWrite[];
  /** Microseconds until the Deployment is to be looked at again, though nothing happens. */
  readonly recheckAfter?: number;
  /** The sync fails once all is written. */
  readonly failure?: string;
}

export interface PlanInput {
  readonly deployment: Deployment;
  /** The ReplicaSets that it claimed. */
  readonly sets: readonly ReplicaSet[];
  /** Pods of a ReplicaSet; asked for by Recreate alone. */
  readonly podsOf: (set: ReplicaSet) => readonly Pod[];
  readonly clock: SyncClock;
}

export const planSync = (input: PlanInput): Plan => new Planner(input).plan();

class Planner {
  private readonly writer: PlanWriter;
  private recheck: number | undefined;
  private failure: string | undefined;
  /** The sync's own copy: upstream changes it in place. */
  private deployment: Deployment;

  constructor(private readonly input: PlanInput) {
    this.deployment = input.deployment;
    this.writer = new PlanWriter(input.deployment, input.sets);
  }

  plan(): Plan {
    this.sync();
    return {
      writes: this.writer.writes,
      ...(this.recheck === undefined ? {} : { recheckAfter: this.recheck }),
      ...(this.failure === undefined ? {} : { failure: this.failure }),
    };
  }

  /** syncDeployment, from where its ReplicaSets are claimed. */
  private sync(): void {
    if (isBeingDeleted(this.deployment)) {
      this.syncStatus(this.syncRevision(false));
      return;
    }
    this.checkPaused();
    if (this.deployment.spec.paused === true) {
      this.syncScale();
      return;
    }
    const sets = this.syncRevision(false);
    const wanted = replicasOf(this.deployment);
    if (active(allOf(sets)).some((set) => (desiredOf(set) ?? wanted) !== wanted)) this.syncScale();
    else if (isRolling(this.deployment)) this.rollOut();
    else this.recreate();
  }

  /** dc.sync: a change of size, or a pause. */
  private syncScale(): void {
    const sets = this.syncRevision(false);
    this.scale(sets);
    if (this.deployment.spec.paused === true) this.cleanUp(sets.old);
    this.syncStatus(sets);
  }

  private rollOut(): void {
    const sets = this.syncRevision(true);
    const { newSet } = sets;
    if (newSet === undefined) return;
    if (!this.growNew(sets, newSet) && !this.shrinkOld(sets, newSet)) {
      if (isComplete(this.deployment, this.deployment.status)) this.cleanUp(sets.old);
    }
    if (this.failure === undefined) this.syncRolloutStatus(sets);
  }

  private recreate(): void {
    const sets = this.syncRevision(false);
    const shrunk = active(sets.old).map((set) => this.scaleSet(set, 0));
    if (shrunk.includes(true) || this.oldPodsRun(sets)) {
      this.syncRolloutStatus(sets);
      return;
    }
    const after = sets.newSet === undefined ? this.syncRevision(true) : sets;
    if (after.newSet !== undefined) this.scaleSet(after.newSet, replicasOf(this.deployment));
    if (isComplete(this.deployment, this.deployment.status)) this.cleanUp(after.old);
    this.syncRolloutStatus(after);
  }

  private oldPodsRun({ old }: Sets): boolean {
    if (sum(old.map((set) => set.status?.replicas ?? 0)) > 0) return true;
    const over = (pod: Pod): boolean => pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
    return old.some((set) => this.input.podsOf(set).some((pod) => !over(pod)));
  }

  // --- the new ReplicaSet and the revision ---

  /** getAllReplicaSetsAndSyncRevision. */
  private syncRevision(create: boolean): Sets {
    const existing = findNewSet(this.deployment, this.input.sets);
    const old = this.input.sets.filter((set) => set !== existing);
    const revision = highestRevision(old) + 1;
    if (existing !== undefined) return { newSet: this.renewSet(existing, revision), old };
    return { newSet: create ? this.makeSet(old, revision) : undefined, old };
  }

  private renewSet(set: ReplicaSet, revision: number): ReplicaSet {
    const annotations = renewedAnnotations(this.deployment, set.metadata.annotations ?? {}, revision);
    const { minReadySeconds = 0 } = this.deployment.spec;
    if (annotations !== undefined || (set.spec.minReadySeconds ?? 0) !== minReadySeconds) {
      const renewed: ReplicaSet = {
        ...set,
        metadata: { ...set.metadata, annotations: annotations ?? set.metadata.annotations ?? {} },
        spec: { ...set.spec, minReadySeconds },
      };
      return this.writer.updateSet(set, renewed);
    }
    const { name } = set.metadata;
    this.noteNewSet(set.metadata.annotations?.[REVISION] ?? '', {
      reason: 'FoundNewReplicaSet',
      message: `Found new replica set "${name}"`,
      onlyAsFirst: true,
    });
    return set;
  }

  private makeSet(old: readonly ReplicaSet[], revision: number): ReplicaSet {
    const blank = this.blankSet();
    const size = newSetSize(this.deployment, [...old, blank], 0);
    const annotations = firstAnnotations(this.deployment, revision);
    const made: ReplicaSet = {
      ...blank,
      metadata: { ...blank.metadata, annotations },
      spec: { ...blank.spec, replicas: size },
    };
    const { name } = made.metadata;
    this.writer.write({
      request: { ...this.writer.requestFor('replicasets'), verb: 'create', body: made },
      object: objectKey(made),
      makesNewSet: true,
      ...(size > 0 ? { event: this.writer.scalingEvent('up', name, 0, size) } : {}),
    });
    const reason = 'NewReplicaSetCreated';
    this.noteNewSet(String(revision), { reason, message: `Created new replica set "${name}"`, onlyAsFirst: false });
    return made;
  }

  private blankSet(): ReplicaSet {
    const { metadata, spec, status } = this.deployment;
    const hash = templateHash(spec.template, status?.collisionCount);
    const labels = { ...spec.template.metadata?.labels, [HASH_LABEL]: hash };
    return {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        name: `${metadata.name}-${hash}`,
        ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
        labels,
        ownerReferences: [newControllerRef(this.deployment)],
      },
      spec: {
        replicas: 0,
        ...(spec.minReadySeconds === undefined ? {} : { minReadySeconds: spec.minReadySeconds }),
        selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [HASH_LABEL]: hash } },
        template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
      },
    };
  }

  /** Copies the revision and says in Progressing which ReplicaSet is new. */
  private noteNewSet(
    revision: string,
    { reason, message, onlyAsFirst }: { reason: string; message: string; onlyAsFirst: boolean },
  ): void {
    const { metadata, status } = this.deployment;
    const before = status?.conditions ?? [];
    const says =
      hasProgressDeadline(this.deployment) && !(onlyAsFirst && conditionOf(status, 'Progressing') !== undefined);
    const fresh = { type: 'Progressing', status: 'True', reason, message } as const;
    const conditions = says ? setCondition(before, fresh, this.input.clock.now) : before;
    const moved = revision !== '' && metadata.annotations?.[REVISION] !== revision;
    if (!moved && !says) return;
    this.deployment = {
      ...this.deployment,
      metadata: moved ? { ...metadata, annotations: { ...metadata.annotations, [REVISION]: revision } } : metadata,
      status: { ...status, conditions },
    };
    this.writer.updateStatus(this.deployment);
  }

  /** checkPausedConditions. */
  private checkPaused(): void {
    const { spec, status } = this.deployment;
    const current = conditionOf(status, 'Progressing');
    if (!hasProgressDeadline(this.deployment) || current?.reason === 'ProgressDeadlineExceeded') return;
    const said = current?.reason === 'DeploymentPaused';
    const paused = spec.paused === true;
    if (paused === said) return;
    const fresh = paused
      ? ({ reason: 'DeploymentPaused', message: 'Deployment is paused' } as const)
      : ({ reason: 'DeploymentResumed', message: 'Deployment is resumed' } as const);
    const condition = { type: 'Progressing', status: 'Unknown', ...fresh } as const;
    const conditions: readonly Condition[] = setCondition(status?.conditions ?? [], condition, this.input.clock.now);
    this.deployment = { ...this.deployment, status: { ...status, conditions } };
    this.writer.updateStatus(this.deployment);
  }

  // --- sizes ---

  /** @returns whether a write was planned */
  private growNew(sets: Sets, newSet: ReplicaSet): boolean {
    const size = replicasOf(newSet);
    const wanted = replicasOf(this.deployment);
    if (size === wanted) return false;
    return this.scaleSet(newSet, size > wanted ? wanted : newSetSize(this.deployment, allOf(sets), size));
  }

  /** reconcileOldReplicaSets: unhealthy Pods first, then as many as may go. */
  private shrinkOld(sets: Sets, newSet: ReplicaSet): boolean {
    const old = active(sets.old).sort(byAge);
    const room = mayScaleDown(this.deployment, allOf(sets), newSet);
    if (old.length === 0 || room <= 0) return false;
    const { cleaned, after } = this.cleanUpUnhealthy(old, room);
    if (this.failure !== undefined) return cleaned > 0;
    const minAvailable = replicasOf(this.deployment) - maxUnavailable(this.deployment);
    let toGo = sum([...after, newSet].map((set) => set.status?.availableReplicas ?? 0)) - minAvailable;
    let gone = 0;
    for (const set of after) {
      const down = Math.min(replicasOf(set), toGo);
      if (down <= 0) continue;
      this.scaleSet(set, replicasOf(set) - down);
      toGo -= down;
      gone += down;
    }
    return cleaned + gone > 0;
  }

  /**
   * A ReplicaSet that reports more available Pods than it should have has not caught up with its size. Upstream takes that
   * for an invalid request and comes back later, and this alone keeps a rollout from counting Pods that are going already.
   */
  private cleanUpUnhealthy(
    old: readonly ReplicaSet[],
    room: number,
  ): { readonly cleaned: number; readonly after: readonly ReplicaSet[] } {
    let cleaned = 0;
    const after: ReplicaSet[] = [];
    for (const set of old) {
      const unhealthy = replicasOf(set) - (set.status?.availableReplicas ?? 0);
      const down = cleaned < room ? Math.min(room - cleaned, unhealthy) : 0;
      if (down < 0) {
        this.failure = `ReplicaSet ${set.metadata.name} lags`;
        break;
      }
      after.push(down === 0 ? set : this.resized(set, replicasOf(set) - down));
      cleaned += down;
    }
    return { cleaned, after };
  }

  /** dc.scale. */
  private scale({ newSet, old }: Sets): void {
    const wanted = replicasOf(this.deployment);
    const all = allOf({ newSet, old });
    const running = active(all);
    if (running.length <= 1) {
      const newest = [...old].sort(byAge).at(-1);
      const target = running[0] ?? newSet ?? newest;
      if (target !== undefined) this.scaleSet(target, wanted);
      return;
    }
    if (newSet !== undefined && isSaturated(this.deployment, newSet)) {
      for (const set of active(old)) this.scaleSet(set, 0);
    } else if (isRolling(this.deployment)) {
      const growing = wanted > 0 && specTotal(running) < wanted + maxSurge(this.deployment);
      const sorted = running.sort((a, b) => replicasOf(b) - replicasOf(a) || (growing ? byAge(b, a) : byAge(a, b)));
      for (const { set, size } of proportionalSizes(this.deployment, sorted, maxOf)) this.resized(set, size);
    }
  }

  /** scaleReplicaSetAndRecordEvent. @returns whether the size changes */
  private scaleSet(set: ReplicaSet, size: number): boolean {
    if (replicasOf(set) === size) return false;
    this.resized(set, size);
    return true;
  }

  /** scaleReplicaSet. @returns the ReplicaSet as it will be */
  private resized(set: ReplicaSet, size: number): ReplicaSet {
    const before = replicasOf(set);
    const wanted = replicasAnnotations(this.deployment);
    const current = set.metadata.annotations ?? {};
    const same = Object.entries(wanted).every(([name, value]) => current[name] === value);
    if (before === size && same) return set;
    const annotations = { ...current, ...wanted };
    const after: ReplicaSet = {
      ...set,
      metadata: { ...set.metadata, annotations },
      spec: { ...set.spec, replicas: size },
    };
    const event = this.writer.scalingEvent(size > before ? 'up' : 'down', set.metadata.name, before, size);
    return this.writer.updateSet(set, after, before === size ? undefined : event);
  }

  /** cleanupDeployment: old ReplicaSets beyond the limit, the oldest revisions first. */
  private cleanUp(old: readonly ReplicaSet[]): void {
    const limit = this.deployment.spec.revisionHistoryLimit;
    if (limit === undefined || limit === 2_147_483_647) return;
    const alive = old.filter((set) => !isBeingDeleted(set));
    const sorted = alive.sort((a, b) => revisionOf(a) - revisionOf(b) || byAge(a, b));
    for (const set of sorted.slice(0, Math.max(0, alive.length - limit))) {
      const { status, metadata } = set;
      const seen = (metadata.generation ?? 0) <= (status?.observedGeneration ?? 0);
      if ((status?.replicas ?? 0) !== 0 || replicasOf(set) !== 0 || !seen) continue;
      const request: ApiRequest = { ...this.writer.requestFor('replicasets'), verb: 'delete', name: metadata.name };
      this.writer.write({ request, object: objectKey(set), mayBeGone: true });
    }
  }

  // --- status ---

  private syncStatus(sets: Sets): void {
    this.writeStatus(calculateStatus(this.deployment, allOf(sets), sets.newSet, this.input.clock));
  }

  private syncRolloutStatus(sets: Sets): void {
    const status = rolloutStatus(this.deployment, allOf(sets), sets.newSet, this.input.clock);
    if (!this.writeStatus(status)) this.recheck = recheckAfter(this.deployment, status, this.input.clock.nowMicros);
  }

  private writeStatus(status: DeploymentStatus): boolean {
    if (sameStatus(this.deployment.status, status)) return false;
    this.deployment = { ...this.deployment, status };
    this.writer.updateStatus(this.deployment);
    return true;
  }
}
