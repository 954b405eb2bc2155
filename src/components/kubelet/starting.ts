/**
 * A Pod's way up on its node: pkg/kubelet/kubelet.go SyncPod, kuberuntime and images/image_manager.go (v1.37): admission,
 * first status, images one at a time a node, containers, and the status once PLEG has seen them.
 * Left out: volumes, sandbox times of their own, probes, pull back-off, hooks. An init container runs for a second.
 */
import type { Handler } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { Container, Pod, PodStatus } from '../../model/objects.ts';
import type { Reply } from '../apiserver/apiserver.ts';
import { admit, type Rejection } from './admission.ts';
import type { ContainerExits } from './exits.ts';
import type { KubeletDeps, RuntimePod } from './kubelet.ts';
import type { Nodes, Pull } from './nodes.ts';
import type { Reports } from './reports.ts';
import { containersOf, isOver, mustEnd, statusOf, uidOf, type Runtime } from './runtime.ts';
import type { OfKubelet, Timers } from './timers.ts';

const INIT_RUN_SECONDS = 1;

interface OfPod {
  readonly uid: string;
}

interface OfContainer extends OfPod {
  readonly container: string;
}

interface Starting extends OfContainer {
  /** The image was there without a pull. */
  readonly present: boolean;
}

interface Pulling extends Pull {
  readonly node: string;
  /** Tick at which it began. */
  readonly since: number;
}

export interface Shared {
  readonly deps: KubeletDeps;
  readonly nodes: Nodes;
  readonly runtime: Runtime;
  readonly reports: Reports;
  readonly timers: Timers;
}

export class PodStarter {
  private readonly admission: Handler<OfPod>;
  private readonly pulling: Handler<Omit<Pulling, 'since'>>;
  private readonly pulled: Handler<Pulling>;
  private readonly starting: Handler<Starting>;
  private readonly exited: Handler<OfContainer>;
  private readonly observed: Handler<OfPod>;
  private readonly ready: Handler<OfPod>;
  private readonly reply: Handler<Reply<OfPod>>;

  constructor(
    private readonly shared: Shared,
    private readonly exits: ContainerExits,
  ) {
    const { world } = shared.deps;
    const { timers } = shared;
    this.admission = timers.handler('kubelet admit', ({ uid }) => {
      this.onAdmission(uid);
    });
    this.pulling = timers.handler('kubelet pull', (pull) => {
      this.onPulling(pull);
    });
    this.pulled = timers.handler('kubelet pulled', (pull) => {
      this.onPulled(pull);
    });
    this.starting = timers.handler('kubelet start', (data) => {
      this.onStarting(data);
    });
    this.exited = world.handler('kubelet init exited', (data) => {
      this.onExited(data);
    });
    this.observed = timers.handler('kubelet observe', ({ uid }) => {
      this.onObserved(uid);
    });
    this.ready = timers.handler('kubelet ready', ({ uid }) => {
      this.onReady(uid);
    });
    this.reply = world.handler('kubelet running reply', ({ context, response }) => {
      if (response.code < 300) this.after(0, this.ready, context);
    });
  }

  private after<D extends OfKubelet>(delay: number, handler: Handler<D>, data: D): void {
    this.shared.timers.after(delay, handler, data);
  }

  private emit(kind: keyof typeof EVENT, { node, pod }: RuntimePod, detail: string): void {
    this.shared.deps.world.emit(EVENT[kind], { subject: `kubelet ${node}`, object: pod, detail });
  }

  // --- admission ---

  /** A Pod that is new to the node. Within a pop that has its event, or at set-up. */
  begin(node: string, object: Pod): void {
    this.shared.runtime.add(node, object, 'seen');
    this.after(this.shared.deps.latencies.kubeletSync, this.admission, { uid: uidOf(object) });
  }

  private onAdmission(uid: string): void {
    const { runtime, nodes, deps } = this.shared;
    const pod = runtime.get(uid);
    if (pod?.stage !== 'seen') return;
    const others = runtime
      .on(pod.node)
      .filter(
        ({ stage, object }) => stage !== 'seen' && stage !== 'rejected' && stage !== 'stopped' && !isOver(object),
      );
    const machine = nodes.machine(pod.node);
    const rejection = admit(
      pod.object,
      machine,
      others.map(({ object }) => object),
      deps.version,
    );
    if (rejection === undefined) this.accept(pod);
    else this.reject(pod, rejection);
  }

  private accept(pod: RuntimePod): void {
    this.emit('kubelet.admitted', pod, pod.node);
    const { runtime, reports } = this.shared;
    const status = statusOf(pod, this.surroundings(pod), { ending: false, sandbox: false });
    const admitted = runtime.change(pod, { stage: 'admitted', status });
    reports.quietStatus(admitted, status);
    this.nextContainer(admitted, this.shared.deps.latencies.kubeletSync);
  }

  private reject(pod: RuntimePod, { reason, message }: Rejection): void {
    this.emit('kubelet.rejected', pod, reason);
    const { runtime, reports, deps } = this.shared;
    const { qosClass } = pod.object.status ?? {};
    const status: PodStatus = {
      ...(qosClass === undefined ? {} : { qosClass }),
      phase: 'Failed',
      reason,
      message,
      startTime: deps.apiServer.timestamp(),
    };
    reports.event(pod, { reason, message: message.replace(/^Pod was rejected: /, ''), warning: true });
    reports.quietStatus(pod, status);
    runtime.change(pod, { stage: 'rejected', status });
  }

  private surroundings({ node }: RuntimePod): Parameters<typeof statusOf>[1] {
    const { deps, nodes } = this.shared;
    return { now: deps.apiServer.timestamp(), version: deps.version, hostIP: nodes.hostIP(node) };
  }

  // --- containers, one after the other ---

  /** Goes on with an observed Pod that was half way up. */
  resume(pod: RuntimePod): void {
    this.nextContainer(pod, this.shared.deps.latencies.kubeletSync);
  }

  /** @param delay ticks of preparation before a pull or a start */
  private nextContainer(pod: RuntimePod, delay: number): void {
    const { nodes, runtime, deps } = this.shared;
    const next = containersOf(pod.object).find(({ name }) => pod.containers[name] === undefined);
    if (next === undefined) {
      this.observeSoon(pod);
      return;
    }
    const { node } = pod;
    const image = next.image ?? '';
    const uid = uidOf(pod.object);
    if (next['imagePullPolicy'] !== 'Always' && nodes.hasImage(node, image)) {
      runtime.change(pod, { stage: 'starting' });
      this.after(delay + deps.latencies.containerStart, this.starting, { uid, container: next.name, present: true });
      return;
    }
    runtime.change(pod, { stage: 'pulling' });
    const pull: Pull = { uid, container: next.name, image };
    if (nodes.queuePull(node, pull)) this.after(delay, this.pulling, { ...pull, node });
  }

  private onPulling(pull: Omit<Pulling, 'since'>): void {
    const { runtime, reports, deps } = this.shared;
    const pod = runtime.get(pull.uid);
    const { world, latencies } = deps;
    if (pod === undefined) {
      // Nobody waits for it any more; the pull goes on all the same, as a runtime's does.
      world.emit(EVENT['image.pulling'], { subject: `kubelet ${pull.node}`, detail: pull.image });
    } else {
      this.emit('image.pulling', pod, pull.image);
      const message = `Pulling image "${pull.image}"`;
      reports.event(pod, { reason: 'Pulling', message, container: pull.container });
    }
    this.after(latencies.imagePull, this.pulled, { ...pull, since: world.now });
  }

  private onPulled(pull: Pulling): void {
    const { nodes, runtime, reports, deps } = this.shared;
    const { world, latencies } = deps;
    const pod = runtime.get(pull.uid);
    world.emit(EVENT['image.pulled'], {
      subject: `kubelet ${pull.node}`,
      ...(pod === undefined ? {} : { object: pod.pod }),
      detail: pull.image,
    });
    if (pod !== undefined) {
      const took = milliseconds(world.now - pull.since, world.options.ticksPerSecond);
      const message = `Successfully pulled image "${pull.image}" in ${took} (${took} including waiting). Image size: 0 bytes.`;
      reports.event(pod, { reason: 'Pulled', message, container: pull.container });
      this.afterPull(pull, false);
    }
    const waiting = nodes.finishPull(pull.node);
    const served = waiting.filter(({ image }) => image === pull.image);
    const left = waiting.filter(({ image }) => image !== pull.image);
    if (served.length > 0) nodes.keepPulls(pull.node, left);
    for (const other of served) this.afterPull(other, true);
    const [next] = left;
    if (next !== undefined) this.after(latencies.kubeletSync, this.pulling, { ...next, node: pull.node });
  }

  private afterPull({ uid, container }: Pull, present: boolean): void {
    const { runtime, deps } = this.shared;
    const pod = runtime.get(uid);
    if (pod?.stage !== 'pulling') return;
    runtime.change(pod, { stage: 'starting' });
    this.after(deps.latencies.containerStart, this.starting, { uid, container, present });
  }

  private onStarting({ uid, container, present }: Starting): void {
    const { runtime, reports, deps } = this.shared;
    const pod = runtime.get(uid);
    const spec = pod === undefined ? undefined : containersOf(pod.object).find(({ name }) => name === container);
    if (pod?.stage !== 'starting' || spec === undefined) return;
    this.emit('container.started', pod, container);
    reports.started(pod, spec, present);
    const startedAt = deps.apiServer.timestamp();
    const started = runtime.change(pod, {
      containers: { ...pod.containers, [container]: { state: 'running', startedAt } },
    });
    this.afterStart(started, spec);
  }

  private afterStart(pod: RuntimePod, spec: Container): void {
    if (mustEnd(pod.object, spec)) {
      const ticks = INIT_RUN_SECONDS * this.shared.deps.world.options.ticksPerSecond;
      this.after(ticks, this.exited, { uid: uidOf(pod.object), container: spec.name });
    } else {
      this.exits.begin(pod, spec);
      this.nextContainer(pod, 0);
    }
  }

  private onExited({ uid, container }: OfContainer): void {
    const { runtime, deps } = this.shared;
    const pod = runtime.get(uid);
    const run = pod?.containers[container];
    if (pod === undefined || pod.stage === 'stopping' || pod.stage === 'stopped' || run?.state !== 'running') return;
    this.emit('container.stopped', pod, container);
    const finishedAt = deps.apiServer.timestamp();
    const { startedAt } = run;
    const ended = { state: 'exited', startedAt, finishedAt, exitCode: 0, reason: 'Completed' } as const;
    this.observeSoon(runtime.change(pod, { containers: { ...pod.containers, [container]: ended } }));
  }

  // --- PLEG ---

  private observeSoon(pod: RuntimePod): void {
    this.after(this.shared.nodes.untilRelist(pod.node), this.observed, { uid: uidOf(pod.object) });
  }

  private onObserved(uid: string): void {
    const { runtime, nodes, reports } = this.shared;
    const pod = runtime.get(uid);
    if (pod === undefined || (pod.stage !== 'starting' && pod.stage !== 'admitted')) return;
    const hasIP = pod.status?.podIP !== undefined || pod.object.status?.podIP !== undefined;
    const podIP = hasIP ? undefined : this.address(pod);
    const how = { ending: false, sandbox: true, ...(podIP === undefined ? {} : { podIP }) };
    const status = statusOf(pod, { ...this.surroundings(pod), hostIP: nodes.hostIP(pod.node) }, how);
    this.emit('kubelet.observed', pod, status.phase ?? '');
    const all = containersOf(pod.object).every(({ name }) => pod.containers[name] !== undefined);
    const after = runtime.change(pod, { status, ...(all ? { stage: 'running' } : {}) });
    if (all) reports.status(after, status, this.reply, { uid });
    else {
      reports.quietStatus(after, status);
      this.nextContainer(after, 0);
    }
  }

  private address({ node, object }: RuntimePod): string | undefined {
    const { nodes, runtime } = this.shared;
    if (object.spec.hostNetwork === true) return nodes.hostIP(node);
    const taken = runtime.on(node).flatMap(({ status, object: other }) => status?.podIP ?? other.status?.podIP ?? []);
    return nodes.nextPodIP(node, new Set(taken));
  }

  private onReady(uid: string): void {
    const pod = this.shared.runtime.get(uid);
    if (pod?.stage === 'running' && pod.running > 0) this.emit('pod.ready', pod, pod.node);
  }
}

/** As Go prints a time.Duration of whole milliseconds. */
export function milliseconds(ticks: number, ticksPerSecond: number): string {
  const millis = Math.round((ticks * 1000) / ticksPerSecond);
  return millis < 1000 ? `${millis}ms` : `${millis / 1000}s`;
}
