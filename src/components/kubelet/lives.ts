/** Containers that end: by themselves, as their command says, or because the scenario says so. */
import type { Handler } from '../../kernel/kernel.ts';
import { matchesGlob } from '../../model/globs.ts';
import type { Container } from '../../model/objects.ts';
import { isSidecar } from '../../model/pod-requests.ts';
import { lifeOf } from './command-life.ts';
import type { ContainerRun, RuntimePod, ScriptedExit } from './kubelet.ts';
import { scriptedEnd, type ScriptedEnd } from './lifecycles.ts';
import { restartsOnFailure } from './restarts.ts';
import { exitedRun, uidOf } from './runtime.ts';
import { after, emit, isAlways, isUp, secondsOf, wait, type OfRun, type Shared, type Worker } from './shared.ts';

/** An init container whose command says nothing of its end. */
const INIT_RUN_SECONDS = 1;

interface End {
  readonly exitCode: number;
  readonly reason?: string;
}

export class Lives {
  private readonly over: Handler<OfRun & End>;

  constructor(
    private readonly shared: Shared,
    private readonly worker: Worker,
  ) {
    this.over = shared.deps.world.handler('kubelet container over', (data) => {
      this.onOver(data);
    });
  }

  /** A container has just been started. Within a pop. */
  begin(pod: RuntimePod, spec: Container): void {
    const init = pod.object.spec.initContainers?.includes(spec) === true && !isSidecar(spec);
    const end = this.endOf(pod, spec, init);
    const run = pod.containers[spec.name];
    if (end === undefined || run === undefined) return;
    const { ticks, ...rest } = end;
    const endless = init ? end.exitCode !== 0 && restartsOnFailure(pod.object) : isAlways(pod) || isSidecar(spec);
    const data = { ...ofRun(pod, spec.name, run), ...rest };
    // What a Pod's start waits for is under way, and no timer.
    if (init && !endless) after(this.shared, ticks, this.over, data);
    else wait(this.shared, ticks, this.over, data, endless);
  }

  /** The scenario's word counts before the command's. */
  private endOf(pod: RuntimePod, spec: Container, init: boolean): ScriptedEnd | undefined {
    const { world, lifecycles = [] } = this.shared.deps;
    const scripted = scriptedEnd(world, lifecycles, pod.object, spec, pod.pod);
    const life = lifeOf(spec) ?? (init ? { seconds: INIT_RUN_SECONDS, exitCode: 0 } : undefined);
    if (scripted !== undefined || life === undefined) return scripted;
    return { ticks: secondsOf(this.shared, life.seconds), exitCode: life.exitCode };
  }

  /** Within a pop that has its event. @returns how many containers end */
  script({ pod: pattern, namespace, container, exitCode, reason }: ScriptedExit): number {
    const { runtime } = this.shared;
    let count = 0;
    for (const pod of runtime.named(namespace, (name) => matchesGlob(pattern, name))) {
      const name = container ?? pod.object.spec.containers[0]?.name ?? '';
      const run = pod.containers[name];
      if (run?.state !== 'running') continue;
      const end = reason === undefined ? { exitCode } : { exitCode, reason };
      after(this.shared, 0, this.over, { ...ofRun(pod, name, run), ...end });
      count++;
    }
    return count;
  }

  private onOver({ uid, container, attempt, exitCode, reason }: OfRun & End): void {
    const { runtime, deps } = this.shared;
    const pod = runtime.get(uid);
    const run = pod?.containers[container];
    if (pod === undefined || !isUp(pod) || run?.state !== 'running' || attemptOf(run) !== attempt) return;
    emit(this.shared, 'container.stopped', pod, container);
    const ended: ContainerRun = {
      ...exitedRun(run, deps.apiServer.timestamp(), exitCode),
      reason: reason ?? (exitCode === 0 ? 'Completed' : 'Error'),
    };
    this.worker.news(runtime.change(pod, { containers: { ...pod.containers, [container]: ended } }));
  }
}

export const attemptOf = ({ restarts }: ContainerRun): number => restarts ?? 0;

export const ofRun = (pod: RuntimePod, container: string, run: ContainerRun): OfRun => ({
  uid: uidOf(pod.object),
  container,
  attempt: attemptOf(run),
});
