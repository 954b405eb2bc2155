/**
 * The look at every Node each five seconds: monitorNodeHealth and handleDisruption of
 * pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.37). A look that would find nothing costs no step. Left out: the
 * watch on Leases (a look reads them as the api-server has them), labels that follow others, Pods that are bound to a node
 * while it is not ready.
 */
import type { Collection, Handler, World } from '../../../kernel/kernel.ts';
import { EVENT, LANE } from '../../../model/events.ts';
import { DEFAULT_FLAGS } from '../../../model/flags.ts';
import { namespacedName, type KubeObject, type Node } from '../../../model/objects.ts';
import { parseTime } from '../../../model/time.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { ControllerDeps } from '../controllers.ts';
import { createEventRecorder, type EventRecorder } from '../events.ts';
import { isNode, isPod } from '../kinds.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';
import {
  isUnresponsive,
  lastHeard,
  MONITOR_SECONDS,
  notReadyRequest,
  STARTUP_GRACE_SECONDS,
  unknownStatus,
} from './health.ts';
import type { NoExecuteTaints } from './no-execute.ts';
import { SUBJECT } from './no-schedule.ts';
import { beginSwap, goOnSwapping, type Swapping } from './swapping.ts';
import { noExecuteSwap, reachableSwap, readyStatus, swapsAtOnce, type Swap } from './taints.ts';
import { disruptionOf, zoneKey, type Zone } from './zones.ts';

/** A Node the controller has heard of: the value in collection "controllers/nodelifecycle/known". */
interface Known {
  /** Tick from which its silence counts. */
  readonly since: number;
  readonly registered: boolean;
  readonly uid: string;
}

/** What a sync waits for. Plain data. */
type Stretch =
  /** Its conditions become Unknown. */
  | { readonly stage: 'status'; readonly wasReady: boolean }
  | { readonly stage: 'taints'; readonly swapping: Swapping; readonly pods: boolean }
  /** Its Pods, one after the other: the one that was written, and those that come. */
  | { readonly stage: 'pods'; readonly pod: string; readonly rest: readonly string[] };

/** Each look begins a little later than five seconds after the one before it, so the tenth is past fifty. */
const DRIFT_SECONDS = 0.001;
/** While all is well, Leases are not looked at more often than this. */
const CALM_SECONDS = 20;
/** From here on a Node is worth waiting for: it has missed a renewal. */
const SILENT_SECONDS = 15;

export class HealthMonitor implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'nodehealth';
  /** nodeUpdateWorkerSize. */
  readonly workers = 8;
  private readonly world: World;
  private readonly second: number;
  /** Seconds. */
  private readonly grace: number;
  private readonly nodes: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly known: Collection<Known>;
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
    this.second = this.world.options.ticksPerSecond;
    this.grace = (deps.flags ?? DEFAULT_FLAGS).nodeMonitorGracePeriod;
    this.nodes = deps.informer('nodes');
    this.pods = deps.informer('pods');
    this.known = this.world.collection('controllers/nodelifecycle/known');
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
    this.queue.addAfter(name, this.untilLook(), true);
    this.startLooks();
  }

  /** Of a Node whose Ready says something else now, or whose taints are not what it says. */
  changed(node: KubeObject): void {
    if (!isNode(node)) return;
    if (this.hasWork(node)) this.atNextLook(node.metadata.name);
    else this.queue.addAfter(node.metadata.name, this.untilLook(), true);
    this.startLooks();
  }

  deleted(node: KubeObject): void {
    this.noExecute.remove(node.metadata.name);
    this.queue.addAfter(node.metadata.name, this.untilLook(), true);
  }

  /** There is something to do: nobody should take the world to be at rest before. */
  private atNextLook(name: string): void {
    this.world.after(this.untilLook(), LANE.controllers, this.lookAtOne, { name }, { periodic: false });
  }

  private wake(name: string): void {
    this.world.emit(EVENT['workqueue.added'], { subject: this.name, object: name });
    this.queue.add(name);
  }

  private list(): readonly Node[] {
    return this.nodes.indexer.list().filter(isNode);
  }

  private untilLook(): number {
    return this.lookAfter(this.world.now) - this.world.now;
  }

  private lookAfter(tick: number): number {
    const period = MONITOR_SECONDS * this.second;
    return (Math.floor(tick / period) + 1) * period;
  }

  // --- the looks: in silence, until a Node has lapsed ---

  /** A new chain: whoever is silent counts from now at the latest. */
  private startLooks(): void {
    const chain = (this.chain.get('') ?? 0) + 1;
    this.chain.set('', chain);
    this.world.after(this.untilLook(), LANE.controllers, this.look, { chain }, { periodic: true });
  }

  private onLook(chain: number): void {
    if (this.chain.get('') !== chain) return;
    const { now } = this.world;
    const lapsed = this.list().find((node) => this.isLapsed(node) && this.lapses.get(node.metadata.name) !== now);
    if (lapsed !== undefined) {
      this.lapses.set(lapsed.metadata.name, now);
      this.wake(lapsed.metadata.name);
      this.world.after(0, LANE.controllers, this.look, { chain }, { periodic: false });
      return;
    }
    const due = this.list().flatMap((node) => this.nextLookAt(node) ?? []);
    if (due.length === 0) return;
    const at = Math.min(...due);
    const silent = this.list().some((node) => this.isSilent(node));
    this.world.after(at - now, LANE.controllers, this.look, { chain }, silent ? { waiting: true } : { periodic: true });
  }

  /** Tick of the look at which the Node is next of interest; undefined where it is given up already. */
  private nextLookAt(node: Node): number | undefined {
    if (readyStatus(node) === 'Unknown') return undefined;
    const { now } = this.world;
    const probe = this.probeOf(node);
    const period = MONITOR_SECONDS * this.second;
    const calm = now - (now % period) + CALM_SECONDS * this.second;
    const due = Math.ceil((probe + this.graceOf(node) * this.second) / period) * period;
    return Math.max(Math.min(calm, due), this.lookAfter(now));
  }

  private isSilent(node: Node): boolean {
    return readyStatus(node) !== 'Unknown' && this.world.now - this.probeOf(node) > SILENT_SECONDS * this.second;
  }

  private graceOf(node: Node): number {
    return readyStatus(node) === undefined ? STARTUP_GRACE_SECONDS : this.grace;
  }

  private isLapsed(node: Node): boolean {
    if (readyStatus(node) === 'Unknown') return false;
    const now = this.world.now / this.second + DRIFT_SECONDS;
    return isUnresponsive(this.probeOf(node) / this.second, now, this.graceOf(node));
  }

  /** Tick of the look that found its last sign of life. */
  private probeOf(node: Node): number {
    const { apiServer, latencies, world } = this.deps;
    const { name, creationTimestamp } = node.metadata;
    const tickOf = (micros: number): number => Math.round(((micros - apiServer.epochMicros) * this.second) / 1e6);
    const since = this.known.get(name)?.since ?? 0;
    const nowMicros = apiServer.epochMicros + Math.floor((world.now * 1e6) / this.second);
    const heard = lastHeard(node, apiServer.get(`Lease/kube-node-lease/${name}`), nowMicros);
    if (heard === undefined && readyStatus(node) === undefined) {
      const created = parseTime(creationTimestamp ?? '');
      return created === undefined ? since : Math.max(since, tickOf(created));
    }
    const underWay = latencies.request + latencies.commit + latencies.watch;
    const fresh = heard === undefined ? since : Math.max(since, tickOf(heard) + underWay);
    return fresh === 0 ? 0 : Math.min(this.lookAfter(fresh - 1), world.now);
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
    if (this.isLapsed(node)) {
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
    const isReady = (node: Node): boolean => readyStatus(node) === 'True' && !this.isLapsed(node);
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
