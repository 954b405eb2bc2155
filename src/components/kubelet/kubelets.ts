/**
 * The kubelets of all nodes: pkg/kubelet/kubelet.go (v1.37), what its sync loop hears from the api-server. Each node has a
 * connection and a watch of its own; one watch on Nodes stands for machines that are switched on when their Node appears.
 * Left out: housekeeping, resync.
 */
import type { Collection, Handler } from '../../kernel/kernel.ts';
import { EVENT, LANE } from '../../model/events.ts';
import { objectKey, type KubeObject, type Node, type Pod } from '../../model/objects.ts';
import { parseTime } from '../../model/time.ts';
import type { WatchDelivery } from '../apiserver/apiserver.ts';
import { minorOf, type KubernetesVersion } from '../../model/versions.ts';
import type { ContainerRun, KubeletDeps, Kubelets, RuntimePod } from './kubelet.ts';
import { Joining } from './joining.ts';
import { Leases } from './leases.ts';
import { Nodes } from './nodes.ts';
import { PodWatch, watchOf } from './pod-watch.ts';
import { Reconciliation } from './reconciliation.ts';
import { Reports } from './reports.ts';
import { containersOf, isOver, observedContainers, Runtime, uidOf } from './runtime.ts';
import type { Shared } from './shared.ts';
import { isMirror, StaticPods } from './static-pods.ts';
import { Timers } from './timers.ts';
import { PodWorker } from './worker.ts';

const NODES_WATCH = 'kubelets nodes';
/** A world in which a machine has just fallen silent is not at rest before the control plane has noticed. */
const NOTICED_SECONDS = 60;

/** Set-up only. */
export function createKubelets(deps: KubeletDeps): Kubelets {
  const kubelets = new AllKubelets(deps);
  return {
    prime: () => {
      kubelets.prime();
    },
    join: (machine) => {
      kubelets.joining.join(machine);
    },
    stop: (node) => kubelets.fail(node),
    pause: (node) => kubelets.pause(node),
    resume: (node) => kubelets.resume(node),
    crash: (node) => kubelets.crash(node),
    restart: (node) => kubelets.restart(node),
    runs: (node) => kubelets.runs(node),
    exit: (script) => kubelets.worker.lives.script(script),
    probe: (script) => {
      kubelets.worker.probes.script(script);
    },
    press: (script) => {
      kubelets.worker.pressures.begin(script);
    },
    isPressed: (node, signal) => kubelets.worker.pressures.isStanding(node, signal),
    relieve: (node, signal) => {
      kubelets.worker.pressures.relieve(node, signal);
    },
  };
}

class AllKubelets {
  readonly joining: Joining;
  readonly worker: PodWorker;
  private readonly shared: Shared;
  private readonly leases: Leases;
  private readonly watch: PodWatch;
  private readonly reconciliation: Reconciliation;
  private readonly staticPods: StaticPods;
  private readonly nodeDelivery: Handler<WatchDelivery>;
  private readonly noticed: Handler<object>;
  /** Nodes whose kubelet has just started again and has not listed yet. */
  private readonly returned: Collection<number>;

  constructor(private readonly deps: KubeletDeps) {
    const { world, apiServer, latencies, version } = deps;
    this.returned = world.collection('kubelet/returned');
    const nodes = new Nodes(world, apiServer, latencies.pleg);
    const runtime = new Runtime(world);
    const timers = new Timers(world, (uid) => runtime.get(uid)?.node);
    const reports = new Reports(world, apiServer, nodes, timers, (uid) => {
      this.resend(uid);
    });
    this.shared = { deps, nodes, runtime, reports, timers };
    this.leases = new Leases(world, apiServer, nodes, timers);
    this.reconciliation = new Reconciliation(this.shared);
    this.staticPods = new StaticPods(this.shared);
    this.joining = new Joining(this.shared, this.staticPods);
    this.worker = new PodWorker(this.shared);
    const podDelivery = world.handler<WatchDelivery>('kubelet watch', (delivery) => {
      this.onPod(delivery);
    });
    this.watch = new PodWatch({
      ...{ world, apiServer, nodes, timers, version },
      opening: latencies.watch,
      deliver: podDelivery,
      onList: (node, pods) => {
        this.onList(node, pods);
      },
    });
    this.noticed = world.handler('kubelet silence', () => undefined);
    this.nodeDelivery = world.handler('kubelets watch', (delivery) => {
      this.onNode(delivery);
    });
  }

  prime(): void {
    const { apiServer } = this.deps;
    for (const node of apiServer.list('nodes')) {
      if (!isUnreachable(node as Node)) this.switchOn(node.metadata.name, false);
    }
    const spec = { resource: 'nodes', fromRevision: apiServer.revision };
    apiServer.connect('kubelets', LANE.kubelets).watch(NODES_WATCH, spec, this.nodeDelivery);
    for (const object of apiServer.list('pods')) this.primePod(object as Pod);
  }

  private switchOn(node: string, fresh: boolean): void {
    const { nodes } = this.shared;
    if (nodes.agents.has(node)) return;
    nodes.start(node);
    this.watch.open(node);
    this.leases.start(node, fresh);
  }

  /** A Pod of a cluster that was running: it runs, or goes on from where it was. */
  private primePod(object: Pod): void {
    const node = object.spec.nodeName ?? '';
    const { runtime, nodes } = this.shared;
    if (!nodes.agents.has(node)) return;
    const deleted = object.metadata.deletionTimestamp !== undefined;
    if (isOver(object) && !deleted) return;
    const containers = observedContainers(object);
    if (isStuck(object, apiServerMicros(this.deps))) {
      runtime.add(node, object, 'up', containers);
    } else if (deleted) {
      this.worker.stopper.begin(runtime.add(node, object, isOver(object) ? 'stopped' : 'up', containers));
    } else if (!wasAdmitted(object)) {
      this.worker.begin(node, object);
    } else if (isComingUp(object)) {
      this.worker.resume(runtime.add(node, object, 'up', containers));
    } else {
      runtime.add(node, object, 'up', containers);
    }
  }

  // --- watches ---

  private emitDelivery({ id, event }: WatchDelivery): void {
    const { type, object, revision } = event;
    const key = type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED' ? objectKey(object) : '';
    this.deps.world.emit(EVENT['watch.delivered'], { subject: id, object: key, detail: type, number: revision });
  }

  private onPod(delivery: WatchDelivery): void {
    this.emitDelivery(delivery);
    const { type, object, revision } = delivery.event;
    const node = delivery.id.split(' ')[1] ?? '';
    if (type === 'ERROR' || type === 'CLOSED') {
      this.watch.ended(node, delivery.event);
      return;
    }
    this.watch.heard(node, revision);
    if (!isPod(object) || type === 'BOOKMARK') return;
    if (type !== 'DELETED') {
      this.onThere(node, object);
      return;
    }
    this.onGone(node, objectKey(object), uidOf(object));
  }

  private onGone(node: string, key: string, uid: string): void {
    const known = this.shared.runtime.get(uid);
    if (known?.stage === 'up' && isMirror(known.object)) this.staticPods.onGone(known);
    else this.worker.stopper.onDeleted(node, key, known, uid);
  }

  private onThere(node: string, object: Pod): void {
    const known = this.shared.runtime.get(uidOf(object));
    if (known === undefined) this.onNewPod(node, object);
    else this.onChangedPod(known, object);
  }

  /** What the runtime has and the list has not was deleted while nobody listened. */
  private onList(node: string, pods: readonly Pod[]): void {
    const { runtime } = this.shared;
    const isFirst = this.returned.delete(node);
    for (const object of pods) {
      const known = isFirst ? runtime.get(uidOf(object)) : undefined;
      if (known === undefined) this.onThere(node, object);
      else this.takeUp(known, object);
    }
    const listed = new Set(pods.map(uidOf));
    for (const pod of runtime.on(node)) {
      const uid = uidOf(pod.object);
      if (listed.has(uid) || pod.stage === 'unmirrored' || (pod.forgotten === true && !isFirst)) continue;
      if (isFirst) runtime.change(pod, { stage: pod.running > 0 ? 'up' : 'stopped' });
      this.onGone(node, pod.pod, uid);
    }
  }

  private onNewPod(node: string, object: Pod): void {
    const deleted = object.metadata.deletionTimestamp !== undefined;
    const runs = this.staticPods.takeOver(node, object);
    if (runs !== undefined) this.worker.wake(this.staticPods.adopt(runs, object));
    else if (deleted)
      this.worker.stopper.begin(this.shared.runtime.add(node, object, isOver(object) ? 'stopped' : 'up'));
    else if (!isOver(object)) this.worker.begin(node, object);
  }

  private onChangedPod(known: RuntimePod, object: Pod): void {
    const wasGoing = known.object.metadata.deletionTimestamp !== undefined;
    const pod = this.shared.runtime.change(known, { object });
    this.reconciliation.seen(known.object, pod);
    if (wasGoing || object.metadata.deletionTimestamp === undefined) return;
    if (pod.stage === 'up' && isMirror(object)) this.staticPods.onMarked(pod);
    else this.worker.stopper.begin(pod);
  }

  /** Owed to the api-server, since nobody answered. In silence. */
  private resend(uid: string): void {
    const pod = this.shared.runtime.get(uid);
    if (pod === undefined || pod.forgotten === true) return;
    if (pod.stage === 'stopped') this.worker.stopper.report(pod);
    else if (pod.status !== undefined) this.shared.reports.quietStatus(pod, pod.status);
  }

  /** A machine is switched on with its Node, and off when that is deleted; its Pods then run on nowhere. */
  private onNode(delivery: WatchDelivery): void {
    this.emitDelivery(delivery);
    const { type, object } = delivery.event;
    if (object.kind !== 'Node') return;
    const { name } = object.metadata;
    if (type === 'ADDED') this.switchOn(name, true);
    if (type === 'DELETED') this.stop(name);
  }

  /** The machine goes, and all that ran on it. */
  stop(name: string): boolean {
    const { nodes, runtime, timers } = this.shared;
    if (!nodes.agents.has(name)) return false;
    this.watch.close(name);
    nodes.stop(name);
    timers.forget(name);
    this.returned.delete(name);
    for (const pod of runtime.on(name)) runtime.remove(pod);
    return true;
  }

  /** Its Node stays behind. */
  fail(name: string): boolean {
    if (!this.stop(name)) return false;
    this.waitTillNoticed();
    return true;
  }

  private waitTillNoticed(): void {
    const { world } = this.deps;
    const ticks = NOTICED_SECONDS * world.options.ticksPerSecond;
    world.after(ticks, LANE.kubelets, this.noticed, {}, { periodic: false, waiting: true });
  }

  runs(name: string): boolean {
    return this.shared.nodes.agents.has(name);
  }

  /** SIGSTOP, which a process that is not there cannot get. */
  pause(name: string): boolean {
    const { nodes, timers } = this.shared;
    if (!nodes.agents.has(name) || timers.paused.has(name) || timers.dead.has(name)) return false;
    timers.pause(name);
    this.deps.apiServer.faults.stall(pauseOf(name), (watch) => watch === watchOf(name));
    this.waitTillNoticed();
    return true;
  }

  /** All that the process had in mind is lost, be it stopped; what its runtime runs goes on. */
  crash(name: string): boolean {
    const { nodes, timers } = this.shared;
    const { faults } = this.deps.apiServer;
    if (!nodes.agents.has(name) || timers.dead.has(name)) return false;
    if (timers.paused.has(name)) faults.lift(pauseOf(name));
    timers.crash(name);
    this.returned.delete(name);
    this.watch.close(name);
    faults.disconnect(`kubelet ${name}`);
    nodes.keepPulls(name, []);
    this.waitTillNoticed();
    return true;
  }

  restart(name: string): boolean {
    const { nodes, runtime, timers } = this.shared;
    if (!timers.start(name) || !nodes.agents.has(name)) return false;
    for (const pod of runtime.on(name)) {
      this.worker.forget(pod);
      // Until it has listed it does not look at any.
      runtime.change(pod, { busy: true, todo: [] });
    }
    this.returned.set(name, 1);
    this.joining.begin(name);
    this.leases.restart(name);
    this.watch.begin(name);
    return true;
  }

  /** What its runtime has of a Pod, as a process finds it that knows nothing else of it. */
  private takeUp(known: RuntimePod, object: Pod): void {
    const { runtime } = this.shared;
    const { stopper } = this.worker;
    const { node, sandbox } = known;
    const containers = keptRuns(known, this.deps.version);
    const deleted = object.metadata.deletionTimestamp !== undefined;
    runtime.remove(known);
    if (!sandbox && Object.keys(containers).length === 0) {
      this.onNewPod(node, object);
      return;
    }
    const pod = runtime.change(runtime.add(node, object, isOver(object) ? 'stopped' : 'up', containers), { sandbox });
    if (deleted && isMirror(object)) this.staticPods.onMarked(pod);
    else if (deleted) stopper.begin(pod);
    else if (pod.stage === 'up') this.worker.resume(pod);
  }

  resume(name: string): boolean {
    const { timers } = this.shared;
    if (!timers.paused.has(name)) return false;
    timers.resume(name);
    this.deps.apiServer.faults.lift(pauseOf(name));
    return true;
  }
}

/** Up to 1.34 a container was not ready before the new process had asked it (ChangeContainerStatusOnKubeletRestart). */
function keptRuns({ containers }: RuntimePod, version: KubernetesVersion): RuntimePod['containers'] {
  if (minorOf(version) >= 35) return containers;
  const forgotten = (run: ContainerRun): ContainerRun => {
    if (run.state !== 'running' || run.probes === undefined) return run;
    const { readiness: _, ...probes } = run.probes;
    return { ...run, probes };
  };
  return Object.fromEntries(Object.entries(containers).map(([name, run]) => [name, forgotten(run)]));
}

/** Id of the fault that nobody reads from its watch. */
const pauseOf = (node: string): string => `paused ${node}`;

const isPod = (object: KubeObject): object is Pod => object.kind === 'Pod';

/** Its kubelet has stopped reporting: nothing on it can be known. */
const isUnreachable = (node: Node): boolean =>
  node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'Unknown') === true;

const apiServerMicros = ({ world, apiServer }: KubeletDeps): number => apiServer.epochMicros + world.now;

/** Finalizers that the control plane takes off by itself. */
const isOwnFinalizer = (name: string): boolean => !name.includes('/') || /(?:^|\.)(?:kubernetes|k8s)\.io\//.test(name);

/** Its time to stop is over, it is held, and still it is said to run: whatever keeps it is not in the input. */
function isStuck({ metadata, status }: Pod, nowMicros: number): boolean {
  const due = parseTime(metadata.deletionTimestamp ?? '');
  const held = (metadata.finalizers ?? []).some((name) => !isOwnFinalizer(name));
  return due !== undefined && due <= nowMicros && held && status?.phase === 'Running';
}

/** A kubelet has written to it. */
const wasAdmitted = ({ status }: Pod): boolean =>
  status?.phase === 'Running' || status?.startTime !== undefined || (status?.containerStatuses ?? []).length > 0;

/** Waits for nothing but its turn: containers that are being created. What waits for another reason stays as observed. */
function isComingUp(pod: Pod): boolean {
  if (pod.status?.phase !== 'Pending') return false;
  const statuses = pod.status.containerStatuses ?? [];
  const creating = statuses.every(
    ({ state }) => state?.waiting === undefined || state.waiting.reason === 'ContainerCreating',
  );
  return creating && statuses.length === pod.spec.containers.length && containersOf(pod).length === statuses.length;
}
