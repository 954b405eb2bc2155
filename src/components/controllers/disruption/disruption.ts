/**
 * The disruption controller: pkg/controller/disruption/disruption.go (v1.37): how many Pods of a budget are healthy and how
 * many may go. Left out: NoPods is told when a status is written, not at every look; the DisruptionTarget condition of Pods that are stale, controllers known by their scale only.
 */
import { compareBytes } from '../../../kernel/kernel.ts';
import { namespacedName, type KubeObject, type Pod } from '../../../model/objects.ts';
import { selectorMatches } from '../../../model/selectors.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { createEventRecorder, type EventRecorder } from '../events.ts';
import { isPod, isPodReady } from '../kinds.ts';
import { controllerOf } from '../owner.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';
import { statusRequest } from '../requests.ts';
import { asksForScale, disruptedOf, expectedOf, healthyOf, isBudget, statusOf, type Budget } from './plan.ts';

/** Of its events; its user agent is the controller manager's. */
const SUBJECT = 'controllermanager';
const NAME = 'disruption';

interface Sent {
  /** Ticks until a granted eviction counts no more. */
  readonly recheck?: number;
}

export const createDisruptionController = (deps: ControllerDeps): Controller => new DisruptionController(deps);

class DisruptionController implements Reconciler<Sent> {
  readonly subject = 'disruption-controller';
  readonly name = NAME;
  readonly workers = 1;
  private readonly budgets: SharedInformer;
  private readonly pods: SharedInformer;
  /** By kind: those that say how many Pods they want. */
  private readonly scaled: ReadonlyMap<string, SharedInformer>;
  private readonly queue: WorkQueue;
  private readonly events: EventRecorder;

  constructor(private readonly deps: ControllerDeps) {
    this.budgets = deps.informer('poddisruptionbudgets');
    this.pods = deps.informer('pods');
    this.scaled = new Map(SCALED.map(([kind, resource]) => [kind, deps.informer(resource)]));
    this.events = createEventRecorder({ ...deps, component: SUBJECT });
    this.queue = runReconciler(deps, this);
    this.listen();
  }

  prime(): void {
    for (const budget of this.budgets.indexer.list()) this.add(budget);
  }

  objectOf(key: string): string {
    return `PodDisruptionBudget/${key}`;
  }

  // --- what wakes it ---

  private listen(): void {
    const add = (budget: KubeObject): void => {
      this.add(budget);
    };
    this.budgets.addEventHandler(this.subject, {
      onAdd: add,
      onUpdate: (_before, after) => {
        add(after);
      },
      onDelete: add,
    });
    this.pods.addEventHandler(this.subject, {
      // Without a budget a Pod is of no interest: such a call is not worth a step.
      filter: (pod) => this.budgetsOf(pod).length > 0,
      onAdd: (pod) => {
        this.addBudgetsOf(pod);
      },
      onUpdate: (before, after) => {
        if (matters(before) !== matters(after)) this.addBudgetsOf(before, after);
      },
      onDelete: (pod) => {
        this.addBudgetsOf(pod);
      },
    });
  }

  private add(budget: KubeObject): void {
    this.queue.add(namespacedName(budget));
  }

  private budgetsOf(pod: KubeObject): readonly KubeObject[] {
    return this.budgets.indexer
      .list(pod.metadata.namespace)
      .filter((budget) => isBudget(budget) && selectorMatches(budget.spec?.selector, pod.metadata.labels));
  }

  private addBudgetsOf(...pods: readonly KubeObject[]): void {
    for (const pod of pods) for (const budget of this.budgetsOf(pod)) this.add(budget);
  }

  // --- a sync ---

  begin(key: string): Outcome<Sent> {
    const budget = this.budgets.indexer.get(key);
    if (budget === undefined || !isBudget(budget) || !this.deps.apiServer.knows('Pod')) return { kind: 'done' };
    const pods = this.podsOf(budget);
    const scale = asksForScale(budget) ? this.scaleOf(budget, pods) : 0;
    if (scale === undefined) return { kind: 'done' };
    const { world, apiServer } = this.deps;
    const nowMicros = apiServer.epochMicros + world.now;
    const disrupted = disruptedOf(budget, pods, nowMicros);
    for (const pod of disrupted.notDeleted) {
      const message = `Pod was expected by PDB ${key} to be deleted but it wasn't`;
      this.events.post({ about: pod, type: 'Warning', reason: 'NotDeleted', message });
    }
    const numbers = { expected: expectedOf(budget, pods, scale), healthy: healthyOf(pods, disrupted), disrupted };
    const status = statusOf(budget, numbers, apiServer.timestamp());
    const recheck = disrupted.recheckMicros === undefined ? {} : { recheck: disrupted.recheckMicros - nowMicros + 1 };
    if (status === undefined) return done(recheck);
    if (pods.length === 0) this.tell(budget, 'Normal', 'NoPods', 'No matching pods found');
    return { kind: 'wait', requests: [statusRequest('poddisruptionbudgets', { ...budget, status })], context: recheck };
  }

  resume(_key: string, context: Sent, [answer]: readonly ApiResponse[]): Outcome<Sent> {
    if (answer === undefined || succeeded(answer) || answer.code === 404) return done(context);
    return { kind: 'failed', reason: answer.status?.reason ?? String(answer.code) };
  }

  private tell(budget: Budget, type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.events.post({ about: budget, type, reason, message });
  }

  private podsOf(budget: Budget): readonly Pod[] {
    return this.pods.indexer
      .list(budget.metadata.namespace)
      .filter((pod): pod is Pod => isPod(pod) && selectorMatches(budget.spec?.selector, pod.metadata.labels));
  }

  /** getExpectedScale: of each controller once. @returns undefined where one of them is not known */
  private scaleOf(budget: Budget, pods: readonly Pod[]): number | undefined {
    const replicas = new Map<string, number>();
    const unmanaged: string[] = [];
    for (const pod of pods) {
      const owner = controllerOf(pod);
      if (owner === undefined) {
        unmanaged.push(pod.metadata.name);
        continue;
      }
      const found = this.scaleOfOwner(owner.kind, owner.name, budget.metadata.namespace);
      if (found === undefined) return undefined;
      replicas.set(found.uid, found.replicas);
    }
    if (unmanaged.length > 0) this.tell(budget, 'Warning', 'UnmanagedPods', unmanagedWords(budget));
    return [...replicas.values()].reduce((sum, count) => sum + count, 0);
  }

  /** A ReplicaSet that a Deployment controls speaks for the Deployment. */
  private scaleOfOwner(kind: string, name: string, namespace = ''): { uid: string; replicas: number } | undefined {
    const object = this.scaled.get(kind)?.indexer.get(namespace === '' ? name : `${namespace}/${name}`);
    if (object === undefined) return undefined;
    const above = kind === 'ReplicaSet' ? controllerOf(object) : undefined;
    if (above?.kind === 'Deployment') return this.scaleOfOwner('Deployment', above.name, namespace);
    const { replicas = 1 } = (object.spec ?? {}) as { replicas?: number };
    return { uid: object.metadata.uid ?? name, replicas };
  }
}

const SCALED = [
  ['ReplicationController', 'replicationcontrollers'],
  ['Deployment', 'deployments'],
  ['ReplicaSet', 'replicasets'],
  ['StatefulSet', 'statefulsets'],
] as const;

const done = ({ recheck }: Sent): Outcome<Sent> =>
  recheck === undefined ? { kind: 'done' } : { kind: 'done', requeueAfter: recheck };

/** What of a Pod its budget counts. */
const matters = (pod: KubeObject): string =>
  isPod(pod) ? JSON.stringify([pod.metadata.labels, pod.metadata.deletionTimestamp, isPodReady(pod)]) : '';

function unmanagedWords({ spec }: Budget): string {
  const labels = Object.entries(spec?.selector?.matchLabels ?? {}).sort(([a], [b]) => compareBytes(a, b));
  const selector = `&LabelSelector{MatchLabels:map[string]string{${labels.map(([k, v]) => `${k}: ${v},`).join('')}},MatchExpressions:[]LabelSelectorRequirement{},}`;
  return (
    `Pods selected by this PodDisruptionBudget (selector: ${selector}) were found to be unmanaged. As a result, the status of ` +
    'the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ' +
    '".spec.minAvailable" field of the PDB to an integer value.'
  );
}
