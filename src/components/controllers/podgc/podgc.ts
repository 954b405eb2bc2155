/**
 * The Pod garbage collector: pkg/controller/podgc/gc_controller.go (v1.37): Pods of Nodes that are gone, ended Pods beyond
 * the threshold, Pods that go and never had a node, Pods of a node that is out of service. It looks each 20 s; a look that
 * would find nothing costs no step. Pods of the input whose Node the input does not show are left alone, as the input may be a
 * part of a cluster. Left out: deletions side by side (one Pod follows the other).
 */
import { compareBytes, type Collection } from '../../../kernel/kernel.ts';
import { DEFAULT_FLAGS } from '../../../model/flags.ts';
import { namespacedName, type KubeObject, type Node, type Pod } from '../../../model/objects.ts';
import { minorOf } from '../../../model/versions.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { isNode, isPod } from '../kinds.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';
import { hasEnded, isOutOfService, isTerminating, isUnscheduledTerminating, nodeOf } from './plan.ts';
import { onNodesOutOfService, tooManyEnded } from './plan.ts';

const SUBJECT = 'pod-garbage-collector-controller';
/** gcCheckPeriod, quarantineTime. */
const CHECK_SECONDS = 20;
const QUARANTINE_SECONDS = 40;
/** The queue's only key. */
const ALL = 'pods';

interface Victim {
  readonly pod: string;
  readonly uid: string;
  /** Its node is gone. */
  readonly orphan: boolean;
}

/** What a sync waits for. Plain data. */
interface Stretch {
  readonly stage: 'nodes' | 'status' | 'delete';
  /** Whose absence is being made sure of. */
  readonly nodes: readonly string[];
  /** The first is being dealt with. */
  readonly victims: readonly Victim[];
}

export const createPodGarbageCollector = (deps: ControllerDeps): Controller => new PodGarbageCollector(deps);

class PodGarbageCollector implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'podgc';
  readonly workers = 1;
  private readonly pods: SharedInformer;
  private readonly nodes: SharedInformer;
  private readonly threshold: number;
  /** Nodes that are missing, and the tick from which their absence is taken seriously. */
  private readonly quarantine: Collection<number>;
  private readonly queue: WorkQueue;

  constructor(private readonly deps: ControllerDeps) {
    this.pods = deps.informer('pods');
    this.nodes = deps.informer('nodes');
    this.threshold = (deps.flags ?? DEFAULT_FLAGS).terminatedPodGcThreshold;
    this.quarantine = deps.world.collection('controllers/podgc/quarantine');
    this.queue = runReconciler(deps, this);
    this.listen();
  }

  prime(): void {
    const pods = this.list();
    const left = [...this.outOfService(pods), ...pods.filter(isUnscheduledTerminating)].filter((pod) => !hasEnded(pod));
    if (left.length > 0 || tooManyEnded(pods, this.threshold).length > 0) this.lookLater();
  }

  objectOf(): string {
    return '';
  }

  // --- what wakes it ---

  private listen(): void {
    const lookLater = (): void => {
      this.lookLater();
    };
    this.pods.addEventHandler(SUBJECT, {
      concerns: (before, after) => after !== undefined && isPod(after) && this.concerns(before, after),
      onAdd: lookLater,
      onUpdate: lookLater,
    });
    this.nodes.addEventHandler(SUBJECT, {
      concerns: (before, after) => this.leavesPods(before, after),
      onUpdate: lookLater,
      onDelete: lookLater,
    });
  }

  private lookLater(): void {
    this.queue.addAfter(ALL, this.lookAfter(this.deps.world.now) - this.deps.world.now, false);
  }

  private lookAfter(tick: number): number {
    const period = CHECK_SECONDS * this.deps.world.options.ticksPerSecond;
    return (Math.floor(tick / period) + 1) * period;
  }

  private concerns(before: KubeObject | undefined, after: Pod): boolean {
    const old = before !== undefined && isPod(before) ? before : undefined;
    const moved = old === undefined || nodeOf(old) !== nodeOf(after);
    const going = isTerminating(after) && (old === undefined || !isTerminating(old));
    if (going && (nodeOf(after) === '' || isOutOfService(this.node(nodeOf(after))))) return true;
    if (moved && this.isMissing(after)) return true;
    const ended = hasEnded(after) && (old === undefined || !hasEnded(old));
    return ended && tooManyEnded(this.list(), this.threshold).length > 0;
  }

  /** A Node that goes, or that is given up, while Pods are on it. */
  private leavesPods(before: KubeObject | undefined, after: KubeObject | undefined): boolean {
    if (before === undefined || !isNode(before)) return false;
    const pods = this.pods.indexer.byIndex('nodeName', before.metadata.name);
    if (after === undefined) return pods.length > 0;
    const isOut = isNode(after) && isOutOfService(after) && !isOutOfService(before);
    return isOut && pods.some((pod) => isPod(pod) && isTerminating(pod));
  }

  // --- gc ---

  private list(): readonly Pod[] {
    return this.pods.indexer.list().filter(isPod);
  }

  private node(name: string): Node | undefined {
    const node = name === '' ? undefined : this.nodes.indexer.get(name);
    return node !== undefined && isNode(node) ? node : undefined;
  }

  private isMissing(pod: Pod): boolean {
    const name = nodeOf(pod);
    return name !== '' && this.node(name) === undefined && this.deps.apiServer.knows('Node');
  }

  private outOfService(pods: readonly Pod[]): readonly Pod[] {
    return onNodesOutOfService(pods, (name) => this.node(name));
  }

  begin(): Outcome<Stretch> {
    const pods = this.list();
    const doomed = [...tooManyEnded(pods, this.threshold), ...this.outOfService(pods)].map((pod) => victimOf(pod));
    const missing = this.missingNodes(pods);
    const { now, options } = this.deps.world;
    for (const name of [...this.quarantine.keys()]) if (!missing.includes(name)) this.quarantine.delete(name);
    // Both timers run on from the look, so that a later look comes just after the end of the quarantine.
    const look = this.lookAfter(now) - CHECK_SECONDS * options.ticksPerSecond;
    for (const name of missing) {
      if (!this.quarantine.has(name)) this.quarantine.set(name, look + QUARANTINE_SECONDS * options.ticksPerSecond);
    }
    const late = missing.filter((name) => (this.quarantine.get(name) ?? 0) <= now);
    const unscheduled = pods.filter(isUnscheduledTerminating).map((pod) => victimOf(pod));
    if (late.length === 0) return this.next([...doomed, ...unscheduled]);
    const requests = late.map((name): ApiRequest => ({ verb: 'get', resource: 'nodes', name }));
    return { kind: 'wait', requests, context: { stage: 'nodes', nodes: late, victims: [...doomed, ...unscheduled] } };
  }

  private missingNodes(pods: readonly Pod[]): readonly string[] {
    const observed = (pod: Pod): boolean => this.wasAlwaysMissing(pod);
    const names = pods.filter((pod) => this.isMissing(pod) && !observed(pod)).map(nodeOf);
    return [...new Set(names)].sort(compareBytes);
  }

  /** Of a Pod that the input has, on a Node that it has not. */
  private wasAlwaysMissing({ metadata, spec }: Pod): boolean {
    const { world } = this.deps;
    const etcd = world
      .collections()
      .find(({ name }) => name === 'etcd')
      ?.at(0);
    const namespace = metadata.namespace ?? 'default';
    return etcd?.has(`Pod/${namespace}/${metadata.name}`) === true && !etcd.has(`Node/${spec.nodeName ?? ''}`);
  }

  resume(_key: string, { stage, nodes, victims }: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    const [answer] = answers;
    if (stage === 'nodes') {
      const gone = nodes.filter((_name, i) => answers[i]?.code === 404);
      const orphans = this.list().filter((pod) => gone.includes(nodeOf(pod)));
      return this.next([...orphans.map((pod) => victimOf(pod, true)), ...victims]);
    }
    const [first, ...rest] = victims;
    if (stage === 'status' && answer !== undefined && succeeded(answer) && first !== undefined) {
      return this.send('delete', deleteRequest(first), victims);
    }
    return this.next(rest);
  }

  /** markFailedAndDeletePodWithCondition: it fails before it goes, for whoever counts it. */
  private next(victims: readonly Victim[]): Outcome<Stretch> {
    for (const [i, victim] of victims.entries()) {
      const pod = this.pods.indexer.get(victim.pod);
      if (pod?.metadata.uid !== victim.uid || !isPod(pod)) continue;
      const left = victims.slice(i);
      if (hasEnded(pod)) return this.send('delete', deleteRequest(victim), left);
      return this.send('status', this.statusPatch(pod, victim), left);
    }
    return this.over();
  }

  private send(stage: 'status' | 'delete', request: ApiRequest, victims: readonly Victim[]): Outcome<Stretch> {
    return { kind: 'wait', requests: [request], context: { stage, nodes: [], victims }, awake: true };
  }

  private over(): Outcome<Stretch> {
    const { now } = this.deps.world;
    const dues = [...this.quarantine.entries()].map(([, due]) => due).filter((due) => due > now);
    if (dues.length === 0) return { kind: 'done' };
    return { kind: 'done', requeueAfter: this.lookAfter(Math.min(...dues) - 1) - now, busy: true };
  }

  private statusPatch(pod: Pod, { orphan }: Victim): ApiRequest {
    const { name, namespace = 'default', uid, generation } = pod.metadata;
    const observed =
      minorOf(this.deps.version) >= 34 && generation !== undefined ? { observedGeneration: generation } : {};
    const before = pod.status?.conditions?.find(({ type, status }) => type === 'DisruptionTarget' && status === 'True');
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'DeletionByPodGC',
      message: 'PodGC: node no longer exists',
      lastProbeTime: null,
      lastTransitionTime: before?.lastTransitionTime ?? this.deps.apiServer.timestamp(),
      ...observed,
    };
    const status = { phase: 'Failed', ...(orphan ? { conditions: [condition] } : {}) };
    const body = { ...(uid === undefined ? {} : { metadata: { uid } }), status };
    return { verb: 'patch', resource: 'pods', namespace, name, subresource: 'status', patchType: 'strategic', body };
  }
}

const victimOf = (pod: Pod, orphan = false): Victim => ({
  pod: namespacedName(pod),
  uid: pod.metadata.uid ?? '',
  orphan,
});

function deleteRequest({ pod }: Victim): ApiRequest {
  const [namespace = '', name = ''] = pod.split('/');
  return { verb: 'delete', resource: 'pods', namespace, name, options: { gracePeriodSeconds: 0 } };
}
