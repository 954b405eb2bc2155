/**
 * Probes: pkg/kubelet/prober worker.go, prober_manager.go (v1.37). Each runs on a beat that began when the kubelet took the
 * Pod on; readiness runs at once, too, when a sync finds its container started. What is asked answers "success" unless the
 * scenario says otherwise; a probe whose answer can change nothing is not asked. Left out: time that an answer takes, the
 * first beat's random part (only a kubelet that has just started has one).
 */
import type { Collection, Handler } from '../../kernel/kernel.ts';
import { matchesGlob } from '../../model/globs.ts';
import type { Container } from '../../model/objects.ts';
import { parseTime } from '../../model/time.ts';
import type { ContainerRun, ProbeType, RuntimePod, ScriptedProbe } from './kubelet.ts';
import { attemptOf, ofRun } from './lives.ts';
import { isStarted, PROBE_TYPES, probeOf, usualOutput, type ProbeSpec } from './probe-spec.ts';
import { containersOf, specOf, uidOf } from './runtime.ts';
import { emit, secondsOf, type OfRun, type Shared, type Worker } from './shared.ts';

/** Answers in a row: the value in collection "kubelet/probes", by uid, container and probe. */
interface Row {
  readonly attempt: number;
  readonly success: boolean;
  readonly count: number;
  /** Tick of its next run that is set; 0 = none. */
  readonly due: number;
}

interface Asked extends OfRun {
  readonly type: ProbeType;
  readonly due: number;
}

interface Asking {
  readonly pod: RuntimePod;
  readonly spec: Container;
  readonly run: RunningRun;
  readonly type: ProbeType;
  readonly probe: ProbeSpec;
}

type RunningRun = Extract<ContainerRun, { state: 'running' }>;
type Answer = Pick<ScriptedProbe, 'result' | 'output'>;

const TITLES = { startup: 'Startup', readiness: 'Readiness', liveness: 'Liveness' } as const;
const SUCCESS: Answer = { result: 'success' };

export class Probes {
  private readonly rows: Collection<Row>;
  /** By number, in the order in which the scenario gave them. */
  private readonly scripts: Collection<ScriptedProbe>;
  private readonly asked: Handler<Asked>;

  constructor(
    private readonly shared: Shared,
    private readonly worker: Worker,
  ) {
    const { world } = shared.deps;
    this.rows = world.collection('kubelet/probes');
    this.scripts = world.collection('kubelet/probe answers');
    this.asked = shared.timers.handler('kubelet probe', (data) => {
      this.onAsked(data);
    });
  }

  /** Within a pop that has its event: these answers come from now on. */
  script(script: ScriptedProbe): void {
    this.scripts.set(String(this.scripts.size), script);
    const { runtime } = this.shared;
    const pods = runtime.named(script.namespace, (name) => matchesGlob(script.pod, name));
    for (const pod of pods) for (const asking of this.askings(pod)) if (this.isOpen(asking)) this.schedule(asking);
  }

  /** A sync has looked at the Pod. */
  look(pod: RuntimePod): void {
    for (const asking of this.askings(pod)) {
      if (!this.isOpen(asking)) continue;
      const { type, run } = asking;
      if (type === 'readiness' && run.probes?.readiness === undefined) this.schedule(asking, true);
      else this.schedule(asking);
    }
  }

  /** What can be asked of a Pod's containers now. */
  private askings(pod: RuntimePod): readonly Asking[] {
    return containersOf(pod.object).flatMap((spec) => {
      const run = pod.containers[spec.name];
      if (run?.state !== 'running') return [];
      const started = isStarted(spec, run);
      return PROBE_TYPES.flatMap((type) => {
        const probe = probeOf(spec, type);
        return probe === undefined || started === (type === 'startup') ? [] : [{ pod, spec, run, type, probe }];
      });
    });
  }

  /** May its answer change anything? */
  private isOpen(asking: Asking): boolean {
    const { run, type } = asking;
    const result = run.probes?.[type];
    if (type !== 'readiness' && result === false) return false;
    const row = this.rowOf(asking);
    const settled = type === 'liveness' ? result !== false : result === true;
    return this.answerTo(asking).result === 'failure' || !settled || row?.success === false;
  }

  private rowOf({ pod, spec, type, run }: Asking): Row | undefined {
    const row = this.rows.get(keyOf(uidOf(pod.object), spec.name, type));
    return row?.attempt === attemptOf(run) ? row : undefined;
  }

  private answerTo({ pod, spec, type }: Asking): Answer {
    const { name, namespace } = pod.object.metadata;
    for (let at = this.scripts.size - 1; at >= 0; at--) {
      const script = this.scripts.get(String(at));
      if (script?.probe !== type || script.namespace !== namespace || !matchesGlob(script.pod, name)) continue;
      if (script.container === undefined || script.container === spec.name) return script;
    }
    return SUCCESS;
  }

  private schedule(asking: Asking, now = false): void {
    const { pod, spec, run, type } = asking;
    const { world, latencies } = this.shared.deps;
    const early = now && this.delayed(asking) === 0;
    const at = early ? world.now + latencies.kubeletSync : this.nextBeat(asking);
    const row = this.rowOf(asking);
    if (row !== undefined && row.due > world.now && row.due <= at) return;
    const kept = row ?? { attempt: attemptOf(run), success: true, count: 0, due: 0 };
    this.rows.set(keyOf(uidOf(pod.object), spec.name, type), { ...kept, due: at });
    const data = { ...ofRun(pod, spec.name, run), type, due: at };
    // What fails is asked for ever.
    const periodic = this.answerTo(asking).result === 'failure';
    this.shared.timers.after(at - world.now, this.asked, data, { periodic });
  }

  /** Ticks that initialDelaySeconds has left. */
  private delayed({ run, probe }: Asking): number {
    const { apiServer, world } = this.shared.deps;
    const started = (parseTime(run.startedAt) ?? 0) - apiServer.epochMicros;
    return Math.max(0, started + secondsOf(this.shared, probe.initialDelaySeconds) - world.now);
  }

  private nextBeat(asking: Asking): number {
    const { pod, probe } = asking;
    const { now } = this.shared.deps.world;
    const period = secondsOf(this.shared, probe.periodSeconds);
    const earliest = now + Math.max(1, this.delayed(asking));
    return pod.upSince + Math.ceil((earliest - pod.upSince) / period) * period;
  }

  private onAsked({ uid, container, attempt, type, due }: Asked): void {
    const pod = this.shared.runtime.get(uid);
    const spec = pod === undefined ? undefined : specOf(pod.object, container);
    if (pod?.stage !== 'up' || spec === undefined) return;
    const asking = this.askings(pod).find((one) => one.spec === spec && one.type === type);
    if (asking === undefined || attemptOf(asking.run) !== attempt || this.rowOf(asking)?.due !== due) return;
    this.ask(asking);
  }

  private ask(asking: Asking): void {
    const { pod, spec, type, probe, run } = asking;
    const { result, output = usualOutput(probe) } = this.answerTo(asking);
    const success = result === 'success';
    const before = this.rowOf(asking);
    const count = before?.success === success ? before.count + 1 : 1;
    emit(this.shared, 'probe.answered', pod, `${spec.name} ${type} ${result}`);
    if (!success) {
      const message = `${TITLES[type]} probe failed: ${output}`;
      this.shared.reports.event(pod, { reason: 'Unhealthy', message, container: spec.name, warning: true });
    }
    const enough = count >= (success ? probe.successThreshold : probe.failureThreshold);
    const key = keyOf(uidOf(pod.object), spec.name, type);
    this.rows.set(key, { attempt: attemptOf(run), success, count, due: 0 });
    const probed = enough && run.probes?.[type] !== success ? this.settle(asking, success) : pod;
    const after = this.askings(probed).find((one) => one.spec === spec && one.type === type);
    if (after !== undefined && this.isOpen(after)) this.schedule(after);
  }

  private settle({ pod, spec, run, type }: Asking, success: boolean): RuntimePod {
    const { runtime } = this.shared;
    const probes = { ...run.probes, [type]: success };
    const changed = runtime.change(pod, { containers: { ...pod.containers, [spec.name]: { ...run, probes } } });
    this.worker.wake(changed);
    return runtime.get(uidOf(pod.object)) ?? changed;
  }

  forget(pod: RuntimePod): void {
    const uid = uidOf(pod.object);
    for (const { name } of containersOf(pod.object)) {
      for (const type of PROBE_TYPES) this.rows.delete(keyOf(uid, name, type));
    }
  }
}

const keyOf = (uid: string, container: string, type: ProbeType): string => `${uid} ${container} ${type}`;
