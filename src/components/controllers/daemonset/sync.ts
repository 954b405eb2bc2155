/** The stretches of a DaemonSet's sync: manage, syncNodes and storeDaemonSetStatus of pkg/controller/daemon (v1.37). */
import { namespacedName, type KubeObject, type Node, type Pod } from '../../../model/objects.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { EventRecorder } from '../events.ts';
import { claim } from '../owner.ts';
import type { Expectations } from '../replicaset/expectations.ts';
import { succeeded, type Outcome } from '../sync.ts';
import type { FailedPodsBackoff } from './backoff.ts';
import { keysOf, planFor, statusToWrite } from './plan.ts';
import { podRequest } from './template.ts';
import type { DaemonSet } from './types.ts';

/** BurstReplicas: so many Pods at most are made, and so many deleted, in one sync. */
const BURST = 250;
const MICROS_PER_SECOND = 1_000_000;

interface Base {
  readonly set: DaemonSet;
}

/** What a sync waits for, and what it needs to go on. Plain data. */
export type Stretch =
  | (Base & { readonly stage: 'claim' })
  | (Base & {
      readonly stage: 'create';
      /** Names of nodes that still lack a Pod; the first `batch` of them are asked for. */
      readonly nodes: readonly string[];
      readonly batch: number;
      readonly victims: readonly Pod[];
    })
  | (Base & { readonly stage: 'delete'; readonly victims: readonly Pod[]; readonly failure: string })
  | (Base & { readonly stage: 'status'; readonly body: DaemonSet; readonly failure: string });

export interface SyncDeps {
  readonly creations: Expectations;
  readonly deletions: Expectations;
  readonly failed: FailedPodsBackoff;
  readonly events: EventRecorder;
  /** Sorted by name. */
  readonly nodes: () => readonly Node[];
  /** Its own Pods and orphans of its namespace, as the cache has them. */
  readonly candidates: (set: DaemonSet) => readonly Pod[];
  readonly nowMicros: () => number;
  readonly requeueAfter: (key: string, ticks: number) => void;
}

export class DaemonSetSync {
  constructor(private readonly deps: SyncDeps) {}

  begin(set: DaemonSet): Outcome<Stretch> {
    if (set.metadata.deletionTimestamp !== undefined) return { kind: 'done' };
    const { patches } = this.claimed(set);
    if (patches.length > 0) return { kind: 'wait', requests: patches, context: { set, stage: 'claim' } };
    return this.manage(set);
  }

  resume(stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    switch (stretch.stage) {
      case 'claim': {
        const refused = answers.find((answer) => !succeeded(answer) && answer.code !== 404 && answer.code !== 422);
        if (refused === undefined) return this.manage(stretch.set);
        return { kind: 'failed', reason: refused.status?.reason ?? String(refused.code) };
      }
      case 'create':
        return this.onCreated(stretch, answers);
      case 'delete':
        return this.onDeleted(stretch, answers);
      case 'status':
        return this.onStatus(stretch, answers);
    }
  }

  private claimed(set: DaemonSet): ReturnType<typeof claim<Pod>> {
    return claim({ owner: set, selector: set.spec.selector, resource: 'pods' }, this.deps.candidates(set));
  }

  private satisfied(set: DaemonSet): boolean {
    const key = namespacedName(set);
    return this.deps.creations.satisfied(key) && this.deps.deletions.satisfied(key);
  }

  /** Unless what the last sync did is not seen yet. */
  private manage(set: DaemonSet): Outcome<Stretch> {
    if (!this.satisfied(set)) return this.writeStatus(set, '', false);
    const plan = planFor(set, this.deps.nodes(), this.claimed(set).mine);
    const ended = plan.ended.filter(
      (found) => found.reason === 'SucceededDaemonPod' || this.mayReplace(set, found.node),
    );
    for (const { reason, message } of ended) {
      this.deps.events.post({ about: set, type: reason === 'FailedDaemonPod' ? 'Warning' : 'Normal', reason, message });
    }
    const nodes = plan.create.slice(0, BURST);
    const victims = [...ended.map(({ pod }) => pod), ...plan.remove].slice(0, BURST);
    const key = namespacedName(set);
    if (nodes.length > 0) this.deps.creations.expectCreations(key, nodes.length);
    if (victims.length > 0) this.deps.deletions.expectDeletions(key, keysOf(victims));
    return nodes.length > 0 ? this.create(set, nodes, 1, victims) : this.remove(set, victims, '');
  }

  private mayReplace(set: DaemonSet, node: string): boolean {
    const { uid = '', generation = 0, name } = set.metadata;
    const key = `${uid}/${String(generation)}/${name}/${node}`;
    const left = this.deps.failed.left(key);
    if (left === undefined) this.deps.failed.next(key);
    else this.deps.requeueAfter(namespacedName(set), left);
    return left === undefined;
  }

  // --- making Pods ---

  private create(set: DaemonSet, nodes: readonly string[], size: number, victims: readonly Pod[]): Outcome<Stretch> {
    const batch = Math.min(size, nodes.length);
    const requests = nodes.slice(0, batch).map((node) => podRequest(set, node));
    return { kind: 'wait', requests, context: { set, stage: 'create', nodes, batch, victims } };
  }

  /** The next batch is twice as large; after a batch with a failure there is none. */
  private onCreated(
    { set, nodes, batch, victims }: Extract<Stretch, { stage: 'create' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    for (const answer of answers) this.tell(set, answer);
    const refused = answers.filter((answer) => !succeeded(answer));
    const rest = nodes.slice(batch);
    const [first] = refused;
    if (first === undefined) {
      return rest.length > 0 ? this.create(set, rest, batch * 2, victims) : this.remove(set, victims, '');
    }
    const unmade = refused.length + rest.length;
    for (let n = 0; n < unmade; n++) this.deps.creations.creationObserved(namespacedName(set));
    return this.remove(set, victims, first.status?.message ?? String(first.code));
  }

  private tell(set: DaemonSet, answer: ApiResponse): void {
    const made = succeeded(answer);
    const message = made
      ? `Created pod: ${answer.object?.metadata.name ?? ''}`
      : `Error creating: ${answer.status?.message ?? ''}`;
    const reason = made ? 'SuccessfulCreate' : 'FailedCreate';
    this.deps.events.post({ about: set, type: made ? 'Normal' : 'Warning', reason, message });
  }

  // --- deleting Pods ---

  private remove(set: DaemonSet, victims: readonly Pod[], failure: string): Outcome<Stretch> {
    if (victims.length === 0) return this.writeStatus(set, failure);
    const requests = victims.map(({ metadata }): ApiRequest => ({
      verb: 'delete',
      resource: 'pods',
      ...inNamespace(set),
      name: metadata.name,
    }));
    return { kind: 'wait', requests, context: { set, stage: 'delete', victims, failure } };
  }

  private onDeleted(
    { set, victims, failure: before }: Extract<Stretch, { stage: 'delete' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    let failure = before;
    victims.forEach((victim, index) => {
      const answer = answers[index];
      if (answer === undefined) return;
      if (succeeded(answer)) {
        const message = `Deleted pod: ${victim.metadata.name}`;
        this.deps.events.post({ about: set, type: 'Normal', reason: 'SuccessfulDelete', message });
        return;
      }
      this.deps.deletions.deletionObserved(namespacedName(set), namespacedName(victim));
      if (answer.code !== 404 && failure === '') failure = answer.status?.message ?? String(answer.code);
    });
    return this.writeStatus(set, failure);
  }

  // --- the status ---

  private writeStatus(set: DaemonSet, failure: string, observed = true): Outcome<Stretch> {
    const { nodes, nowMicros } = this.deps;
    const pods = this.claimed(set).mine;
    const status = statusToWrite({ set, nodes: nodes(), pods, nowMicros: nowMicros(), observed });
    if (status === undefined) return end(set, failure);
    const body: DaemonSet = { ...set, status };
    const request: ApiRequest = {
      verb: 'update',
      resource: 'daemonsets',
      ...inNamespace(set),
      name: set.metadata.name,
      subresource: 'status',
      body,
    };
    return { kind: 'wait', requests: [request], context: { set, stage: 'status', body, failure } };
  }

  private onStatus(
    { body, failure }: Extract<Stretch, { stage: 'status' }>,
    [answer]: readonly ApiResponse[],
  ): Outcome<Stretch> {
    if (answer !== undefined && succeeded(answer)) return end(body, failure);
    return { kind: 'failed', reason: answer?.status?.reason ?? '' };
  }
}

function end({ spec, status }: DaemonSet, failure: string): Outcome<Stretch> {
  if (failure !== '') return { kind: 'failed', reason: failure };
  const seconds = spec.minReadySeconds ?? 0;
  const waiting = (status?.numberReady ?? 0) !== (status?.numberAvailable ?? 0);
  return seconds > 0 && waiting ? { kind: 'done', requeueAfter: seconds * MICROS_PER_SECOND } : { kind: 'done' };
}

const inNamespace = ({ metadata }: KubeObject): { readonly namespace?: string } =>
  metadata.namespace === undefined ? {} : { namespace: metadata.namespace };
