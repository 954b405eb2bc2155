/**
 * An autoscaler's sync: reconcileAutoscaler of pkg/controller/podautoscaler/horizontal.go (v1.37): read the target's scale, see
 * what the metrics ask for, write the scale, write the status. Left out: targets that two autoscalers share (AmbiguousSelector).
 */
import type { Condition, KubeObject, Pod } from '../../../model/objects.ts';
import { quantityMilli } from '../../../model/quantity.ts';
import { resourceOfKind } from '../../../model/resources.ts';
import { minorOf, type KubernetesVersion } from '../../../model/versions.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import { equalJson } from '../equal-json.ts';
import type { EventRecorder } from '../events.ts';
import { succeeded, type Outcome } from '../sync.ts';
import { normalize, remember, type Memory } from './behavior.ts';
import { computeReplicas, type Broken, type Computation } from './compute.ts';
import type { Measures } from './measures.ts';
import type { Tolerances } from './replicas.ts';
import type { Autoscaler, AutoscalerStatus, Rules } from './types.ts';

const PERIOD_MICROS = 15_000_000;
/** horizontal-pod-autoscaler-tolerance. */
const TOLERANCE = 0.1;

/** The autoscaling/v1 Scale of the target. */
interface Scale extends KubeObject {
  readonly spec: { readonly replicas?: number };
  readonly status: { readonly replicas?: number; readonly selector?: string };
}

interface Deciding {
  readonly autoscaler: Autoscaler;
  readonly conditions: readonly Condition[];
  /** As it was read: what is written rests on it. */
  readonly scale?: Scale;
}

export type Stretch =
  | (Deciding & { readonly stage: 'scale' })
  | (Deciding & {
      readonly stage: 'rescale';
      readonly from: number;
      readonly to: number;
      readonly reason: string;
      readonly statuses: readonly object[] | null;
    })
  | { readonly stage: 'status' };

export interface SyncDeps {
  readonly events: EventRecorder;
  /** @param selector as the scale says it */
  readonly pods: (namespace: string, selector: string) => readonly Pod[];
  /** Notes the selector. @returns keys of all autoscalers whose selector, as it was last noted, fits one of the Pods */
  readonly controlling: (key: string, selector: string, pods: readonly Pod[]) => readonly string[];
  readonly measures: () => Measures;
  readonly memory: { get(key: string): Memory | undefined; set(key: string, memory: Memory): void };
  readonly clock: () => { readonly now: string; readonly nowMicros: number };
  readonly version: KubernetesVersion;
}

const AGAIN: Outcome<Stretch> = { kind: 'done', requeueAfter: PERIOD_MICROS, calendar: true };

export class AutoscalerSync {
  constructor(private readonly deps: SyncDeps) {}

  begin(autoscaler: Autoscaler): Outcome<Stretch> {
    const deciding: Deciding = { autoscaler, conditions: autoscaler.status?.conditions ?? [] };
    const { kind, name, apiVersion = '' } = autoscaler.spec.scaleTargetRef;
    const info = resourceOfKind(kind);
    if (info === undefined) {
      const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
      return this.noScale(deciding, `no matches for kind "${kind}" in group "${group}"`);
    }
    const request: ApiRequest = {
      ...{ verb: 'get', resource: info.resource, name, subresource: 'scale' },
      ...inNamespace(autoscaler),
    };
    return { kind: 'wait', requests: [request], context: { ...deciding, stage: 'scale' } };
  }

  resume(key: string, stretch: Stretch, [answer]: readonly ApiResponse[]): Outcome<Stretch> {
    switch (stretch.stage) {
      case 'scale':
        if (answer?.object === undefined || !succeeded(answer)) {
          return this.noScale(stretch, answer?.status?.message ?? String(answer?.code ?? ''));
        }
        return this.decide(key, stretch, answer.object as Scale);
      case 'rescale':
        return this.onRescaled(key, stretch, answer);
      case 'status':
        return AGAIN;
    }
  }

  private noScale({ autoscaler, conditions }: Deciding, error: string): Outcome<Stretch> {
    this.tell(autoscaler, 'Warning', 'FailedGetScale', error);
    const message = `the HPA controller was unable to get the target's current scale: ${error}`;
    const after = this.with(conditions, 'AbleToScale', 'False', { reason: 'FailedGetScale', message });
    return this.write(autoscaler, { ...autoscaler.status, conditions: after });
  }

  // --- how many ---

  private decide(key: string, { autoscaler, conditions: before }: Deciding, scale: Scale): Outcome<Stretch> {
    const { minReplicas = 1, maxReplicas } = autoscaler.spec;
    const current = scale.spec.replicas ?? 0;
    const got = {
      reason: 'SucceededGetScale',
      message: "the HPA controller was able to get the target's current scale",
    };
    const conditions = this.with(before, 'AbleToScale', 'True', got);
    const deciding: Deciding = { autoscaler, conditions, scale };
    this.firstRecommendation(key, current);
    if (current === 0 && minReplicas !== 0) {
      const message = 'scaling is disabled since the replica count of the target is zero';
      const off = this.with(conditions, 'ScalingActive', 'False', { reason: 'ScalingDisabled', message });
      return this.settle({ autoscaler, conditions: off }, current, null);
    }
    if (current > maxReplicas) {
      return this.rescale(deciding, current, maxReplicas, 'Current number of replicas above Spec.MaxReplicas', null);
    }
    if (current < minReplicas) {
      return this.rescale(deciding, current, minReplicas, 'Current number of replicas below Spec.MinReplicas', null);
    }
    return this.byMetrics(key, deciding, scale);
  }

  private firstRecommendation(key: string, current: number): void {
    if (this.deps.memory.get(key) !== undefined) return;
    const at = this.deps.clock().nowMicros;
    this.deps.memory.set(key, { recommendations: [{ count: current, at }], ups: [], downs: [] });
  }

  private byMetrics(key: string, { autoscaler, conditions: before }: Deciding, scale: Scale): Outcome<Stretch> {
    const { metadata, spec } = autoscaler;
    const current = scale.spec.replicas ?? 0;
    const { nowMicros } = this.deps.clock();
    const selector = scale.status.selector ?? '';
    const pods = this.deps.pods(metadata.namespace ?? 'default', selector);
    const rivals = this.deps.controlling(key, selector, pods);
    if (rivals.length > 1) {
      const message = `pods by selector ${selector} are controlled by multiple HPAs: [${rivals.join(' ')}]`;
      return this.ambiguous({ autoscaler, conditions: before }, current, message);
    }
    const found = computeReplicas({
      autoscaler,
      specReplicas: current,
      statusReplicas: scale.status.replicas ?? 0,
      pods,
      measures: this.deps.measures(),
      tolerances: this.tolerances(autoscaler),
      nowMicros,
    });
    for (const { reason, error } of found.broken) this.tell(autoscaler, 'Warning', reason, error);
    const [first] = found.broken;
    if (found.replicas === undefined) return this.blind({ autoscaler, conditions: before }, current, found, first);
    const message = `the HPA was able to successfully calculate a replica count from ${found.metric}`;
    const valid = this.with(before, 'ScalingActive', 'True', { reason: 'ValidMetricFound', message });
    const wish = {
      current,
      desired: found.replicas,
      least: spec.minReplicas ?? 1,
      most: spec.maxReplicas,
      now: nowMicros,
    };
    const memory = this.deps.memory.get(key) ?? { recommendations: [], ups: [], downs: [] };
    const { replicas, able, limited, memory: after } = normalize(wish, spec.behavior, memory);
    this.deps.memory.set(key, after);
    const conditions = this.with(
      this.with(valid, 'AbleToScale', 'True', able),
      'ScalingLimited',
      limited.isLimited ? 'True' : 'False',
      limited,
    );
    const reason = found.replicas > current ? `${found.metric} above target` : 'All metrics below target';
    const deciding: Deciding = { autoscaler, conditions, scale };
    if (replicas === current) return this.settle(deciding, current, found.statuses);
    return this.rescale(deciding, current, replicas, found.replicas === current ? '' : reason, found.statuses);
  }

  /** validateAndParseSelector: nobody scales what two would. */
  private ambiguous({ autoscaler, conditions }: Deciding, current: number, message: string): Outcome<Stretch> {
    const reason = 'AmbiguousSelector';
    this.tell(autoscaler, 'Warning', reason, message);
    this.tell(autoscaler, 'Warning', 'FailedComputeMetricsReplicas', message);
    const after = this.with(conditions, 'ScalingActive', 'False', { reason, message });
    const { desiredReplicas = 0 } = autoscaler.status ?? {};
    return this.write(autoscaler, this.status(autoscaler, after, current, desiredReplicas, null));
  }

  /** No metric tells enough to scale by. */
  private blind(
    { autoscaler, conditions }: Deciding,
    current: number,
    { broken, statuses }: Computation,
    first: Broken | undefined,
  ): Outcome<Stretch> {
    const { reason = '', error = '', outer = '' } = first ?? {};
    const message = `the HPA was unable to compute the replica count: ${error}`;
    const after = this.with(conditions, 'ScalingActive', 'False', { reason, message });
    const count = (autoscaler.spec.metrics ?? []).length;
    const words = `invalid metrics (${String(broken.length)} invalid out of ${String(count)}), first error is: ${outer}`;
    this.tell(autoscaler, 'Warning', 'FailedComputeMetricsReplicas', words);
    const { desiredReplicas } = autoscaler.status ?? {};
    return this.write(autoscaler, this.status(autoscaler, after, current, desiredReplicas ?? 0, statuses));
  }

  /** HPAConfigurableTolerance is on from 1.35. */
  private tolerances({ spec: { behavior } }: Autoscaler): Tolerances {
    const of = (rules: Rules | undefined): number =>
      rules?.tolerance === undefined || minorOf(this.deps.version) < 35
        ? TOLERANCE
        : quantityMilli(rules.tolerance) / 1000;
    return { up: of(behavior?.scaleUp), down: of(behavior?.scaleDown) };
  }

  // --- the scale and the status ---

  private rescale(
    deciding: Deciding,
    from: number,
    to: number,
    reason: string,
    statuses: readonly object[] | null,
  ): Outcome<Stretch> {
    const { autoscaler, scale } = deciding;
    const { kind, name } = autoscaler.spec.scaleTargetRef;
    const place = { resource: resourceOfKind(kind)?.resource ?? '', name, ...inNamespace(autoscaler) };
    const body = { ...scale, spec: { replicas: to } };
    const request: ApiRequest = { verb: 'update', ...place, subresource: 'scale', body };
    const context = { ...deciding, stage: 'rescale', from, to, reason, statuses } as const;
    return { kind: 'wait', requests: [request], context, awake: true };
  }

  private onRescaled(
    key: string,
    { autoscaler, conditions, from, to, reason, statuses }: Extract<Stretch, { stage: 'rescale' }>,
    answer: ApiResponse | undefined,
  ): Outcome<Stretch> {
    if (answer === undefined || !succeeded(answer)) {
      const error = answer?.status?.message ?? String(answer?.code ?? '');
      this.tell(autoscaler, 'Warning', 'FailedRescale', `New size: ${String(to)}; reason: ${reason}; error: ${error}`);
      const message = `the HPA controller was unable to update the target scale: ${error}`;
      const after = this.with(conditions, 'AbleToScale', 'False', { reason: 'FailedUpdateScale', message });
      const { desiredReplicas } = autoscaler.status ?? {};
      return this.write(autoscaler, this.status(autoscaler, after, from, desiredReplicas ?? 0, statuses));
    }
    const { now, nowMicros } = this.deps.clock();
    this.tell(autoscaler, 'Normal', 'SuccessfulRescale', `New size: ${String(to)}; reason: ${reason}`);
    const message = `the HPA controller was able to update the target scale to ${String(to)}`;
    const after = this.with(conditions, 'AbleToScale', 'True', { reason: 'SucceededRescale', message });
    const memory = this.deps.memory.get(key);
    if (memory !== undefined) {
      this.deps.memory.set(key, remember(memory, autoscaler.spec.behavior, from, to, nowMicros));
    }
    return this.write(autoscaler, { ...this.status(autoscaler, after, from, to, statuses), lastScaleTime: now });
  }

  private settle(
    { autoscaler, conditions }: Deciding,
    current: number,
    statuses: readonly object[] | null,
  ): Outcome<Stretch> {
    return this.write(autoscaler, this.status(autoscaler, conditions, current, current, statuses));
  }

  private status(
    { status: before }: Autoscaler,
    conditions: readonly Condition[],
    currentReplicas: number,
    desiredReplicas: number,
    statuses: readonly object[] | null,
  ): AutoscalerStatus {
    return {
      ...(before?.lastScaleTime === undefined ? {} : { lastScaleTime: before.lastScaleTime }),
      ...(currentReplicas === 0 ? {} : { currentReplicas }),
      desiredReplicas,
      currentMetrics: statuses,
      conditions,
    };
  }

  /** updateStatusIfNeeded. */
  private write(autoscaler: Autoscaler, status: AutoscalerStatus): Outcome<Stretch> {
    if (equalJson(status, autoscaler.status)) return AGAIN;
    const request: ApiRequest = {
      ...{ verb: 'update', resource: 'horizontalpodautoscalers', name: autoscaler.metadata.name },
      ...inNamespace(autoscaler),
      ...{ subresource: 'status', body: { ...autoscaler, status } },
    };
    return { kind: 'wait', requests: [request], context: { stage: 'status' } };
  }

  /** setCondition: where it stands, or behind the others. */
  private with(
    conditions: readonly Condition[],
    type: string,
    status: 'True' | 'False',
    { reason, message }: { readonly reason: string; readonly message: string },
  ): readonly Condition[] {
    const known = conditions.find((condition) => condition.type === type);
    const { now } = this.deps.clock();
    const lastTransitionTime = known?.status === status ? (known.lastTransitionTime ?? now) : now;
    const next: Condition = { type, status, lastTransitionTime, reason, message };
    if (known === undefined) return [...conditions, next];
    return conditions.map((condition) => (condition === known ? next : condition));
  }

  private tell(about: Autoscaler, type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.deps.events.post({ about, type, reason, message });
  }
}

const inNamespace = ({ metadata }: Autoscaler): { readonly namespace?: string } =>
  metadata.namespace === undefined ? {} : { namespace: metadata.namespace };
