/**
 * A Pod's worker: pkg/kubelet/pod_workers.go, kubelet.go SyncPod (v1.37). A sync tells the api-server what the runtime has,
 * and then does what is left to do; PLEG, probes and the worker's own timer call for the next one. Left out: resync of what
 * goes well, sandboxes' own times.
 */
import type { Handler } from '../../kernel/kernel.ts';
import type { Condition, Pod, PodStatus } from '../../model/objects.ts';
import { parseTime } from '../../model/time.ts';
import type { Reply } from '../apiserver/apiserver.ts';
import { admit, type Rejection } from './admission.ts';
import { admissionProblem } from './eviction.ts';
import type { Fate, RuntimePod } from './kubelet.ts';
import { Lives } from './lives.ts';
import { Mounts } from './mounts.ts';
import { podActions } from './pod-actions.ts';
import { isLastPhase } from './pod-status.ts';
import { Pressures } from './pressure.ts';
import { Probes } from './probes.ts';
import { UNANSWERED } from './reports.ts';
import { isOver, phaseNow, statusOf, uidOf } from './runtime.ts';
import { after, emit, secondsOf, surroundings, wait, type OfPod, type Shared, type Worker } from './shared.ts';
import { Starter } from './starter.ts';
import { PodStopper } from './stopping.ts';

interface AtTick extends OfPod {
  /** The tick that was set: another one has replaced it where they differ. */
  readonly due: number;
}

const OVERDUE: Fate = {
  reason: 'DeadlineExceeded',
  message: 'Pod was active on the node longer than the specified deadline',
};

export class PodWorker implements Worker {
  readonly stopper: PodStopper;
  readonly lives: Lives;
  readonly probes: Probes;
  readonly pressures: Pressures;
  private readonly starter: Starter;
  private readonly mounts: Mounts;
  private readonly admission: Handler<OfPod>;
  private readonly look: Handler<AtTick>;
  private readonly retry: Handler<AtTick>;
  private readonly finished: Handler<OfPod>;
  private readonly deadline: Handler<AtTick>;
  private readonly ready: Handler<OfPod>;
  private readonly reply: Handler<Reply<OfPod>>;

  constructor(private readonly shared: Shared) {
    const { world } = shared.deps;
    this.stopper = new PodStopper(shared, {
      goOn: (pod) => {
        this.starter.begin(pod, pod.todo, 0);
      },
      forget: (pod) => {
        this.probes.forget(pod);
        this.mounts.forget(uidOf(pod.object));
      },
    });
    this.lives = new Lives(shared, this);
    this.probes = new Probes(shared, this);
    this.pressures = new Pressures(shared, (pod, fate, grace) => {
      this.stopper.terminate(pod, fate, grace);
    });
    this.mounts = new Mounts(shared);
    this.starter = new Starter(shared, this, (pod, spec) => {
      this.lives.begin(pod, spec);
    });
    this.admission = shared.timers.handler('kubelet admit', ({ uid }) => {
      this.onAdmission(uid);
    });
    this.look = shared.timers.handler('kubelet observe', ({ uid, due }) => {
      this.onLook(uid, due, 'lookAt');
    });
    this.retry = shared.timers.handler('kubelet retry', ({ uid, due }) => {
      this.onLook(uid, due, 'retryAt');
    });
    this.finished = shared.timers.handler('kubelet pod over', ({ uid }) => {
      this.onFinished(uid);
    });
    this.deadline = shared.timers.handler('kubelet deadline', ({ uid }) => {
      this.onDeadline(uid);
    });
    this.ready = shared.timers.handler('kubelet ready', ({ uid }) => {
      this.onReady(uid);
    });
    this.reply = world.handler('kubelet running reply', ({ context, response }) => {
      if (response.code < 300) after(shared, 0, this.ready, context);
      const pod = response.code < UNANSWERED ? undefined : shared.runtime.get(context.uid);
      if (pod !== undefined) shared.reports.resendSoon({ node: pod.node, uid: context.uid });
    });
  }

  // --- admission ---

  /** A Pod that is new to the node. Within a pop that has its event, or at set-up. */
  begin(node: string, object: Pod): void {
    this.shared.runtime.add(node, object, 'seen');
    after(this.shared, this.shared.deps.latencies.kubeletSync, this.admission, { uid: uidOf(object) });
  }

  /** What was kept in mind beside the Pod. Within a pop that has its event. */
  forget(pod: RuntimePod): void {
    const uid = uidOf(pod.object);
    this.probes.forget(pod);
    this.mounts.forget(uid);
    this.starter.forget(uid);
    this.shared.reports.forget(pod.object);
  }

  /** Goes on with an observed Pod that was half way up. */
  resume(pod: RuntimePod): void {
    this.watchDeadline(pod);
    this.wake(pod);
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
    const pressed = admissionProblem(pod.object, this.pressures.conditions(pod.node));
    const rejection =
      pressed === undefined
        ? admit(
            pod.object,
            machine,
            others.map(({ object }) => object),
            deps.version,
          )
        : { reason: 'Evicted', message: `Pod was rejected: ${pressed}` };
    if (rejection === undefined) this.accept(pod);
    else this.reject(pod, rejection);
  }

  private accept(pod: RuntimePod): void {
    emit(this.shared, 'kubelet.admitted', pod, pod.node);
    const { runtime, reports, deps } = this.shared;
    const status = statusOf(pod, surroundings(this.shared, pod), { ending: false, sandbox: false });
    const up = runtime.change(pod, { stage: 'up', status, upSince: deps.world.now });
    reports.quietStatus(up, status);
    this.watchDeadline(up);
    this.act(up, deps.latencies.kubeletSync);
  }

  private reject(pod: RuntimePod, { reason, message }: Rejection): void {
    emit(this.shared, 'kubelet.rejected', pod, reason);
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

  // --- what calls for a sync ---

  news(pod: RuntimePod): RuntimePod {
    const { runtime, nodes } = this.shared;
    const dirty = pod.dirty ? pod : runtime.change(pod, { dirty: true });
    return pod.stage === 'up' && !pod.busy ? this.lookIn(dirty, nodes.untilRelist(pod.node)) : dirty;
  }

  wake(pod: RuntimePod): void {
    const { runtime, deps } = this.shared;
    if (pod.busy) runtime.change(pod, { dirty: true });
    else this.lookIn(pod, deps.latencies.kubeletSync);
  }

  private lookIn(pod: RuntimePod, delay: number): RuntimePod {
    const at = this.shared.deps.world.now + delay;
    if (pod.lookAt !== 0 && pod.lookAt <= at) return pod;
    after(this.shared, delay, this.look, { uid: uidOf(pod.object), due: at });
    return this.shared.runtime.change(pod, { lookAt: at });
  }

  private onLook(uid: string, at: number, timer: 'lookAt' | 'retryAt'): void {
    const pod = this.shared.runtime.get(uid);
    if (pod?.stage === 'up' && !pod.busy && pod[timer] === at) this.sync(pod);
  }

  // --- a sync ---

  private sync(pod: RuntimePod): void {
    const { runtime, reports } = this.shared;
    const podIP = this.address(pod);
    const { sandbox } = pod;
    const how = { ending: false, sandbox, ...(podIP === undefined ? {} : { podIP }) };
    const status = statusOf(pod, surroundings(this.shared, pod), how);
    emit(this.shared, 'kubelet.observed', pod, status.phase ?? '');
    const wasReady = isReady(pod.status);
    const told = runtime.change(pod, { status, dirty: false, lookAt: 0, retryAt: 0 });
    const to = { ...told, sent: pod.status };
    if (isReady(status) && !wasReady) reports.status(to, status, this.reply, { uid: uidOf(pod.object) });
    else reports.quietStatus(to, status);
    this.probes.look(told);
    if (isLastPhase(phaseNow(told, surroundings(this.shared, told)))) this.over(told);
    else this.act(told, 0);
  }

  /** Does what is left to do. @param delay ticks before the first of it */
  private act(pod: RuntimePod, delay: number): void {
    const { deps } = this.shared;
    const unmounted = this.mounts.wait(pod);
    if (unmounted !== undefined) {
      this.done(this.shared.runtime.change(pod, { failed: unmounted }));
      return;
    }
    const { start, kill, killPod } = podActions(pod.object, pod.containers, deps.version);
    // The sandbox, if nothing else, is news for PLEG.
    const begun = pod.sandbox ? pod : this.shared.runtime.change(pod, { sandbox: true, dirty: true });
    if (killPod && begun.running > 0) this.stopper.stopRest(begun);
    else if (kill.length > 0) this.stopper.killSome(begun, kill, start);
    else this.starter.begin(begun, killPod ? [] : start, delay);
  }

  done(pod: RuntimePod): void {
    const { runtime, deps } = this.shared;
    const { failed, dirty } = pod;
    const at = failed === 0 ? 0 : deps.world.now + failed;
    const idle = runtime.change(pod, { busy: false, todo: [], lookAt: 0, failed: 0, backOff: 0, retryAt: at });
    if (failed > 0) wait(this.shared, failed, this.retry, { uid: uidOf(pod.object), due: at }, isEndless(idle));
    if (dirty) this.news(idle);
  }

  private address(pod: RuntimePod): string | undefined {
    const { nodes, runtime } = this.shared;
    if (!pod.sandbox || pod.status?.podIP !== undefined || pod.object.status?.podIP !== undefined) return undefined;
    if (pod.object.spec.hostNetwork === true) return nodes.hostIP(pod.node);
    const all = runtime.on(pod.node);
    const taken = all.flatMap(({ status, object: other }) => status?.podIP ?? other.status?.podIP ?? []);
    return nodes.nextPodIP(pod.node, new Set(taken));
  }

  private onReady(uid: string): void {
    const pod = this.shared.runtime.get(uid);
    if (pod?.stage === 'up' && pod.running > 0) emit(this.shared, 'pod.ready', pod, pod.node);
  }

  // --- the end ---

  /** Nothing of it will run again. Its worker stops the sandbox once PLEG's news has reached it, and only then says so. */
  private over(pod: RuntimePod): void {
    const { nodes, deps } = this.shared;
    if (pod.running > 0) {
      this.stopper.terminate(pod);
      return;
    }
    const delay = nodes.untilRelist(pod.node) + 2 * deps.latencies.kubeletSync;
    after(this.shared, delay, this.finished, { uid: uidOf(pod.object) });
  }

  private onFinished(uid: string): void {
    const { runtime, reports } = this.shared;
    const pod = runtime.get(uid);
    if (pod?.stage !== 'up') return;
    const status = statusOf(pod, surroundings(this.shared, pod), { ending: true, sandbox: false });
    emit(this.shared, 'kubelet.observed', pod, status.phase ?? '');
    reports.quietStatus({ ...runtime.change(pod, { stage: 'stopped', status }), sent: pod.status }, status);
  }

  private watchDeadline(pod: RuntimePod): void {
    const { deps } = this.shared;
    const seconds = pod.object.spec['activeDeadlineSeconds'];
    const started = parseTime(pod.status?.startTime ?? '');
    if (typeof seconds !== 'number' || started === undefined) return;
    const due = started - deps.apiServer.epochMicros - deps.world.now + secondsOf(this.shared, seconds);
    const left = Math.max(0, due);
    wait(this.shared, left, this.deadline, { uid: uidOf(pod.object), due: deps.world.now + left }, false);
  }

  private onDeadline(uid: string): void {
    const pod = this.shared.runtime.get(uid);
    if (pod?.stage !== 'up') return;
    emit(this.shared, 'kubelet.observed', pod, 'Failed');
    this.shared.reports.event(pod, OVERDUE);
    this.stopper.terminate(pod, OVERDUE);
  }
}

const isTrue = ({ type, status }: Condition): boolean => type === 'Ready' && status === 'True';

const isReady = (status: PodStatus | undefined): boolean => status?.conditions?.some(isTrue) === true;

/** Will it be tried again and again, whatever comes of it? An image that is missing is waited for by every Pod. */
const isEndless = ({ object, reasons }: RuntimePod): boolean =>
  (object.spec.restartPolicy ?? 'Always') === 'Always' ||
  Object.values(reasons).some(({ reason }) => reason !== 'CrashLoopBackOff');
