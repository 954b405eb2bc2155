/**
 * The kubelets of all nodes: pkg/kubelet/kubelet.go (v1.37), what its sync loop hears from the api-server. Each node has a
 * connection and a watch of its own; one watch on Nodes stands for machines that are switched on when their Node appears.
 * Left out: housekeeping, resync, node-pressure eviction.
 */
import type { Handler } from '../../kernel/kernel.ts';
import { EVENT, LANE } from '../../model/events.ts';
import { objectKey, type KubeObject, type Node, type Pod } from '../../model/objects.ts';
import { parseTime } from '../../model/time.ts';
import type { WatchDelivery } from '../apiserver/apiserver.ts';
import type { KubeletDeps, Kubelets, RuntimePod } from './kubelet.ts';
import { Joining } from './joining.ts';
import { Leases } from './leases.ts';
import { Nodes } from './nodes.ts';
import { Reports } from './reports.ts';
import { containersOf, isOver, observedContainers, Runtime, uidOf } from './runtime.ts';
import type { Shared } from './shared.ts';
import { PodWorker } from './worker.ts';

const NODES_WATCH = 'kubelets nodes';
const watchOf = (node: string): string => `kubelet ${node} pods`;

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
    stop: (node) => kubelets.stop(node),
    exit: (script) => {
      kubelets.worker.lives.script(script);
    },
    probe: (script) => {
      kubelets.worker.probes.script(script);
    },
  };
}

class AllKubelets {
  readonly joining: Joining;
  readonly worker: PodWorker;
  private readonly shared: Shared;
  private readonly leases: Leases;
  private readonly podDelivery: Handler<WatchDelivery>;
  private readonly nodeDelivery: Handler<WatchDelivery>;

  constructor(private readonly deps: KubeletDeps) {
    const { world, apiServer, latencies } = deps;
    const nodes = new Nodes(world, apiServer, latencies.pleg);
    const reports = new Reports(world, apiServer, nodes);
    this.shared = { deps, nodes, runtime: new Runtime(world), reports };
    this.leases = new Leases(world, apiServer, nodes);
    this.joining = new Joining(world, apiServer, nodes, deps.version);
    this.worker = new PodWorker(this.shared);
    this.podDelivery = world.handler('kubelet watch', (delivery) => {
      this.onPod(delivery);
    });
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
    const spec = { resource: 'pods', nodeName: node, fromRevision: this.deps.apiServer.revision };
    nodes.client(node).watch(watchOf(node), spec, this.podDelivery);
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
    const key = type === 'ERROR' || type === 'BOOKMARK' ? '' : objectKey(object);
    this.deps.world.emit(EVENT['watch.delivered'], { subject: id, object: key, detail: type, number: revision });
  }

  private onPod(delivery: WatchDelivery): void {
    this.emitDelivery(delivery);
    const { type, object } = delivery.event;
    if (!isPod(object) || type === 'ERROR' || type === 'BOOKMARK') return;
    const node = object.spec.nodeName ?? '';
    const known = this.shared.runtime.get(uidOf(object));
    if (type === 'DELETED') this.worker.stopper.onDeleted(node, objectKey(object), known, uidOf(object));
    else if (known === undefined) this.onNewPod(node, object);
    else this.onChangedPod(known, object);
  }

  private onNewPod(node: string, object: Pod): void {
    const deleted = object.metadata.deletionTimestamp !== undefined;
    if (deleted) this.worker.stopper.begin(this.shared.runtime.add(node, object, isOver(object) ? 'stopped' : 'up'));
    else if (!isOver(object)) this.worker.begin(node, object);
  }

  private onChangedPod(known: RuntimePod, object: Pod): void {
    const wasGoing = known.object.metadata.deletionTimestamp !== undefined;
    const pod = this.shared.runtime.change(known, { object });
    if (!wasGoing && object.metadata.deletionTimestamp !== undefined) this.worker.stopper.begin(pod);
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
    const { nodes, runtime } = this.shared;
    if (!nodes.agents.has(name)) return false;
    nodes.client(name).unwatch(watchOf(name));
    nodes.stop(name);
    for (const pod of runtime.on(name)) runtime.remove(pod);
    return true;
  }
}

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
