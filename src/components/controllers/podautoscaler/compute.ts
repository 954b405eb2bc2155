/** What each metric of an autoscaler asks for, in upstream's words: computeReplicasForMetrics of pkg/controller/podautoscaler/horizontal.go (v1.37). */
import { compareBytes } from '../../../kernel/kernel.ts';
import type { LabelSelector, Pod, QuantityText } from '../../../model/objects.ts';
import { parseQuantity, quantityMilli } from '../../../model/quantity.ts';
import type { Measures } from './measures.ts';
import {
  byAverage,
  byShare,
  byUtilization,
  byValue,
  NoReplicas,
  type Asking,
  type Proposal,
  type Tolerances,
} from './replicas.ts';
import type { Autoscaler, MetricSpec, Target } from './types.ts';

export interface Computing {
  readonly autoscaler: Autoscaler;
  /** Of the target's scale. */
  readonly specReplicas: number;
  readonly statusReplicas: number;
  /** All Pods that the target's selector fits. */
  readonly pods: readonly Pod[];
  readonly measures: Measures;
  readonly tolerances: Tolerances;
  readonly nowMicros: number;
}

interface Computed {
  readonly replicas: number;
  /** "cpu resource utilization (percentage of request)". */
  readonly metric: string;
  readonly status: object;
}

/** One metric that tells nothing. */
export interface Broken {
  /** Of the condition and the Event. */
  readonly reason: string;
  readonly error: string;
  /** As it stands in what is said of all metrics. */
  readonly outer: string;
}

export interface Computation {
  /** undefined: too little is known to scale. */
  readonly replicas: number | undefined;
  readonly metric: string;
  /** Of each metric; {type: ""} for one that is broken, as upstream leaves it. */
  readonly statuses: readonly object[];
  readonly broken: readonly Broken[];
}

/** The most that any metric asks for; what is broken forbids only to have fewer. */
export function computeReplicas(computing: Computing): Computation {
  const metrics = computing.autoscaler.spec.metrics ?? [];
  const statuses: object[] = [];
  const broken: Broken[] = [];
  let replicas = 0;
  let metric = '';
  for (const spec of metrics) {
    const found = computeOne(computing, spec);
    if ('reason' in found) {
      broken.push(found);
      statuses.push({ type: '' });
      continue;
    }
    statuses.push(found.status);
    if (replicas !== 0 && found.replicas <= replicas) continue;
    ({ replicas, metric } = found);
  }
  const isBlind = broken.length >= metrics.length || (broken.length > 0 && replicas < computing.specReplicas);
  return { replicas: isBlind ? undefined : replicas, metric, statuses, broken };
}

function computeOne(computing: Computing, spec: MetricSpec): Computed | Broken {
  const source = SOURCES[spec.type];
  if (source === undefined) {
    const error = `unknown metric source type "${spec.type}"`;
    return { reason: 'InvalidMetricSourceType', error, outer: error };
  }
  return source(computing, spec) ?? { reason: 'InvalidMetricSourceType', error: 'empty', outer: 'empty' };
}

type Source = (computing: Computing, spec: MetricSpec) => Computed | Broken | undefined;

const SOURCES: Readonly<Record<string, Source>> = {
  Resource: (computing, { resource }) =>
    resource && ofResource(computing, resource.name, resource.target, undefined, 'FailedGetResourceMetric'),
  ContainerResource: (computing, { containerResource: of }) =>
    of && ofResource(computing, of.name, of.target, of.container, 'FailedGetContainerResourceMetric'),
  Pods: ofPods,
  Object: ofObject,
  External: ofExternal,
};

/** What went wrong in words, or what it came to. */
function attempt(run: () => Proposal): Proposal | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof NoReplicas) return error.message;
    throw error;
  }
}

const asks = (
  { specReplicas, pods, tolerances, nowMicros }: Computing,
  resource: string,
  measured: (pod: Pod) => number | undefined,
): Asking => ({ current: specReplicas, pods, measured, tolerances, nowMicros, resource });

/** Thousandths as a canonical quantity. */
const shown = (milli: number): string => parseQuantity(`${String(milli)}m`).toString();

const milliOf = (quantity: QuantityText | undefined): number | undefined =>
  quantity === undefined ? undefined : quantityMilli(quantity);

function ofResource(
  computing: Computing,
  name: string,
  target: Target,
  container: string | undefined,
  reason: string,
): Computed | Broken {
  const { pods, measures } = computing;
  const measured = (pod: Pod): number | undefined => measures.ofPod(pod, name, container);
  const average = milliOf(target.averageValue);
  const asking = asks(computing, name, measured);
  const found = pods.some((pod) => measured(pod) !== undefined)
    ? attempt(() =>
        average === undefined
          ? byUtilization(asking, target.averageUtilization ?? 0, container)
          : byAverage(asking, average),
      )
    : `unable to get metrics for resource ${name}: no metrics returned from resource metrics API`;
  const what = container === undefined ? 'resource' : 'container resource';
  if (typeof found === 'string') {
    const error = `failed to get ${name} ${average === undefined ? 'utilization' : 'usage'}: ${found}`;
    const whole = container === undefined ? 'resource' : 'container';
    return { reason, error, outer: `failed to get ${name} ${whole} metric value: ${error}` };
  }
  const current = {
    ...(found.utilization === undefined ? {} : { averageUtilization: found.utilization }),
    averageValue: shown(found.raw),
  };
  const status =
    container === undefined
      ? { type: 'Resource', resource: { name, current } }
      : { type: 'ContainerResource', containerResource: { name, container, current } };
  const metric = average === undefined ? `${name} ${what} utilization (percentage of request)` : `${name} ${what}`;
  return { replicas: found.replicas, metric, status };
}

function ofPods(computing: Computing, { pods: of }: MetricSpec): Computed | Broken | undefined {
  if (of === undefined) return undefined;
  const { name } = of.metric;
  const measured = (pod: Pod): number | undefined => computing.measures.ofPod(pod, name);
  const found = computing.pods.some((pod) => measured(pod) !== undefined)
    ? attempt(() => byAverage(asks(computing, '', measured), milliOf(of.target.averageValue) ?? 0))
    : `unable to get metric ${name}: no metrics returned from custom metrics API`;
  if (typeof found === 'string') {
    return { reason: 'FailedGetPodsMetric', error: found, outer: `failed to get pods metric value: ${found}` };
  }
  const status = { type: 'Pods', pods: { metric: of.metric, current: { averageValue: shown(found.raw) } } };
  return { replicas: found.replicas, metric: `pods metric ${name}`, status };
}

function ofObject(computing: Computing, { object: of }: MetricSpec): Computed | Broken | undefined {
  if (of === undefined) return undefined;
  const { kind, name } = of.describedObject;
  const { namespace = 'default' } = computing.autoscaler.metadata;
  const value = computing.measures.ofObject(namespace, `${kind}/${name}`, of.metric.name);
  const found =
    value === undefined
      ? `unable to get metric ${of.metric.name}: no metrics returned from custom metrics API on ${kind} ${namespace}/${name}`
      : attempt(() => ofWhole(computing, value, of.target));
  if (typeof found === 'string') {
    return { reason: 'FailedGetObjectMetric', error: found, outer: `failed to get object metric value: ${found}` };
  }
  const current = currentOf(of.target, found);
  const status = { type: 'Object', object: { metric: of.metric, current, describedObject: of.describedObject } };
  return { replicas: found.replicas, metric: `${kind} metric ${of.metric.name}`, status };
}

function ofExternal(computing: Computing, { external: of }: MetricSpec): Computed | Broken | undefined {
  if (of === undefined) return undefined;
  const { name, selector } = of.metric;
  const { namespace = 'default' } = computing.autoscaler.metadata;
  const value = computing.measures.ofExternal(namespace, name);
  const words = wordsOf(selector);
  const found =
    value === undefined
      ? `unable to get external metric ${namespace}/${name}/${words}: no metrics returned from external metrics API`
      : attempt(() => ofWhole(computing, value, of.target));
  if (typeof found === 'string') {
    const isShare = of.target.averageValue !== undefined;
    const error = isShare
      ? `failed to get ${name} external metric: ${found}`
      : `failed to get external metric ${name}: ${found}`;
    return {
      ...{ reason: 'FailedGetExternalMetric', error: found },
      outer: `failed to get ${name} external metric value: ${error}`,
    };
  }
  const status = { type: 'External', external: { metric: of.metric, current: currentOf(of.target, found) } };
  return { replicas: found.replicas, metric: `external metric ${name}(${words})`, status };
}

function ofWhole(computing: Computing, value: number, { averageValue, value: whole }: Target): Proposal {
  const share = milliOf(averageValue);
  if (share !== undefined) return byShare(computing.tolerances, computing.statusReplicas, value, share);
  return byValue(
    asks(computing, '', () => undefined),
    value,
    milliOf(whole) ?? 0,
  );
}

const currentOf = ({ averageValue }: Target, { raw }: Proposal): object =>
  averageValue === undefined ? { value: shown(raw) } : { averageValue: shown(raw) };

/** A label selector as Go prints it. */
function wordsOf(selector: LabelSelector | undefined): string {
  if (selector === undefined) return 'nil';
  const labels = Object.entries(selector.matchLabels ?? {})
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([key, value]) => `${key}: ${value},`);
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{},}`;
}
