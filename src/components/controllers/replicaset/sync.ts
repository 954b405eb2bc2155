/** The stretches of a ReplicaSet's sync: syncReplicaSet and manageReplicas of pkg/controller/replicaset/replica_set.go (v1.37). */
import { namespacedName, type Pod, type ReplicaSet } from '../../../model/objects.ts';
import { minorOf, type KubernetesVersion } from '../../../model/versions.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { EventRecorder } from '../events.ts';
import { claim, newControllerRef } from '../owner.ts';
import { succeeded, type Outcome } from '../sync.ts';
import type { Expectations } from '../expectations.ts';
import { podsToDelete } from '../ranking.ts';
import { tellCreations } from '../pod-creation.ts';
import { isActive, isTerminating, nextAvailable } from '../pod-state.ts';
import { inNamespace, readRequest, statusRequest } from '../requests.ts';
import { statusToWrite, type StatusInput } from './status.ts';

/** BurstReplicas: so many Pods at most are made or deleted in one sync. */
const BURST = 500;
/** SlowStartInitialBatchSize. */
const FIRST_BATCH = 1;

interface Base {
  readonly set: ReplicaSet;
  readonly active: readonly Pod[];
  readonly terminating: number;
}

/** What a sync waits for, and what it needs to go on. Plain data. */
export type Stretch =
  | (Base & { readonly stage: 'claim' })
  | (Base & { readonly stage: 'create'; readonly left: number; readonly batch: number })
  | (Base & { readonly stage: 'delete'; readonly victims: readonly Pod[] })
  | (Base & {
      readonly stage: 'status';
      readonly retried: boolean;
      readonly body: ReplicaSet;
      readonly failure: string;
    })
  | (Base & { readonly stage: 'reread'; readonly body: ReplicaSet; readonly failure: string });

type Failure = NonNullable<StatusInput['failure']>;

export interface SyncDeps {
  readonly expectations: Expectations;
  readonly events: EventRecorder;
  readonly relatedPods: (set: ReplicaSet) => readonly Pod[];
  readonly clock: () => { readonly now: string; readonly nowMicros: number; readonly version: KubernetesVersion };
}

const MICROS_PER_SECOND = 1_000_000;

export class ReplicaSetSync {
  constructor(private readonly deps: SyncDeps) {}

  begin(key: string, set: ReplicaSet, candidates: readonly Pod[]): Outcome<Stretch> {
    const claimer = { owner: set, selector: set.spec.selector, resource: 'pods' };
    const going = claim(claimer, candidates.filter(isTerminating)).mine.length;
    const { mine, patches } = claim(claimer, candidates.filter(isActive));
    const base: Base = { set, active: mine, terminating: going };
    if (patches.length > 0) return { kind: 'wait', requests: patches, context: { ...base, stage: 'claim' } };
    return this.manage(key, base);
  }

  resume(key: string, stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    switch (stretch.stage) {
      case 'claim':
        return this.onClaimed(key, stretch, answers);
      case 'create':
        return this.onCreated(key, stretch, answers);
      case 'delete':
        return this.onDeleted(key, stretch, answers);
      case 'status':
        return this.onStatus(stretch, answers);
      case 'reread':
        return this.onReread(stretch, answers);
    }
  }

  private onClaimed(key: string, stretch: Base, answers: readonly ApiResponse[]): Outcome<Stretch> {
    const refused = answers.find((answer) => !succeeded(answer) && answer.code !== 404 && answer.code !== 422);
    if (refused !== undefined) return { kind: 'failed', reason: refused.status?.reason ?? String(refused.code) };
    const { set, active, terminating } = stretch;
    return this.manage(key, { set, active, terminating });
  }

  /** manageReplicas, unless what the last sync did is not seen yet. */
  private manage(key: string, base: Base): Outcome<Stretch> {
    const { set, active } = base;
    const blocked = !this.deps.expectations.satisfied(key) || set.metadata.deletionTimestamp !== undefined;
    const missing = blocked ? 0 : (set.spec.replicas ?? 1) - active.length;
    if (missing > 0) return this.startCreating(key, base, Math.min(missing, BURST));
    if (missing < 0) return this.startDeleting(key, base, Math.min(-missing, BURST));
    return this.writeStatus(base, undefined);
  }

  // --- making Pods ---

  private startCreating(key: string, base: Base, count: number): Outcome<Stretch> {
    this.deps.expectations.expectCreations(key, count);
    return this.createBatch(base, count, FIRST_BATCH);
  }

  private createBatch(base: Base, left: number, size: number): Outcome<Stretch> {
    const batch = Math.min(left, size);
    const requests = Array.from({ length: batch }, () => podRequest(base.set));
    return { kind: 'wait', requests, context: { ...base, stage: 'create', left, batch } };
  }

  /** slowStartBatch: the next batch is twice as large; after a batch with a failure there is none. */
  private onCreated(
    key: string,
    { set, active, terminating, left, batch }: Extract<Stretch, { stage: 'create' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    const base: Base = { set, active, terminating };
    const refused = tellCreations(this.deps.events, set, answers);
    const remaining = left - batch;
    const [first] = refused;
    if (first === undefined) {
      return remaining > 0 ? this.createBatch(base, remaining, batch * 2) : this.writeStatus(base, undefined);
    }
    for (let n = refused.length + remaining; n > 0; n--) this.deps.expectations.creationObserved(key);
    return this.writeStatus(base, { reason: 'FailedCreate', message: first.status?.message ?? '' });
  }

  // --- deleting Pods ---

  private startDeleting(key: string, base: Base, count: number): Outcome<Stretch> {
    const { nowMicros } = this.deps.clock();
    const victims = podsToDelete(base.active, this.deps.relatedPods(base.set), count, nowMicros);
    this.deps.expectations.expectDeletions(key, victims.map(namespacedName));
    const requests = victims.map(({ metadata }): ApiRequest => ({
      verb: 'delete',
      resource: 'pods',
      ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
      name: metadata.name,
    }));
    return { kind: 'wait', requests, context: { ...base, stage: 'delete', victims } };
  }

  private onDeleted(
    key: string,
    { set, active, terminating, victims }: Extract<Stretch, { stage: 'delete' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    let failure: Failure | undefined;
    victims.forEach((victim, index) => {
      const answer = answers[index];
      if (answer === undefined) return;
      if (succeeded(answer)) this.tellDeletion(set, victim);
      else this.deps.expectations.deletionObserved(key, namespacedName(victim));
      if (!succeeded(answer) && answer.code !== 404) {
        failure ??= { reason: 'FailedDelete', message: answer.status?.message ?? '' };
      }
    });
    return this.writeStatus({ set, active, terminating }, failure);
  }

  private tellDeletion(set: ReplicaSet, { metadata }: Pod): void {
    const message = `Deleted pod: ${metadata.name}`;
    this.deps.events.post({ about: set, type: 'Normal', reason: 'SuccessfulDelete', message });
  }

  // --- the status ---

  private writeStatus(base: Base, failure: Failure | undefined): Outcome<Stretch> {
    const { set, active, terminating } = base;
    const input = { set, active, terminating, ...this.deps.clock() };
    const status = statusToWrite(failure === undefined ? input : { ...input, failure });
    const message = failure?.message ?? '';
    if (status === undefined) return this.end(set, active, message);
    const body: ReplicaSet = { ...set, status };
    const context = { ...base, stage: 'status', retried: false, body, failure: message } as const;
    return { kind: 'wait', requests: [statusRequest('replicasets', body)], context };
  }

  /** Refused: read the ReplicaSet and try once more, as statusUpdateRetries has it. */
  private onStatus(stretch: Extract<Stretch, { stage: 'status' }>, [answer]: readonly ApiResponse[]): Outcome<Stretch> {
    const { body, failure, retried } = stretch;
    if (answer !== undefined && succeeded(answer)) return this.end(body, stretch.active, failure);
    if (retried) return { kind: 'failed', reason: answer?.status?.reason ?? '' };
    const { set, active, terminating } = stretch;
    const context = { set, active, terminating, stage: 'reread', body, failure } as const;
    return { kind: 'wait', requests: [readRequest('replicasets', set)], context };
  }

  private onReread(stretch: Extract<Stretch, { stage: 'reread' }>, [answer]: readonly ApiResponse[]): Outcome<Stretch> {
    const found = answer?.object as ReplicaSet | undefined;
    if (answer === undefined || !succeeded(answer) || found === undefined) {
      return { kind: 'failed', reason: answer?.status?.reason ?? '' };
    }
    const { set, active, terminating, failure } = stretch;
    const body: ReplicaSet = {
      ...found,
      ...(stretch.body.status === undefined ? {} : { status: stretch.body.status }),
    };
    const context = { set, active, terminating, stage: 'status', retried: true, body, failure } as const;
    return { kind: 'wait', requests: [statusRequest('replicasets', body)], context };
  }

  /** Up to 1.33 a look at a fixed time; since then when the next Pod becomes available (#132121). */
  private end({ spec, status }: ReplicaSet, active: readonly Pod[], failure: string): Outcome<Stretch> {
    if (failure !== '') return { kind: 'failed', reason: failure };
    const { minReadySeconds: seconds = 0, replicas = 1 } = spec;
    const { readyReplicas: ready = 0, availableReplicas: available = 0 } = status ?? {};
    const { nowMicros, version } = this.deps.clock();
    const exact = minorOf(version) >= 34;
    if (seconds === 0 || ready === available || (!exact && ready !== replicas)) return { kind: 'done' };
    const next = exact ? nextAvailable(active, seconds, nowMicros) : undefined;
    return { kind: 'done', requeueAfter: next ?? seconds * MICROS_PER_SECOND };
  }
}

/** GetPodFromTemplate. */
export function podRequest(set: ReplicaSet): ApiRequest {
  const { template } = set.spec;
  const { labels, annotations } = template.metadata ?? {};
  return {
    verb: 'create',
    resource: 'pods',
    ...inNamespace(set),
    body: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        generateName: `${set.metadata.name}-`,
        ...inNamespace(set),
        ...(labels === undefined ? {} : { labels }),
        ...(annotations === undefined ? {} : { annotations }),
        ownerReferences: [newControllerRef(set)],
      },
      spec: template.spec,
    },
  };
}
