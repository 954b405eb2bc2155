/**
 * Starts containers of a Pod, one after the other: the image (one pull at a time a node), the configuration, the container.
 * kuberuntime SyncPod and startContainer, images/puller.go (v1.37). Left out: sandbox times of their own, postStart hooks.
 */
import type { Collection, Handler } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { parseTime } from '../../model/time.ts';
import { isSidecar } from '../../model/pod-requests.ts';
import type { Container } from '../../model/objects.ts';
import { awaitsBackOff } from '../../model/versions.ts';
import { durationText } from './command-life.ts';
import { configProblem } from './config.ts';
import type { BackoffEntry } from '../workqueue/workqueue.ts';
import { CrashLoopBackOff } from './crash-loop.ts';
import { forgetOf, Images, type Failure } from './images.ts';
import type { ContainerRun, Exit, RuntimePod } from './kubelet.ts';
import type { Pull } from './nodes.ts';
import { specOf, uidOf } from './runtime.ts';
import { after, emit, secondsOf, type OfContainer, type Shared, type Worker } from './shared.ts';

interface Starting extends OfContainer {
  /** The image was there without a pull. */
  readonly present: boolean;
}

interface Pulling extends Pull {
  readonly node: string;
  /** Tick at which it began. */
  readonly since: number;
}

/** backOffPeriod, resyncInterval of pod_workers.go; the middle of the jitter that lengthens each wait by up to a half. */
const RETRY_SECONDS = 10;
const RESYNC_SECONDS = 60;
const JITTER = 1.25;

export class Starter {
  private readonly loops: Collection<BackoffEntry>;
  private readonly crashLoop: CrashLoopBackOff;
  private readonly images: Images;
  private readonly pulling: Handler<Omit<Pulling, 'since'>>;
  private readonly pulled: Handler<Pulling>;
  private readonly starting: Handler<Starting>;

  constructor(
    private readonly shared: Shared,
    private readonly worker: Worker,
    private readonly begun: (pod: RuntimePod, spec: Container) => void,
  ) {
    const { world } = shared.deps;
    this.images = new Images(shared);
    this.loops = world.collection('kubelet/crash-loops');
    this.crashLoop = new CrashLoopBackOff(this.loops, {
      initial: secondsOf(shared, 10),
      max: secondsOf(shared, 300),
      resetAfter: secondsOf(shared, 600),
    });
    this.pulling = shared.timers.handler('kubelet pull', (pull) => {
      this.onPulling(pull);
    });
    this.pulled = shared.timers.handler('kubelet pulled', (pull) => {
      this.onPulled(pull);
    });
    this.starting = shared.timers.handler('kubelet start', (data) => {
      this.onStarting(data);
    });
  }

  /** Within a pop that has its event. @param delay ticks of preparation before the first pull or start */
  begin(pod: RuntimePod, names: readonly string[], delay: number): void {
    this.next(this.shared.runtime.change(pod, { busy: true, todo: names }), delay);
  }

  /** Another process knows nothing of back-offs. Within a pop that has its event. */
  forget(uid: string): void {
    forgetOf(this.loops, uid);
    this.images.forget(uid);
  }

  private next(pod: RuntimePod, delay: number): void {
    let current = pod;
    for (;;) {
      const [name] = current.todo;
      const spec = name === undefined ? undefined : specOf(current.object, name);
      if (spec === undefined) {
        this.worker.done(current);
        return;
      }
      const failure = this.tryStart(current, spec, delay);
      if (failure === undefined) return;
      current = this.failed(current, spec, failure);
    }
  }

  /** @returns undefined: it is under way */
  private tryStart(pod: RuntimePod, spec: Container, delay: number): Failure | undefined {
    const looping = this.inCrashLoop(pod, spec);
    if (looping !== undefined) return looping;
    const found = this.images.look(pod, spec);
    if (typeof found !== 'string') return found;
    const { nodes, deps } = this.shared;
    const container = spec.name;
    const uid = uidOf(pod.object);
    if (found === 'present') {
      after(this.shared, delay + deps.latencies.containerStart, this.starting, { uid, container, present: true });
      return undefined;
    }
    const pull: Pull = { uid, container, image: spec.image ?? '' };
    if (nodes.queuePull(pod.node, pull)) after(this.shared, delay, this.pulling, { ...pull, node: pod.node });
    return undefined;
  }

  /** The reason goes into the cache. An init container that cannot be started holds up those behind it. */
  private failed(pod: RuntimePod, spec: Container, { waiting, left }: Failure): RuntimePod {
    const { name } = spec;
    const run = pod.containers[name];
    const init = pod.object.spec.initContainers ?? [];
    const stops = init.includes(spec) && !isSidecar(spec);
    return this.shared.runtime.change(pod, {
      reasons: { ...pod.reasons, [name]: waiting },
      todo: stops ? [] : pod.todo.slice(1),
      ...this.triedAgain(pod, left),
      ...(run?.state === 'exited' ? { containers: { ...pod.containers, [name]: withoutKill(run) } } : {}),
    });
  }

  /** completeWork, MinBackoffExpiration: the shortest back-off that the sync met counts alone. */
  private triedAgain(pod: RuntimePod, left: number | undefined): Pick<RuntimePod, 'failed' | 'backOff'> {
    const { shared } = this;
    const told = left !== undefined && awaitsBackOff(shared.deps.version);
    const backOff = told ? Math.min(left, pod.backOff === 0 ? left : pod.backOff) : pod.backOff;
    const asked = backOff === 0 ? secondsOf(shared, RETRY_SECONDS) : backOff;
    return { backOff, failed: Math.max(1, Math.round(Math.min(asked, secondsOf(shared, RESYNC_SECONDS)) * JITTER)) };
  }

  // --- crash loops ---

  /** doBackOff: it looks at the last run that the sync saw ended. */
  private inCrashLoop(pod: RuntimePod, spec: Container): Failure | undefined {
    const run = pod.containers[spec.name];
    const seen = run?.state === 'exited' ? (run.killed === true ? run.last : run) : undefined;
    if (seen === undefined) return undefined;
    const { deps, reports } = this.shared;
    const { now } = deps.world;
    const key = `${uidOf(pod.object)}/${spec.name}/${spec.image ?? ''}`;
    const ended = (parseTime(seen.finishedAt) ?? 0) - deps.apiServer.epochMicros;
    const { start, backoff, wait = 0 } = this.crashLoop.tryStart(key, ended, now);
    if (start) return undefined;
    const { name, namespace = '', uid = '' } = pod.object.metadata;
    const container = spec.name;
    const told = `Back-off restarting failed container ${container} in pod ${name}_${namespace}(${uid})`;
    reports.event(pod, { reason: 'BackOff', message: told, container, warning: true });
    const seconds = Math.round(backoff / deps.world.options.ticksPerSecond);
    const which = `container=${container} pod=${name}_${namespace}(${uid})`;
    const message = `back-off ${durationText(seconds)} restarting failed ${which}`;
    return { waiting: { reason: 'CrashLoopBackOff', message }, left: wait };
  }

  // --- images ---

  private onPulling(pull: Omit<Pulling, 'since'>): void {
    const { runtime, reports, deps } = this.shared;
    const pod = runtime.get(pull.uid);
    const { world, latencies } = deps;
    if (pod === undefined) {
      // Nobody waits for it any more; the pull goes on all the same, as a runtime's does.
      world.emit(EVENT['image.pulling'], { subject: `kubelet ${pull.node}`, detail: pull.image });
    } else {
      emit(this.shared, 'image.pulling', pod, pull.image);
      const message = `Pulling image "${pull.image}"`;
      reports.event(pod, { reason: 'Pulling', message, container: pull.container });
    }
    after(this.shared, latencies.imagePull, this.pulled, { ...pull, since: world.now });
  }

  private onPulled(pull: Pulling): void {
    const { runtime, deps } = this.shared;
    const { world } = deps;
    const pod = runtime.get(pull.uid);
    const failed = this.images.isUnpullable(pull.image);
    world.emit(EVENT[failed ? 'image.failed' : 'image.pulled'], {
      subject: `kubelet ${pull.node}`,
      ...(pod === undefined ? {} : { object: pod.pod }),
      detail: pull.image,
    });
    if (failed) this.afterFailedPull(pod, pull);
    else this.afterPull(pod, pull);
  }

  private afterFailedPull(pod: RuntimePod | undefined, pull: Pulling): void {
    const [next] = this.shared.nodes.finishPull(pull.node, false);
    if (next !== undefined) this.pullSoon(next, pull.node);
    const spec = pod === undefined ? undefined : this.waiting(pod, pull.container);
    if (pod === undefined || spec === undefined) return;
    this.next(this.failed(pod, spec, this.images.failed(pod, pull.container, pull.image)), 0);
  }

  private afterPull(pod: RuntimePod | undefined, pull: Pulling): void {
    const { nodes, reports, deps } = this.shared;
    const { world } = deps;
    if (pod !== undefined) {
      const took = milliseconds(world.now - pull.since, world.options.ticksPerSecond);
      const message = `Successfully pulled image "${pull.image}" in ${took} (${took} including waiting). Image size: 0 bytes.`;
      reports.event(pod, { reason: 'Pulled', message, container: pull.container });
      this.images.clear();
      this.startSoon(pull, false);
    }
    const waiting = nodes.finishPull(pull.node, true);
    const served = waiting.filter(({ image }) => image === pull.image);
    const left = waiting.filter(({ image }) => image !== pull.image);
    if (served.length > 0) nodes.keepPulls(pull.node, left);
    for (const other of served) this.startSoon(other, true);
    const [next] = left;
    if (next !== undefined) this.pullSoon(next, pull.node);
  }

  private pullSoon(pull: Pull, node: string): void {
    after(this.shared, this.shared.deps.latencies.kubeletSync, this.pulling, { ...pull, node });
  }

  private startSoon({ uid, container }: Pull, present: boolean): void {
    const { runtime, deps } = this.shared;
    const pod = runtime.get(uid);
    if (pod === undefined || this.waiting(pod, container) === undefined) return;
    after(this.shared, deps.latencies.containerStart, this.starting, { uid, container, present });
  }

  /** Its spec, where it is this container's turn. */
  private waiting(pod: RuntimePod, container: string): Container | undefined {
    return pod.stage === 'up' && pod.todo[0] === container ? specOf(pod.object, container) : undefined;
  }

  // --- the container ---

  private onStarting({ uid, container, present }: Starting): void {
    const { runtime, deps } = this.shared;
    const pod = runtime.get(uid);
    const spec = pod === undefined ? undefined : this.waiting(pod, container);
    if (pod === undefined || spec === undefined) return;
    const problem = configProblem(deps.apiServer, pod.object, spec);
    if (problem === undefined) this.start(pod, spec, present);
    else this.refuse(pod, spec, problem, present);
  }

  private refuse(pod: RuntimePod, spec: Container, message: string, present: boolean): void {
    const { reports } = this.shared;
    const waiting = { reason: 'CreateContainerConfigError', message };
    emit(this.shared, 'container.failed', pod, `${spec.name} ${waiting.reason}`);
    if (present) reports.imagePresent(pod, spec);
    reports.event(pod, { reason: 'Failed', message: `Error: ${message}`, container: spec.name, warning: true });
    this.next(this.failed(pod, spec, { waiting }), 0);
  }

  private start(pod: RuntimePod, spec: Container, present: boolean): void {
    const { runtime, reports, deps } = this.shared;
    const { name } = spec;
    emit(this.shared, 'container.started', pod, name);
    this.crashLoop.gc(deps.world.now);
    if (present) reports.imagePresent(pod, spec);
    reports.started(pod, spec);
    const { [name]: _reason, ...reasons } = pod.reasons;
    const started = runtime.change(pod, {
      reasons,
      todo: pod.todo.slice(1),
      dirty: true,
      containers: { ...pod.containers, [name]: this.runOf(pod, spec) },
    });
    this.begun(started, spec);
    this.next(runtime.get(uidOf(pod.object)) ?? started, 0);
  }

  private runOf(pod: RuntimePod, { name, image }: Container): ContainerRun {
    const before = pod.containers[name];
    const startedAt = this.shared.deps.apiServer.timestamp();
    const run = { state: 'running', startedAt, ...(image === undefined ? {} : { image }) } as const;
    if (before?.state !== 'exited') return run;
    const statuses = [...(pod.status?.containerStatuses ?? []), ...initStatuses(pod)];
    const status = statuses.find((one) => one.name === name);
    const restarts = (before.restarts ?? status?.restartCount ?? 0) + 1;
    return { ...run, restarts, last: exitOf(before, status?.containerID) };
  }
}

type Statuses = NonNullable<NonNullable<RuntimePod['status']>['containerStatuses']>;

const initStatuses = ({ status }: RuntimePod): Statuses => (status?.['initContainerStatuses'] ?? []) as Statuses;

type ExitedRun = Extract<ContainerRun, { state: 'exited' }>;

function withoutKill(run: ExitedRun): ExitedRun {
  const { killed: _killed, ...rest } = run;
  return rest;
}

function exitOf({ startedAt, finishedAt, exitCode, reason }: Exit, containerID: string | undefined): Exit {
  return {
    startedAt,
    finishedAt,
    exitCode,
    ...(reason === undefined ? {} : { reason }),
    ...(containerID === undefined ? {} : { containerID }),
  };
}

/** As Go prints a time.Duration of whole milliseconds. */
function milliseconds(ticks: number, ticksPerSecond: number): string {
  const millis = Math.round((ticks * 1000) / ticksPerSecond);
  return millis < 1000 ? `${millis}ms` : `${millis / 1000}s`;
}
