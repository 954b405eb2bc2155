/**
 * A Pod's way down on its node: pkg/kubelet/kubelet.go SyncTerminatingPod and SyncTerminatedPod, status/status_manager.go
 * (v1.37): containers are told to stop, the Pod says what became of them, and the kubelet removes it from the api-server.
 * Left out: preStop hooks, the order of sidecars.
 */
import type { Handler } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { MICROS_PER_SECOND, parseTime } from '../../model/time.ts';
import type { Reply } from '../apiserver/apiserver.ts';
import type { RuntimePod } from './kubelet.ts';
import { withGeneration } from './pod-status.ts';
import { attemptsOf, isOver, runningIn, statusOf, uidOf, withOwnStatus } from './runtime.ts';
import type { Shared } from './starting.ts';
import type { OfKubelet } from './timers.ts';

/** Containers get two seconds at least (kuberuntime minimumGracePeriodInSeconds). */
const LEAST_GRACE_SECONDS = 2;

interface OfPod {
  readonly uid: string;
}

interface OfContainers extends OfPod {
  /** Those that still have their turn. */
  readonly containers: readonly string[];
}

export class PodStopper {
  private readonly killing: Handler<OfContainers>;
  private readonly stopped: Handler<OfContainers>;
  private readonly ended: Handler<OfPod>;
  private readonly removal: Handler<OfPod>;
  private readonly gone: Handler<OfPod & { readonly pod: string; readonly node: string }>;
  private readonly reply: Handler<Reply<OfPod>>;

  constructor(private readonly shared: Shared) {
    const { world } = shared.deps;
    const { timers } = shared;
    this.killing = timers.handler('kubelet kill', (data) => {
      this.onKilling(data);
    });
    this.stopped = timers.handler('kubelet stopped', (data) => {
      this.onStopped(data);
    });
    this.ended = timers.handler('kubelet ended', ({ uid }) => {
      this.onEnded(uid);
    });
    this.removal = timers.handler('kubelet remove', ({ uid }) => {
      this.onRemoval(uid);
    });
    this.gone = timers.handler('kubelet gone', ({ uid, pod, node }) => {
      this.onGone(uid, pod, node);
    });
    this.reply = world.handler('kubelet ended reply', ({ context, response }) => {
      if (response.code < 300) this.removeSoon(context.uid);
    });
  }

  private after<D extends OfKubelet>(delay: number, handler: Handler<D>, data: D): void {
    this.shared.timers.after(delay, handler, data);
  }

  private emit(kind: keyof typeof EVENT, { node, pod }: RuntimePod, detail: string): void {
    this.shared.deps.world.emit(EVENT[kind], { subject: `kubelet ${node}`, object: pod, detail });
  }

  /** The Pod is to go. Within a pop that has its event, or at set-up. */
  begin(pod: RuntimePod): void {
    const { runtime, deps } = this.shared;
    const { stage } = pod;
    if (stage === 'stopping') return;
    if (stage === 'stopped' || stage === 'rejected' || isOver(pod.object)) {
      this.removeSoon(uidOf(pod.object));
      return;
    }
    const containers = runningIn(pod);
    const going = runtime.change(pod, { stage: 'stopping' });
    const uid = uidOf(going.object);
    if (containers.length > 0) this.after(deps.latencies.kubeletSync, this.killing, { uid, containers });
    else this.after(deps.latencies.kubeletSync, this.ended, { uid });
  }

  private onKilling({ uid, containers: [container, ...rest] }: OfContainers): void {
    const { runtime, reports, deps } = this.shared;
    const pod = runtime.get(uid);
    if (pod === undefined || container === undefined) return;
    this.emit('container.stopping', pod, container);
    reports.event(pod, { reason: 'Killing', message: `Stopping container ${container}`, container });
    if (rest.length > 0) {
      this.after(0, this.killing, { uid, containers: rest });
      return;
    }
    const status = pod.forgotten === true ? undefined : withGeneration(withOwnStatus(pod), deps.version);
    if (status !== undefined) {
      reports.quietStatus(pod, status);
      runtime.change(pod, { status });
    }
    this.after(this.stopTime(pod), this.stopped, { uid, containers: runningIn(pod) });
  }

  /** A container stops when it is done, or is killed when its grace is over. */
  private stopTime({ object }: RuntimePod): number {
    const { world, latencies, apiServer } = this.shared.deps;
    const { deletionTimestamp, deletionGracePeriodSeconds } = object.metadata;
    const spec = object.spec.terminationGracePeriodSeconds ?? 30;
    const seconds = Math.max(LEAST_GRACE_SECONDS, deletionGracePeriodSeconds ?? spec);
    let grace = seconds * world.options.ticksPerSecond;
    const due = deletionTimestamp === undefined ? undefined : parseTime(deletionTimestamp);
    if (due !== undefined) {
      const left = due - (apiServer.epochMicros + world.now);
      grace = Math.min(grace, Math.max(left, LEAST_GRACE_SECONDS * MICROS_PER_SECOND));
    }
    return Math.min(latencies.containerStop, grace);
  }

  private onStopped({ uid, containers: [container, ...rest] }: OfContainers): void {
    const { runtime, deps } = this.shared;
    const pod = runtime.get(uid);
    const run = container === undefined ? undefined : pod?.containers[container];
    if (pod === undefined || container === undefined || run === undefined) return;
    this.emit('container.stopped', pod, container);
    const finishedAt = deps.apiServer.timestamp();
    const { startedAt } = run;
    const ended = { ...attemptsOf(run), state: 'exited', startedAt, finishedAt, exitCode: 0 } as const;
    const after = runtime.change(pod, { containers: { ...pod.containers, [container]: ended } });
    if (rest.length > 0) this.after(0, this.stopped, { uid, containers: rest });
    else this.end(after);
  }

  /** A Pod of which no container ever ran. */
  private onEnded(uid: string): void {
    const pod = this.shared.runtime.get(uid);
    if (pod === undefined) return;
    this.emit('kubelet.observed', pod, 'Failed');
    this.end(pod);
  }

  /** Nothing runs any more: say so, and go once that is known. */
  private end(pod: RuntimePod): void {
    const { runtime, reports, nodes, deps } = this.shared;
    const { node, object } = pod;
    if (pod.forgotten === true) {
      this.goneSoon(runtime.change(pod, { stage: 'stopped' }));
      return;
    }
    const surroundings = { now: deps.apiServer.timestamp(), version: deps.version, hostIP: nodes.hostIP(node) };
    const status = statusOf(pod, surroundings, { ending: true, sandbox: false });
    const stopped = runtime.change(pod, { stage: 'stopped', status });
    const uid = uidOf(object);
    if (!reports.status(stopped, status, this.reply, { uid })) this.removeSoon(uid);
  }

  private removeSoon(uid: string): void {
    const pod = this.shared.runtime.get(uid);
    if (pod !== undefined) this.after(this.shared.nodes.untilRelist(pod.node), this.removal, { uid });
  }

  private onRemoval(uid: string): void {
    const { runtime, reports } = this.shared;
    const pod = runtime.get(uid);
    if (pod === undefined || pod.forgotten === true) return;
    this.emit('kubelet.observed', pod, pod.status?.phase ?? '');
    reports.lastDelete(pod);
  }

  /** The api-server has forgotten the Pod. Within a pop that has its event. */
  onDeleted(node: string, key: string, pod: RuntimePod | undefined, uid: string): void {
    if (pod === undefined) {
      this.after(0, this.gone, { uid, pod: key, node });
      return;
    }
    const forgotten = this.shared.runtime.change(pod, { forgotten: true });
    if (forgotten.stage === 'stopped' || forgotten.stage === 'rejected' || isOver(forgotten.object)) {
      this.goneSoon(forgotten);
    } else {
      this.begin(forgotten);
    }
  }

  private goneSoon({ object, pod, node }: RuntimePod): void {
    this.after(0, this.gone, { uid: uidOf(object), pod, node });
  }

  private onGone(uid: string, pod: string, node: string): void {
    const { runtime, deps } = this.shared;
    deps.world.emit(EVENT['pod.gone'], { subject: `kubelet ${node}`, object: pod });
    const known = runtime.get(uid);
    if (known !== undefined) runtime.remove(known);
  }
}
