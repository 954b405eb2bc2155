/** The stretches of a DaemonSet's sync: manage, syncNodes and storeDaemonSetStatus of pkg/controller/daemon (v1.37). */
import { namespacedName, type Node, type Pod } from '../../../model/objects.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { EventRecorder } from '../events.ts';
import { currentRevision, hashOfRevision, surplus, type ControllerRevision } from '../history.ts';
import { claim } from '../owner.ts';
import type { Expectations } from '../expectations.ts';
import { tellCreations } from '../pod-creation.ts';
import { succeeded, type Outcome } from '../sync.ts';
import { inNamespace, statusRequest } from '../requests.ts';
import type { FailedPodsBackoff } from './backoff.ts';
import { keysOf, planFor, statusToWrite } from './plan.ts';
import { podRequest } from './template.ts';
import { allowsSurge, type DaemonSet } from './types.ts';
import { surgeOf, updateVictims, type Turns, type UpdateInput } from './update.ts';

/** BurstReplicas: so many Pods at most are made, and so many deleted, in one sync. */
const BURST = 250;
const MICROS_PER_SECOND = 1_000_000;

interface Base {
  readonly set: DaemonSet;
  /** Of its template; "" where revisions are unknown. */
  readonly hash: string;
}

/** What a sync waits for, and what it needs to go on. Plain data. */
export type Stretch =
  | (Base & { readonly stage: 'revision' })
  | (Base & { readonly stage: 'claim' })
  | (Base & {
      readonly stage: 'create';
      /** Names of nodes that still lack a Pod; the first `batch` of them are asked for. */
      readonly nodes: readonly string[];
      readonly batch: number;
      readonly victims: readonly Pod[];
    })
  | (Base & { readonly stage: 'delete'; readonly victims: readonly Pod[]; readonly failure: string })
  | (Base & { readonly stage: 'update'; readonly victims: readonly Pod[] })
  | (Base & { readonly stage: 'cleanup' })
  | (Base & { readonly stage: 'status'; readonly body: DaemonSet; readonly failure: string });

export interface SyncDeps {
  readonly creations: Expectations;
  readonly deletions: Expectations;
  readonly failed: FailedPodsBackoff;
  readonly events: EventRecorder;
  /** Sorted by name. */
  readonly nodes: () => readonly Node[];
  /** Its ControllerRevisions, oldest first; undefined where the input says nothing of them. */
  readonly revisions: (set: DaemonSet) => readonly ControllerRevision[] | undefined;
  /** One of `count` by chance: upstream leaves it to the order of a map. */
  readonly choose: (key: string, count: number) => number;
  /** Its own Pods and orphans of its namespace, as the cache has them. */
  readonly candidates: (set: DaemonSet) => readonly Pod[];
  readonly nowMicros: () => number;
  readonly requeueAfter: (key: string, ticks: number) => void;
}

export class DaemonSetSync {
  constructor(private readonly deps: SyncDeps) {}

  begin(set: DaemonSet): Outcome<Stretch> {
    if (set.metadata.deletionTimestamp !== undefined) return { kind: 'done' };
    const revisions = this.deps.revisions(set);
    if (revisions === undefined) return this.claim({ set, hash: '' });
    const current = currentRevision(set, revisions);
    if (current.kind === 'present') return this.claim({ set, hash: hashOfRevision(current.revision) });
    return { kind: 'wait', requests: [current.request], context: { set, hash: '', stage: 'revision' } };
  }

  private claim(base: Base): Outcome<Stretch> {
    const { patches } = this.claimed(base.set);
    if (patches.length > 0) return { kind: 'wait', requests: patches, context: { ...base, stage: 'claim' } };
    return this.manage(base);
  }

  resume(stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    switch (stretch.stage) {
      case 'revision': {
        const [answer] = answers;
        if (answer?.object === undefined || !succeeded(answer)) return failedBy(answer);
        return this.claim({ set: stretch.set, hash: hashOfRevision(answer.object) });
      }
      case 'claim': {
        const refused = answers.find((answer) => !succeeded(answer) && answer.code !== 404 && answer.code !== 422);
        return refused === undefined ? this.manage(stretch) : failedBy(refused);
      }
      case 'update':
        return this.onUpdated(stretch, answers);
      case 'cleanup':
        return this.writeStatus(stretch, '');
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
  private manage({ set, hash }: Base): Outcome<Stretch> {
    const base: Base = { set, hash };
    if (!this.satisfied(set)) return this.writeStatus(base, '', false);
    const plan = planFor(this.inputFor(base));
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
    return nodes.length > 0 ? this.create(base, nodes, 1, victims) : this.remove(base, victims, '');
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

  private create(base: Base, nodes: readonly string[], size: number, victims: readonly Pod[]): Outcome<Stretch> {
    const { set, hash } = base;
    const batch = Math.min(size, nodes.length);
    const requests = nodes.slice(0, batch).map((node) => podRequest(set, node, hash));
    return { kind: 'wait', requests, context: { ...base, stage: 'create', nodes, batch, victims } };
  }

  /** The next batch is twice as large; after a batch with a failure there is none. */
  private onCreated(
    { set, hash, nodes, batch, victims }: Extract<Stretch, { stage: 'create' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    const base: Base = { set, hash };
    const refused = tellCreations(this.deps.events, set, answers);
    const rest = nodes.slice(batch);
    const [first] = refused;
    if (first === undefined) {
      return rest.length > 0 ? this.create(base, rest, batch * 2, victims) : this.remove(base, victims, '');
    }
    const unmade = refused.length + rest.length;
    for (let n = 0; n < unmade; n++) this.deps.creations.creationObserved(namespacedName(set));
    return this.remove(base, victims, first.status?.message ?? String(first.code));
  }

  // --- deleting Pods ---

  private remove(base: Base, victims: readonly Pod[], failure: string): Outcome<Stretch> {
    if (victims.length === 0) return failure === '' ? this.update(base) : this.writeStatus(base, failure);
    const requests = victims.map((victim) => deleteOf(victim));
    return { kind: 'wait', requests, context: { ...base, stage: 'delete', victims, failure } };
  }

  private onDeleted(
    { set, hash, victims, failure: before }: Extract<Stretch, { stage: 'delete' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    const failure = this.tellDeletions(set, victims, answers, before);
    return failure === '' ? this.update({ set, hash }) : this.writeStatus({ set, hash }, failure);
  }

  /** @returns the first failure */
  private tellDeletions(
    set: DaemonSet,
    victims: readonly Pod[],
    answers: readonly ApiResponse[],
    before: string,
  ): string {
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
    return failure;
  }

  // --- Pods of an older template ---

  /** Only once everything that was asked for has been seen. */
  private update(base: Base): Outcome<Stretch> {
    const { set, hash } = base;
    const isRolling = (set.spec.updateStrategy?.type ?? 'RollingUpdate') === 'RollingUpdate';
    if (hash === '' || !isRolling || !this.satisfied(set)) return this.cleanUp(base);
    if (allowsSurge(set)) return this.surge(base);
    const key = namespacedName(set);
    const victims = this.turned(key, updateVictims(this.inputFor(base)));
    if (victims.length === 0) return this.cleanUp(base);
    this.deps.deletions.expectDeletions(key, keysOf(victims));
    const requests = victims.map((victim) => deleteOf(victim));
    return { kind: 'wait', requests, context: { ...base, stage: 'update', victims } };
  }

  private inputFor({ set, hash }: Base): UpdateInput {
    const { nodes, nowMicros } = this.deps;
    return { set, hash, nodes: nodes(), pods: this.claimed(set).mine, nowMicros: nowMicros() };
  }

  /** Where not all have their turn, the walk over them begins anywhere. */
  private turned<T>(key: string, { always, candidates, room }: Turns<T>): readonly T[] {
    const from = room > 0 && room < candidates.length ? this.deps.choose(key, candidates.length) : 0;
    const turned = [...candidates.slice(from), ...candidates.slice(0, from)];
    return [...always, ...turned.slice(0, room)].slice(0, BURST);
  }

  /** A new Pod comes before the old one goes. */
  private surge(base: Base): Outcome<Stretch> {
    const key = namespacedName(base.set);
    const found = surgeOf(this.inputFor(base));
    const nodes = this.turned(key, found);
    const victims = found.remove.slice(0, BURST);
    if (nodes.length + victims.length === 0) return this.cleanUp(base);
    if (nodes.length > 0) this.deps.creations.expectCreations(key, nodes.length);
    if (victims.length > 0) this.deps.deletions.expectDeletions(key, keysOf(victims));
    return nodes.length > 0 ? this.create(base, nodes, 1, victims) : this.remove(base, victims, '');
  }

  private onUpdated(
    { set, hash, victims }: Extract<Stretch, { stage: 'update' }>,
    answers: readonly ApiResponse[],
  ): Outcome<Stretch> {
    const failure = this.tellDeletions(set, victims, answers, '');
    return failure === '' ? this.cleanUp({ set, hash }) : this.writeStatus({ set, hash }, failure);
  }

  private cleanUp(base: Base): Outcome<Stretch> {
    const { set, hash } = base;
    const revisions = hash === '' ? [] : (this.deps.revisions(set) ?? []);
    const current = revisions.find((revision) => hashOfRevision(revision) === hash);
    if (current === undefined) return this.writeStatus(base, '');
    const inUse = new Set(this.claimed(set).mine.map((pod) => hashOfRevision(pod)));
    const requests = surplus(set, revisions, current, inUse);
    if (requests.length === 0) return this.writeStatus(base, '');
    return { kind: 'wait', requests, context: { ...base, stage: 'cleanup' } };
  }

  // --- the status ---

  private writeStatus({ set, hash }: Base, failure: string, observed = true): Outcome<Stretch> {
    const { nodes, nowMicros } = this.deps;
    const pods = this.claimed(set).mine;
    const status = statusToWrite({ set, hash, nodes: nodes(), pods, nowMicros: nowMicros(), observed });
    if (status === undefined) return end(set, failure);
    const body: DaemonSet = { ...set, status };
    const request = statusRequest('daemonsets', body);
    return { kind: 'wait', requests: [request], context: { set, hash, stage: 'status', body, failure } };
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

const failedBy = (answer: ApiResponse | undefined): Outcome<Stretch> => ({
  kind: 'failed',
  reason: answer?.status?.reason ?? String(answer?.code ?? ''),
});

const deleteOf = (pod: Pod): ApiRequest => ({
  verb: 'delete',
  resource: 'pods',
  ...inNamespace(pod),
  name: pod.metadata.name,
});
