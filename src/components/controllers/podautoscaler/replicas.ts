/** How many Pods a metric asks for: pkg/controller/podautoscaler/replica_calculator.go, metrics/utilization.go (v1.37). Pure. */
import type { Pod } from '../../../model/objects.ts';
import { quantityMilli } from '../../../model/quantity.ts';
import { MICROS_PER_SECOND, parseTime } from '../../../model/time.ts';
import { isPodReady } from '../kinds.ts';

/** horizontal-pod-autoscaler-cpu-initialization-period, -initial-readiness-delay; the window that a sample is taken over. */
const INITIALIZATION_SECONDS = 300;
const READINESS_DELAY_SECONDS = 30;
const WINDOW_SECONDS = 15;

/** Says why no number of replicas can be told. */
export class NoReplicas extends Error {}

export interface Tolerances {
  readonly up: number;
  readonly down: number;
}

const isWithin = ({ up, down }: Tolerances, ratio: number): boolean => 1 - down <= ratio && ratio <= 1 + up;

export interface Proposal {
  readonly replicas: number;
  /** Percent of what is requested, where that is the target. */
  readonly utilization?: number;
  /** Thousandths: a Pod's share, or the whole. */
  readonly raw: number;
}

interface Groups {
  readonly ready: number;
  readonly unready: readonly string[];
  readonly missing: readonly string[];
  /** Of Pods that count. */
  readonly metrics: ReadonlyMap<string, number>;
}

function isUnready(pod: Pod, nowMicros: number): boolean {
  const condition = pod.status?.conditions?.find(({ type }) => type === 'Ready');
  const started = parseTime(pod.status?.startTime ?? '');
  if (condition === undefined || started === undefined) return true;
  const isFalse = condition.status === 'False';
  const changed = parseTime(condition.lastTransitionTime ?? '') ?? 0;
  if (started + INITIALIZATION_SECONDS * MICROS_PER_SECOND > nowMicros) {
    return isFalse || nowMicros < changed + WINDOW_SECONDS * MICROS_PER_SECOND;
  }
  return isFalse && started + READINESS_DELAY_SECONDS * MICROS_PER_SECOND > changed;
}

/** groupPods. */
function group(
  pods: readonly Pod[],
  measured: (pod: Pod) => number | undefined,
  isCpu: boolean,
  nowMicros: number,
): Groups {
  const metrics = new Map<string, number>();
  const unready: string[] = [];
  const missing: string[] = [];
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp !== undefined || pod.status?.phase === 'Failed') continue;
    const value = measured(pod);
    if (pod.status?.phase === 'Pending') unready.push(name);
    else if (value === undefined) missing.push(name);
    else if (isCpu && isUnready(pod, nowMicros)) unready.push(name);
    else metrics.set(name, value);
  }
  return { ready: metrics.size, unready, missing, metrics };
}

export interface Asking {
  readonly current: number;
  readonly pods: readonly Pod[];
  readonly measured: (pod: Pod) => number | undefined;
  readonly tolerances: Tolerances;
  readonly nowMicros: number;
  /** "cpu": Pods that have just started are looked at with care. */
  readonly resource: string;
}

interface Ratio {
  readonly ratio: number;
  readonly utilization?: number;
  readonly raw: number;
}

type RatioOf = (metrics: ReadonlyMap<string, number>) => Ratio;

/**
 * GetResourceReplicas and calcPlainMetricReplicas.
 * @param full what a Pod that is missing is taken to use on the way down
 * @param strict at exactly the target, Pods that are missing stay out
 */
function propose(asking: Asking, ratioOf: RatioOf, full: (name: string) => number, strict: boolean): Proposal {
  const { current, pods, tolerances } = asking;
  if (pods.length === 0) throw new NoReplicas('no pods returned by selector while calculating replica count');
  const found = group(pods, asking.measured, asking.resource === 'cpu', asking.nowMicros);
  if (found.metrics.size === 0) throw new NoReplicas('did not receive metrics for any ready pods');
  const { ratio, ...told } = ratioOf(found.metrics);
  const rebalance = found.unready.length > 0 && ratio > 1;
  if (!rebalance && found.missing.length === 0) {
    return { replicas: isWithin(tolerances, ratio) ? current : Math.ceil(ratio * found.ready), ...told };
  }
  const metrics = new Map(found.metrics);
  if (ratio < 1) for (const name of found.missing) metrics.set(name, full(name));
  else if (ratio > 1 || !strict) for (const name of found.missing) metrics.set(name, 0);
  if (rebalance) for (const name of found.unready) metrics.set(name, 0);
  const { ratio: next } = ratioOf(metrics);
  const turns = (ratio < 1 && next > 1) || (ratio > 1 && next < 1);
  if (isWithin(tolerances, next) || turns) return { replicas: current, ...told };
  const replicas = Math.ceil(next * metrics.size);
  if ((next < 1 && replicas > current) || (next > 1 && replicas < current)) return { replicas: current, ...told };
  return { replicas, ...told };
}

/** calculatePodRequests, of one container or of all. */
function requestOf(pod: Pod, resource: string, container: string | undefined): number {
  const whole = pod.spec.resources?.requests?.[resource];
  if (whole !== undefined && container === undefined) return quantityMilli(whole);
  const sidecars = (pod.spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  let sum = 0;
  for (const one of [...pod.spec.containers, ...sidecars]) {
    if (container !== undefined && one.name !== container) continue;
    const request = one.resources?.requests?.[resource];
    if (request === undefined) {
      throw new NoReplicas(`missing request for ${resource} in container ${one.name} of Pod ${pod.metadata.name}`);
    }
    sum += quantityMilli(request);
  }
  return sum;
}

/** GetResourceReplicas. @param target percent of what is requested */
export function byUtilization(asking: Asking, target: number, container: string | undefined): Proposal {
  const requests = new Map(
    asking.pods.map((pod) => [pod.metadata.name, requestOf(pod, asking.resource, container)] as const),
  );
  const ratioOf: RatioOf = (metrics) => {
    const known = [...metrics].filter(([name]) => requests.has(name));
    const used = known.reduce((sum, [, value]) => sum + value, 0);
    const asked = known.reduce((sum, [name]) => sum + (requests.get(name) ?? 0), 0);
    if (asked === 0) throw new NoReplicas('no metrics returned matched known pods');
    const utilization = Math.trunc((used * 100) / asked);
    return { ratio: utilization / target, utilization, raw: Math.trunc(used / known.length) };
  };
  const full = (name: string): number => Math.trunc(((requests.get(name) ?? 0) * Math.max(100, target)) / 100);
  return propose(asking, ratioOf, full, true);
}

/** GetRawResourceReplicas and GetMetricReplicas. @param target thousandths a Pod */
export function byAverage(asking: Asking, target: number): Proposal {
  const ratioOf: RatioOf = (metrics) => {
    const used = [...metrics.values()].reduce((sum, value) => sum + value, 0);
    const raw = Math.trunc(used / metrics.size);
    return { ratio: raw / target, raw };
  };
  return propose(asking, ratioOf, () => target, false);
}

/** getUsageRatioReplicaCount: of a value that is not a Pod's. */
export function byValue({ current, pods, tolerances }: Asking, value: number, target: number): Proposal {
  const ratio = value / target;
  if (current === 0) return { replicas: Math.ceil(ratio), raw: value };
  if (isWithin(tolerances, ratio)) return { replicas: current, raw: value };
  if (pods.length === 0) {
    throw new NoReplicas(
      'unable to calculate ready pods: no pods returned by selector while calculating replica count',
    );
  }
  const ready = pods.filter((pod) => pod.status?.phase === 'Running' && isPodReady(pod)).length;
  return { replicas: Math.ceil(ratio * ready), raw: value };
}

/** GetObjectPerPodMetricReplicas, GetExternalPerPodMetricReplicas. @param replicas of the target's status */
export function byShare(tolerances: Tolerances, replicas: number, value: number, target: number): Proposal {
  const isEnough = isWithin(tolerances, value / (target * replicas));
  return { replicas: isEnough ? replicas : Math.ceil(value / target), raw: Math.ceil(value / replicas) };
}
