/** A field case after its run: what became of each Pod, read off the history. */
import { compareBytes } from '../../kernel/kernel.ts';
import type { Step } from '../../kernel/kernel.ts';
import { type Cluster, createCluster, Run } from '../../engine/engine.ts';
import { type ExplainedCycle, explainCycle } from '../../components/scheduler/scheduler.ts';
import { EVENT } from '../../model/events.ts';
import type { Condition, KubeObject, Pod } from '../../model/objects.ts';
import type { Scenario } from '../../scenario/scenario.ts';

export interface Attempt {
  readonly start: Step;
  readonly bound: boolean;
}

const STEPS_AT_ONCE = 100_000;
const SCHEDULER = 'kube-scheduler';

export class FieldWorld {
  readonly cluster: Cluster;
  /** By the store's key, oldest first. */
  private readonly attempts = new Map<string, Attempt[]>();
  private readonly podKeys: readonly string[];
  /** Names of Pods that the scheduler deleted, in order. */
  readonly victims: readonly string[];

  constructor(readonly scenario: Scenario) {
    this.cluster = createCluster(scenario);
    const run = new Run(this.cluster.world, this.cluster.apiServer.epochMicros);
    while (run.status.state === 'running') run.advance(STEPS_AT_ONCE);
    if (run.status.state === 'event-limit') throw new Error('never comes to rest');
    const keys = new Set(this.seededPods());
    const victims: string[] = [];
    const { trace } = this.cluster.world;
    for (let step = 1; step <= trace.length; step++) {
      const object = trace.object(step);
      const kind = trace.kind(step);
      if (kind === EVENT['store.written'] && object.startsWith('Pod/')) keys.add(object);
      if (kind === EVENT['request.sent'] && trace.subject(step) === SCHEDULER && trace.detail(step) === 'delete')
        victims.push(nameOf(object));
      this.note(kind, step, object);
    }
    this.podKeys = [...keys].sort(compareBytes);
    this.victims = victims;
  }

  private seededPods(): string[] {
    return this.scenario.observed
      .filter(({ kind }) => kind === 'Pod')
      .map(({ metadata }) => `Pod/${metadata.namespace ?? 'default'}/${metadata.name}`);
  }

  private note(kind: number, step: Step, object: string): void {
    if (kind === EVENT['cycle.started']) {
      this.attempts.set(object, [...this.attemptsOf(object), { start: step, bound: false }]);
    } else if (kind === EVENT['cycle.bound']) {
      const before = this.attemptsOf(object);
      const last = before.at(-1);
      if (last !== undefined) this.attempts.set(object, [...before.slice(0, -1), { ...last, bound: true }]);
    }
  }

  attemptsOf(key: string): readonly Attempt[] {
    return this.attempts.get(key) ?? [];
  }

  /** The Pod of this name, or "namespace/name", that ever was. */
  keyOf(name: string): string | undefined {
    const qualified = name.includes('/') ? `Pod/${name}` : `Pod/default/${name}`;
    return this.podKeys.find((key) => key === qualified) ?? this.podKeys.find((key) => nameOf(key) === name);
  }

  /** Every version that the store ever had, oldest first. */
  versions(key: string): readonly Pod[] {
    const etcd = this.cluster.world.collections().find(({ name }) => name === 'etcd');
    const values = [...(etcd?.history(key) ?? [])].flatMap(({ value }) => (value === undefined ? [] : [value as Pod]));
    return values.reverse();
  }

  lastOf(key: string): Pod | undefined {
    return this.versions(key).at(-1);
  }

  /** All that ever were, gone ones too. */
  pods(): readonly { readonly key: string; readonly pod: Pod }[] {
    return this.podKeys.flatMap((key) => {
      const pod = this.lastOf(key);
      return pod === undefined ? [] : [{ key, pod }];
    });
  }

  /** Those that are there at the end. */
  present(): readonly { readonly key: string; readonly pod: Pod }[] {
    return this.pods().filter(({ key }) => this.cluster.apiServer.get(key) !== undefined);
  }

  explain({ start }: Attempt): ExplainedCycle {
    const { world, scenario } = this.cluster;
    const { kubernetesVersion: version, schedulerConfiguration: configuration } = scenario;
    return explainCycle({ world, version, configuration, cycleStep: start });
  }

  get(key: string): KubeObject | undefined {
    return this.cluster.apiServer.get(key);
  }
}

export const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

export const scheduledCondition = (pod: Pod): Condition | undefined =>
  pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
