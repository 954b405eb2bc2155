/**
 * The look at every Node each five seconds: monitorNodeHealth and handleDisruption of
 * pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.37). A look that would find nothing costs no step. Left out: the
 * watch on Leases (a look reads them as the api-server has them), labels that follow others, Pods that are bound to a node
 * while it is not ready.
 */
import type { Collection, Handler, World } from '../../../kernel/kernel.ts';
import { EVENT, LANE } from '../../../model/events.ts';
import { namespacedName, type KubeObject, type Node } from '../../../model/objects.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { ControllerDeps } from '../controllers.ts';
import { createEventRecorder, type EventRecorder } from '../events.ts';
import { isNode, isPod } from '../kinds.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';
import { notReadyRequest, unknownStatus } from './health.ts';
import type { NoExecuteTaints } from './no-execute.ts';
import { SUBJECT } from './no-schedule.ts';
import { Silence, type Known } from './silence.ts';
import { beginSwap, goOnSwapping, type Swapping } from './swapping.ts';
import { noExecuteSwap, reachableSwap, readyStatus, swapsAtOnce, type Swap } from './taints.ts';
import { disruptionOf, zoneKey, type Zone } from './zones.ts';

/** What a sync waits for. Plain data. */
type Stretch =
  /** Its conditions become Unknown. */
  | { readonly stage: 'status'; readonly wasReady: boolean }
  | { readonly stage: 'taints'; readonly swapping: Swapping; readonly pods: boolean }
  /** Its Pods, one after the other: the one that was written, and those that come. */
  | { readonly stage: 'pods'; readonly pod: string; readonly rest: readonly string[] };

export class HealthMonitor implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'nodehealth';
  /** nodeUpdateWorkerSize. */
  readonly workers = 8;
  private readonly world: World;
  private readonly nodes: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly known: Collection<Known>;
  private readonly silence: Silence;
  /** Nodes whose Pods could not all be written to. */
  private readonly retries: Collection<number>;
  /** Number of the chain of looks that goes on; those before it end. */
  private readonly chain: Collection<number>;
  private readonly queue: WorkQueue;
  private readonly events: EventRecorder;
  private readonly look: Handler<{ readonly chain: number }>;
  private readonly lookAtOne: Handler<{ readonly name: string }>;
  /** Tick of the look that found the Node lapsed. */
  private readonly lapses: Collection<number>;

  constructor(
    private readonly deps: ControllerDeps,
    private readonly zones: Collection<Zone>,
    private readonly noExecute: NoExecuteTaints,
  ) {
    this.world = deps.world;
    this.nodes = deps.informer('nodes');
    this.pods = deps.informer('pods');
    this.known = this.world.collection('controllers/nodelifecycle/known');
    this.silence = new Silence(deps, this.known);
    this.retries = this.world.collection('controllers/nodelifecycle/retries');
    this.chain = this.world.collection('controllers/nodelifecycle/looks');
    this.events = createEventRecorder({ ...deps, component: 'node-controller' });
    this.look = this.world.handler('nodelifecycle look', ({ chain }) => {
      this.onLook(chain);
    });
    this.lookAtOne = this.world.handler('nodelifecycle look at one', ({ name }) => {
      this.wake(name);
    });
    this.lapses = this.world.collection('controllers/nodelifecycle/lapses');
    this.queue = runReconciler(deps, this);
  }

  /** A cluster that was running: its Nodes are known, its zones are as their Nodes say. */
  prime(): void {
    const nodes = this.list();
    for (const node of nodes) {
      const { name, uid = '' } = node.metadata;
      this.known.set(name, { since: 0, registered: true, uid });
    }
    const { zones } = disruptionOf(nodes, (node) => readyStatus(node) === 'True', new Map());
    for (const [key, zone] of zones) this.zones.set(key, zone);
    for (const node of nodes) if (this.hasWork(node)) this.atNextLook(node.metadata.name);
    if (nodes.length > 0) this.startLooks();
  }

  // --- what wakes it ---

  added(node: KubeObject): void {
    const { name, uid = '' } = node.metadata;
    this.known.set(name, { since: this.world.now, registered: false, uid });
    this.queue.addAfter(name, this.silence.untilLook(), true);
    this.startLooks();
  }

  /** Of a Node whose Ready says something else now, or whose taints are not what it says. */
  changed(node: KubeObject): void {
    if (!isNode(node)) return;
    if (this.hasWork(node)) this.atNextLook(node.metadata.name);
    else this.queue.addAfter(node.metadata.name, this.silence.untilLook(), true);
    this.startLooks();
  }

  deleted(node: KubeObject): void {
    this.noExecute.remove(node.metadata.name);
    this.queue.addAfter(node.metadata.name, this.silence.untilLook(), true);
  }

  /** There is something to do: nobody should take the world to be at rest before. */
  private atNextLook(name: string): void {
    this.world.after(this.silence.untilLook(), LANE.controllers, this.lookAtOne, { name }, { periodic: false });
  }

  private wake(name: string): void {
    this.world.emit(EVENT['workqueue.added'], { subject: this.name, object: name });
    this.queue.add(name);
  }

  private list(): readonly Node[] {
    return this.nodes.indexer.list().filter(isNode);
  }

  // --- the looks: in silence, until a Node has lapsed ---

  /** A new chain: whoever is silent counts from now at the latest. */
  private startLooks(): void {
    const chain = (this.chain.get('') ?? 0) + 1;
    this.chain.set('', chain);
    this.world.after(this.silence.untilLook(), LANE.controllers, this.look, { chain }, { periodic: true });
  }

  private onLook(chain: number): void {
    if (this.chain.get('') !== chain) return;
    const { now } = this.world;
    const lapsed = this.list().find(
      (node) => this.silence.isLapsed(node) && this.lapses.get(node.metadata.name) !== now,
    );
    if (lapsed !== undefined) {
      this.lapses.set(lapsed.metadata.name, now);
      this.wake(lapsed.metadata.name);
      this.world.after(0, LANE.controllers, this.look, { chain }, { periodic: false });
      return;
    }
    const due = this.list().flatMap((node) => this.silence.nextLookAt(node) ?? []);
    if (due.length === 0) return;
    const at = Math.min(...due);
    const silent = this.list().some((node) => this.silence.isSilent(node));
    this.world.after(at - now, LANE.controllers, this.look, { chain }, silent ? { waiting: true } : { periodic: true });
  }

  // --- a sync: what a look does about one Node ---

  objectOf(key: string): string {
    return `Node/${key}`;
  }

  private hasWork(node: Node): boolean {
    if (readyStatus(node) === 'True') return reachableSwap(node) !== undefined;
    return (noExecuteSwap(node) !== undefined && !this.noExecute.has(node.metadata.name)) || this.isMarkedAgain(node);
  }

  private isMarkedAgain(node: Node): boolean {
    return this.retries.has(node.metadata.name) && readyStatus(node) !== 'True';
  }

  begin(key: string): Outcome<Stretch> {
    const node = this.nodes.indexer.get(key);
    this.register(key, node);
    if (node === undefined || !isNode(node)) {
      this.judgeZones();
      return { kind: 'done' };
    }
    if (this.silence.isLapsed(node)) {
      this.judgeZones();
      const body = { ...node, status: unknownStatus(node, this.deps.apiServer.timestamp()) };
      const request: ApiRequest = { verb: 'update', resource: 'nodes', name: key, subresource: 'status', body };
      return wait(request, { stage: 'status', wasReady: readyStatus(node) === 'True' });
    }
    const outcome = this.evict(node, this.isMarkedAgain(node));
    if (!this.changesNothing(node)) this.judgeZones();
    this.noExecute.lookAgain();
    return outcome;
  }

  resume(key: string, stretch: Stretch, [answer]: readonly ApiResponse[]): Outcome<Stretch> {
    if (stretch.stage === 'pods') return this.onPod(key, stretch, answer);
    if (stretch.stage === 'taints') return this.onTaints(key, stretch, answer);
    if (answer === undefined || answer.code === 404) return { kind: 'done' };
    if (!succeeded(answer)) return failed(answer);
    const { object } = answer;
    if (object === undefined || !isNode(object)) return { kind: 'done' };
    if (stretch.wasReady) {
      const message = `Node ${key} status is now: NodeNotReady`;
      this.events.post({ about: object, type: 'Normal', reason: 'NodeNotReady', message });
    }
    return this.evict(object, stretch.wasReady);
  }

  /** RegisteredNode and RemovingNode. */
  private register(name: string, node: KubeObject | undefined): void {
    const known = this.known.get(name);
    if (known === undefined) return;
    const tell = (about: KubeObject, reason: string, what: string): void => {
      const message = `Node ${name} event: ${what} Node ${name} ${reason === 'RemovingNode' ? 'from' : 'in'} Controller`;
      this.events.post({ about, type: 'Normal', reason, message });
    };
    if (node === undefined) {
      const metadata = { name, ...(known.uid === '' ? {} : { uid: known.uid }) };
      if (known.registered) tell({ apiVersion: 'v1', kind: 'Node', metadata }, 'RemovingNode', 'Removing');
      for (const collection of [this.known, this.retries, this.lapses]) collection.delete(name);
    } else if (!known.registered) {
      tell(node, 'RegisteredNode', 'Registered');
      this.known.set(name, { ...known, registered: true });
    }
  }

  /** processTaintBaseEviction, then the Pods. @param pods are they to be marked? */
  private evict(node: Node, pods: boolean): Outcome<Stretch> {
    const { name } = node.metadata;
    if (readyStatus(node) === 'True') {
      this.noExecute.remove(name);
      return this.swap(node, reachableSwap(node), false);
    }
    if (swapsAtOnce(node)) return this.swap(node, noExecuteSwap(node), pods);
    this.noExecute.add(node);
    return pods ? this.markPods(name) : { kind: 'done' };
  }

  private swap(node: Node, swap: Swap | undefined, pods: boolean): Outcome<Stretch> {
    const swapped = swap === undefined ? undefined : beginSwap(node, swap, this.deps.apiServer.timestamp());
    if (swapped?.kind === 'write') {
      return wait(swapped.request, { stage: 'taints', swapping: swapped.context, pods });
    }
    return pods ? this.markPods(node.metadata.name) : { kind: 'done' };
  }

  private onTaints(
    key: string,
    { swapping, pods }: Extract<Stretch, { stage: 'taints' }>,
    answer: ApiResponse | undefined,
  ): Outcome<Stretch> {
    const next = goOnSwapping(swapping, answer, this.deps.apiServer.timestamp());
    if (next.kind === 'write') return wait(next.request, { stage: 'taints', swapping: next.context, pods });
    if (pods) return this.markPods(key);
    return next.kind === 'failed' ? next : { kind: 'done' };
  }

  // --- MarkPodsNotReady ---

  private markPods(node: string): Outcome<Stretch> {
    this.retries.delete(node);
    return this.nextPod(this.pods.indexer.byIndex('nodeName', node).map(namespacedName));
  }

  private nextPod(keys: readonly string[]): Outcome<Stretch> {
    const now = this.deps.apiServer.timestamp();
    for (const [i, key] of keys.entries()) {
      const pod = this.pods.indexer.get(key);
      const request = pod !== undefined && isPod(pod) ? notReadyRequest(pod, now) : undefined;
      if (request === undefined) continue;
      return wait(request, { stage: 'pods', pod: key, rest: keys.slice(i + 1) });
    }
    return { kind: 'done' };
  }

  private onPod(
    node: string,
    { pod, rest }: Extract<Stretch, { stage: 'pods' }>,
    answer: ApiResponse | undefined,
  ): Outcome<Stretch> {
    const about = answer?.object ?? this.pods.indexer.get(pod);
    if (answer === undefined || (!succeeded(answer) && answer.code !== 404)) {
      this.retries.set(node, 1);
      this.atNextLook(node);
    } else if (succeeded(answer) && about !== undefined) {
      this.events.post({ about, type: 'Warning', reason: 'NodeNotReady', message: 'Node is not ready' });
    }
    return this.nextPod(rest);
  }

  // --- handleDisruption ---

  /** A Node that is ready, in a zone that is as it should be: of thousands that join, not each is a reason to look at all. */
  private changesNothing(node: Node): boolean {
    return readyStatus(node) === 'True' && this.zones.get(zoneKey(node))?.state === 'Normal';
  }

  private judgeZones(): void {
    const nodes = this.list();
    const isReady = (node: Node): boolean => readyStatus(node) === 'True' && !this.silence.isLapsed(node);
    const { zones, entered, left } = disruptionOf(nodes, isReady, new Map(this.zones.entries()));
    for (const key of [...this.zones.keys()]) if (!zones.has(key)) this.zones.delete(key);
    for (const [key, zone] of zones) {
      this.noExecute.rateChanges(key, zone);
      const before = this.zones.get(key);
      if (before?.state !== zone.state || before.rate !== zone.rate) this.zones.set(key, zone);
    }
    if (entered) for (const node of nodes) this.setFree(node);
    if (left) this.countAnew();
    this.noExecute.lookAgain();
  }

  /** Nobody reports any more: then it is the control plane that is cut off, and nothing is evicted. */
  private setFree(node: Node): void {
    const { name } = node.metadata;
    this.noExecute.remove(name);
    const next = reachableSwap(node);
    const swapped = next === undefined ? undefined : beginSwap(node, next, this.deps.apiServer.timestamp());
    if (swapped?.kind === 'write') this.deps.client.send(swapped.request);
  }

  private countAnew(): void {
    for (const [name, known] of [...this.known.entries()]) this.known.set(name, { ...known, since: this.world.now });
  }
}

const wait = (request: ApiRequest, context: Stretch): Outcome<Stretch> => ({
  kind: 'wait',
  requests: [request],
  context,
  awake: true,
});

const failed = (answer: ApiResponse): Outcome<Stretch> => ({
  kind: 'failed',
  reason: answer.status?.reason ?? String(answer.code),
});
