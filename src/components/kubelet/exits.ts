/**
 * Containers that end by themselves: PLEG sees them, the Pod's status says so, and they are started again (restartPolicy,
 * CrashLoopBackOff) or the Pod is over: SyncPod and SyncTerminatedPod of pkg/kubelet/kubelet.go, computePodActions and doBackOff
 * of kuberuntime/kuberuntime_manager.go (v1.37). Left out: sidecars that end, per-container restart rules, jitter of the
 * retry; containers of an observed Pod run on, as nothing says since when their command waits.
 */
import type { Handler } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { Container } from '../../model/objects.ts';
import { parseTime } from '../../model/time.ts';
import { lifeOf } from './command-life.ts';
import { CrashLoopBackOff } from './crash-loop.ts';
import type { ContainerRun, Exit, RuntimePod } from './kubelet.ts';
import { attemptsOf, statusOf, uidOf } from './runtime.ts';
import type { Shared } from './starting.ts';
import type { OfKubelet } from './timers.ts';

/** backOffPeriod: a sync that may not start a container is tried again so much later. */
const RETRY_SECONDS = 10;

interface OfPod {
  readonly uid: string;
}

interface OfContainer extends OfPod {
  readonly container: string;
}

interface OfRun extends OfContainer {
  /** Starts before this run: tells it from those before and after it. */
  readonly attempt: number;
}

type ExitedRun = Extract<ContainerRun, { state: 'exited' }>;

export class ContainerExits {
  private readonly crashLoop: CrashLoopBackOff;
  private readonly over: Handler<OfRun & { readonly exitCode: number }>;
  private readonly observed: Handler<OfPod>;
  private readonly retry: Handler<OfRun>;
  private readonly starting: Handler<OfRun>;
  private readonly finished: Handler<OfPod>;

  constructor(private readonly shared: Shared) {
    const { world } = shared.deps;
    const { timers } = shared;
    const second = world.options.ticksPerSecond;
    this.crashLoop = new CrashLoopBackOff(world.collection('kubelet/crash-loops'), {
      initial: 10 * second,
      max: 300 * second,
      resetAfter: 600 * second,
    });
    this.over = world.handler('kubelet container over', (data) => {
      this.onOver(data, data.exitCode);
    });
    this.observed = timers.handler('kubelet exit seen', ({ uid }) => {
      this.onObserved(uid);
    });
    this.retry = timers.handler('kubelet back-off', (data) => {
      this.onRetry(data);
    });
    this.starting = timers.handler('kubelet restart', (data) => {
      this.onStarting(data);
    });
    this.finished = timers.handler('kubelet pod over', ({ uid }) => {
      this.onFinished(uid);
    });
  }

  private emit(kind: keyof typeof EVENT, { node, pod }: RuntimePod, detail: string): void {
    this.shared.deps.world.emit(EVENT[kind], { subject: `kubelet ${node}`, object: pod, detail });
  }

  /**
   * Time that passes of itself. A container that is started again whatever happens has no end to wait for, so it does not
   * keep a world from rest.
   */
  private wait<D extends OfKubelet>(seconds: number, handler: Handler<D>, { object }: RuntimePod, data: D): void {
    const { world } = this.shared.deps;
    const ticks = Math.round(seconds * world.options.ticksPerSecond);
    const periodic = (object.spec.restartPolicy ?? 'Always') === 'Always';
    this.shared.timers.after(ticks, handler, data, periodic ? { periodic } : { periodic, waiting: true });
  }

  private after<D extends OfKubelet>(delay: number, handler: Handler<D>, data: D): void {
    this.shared.timers.after(delay, handler, data);
  }

  private seenSoon(pod: RuntimePod): void {
    this.after(this.shared.nodes.untilRelist(pod.node), this.observed, { uid: uidOf(pod.object) });
  }

  private change(pod: RuntimePod, container: string, run: ContainerRun): RuntimePod {
    return this.shared.runtime.change(pod, { containers: { ...pod.containers, [container]: run } });
  }

  /** A container has just been started. Within a pop. */
  begin(pod: RuntimePod, spec: Container): void {
    const life = pod.object.spec.containers.includes(spec) ? lifeOf(spec) : undefined;
    const run = pod.containers[spec.name];
    if (life === undefined || run === undefined) return;
    const { seconds, exitCode } = life;
    this.wait(seconds, this.over, pod, { ...ofRun(pod, spec.name, run), exitCode });
  }

  private onOver({ uid, container, attempt }: OfRun, exitCode: number): void {
    const pod = this.shared.runtime.get(uid);
    const run = pod?.containers[container];
    if (pod === undefined || !isUp(pod) || run?.state !== 'running' || attemptOf(run) !== attempt) return;
    this.emit('container.stopped', pod, container);
    const { startedAt } = run;
    const finishedAt = this.shared.deps.apiServer.timestamp();
    const reason = exitCode === 0 ? 'Completed' : 'Error';
    const ended: ExitedRun = { ...attemptsOf(run), state: 'exited', startedAt, finishedAt, exitCode, reason };
    this.seenSoon(this.change(pod, container, ended));
  }

  // --- what is seen of it ---

  private onObserved(uid: string): void {
    const pod = this.shared.runtime.get(uid);
    if (pod === undefined || !isUp(pod)) return;
    if (pod.stage !== 'running') {
      // Other containers are still on their way up.
      this.seenSoon(pod);
      return;
    }
    this.decide(this.tell(pod));
  }

  private tell(pod: RuntimePod): RuntimePod {
    const { runtime, reports } = this.shared;
    const status = statusOf(pod, this.surroundings(pod), { ending: false, sandbox: true });
    this.emit('kubelet.observed', pod, status.phase ?? '');
    const after = runtime.change(pod, { status });
    reports.quietStatus(after, status);
    return after;
  }

  private surroundings({ node }: RuntimePod): Parameters<typeof statusOf>[1] {
    const { deps, nodes } = this.shared;
    return { now: deps.apiServer.timestamp(), version: deps.version, hostIP: nodes.hostIP(node) };
  }

  private decide(pod: RuntimePod): void {
    const names = pod.object.spec.containers.map(({ name }) => name);
    let after = pod;
    for (const name of names) {
      const run = after.containers[name];
      if (run?.state !== 'exited' || run.handled === true || !isRestarted(after, run)) continue;
      after = this.change(after, name, { ...run, handled: true });
      if (this.tryStart(after, name, run) !== undefined) this.tellBackOff(after, name, run);
    }
    const ended = names.every((name) => {
      const run = after.containers[name];
      return run?.state === 'exited' && !isRestarted(after, run);
    });
    if (ended) this.finishSoon(after);
  }

  /** Its worker stops the sandbox once PLEG's news has reached it, and only then says so. */
  private finishSoon(pod: RuntimePod): void {
    const { nodes, deps } = this.shared;
    const delay = nodes.untilRelist(pod.node) + 2 * deps.latencies.kubeletSync;
    this.after(delay, this.finished, { uid: uidOf(pod.object) });
  }

  /** Nothing will run any more: the last phase. What still runs beside the main containers is stopped with them. */
  private onFinished(uid: string): void {
    const { runtime, reports, deps } = this.shared;
    const pod = runtime.get(uid);
    if (pod?.stage !== 'running') return;
    const finishedAt = deps.apiServer.timestamp();
    const containers = Object.fromEntries(
      Object.entries(pod.containers).map(([name, run]): [string, ContainerRun] => [
        name,
        run.state === 'exited' ? run : { ...run, state: 'exited', finishedAt, exitCode: 0 },
      ]),
    );
    const over = runtime.change(pod, { containers });
    const status = statusOf(over, this.surroundings(over), { ending: true, sandbox: false });
    this.emit('kubelet.observed', over, status.phase ?? '');
    reports.quietStatus(runtime.change(over, { stage: 'stopped', status }), status);
  }

  // --- once more ---

  /** @returns ticks that are left to wait, undefined where it starts */
  private tryStart(pod: RuntimePod, container: string, run: ExitedRun): number | undefined {
    const { deps } = this.shared;
    const ended = (parseTime(run.finishedAt) ?? 0) - deps.apiServer.epochMicros;
    const { start, wait = 0 } = this.crashLoop.tryStart(keyOf(pod, container), ended, deps.world.now);
    if (!start) return wait;
    this.after(deps.latencies.containerStart, this.starting, ofRun(pod, container, run));
    return undefined;
  }

  private tellBackOff(pod: RuntimePod, container: string, run: ContainerRun): void {
    const { name, namespace = '', uid = '' } = pod.object.metadata;
    const message = `Back-off restarting failed container ${container} in pod ${name}_${namespace}(${uid})`;
    this.shared.reports.event(pod, { reason: 'BackOff', message, container, warning: true });
    this.wait(RETRY_SECONDS, this.retry, pod, ofRun(pod, container, run));
  }

  /** The next sync first says that the container waits, then looks whether it still has to. */
  private onRetry({ uid, container, attempt }: OfRun): void {
    const pod = this.shared.runtime.get(uid);
    const run = pod?.containers[container];
    if (pod?.stage !== 'running' || run?.state !== 'exited' || attemptOf(run) !== attempt) return;
    const { world } = this.shared.deps;
    const second = world.options.ticksPerSecond;
    const backOff = this.crashLoop.backOffOf(keyOf(pod, container)) / second;
    const told = this.tell(this.change(pod, container, { ...run, backOff }));
    const left = this.tryStart(told, container, run);
    if (left === undefined) return;
    // Syncs in between would find the same, so they are left out.
    const retries = Math.ceil(left / (RETRY_SECONDS * second));
    this.wait(retries * RETRY_SECONDS, this.retry, told, ofRun(told, container, run));
  }

  private onStarting({ uid, container, attempt }: OfRun): void {
    const { runtime, reports, deps } = this.shared;
    const pod = runtime.get(uid);
    const run = pod?.containers[container];
    const spec = pod?.object.spec.containers.find(({ name }) => name === container);
    if (pod?.stage !== 'running' || run?.state !== 'exited' || attemptOf(run) !== attempt || spec === undefined) return;
    this.emit('container.started', pod, container);
    this.crashLoop.gc(deps.world.now);
    reports.started(pod, spec, true);
    const status = pod.status?.containerStatuses?.find(({ name }) => name === container);
    const restarts = (run.restarts ?? status?.restartCount ?? 0) + 1;
    const last = exitOf(run, status?.containerID);
    const again = this.change(pod, container, {
      state: 'running',
      startedAt: deps.apiServer.timestamp(),
      restarts,
      last,
    });
    this.begin(again, spec);
    this.seenSoon(again);
  }
}

const attemptOf = ({ restarts }: ContainerRun): number => restarts ?? 0;

const ofRun = (pod: RuntimePod, container: string, run: ContainerRun): OfRun => ({
  uid: uidOf(pod.object),
  container,
  attempt: attemptOf(run),
});

/** Not on its way down. */
const isUp = ({ stage }: RuntimePod): boolean => stage !== 'stopping' && stage !== 'stopped' && stage !== 'rejected';

/** ShouldContainerBeRestarted, of a container that has exited. */
function isRestarted({ object }: RuntimePod, { exitCode }: Exit): boolean {
  const policy = object.spec.restartPolicy ?? 'Always';
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

/** GetBackoffKey: a container with another image is another one. */
function keyOf({ object }: RuntimePod, container: string): string {
  const image = object.spec.containers.find(({ name }) => name === container)?.image ?? '';
  return `${uidOf(object)}/${container}/${image}`;
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
