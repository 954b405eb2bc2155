/**
 * A Pod's way down on its node: pkg/kubelet/kubelet.go SyncTerminatingPod and SyncTerminatedPod, status/status_manager.go
 * (v1.37): containers are told to stop, the Pod says what became of them, and the kubelet removes it from the api-server. The
 * kubelet goes that way by itself, too, with a Pod whose time is over or that it evicts.
 */
import type { Handler } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { UNANSWERED } from './reports.ts';
import { MICROS_PER_SECOND, parseTime } from '../../model/time.ts';
import type { Reply } from '../apiserver/apiserver.ts';
import { stopOne, stopPlan, type Stop, type StopLimits } from './grace.ts';
import type { ContainerRun, Fate, RuntimePod } from './kubelet.ts';
import type { Kill } from './pod-actions.ts';
import { withGeneration } from './pod-status.ts';
import { probeOf } from './probe-spec.ts';
import { exitedRun, isOver, runningIn, specOf, statusOf, uidOf, withOwnStatus } from './runtime.ts';
import { after, emit, surroundings, type OfPod, type Shared } from './shared.ts';

const LEAST_GRACE_SECONDS = 2;

/** Why containers are stopped. */
interface Why {
  /** The Pod lives on, and its worker with it: only what still runs of it is stopped. */
  readonly keep?: true;
  /** Seconds, where others than the Pod's own. */
  readonly grace?: number;
}

interface OfContainers extends OfPod, Why {
  /** Those that still have their turn. */
  readonly containers: readonly string[];
}

interface Stopping extends OfPod, Why {
  readonly stops: readonly Stop[];
}

interface Killing extends OfPod {
  readonly kills: readonly Kill[];
}

export class PodStopper {
  private readonly killing: Handler<OfContainers>;
  private readonly stopped: Handler<Stopping>;
  private readonly killingOne: Handler<Killing>;
  private readonly killedOne: Handler<Killing & { readonly stop: Stop }>;
  private readonly ended: Handler<OfPod>;
  private readonly removal: Handler<OfPod>;
  private readonly gone: Handler<OfPod & { readonly pod: string; readonly node: string }>;
  private readonly reply: Handler<Reply<OfPod>>;

  constructor(
    private readonly shared: Shared,
    private readonly worker: {
      /** What had to stop has stopped, and the Pod lives on. */
      readonly goOn: (pod: RuntimePod) => void;
      /** The Pod is gone. */
      readonly forget: (pod: RuntimePod) => void;
    },
  ) {
    const { world } = shared.deps;
    this.killing = shared.timers.handler('kubelet kill', (data) => {
      this.onKilling(data);
    });
    this.stopped = shared.timers.handler(
      'kubelet stopped',
      (data) => {
        this.onStopped(data);
      },
      'runtime',
    );
    this.killingOne = shared.timers.handler('kubelet kill container', (data) => {
      this.onKillingOne(data);
    });
    this.killedOne = shared.timers.handler(
      'kubelet killed container',
      (data) => {
        this.onKilledOne(data);
      },
      'runtime',
    );
    this.ended = shared.timers.handler('kubelet ended', ({ uid }) => {
      this.onEnded(uid);
    });
    this.removal = shared.timers.handler('kubelet remove', ({ uid }) => {
      this.onRemoval(uid);
    });
    this.gone = shared.timers.handler('kubelet gone', ({ uid, pod, node }) => {
      this.onGone(uid, pod, node);
    });
    this.reply = world.handler('kubelet ended reply', ({ context, response }) => {
      const pod = shared.runtime.get(context.uid);
      // Only a delete removes it: a Pod that ended by itself stays.
      if (response.code < 300 && pod?.object.metadata.deletionTimestamp !== undefined) this.removeSoon(context.uid);
      else if (response.code >= UNANSWERED && pod !== undefined)
        shared.reports.resendSoon({ node: pod.node, uid: context.uid });
    });
  }

  /** Says again what became of the Pod, or takes it away where that is known. In silence. */
  report(pod: RuntimePod): void {
    const { reports } = this.shared;
    const uid = uidOf(pod.object);
    const told = pod.status !== undefined && reports.status(pod, pod.status, this.reply, { uid });
    if (!told && pod.object.metadata.deletionTimestamp !== undefined) reports.lastDelete(pod);
  }

  // --- the whole Pod ---

  /** The Pod is to go. Within a pop that has its event, or at set-up. */
  begin(pod: RuntimePod): void {
    const { stage } = pod;
    if (stage === 'stopping') return;
    if (stage === 'stopped' || stage === 'rejected' || isOver(pod.object)) this.removeSoon(uidOf(pod.object));
    else this.stopAll(pod, {});
  }

  /** The kubelet ends it by itself. Within a pop that has its event. @param grace seconds, where others than its own */
  terminate(pod: RuntimePod, fate?: Fate, grace?: number): void {
    const doomed = fate === undefined ? pod : this.shared.runtime.change(pod, { fate });
    this.stopAll(doomed, grace === undefined ? {} : { grace });
  }

  private stopAll(pod: RuntimePod, why: Why): void {
    const { runtime, deps } = this.shared;
    const containers = runningIn(pod);
    const going = runtime.change(pod, { stage: 'stopping', busy: false, todo: [] });
    const uid = uidOf(going.object);
    const delay = deps.latencies.kubeletSync;
    if (containers.length > 0) after(this.shared, delay, this.killing, { uid, containers, ...why });
    else after(this.shared, delay, this.ended, { uid });
  }

  /** Nothing is left for the Pod to do: what still runs beside it is stopped. Within a pop that has its event. */
  stopRest(pod: RuntimePod): void {
    const { runtime, deps } = this.shared;
    const busy = runtime.change(pod, { busy: true });
    const data = { uid: uidOf(pod.object), containers: runningIn(busy), keep: true } as const;
    after(this.shared, deps.latencies.kubeletSync, this.killing, data);
  }

  private onKilling({ uid, containers: [container, ...rest], ...why }: OfContainers): void {
    const { runtime, reports } = this.shared;
    const pod = runtime.get(uid);
    if (pod === undefined || container === undefined || (why.keep === true && pod.stage !== 'up')) return;
    emit(this.shared, 'container.stopping', pod, container);
    reports.event(pod, { reason: 'Killing', message: `Stopping container ${container}`, container });
    if (rest.length > 0) {
      after(this.shared, 0, this.killing, { uid, containers: rest, ...why });
      return;
    }
    if (why.keep !== true) this.tellOfDeath(pod);
    const stops = stopPlan(pod.object, runningIn(pod), this.limits(pod, why.grace));
    after(this.shared, stops[0]?.at ?? 0, this.stopped, { uid, stops, ...why });
  }

  /** What the api-server hears before anything has stopped. */
  private tellOfDeath(pod: RuntimePod): void {
    const { runtime, reports, deps } = this.shared;
    if (pod.forgotten === true) return;
    const status =
      pod.fate === undefined
        ? withGeneration(withOwnStatus(pod), deps.version)
        : statusOf(pod, surroundings(this.shared, pod), { ending: false, sandbox: pod.sandbox });
    if (status === undefined) return;
    reports.quietStatus({ ...pod, sent: pod.status }, status);
    runtime.change(pod, { status });
  }

  /** @param seconds of grace, where others than the Pod's own */
  private limits({ object }: RuntimePod, seconds?: number): StopLimits {
    const { world, latencies, apiServer } = this.shared.deps;
    const { ticksPerSecond } = world.options;
    const { deletionTimestamp, deletionGracePeriodSeconds } = object.metadata;
    const own = deletionGracePeriodSeconds ?? object.spec.terminationGracePeriodSeconds ?? 30;
    let grace = (seconds ?? own) * ticksPerSecond;
    const due = deletionTimestamp === undefined ? undefined : parseTime(deletionTimestamp);
    if (due !== undefined) {
      const left = due - (apiServer.epochMicros + world.now);
      grace = Math.min(grace, Math.max(left, LEAST_GRACE_SECONDS * MICROS_PER_SECOND));
    }
    return { grace, takes: latencies.containerStop, ticksPerSecond };
  }

  private onStopped({ uid, stops: [stop, ...rest], ...why }: Stopping): void {
    const { runtime } = this.shared;
    const pod = runtime.get(uid);
    if (pod === undefined || stop === undefined || (why.keep === true && pod.stage !== 'up')) return;
    emit(this.shared, 'container.stopped', pod, stop.container);
    const stopped = this.markStopped(pod, stop);
    const [next] = rest;
    if (next !== undefined) after(this.shared, next.at - stop.at, this.stopped, { uid, stops: rest, ...why });
    else if (this.shared.timers.dead.has(pod.node)) return;
    else if (why.keep === true) this.worker.goOn(runtime.change(stopped, { dirty: true }));
    else this.end(stopped);
  }

  private markStopped(pod: RuntimePod, { container, exitCode }: Stop, killed?: true): RuntimePod {
    const { runtime, deps } = this.shared;
    const run = pod.containers[container];
    if (run?.state !== 'running') return pod;
    const ended: ContainerRun = {
      ...exitedRun(run, deps.apiServer.timestamp(), exitCode),
      // A runtime says how it went; that of the recordings does so of no Pod that is deleted.
      ...(pod.fate !== undefined && exitCode === 0 ? { reason: 'Completed' } : {}),
      ...(killed === undefined ? {} : { killed }),
    };
    return runtime.change(pod, { containers: { ...pod.containers, [container]: ended } });
  }

  // --- single containers ---

  /** They are stopped one after the other, as a sync does before it starts what it has to. Within a pop. */
  killSome(pod: RuntimePod, kills: readonly Kill[], start: readonly string[]): void {
    const { runtime, deps } = this.shared;
    runtime.change(pod, { busy: true, todo: start });
    after(this.shared, deps.latencies.kubeletSync, this.killingOne, { uid: uidOf(pod.object), kills });
  }

  private onKillingOne({ uid, kills }: Killing): void {
    const { runtime, reports } = this.shared;
    const pod = runtime.get(uid);
    const [kill] = kills;
    const spec = pod === undefined || kill === undefined ? undefined : specOf(pod.object, kill.container);
    if (pod?.stage !== 'up' || kill === undefined || spec === undefined) return;
    const { container, message, probe } = kill;
    emit(this.shared, 'container.stopping', pod, container);
    reports.event(pod, { reason: 'Killing', message, container });
    const own = probe === '' ? undefined : probeOf(spec, probe)?.terminationGracePeriodSeconds;
    const stop = stopOne(spec, this.limits(pod, own));
    after(this.shared, stop.at, this.killedOne, { uid, kills, stop });
  }

  private onKilledOne({ uid, kills: [, ...rest], stop }: Killing & { readonly stop: Stop }): void {
    const pod = this.shared.runtime.get(uid);
    if (pod?.stage !== 'up') return;
    emit(this.shared, 'container.stopped', pod, stop.container);
    const stopped = this.shared.runtime.change(this.markStopped(pod, stop, true), { dirty: true });
    if (this.shared.timers.dead.has(pod.node)) return;
    if (rest.length > 0) after(this.shared, 0, this.killingOne, { uid, kills: rest });
    else this.worker.goOn(stopped);
  }

  // --- the end ---

  /** A Pod of which no container ever ran, or none runs any more. */
  private onEnded(uid: string): void {
    const pod = this.shared.runtime.get(uid);
    if (pod === undefined) return;
    emit(this.shared, 'kubelet.observed', pod, 'Failed');
    this.end(pod);
  }

  /** Nothing runs any more: say so, and go once that is known. */
  private end(pod: RuntimePod): void {
    const { runtime, reports } = this.shared;
    if (pod.forgotten === true) {
      this.goneSoon(runtime.change(pod, { stage: 'stopped' }));
      return;
    }
    const status = statusOf(pod, surroundings(this.shared, pod), { ending: true, sandbox: false });
    const stopped = runtime.change(pod, { stage: 'stopped', status });
    const uid = uidOf(pod.object);
    const told = reports.status({ ...stopped, sent: pod.status }, status, this.reply, { uid });
    if (!told && pod.object.metadata.deletionTimestamp !== undefined) this.removeSoon(uid);
  }

  private removeSoon(uid: string): void {
    const pod = this.shared.runtime.get(uid);
    if (pod !== undefined) after(this.shared, this.shared.nodes.untilRelist(pod.node), this.removal, { uid });
  }

  private onRemoval(uid: string): void {
    const { runtime, reports } = this.shared;
    const pod = runtime.get(uid);
    if (pod === undefined || pod.forgotten === true) return;
    emit(this.shared, 'kubelet.observed', pod, pod.status?.phase ?? '');
    reports.lastDelete(pod);
  }

  /** The api-server has forgotten the Pod. Within a pop that has its event. */
  onDeleted(node: string, key: string, pod: RuntimePod | undefined, uid: string): void {
    if (pod === undefined) {
      after(this.shared, 0, this.gone, { uid, pod: key, node });
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
    after(this.shared, 0, this.gone, { uid: uidOf(object), pod, node });
  }

  private onGone(uid: string, pod: string, node: string): void {
    const { runtime, reports, deps } = this.shared;
    deps.world.emit(EVENT['pod.gone'], { subject: `kubelet ${node}`, object: pod });
    const known = runtime.get(uid);
    if (known === undefined) return;
    runtime.remove(known);
    reports.forget(known.object);
    this.worker.forget(known);
  }
}
