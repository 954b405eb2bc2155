/**
 * The taint eviction controller: pkg/controller/tainteviction/taint_eviction.go (v1.37): Pods leave a node with a NoExecute
 * taint at once, or when their tolerationSeconds are over. Left out: its own rate limits and metrics.
 */
import type { Collection } from '../../../kernel/kernel.ts';
import { namespacedName, type KubeObject, type Node, type Pod, type Taint } from '../../../model/objects.ts';
import { minorOf } from '../../../model/versions.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { createEventRecorder, type EventRecorder } from '../events.ts';
import { isNode, isPod } from '../kinds.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';
import { noExecuteTaints, secondsToStay } from './plan.ts';

const SUBJECT = 'taint-eviction-controller';

/** An eviction that is set; ticks. */
interface Planned {
  /** When the taints were first seen: a longer stay counts from here too. */
  readonly since: number;
  readonly due: number;
}

/** What comes when the condition is written. */
interface Leaving {
  readonly uid: string;
  readonly stage: 'condition' | 'delete';
}

export const createTaintEvictionController = (deps: ControllerDeps): Controller => new TaintEvictionController(deps);

class TaintEvictionController implements Reconciler<Leaving> {
  readonly subject = SUBJECT;
  readonly name = 'tainteviction';
  readonly workers = 8;
  private readonly pods: SharedInformer;
  private readonly nodes: SharedInformer;
  private readonly planned: Collection<Planned>;
  private readonly queue: WorkQueue;
  private readonly events: EventRecorder;

  constructor(private readonly deps: ControllerDeps) {
    const { world, apiServer, client } = deps;
    this.pods = deps.informer('pods');
    this.nodes = deps.informer('nodes');
    this.planned = world.collection('controllers/tainteviction/planned');
    this.events = createEventRecorder({ world, apiServer, client, component: SUBJECT });
    this.queue = runReconciler(deps, this);
    this.listen();
  }

  prime(): void {
    for (const pod of this.pods.indexer.list()) if (this.concerns(pod)) this.queue.add(namespacedName(pod));
  }

  objectOf(key: string): string {
    return `Pod/${key}`;
  }

  // --- what wakes it ---

  private listen(): void {
    const add = (pod: KubeObject): void => {
      this.queue.add(namespacedName(pod));
    };
    this.pods.addEventHandler(SUBJECT, {
      filter: (pod) => this.concerns(pod),
      onAdd: add,
      onUpdate: (before, after) => {
        if (placeOf(before) !== placeOf(after)) add(after);
      },
      onDelete: add,
    });
    this.nodes.addEventHandler(SUBJECT, {
      filter: (node) => isNode(node) && noExecuteTaints(node).length > 0,
      onAdd: (node) => {
        this.addPodsOf(node);
      },
      onUpdate: (before, after) => {
        if (taintsText(before) !== taintsText(after)) this.addPodsOf(after);
      },
      // Out of the filter: the taints are gone.
      onDelete: (node) => {
        this.addPodsOf(node);
      },
    });
  }

  /** A Pod on a node without such taints, and without a date, is no business of it. */
  private concerns(pod: KubeObject): boolean {
    if (!isPod(pod) || (pod.spec.nodeName ?? '') === '') return false;
    return this.planned.has(namespacedName(pod)) || this.taintsFor(pod).length > 0;
  }

  private addPodsOf(node: KubeObject): void {
    for (const pod of this.pods.indexer.byIndex('nodeName', node.metadata.name)) this.queue.add(namespacedName(pod));
  }

  private taintsFor(pod: Pod): readonly Taint[] {
    const node = this.nodes.indexer.get(pod.spec.nodeName ?? '');
    return noExecuteTaints(node !== undefined && isNode(node) ? node : undefined);
  }

  // --- a sync: processPodOnNode ---

  begin(key: string): Outcome<Leaving> {
    const pod = this.pods.indexer.get(key);
    if (pod === undefined || !isPod(pod) || pod.metadata.deletionTimestamp !== undefined) {
      this.planned.delete(key);
      return { kind: 'done' };
    }
    const planned = this.planned.get(key);
    const { now, options } = this.deps.world;
    // The Node is gone: what was set for its Pods stays set.
    const isGone = this.nodes.indexer.get(pod.spec.nodeName ?? '') === undefined;
    if (isGone && planned !== undefined) return this.atDue(pod, planned.due);
    const stay = secondsToStay(pod, this.taintsFor(pod));
    if (stay === undefined) return this.cancel(key, pod);
    const since = planned?.since ?? now;
    const due = since + stay * options.ticksPerSecond;
    if (due > now && planned?.due !== due) this.planned.set(key, { since, due });
    return this.atDue(pod, due);
  }

  private atDue(pod: Pod, due: number): Outcome<Leaving> {
    const { now } = this.deps.world;
    return due <= now ? this.evict(pod) : { kind: 'done', requeueAfter: due - now, busy: true };
  }

  private cancel(key: string, pod: Pod): Outcome<Leaving> {
    if (this.planned.delete(key)) this.tell(pod, `Cancelling deletion of Pod ${key}`);
    return { kind: 'done' };
  }

  private tell(pod: Pod, message: string): void {
    this.events.post({ about: pod, type: 'Normal', reason: 'TaintManagerEviction', message });
  }

  private evict(pod: Pod): Outcome<Leaving> {
    this.tell(pod, `Marking for deletion Pod ${namespacedName(pod)}`);
    const { uid = '' } = pod.metadata;
    return { kind: 'wait', requests: [this.conditionPatch(pod)], context: { uid, stage: 'condition' } };
  }

  private conditionPatch(pod: Pod): ApiRequest {
    const { generation, uid } = pod.metadata;
    const observed =
      minorOf(this.deps.version) >= 34 && generation !== undefined ? { observedGeneration: generation } : {};
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'DeletionByTaintManager',
      message: 'Taint manager: deleting due to NoExecute taint',
      lastProbeTime: null,
      lastTransitionTime: this.deps.apiServer.timestamp(),
      ...observed,
    };
    const body = { ...(uid === undefined ? {} : { metadata: { uid } }), status: { conditions: [condition] } };
    return { verb: 'patch', ...refOf(pod), subresource: 'status', patchType: 'strategic', body };
  }

  resume(key: string, { uid, stage }: Leaving, [answer]: readonly ApiResponse[]): Outcome<Leaving> {
    const isGone = answer?.code === 404 || answer?.code === 409;
    if (answer !== undefined && !succeeded(answer) && !isGone) {
      return { kind: 'failed', reason: answer.status?.reason ?? String(answer.code) };
    }
    const pod = this.pods.indexer.get(key);
    if (stage === 'delete' || isGone || pod === undefined) {
      this.planned.delete(key);
      return { kind: 'done' };
    }
    const request: ApiRequest = { verb: 'delete', ...refOf(pod), options: { preconditions: { uid } } };
    return { kind: 'wait', requests: [request], context: { uid, stage: 'delete' } };
  }
}

const refOf = ({ metadata }: KubeObject): { resource: string; namespace?: string; name: string } => ({
  resource: 'pods',
  ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
  name: metadata.name,
});

/** What of a Pod decides how long it stays, and where. */
const placeOf = (pod: KubeObject): string =>
  isPod(pod) ? JSON.stringify([pod.spec.nodeName, pod.spec.tolerations]) : '';

const taintsText = (node: KubeObject): string => JSON.stringify(noExecuteTaints(node as Node));
