/** The numbers of a PodDisruptionBudget: pkg/controller/disruption/disruption.go (v1.37). Pure. */
import type { Condition, KubeObject, LabelSelector, Pod } from '../../../model/objects.ts';
import { parseTime } from '../../../model/time.ts';
import { isPodReady } from '../kinds.ts';

export interface Budget extends KubeObject {
  readonly kind: 'PodDisruptionBudget';
  readonly spec?: {
    readonly selector?: LabelSelector;
    readonly minAvailable?: number | string;
    readonly maxUnavailable?: number | string;
  };
  readonly status?: BudgetStatus;
}

export interface BudgetStatus {
  readonly observedGeneration?: number;
  /** By Pod: when its eviction was granted. */
  readonly disruptedPods?: Readonly<Record<string, string>>;
  readonly disruptionsAllowed?: number;
  readonly currentHealthy?: number;
  readonly desiredHealthy?: number;
  readonly expectedPods?: number;
  readonly conditions?: readonly Condition[];
}

export const isBudget = (object: KubeObject): object is Budget => object.kind === 'PodDisruptionBudget';

/** DeletionTimeout: an eviction that was granted counts for so long, if the Pod then still stands. */
const DELETION_MICROS = 120_000_000;

export interface Expected {
  /** Pods that there should be. */
  readonly count: number;
  readonly healthy: number;
}

/** Is the number of Pods asked of their controllers? A plain minAvailable counts what is there. */
export const asksForScale = ({ spec }: Budget): boolean =>
  spec?.maxUnavailable !== undefined || typeof spec?.minAvailable === 'string';

/** getExpectedPodCount. @param scale replicas that the Pods' controllers want, where `asksForScale` */
export function expectedOf({ spec }: Budget, pods: readonly Pod[], scale: number): Expected {
  const { minAvailable, maxUnavailable } = spec ?? {};
  if (maxUnavailable !== undefined) return { count: scale, healthy: Math.max(0, scale - share(maxUnavailable, scale)) };
  if (typeof minAvailable === 'string') return { count: scale, healthy: share(minAvailable, scale) };
  return { count: pods.length, healthy: minAvailable ?? 0 };
}

/** An amount, or a percentage rounded up. */
function share(value: number | string, whole: number): number {
  return typeof value === 'number' ? value : Math.ceil((Number.parseInt(value, 10) * whole) / 100);
}

export interface Disrupted {
  readonly pods: Readonly<Record<string, string>>;
  /** When the first of them counts again; microseconds since the epoch. */
  readonly recheckMicros?: number;
  /** Their time is over, and they still stand. */
  readonly notDeleted: readonly Pod[];
}

/** buildDisruptedPodMap. */
export function disruptedOf({ status }: Budget, pods: readonly Pod[], nowMicros: number): Disrupted {
  const kept: Record<string, string> = {};
  const notDeleted: Pod[] = [];
  let recheckMicros: number | undefined;
  for (const pod of pods) {
    const granted = status?.disruptedPods?.[pod.metadata.name];
    if (granted === undefined || pod.metadata.deletionTimestamp !== undefined) continue;
    const until = (parseTime(granted) ?? 0) + DELETION_MICROS;
    if (until < nowMicros) notDeleted.push(pod);
    else {
      kept[pod.metadata.name] = granted;
      recheckMicros = Math.min(until, recheckMicros ?? until);
    }
  }
  return { pods: kept, notDeleted, ...(recheckMicros === undefined ? {} : { recheckMicros }) };
}

/** countHealthyPods. */
export const healthyOf = (pods: readonly Pod[], disrupted: Disrupted): number =>
  pods.filter(
    (pod) =>
      pod.metadata.deletionTimestamp === undefined &&
      disrupted.pods[pod.metadata.name] === undefined &&
      isPodReady(pod),
  ).length;

interface Numbers {
  readonly expected: Expected;
  readonly healthy: number;
  readonly disrupted: Disrupted;
}

/** updatePdbStatus. @param now RFC 3339 @returns undefined where there is nothing to write */
export function statusOf(
  budget: Budget,
  { expected, healthy, disrupted }: Numbers,
  now: string,
): BudgetStatus | undefined {
  const left = healthy - expected.healthy;
  const allowed = expected.count <= 0 || left <= 0 ? 0 : left;
  const { status = {}, metadata } = budget;
  const generation = metadata.generation ?? 0;
  const isSame =
    status.currentHealthy === healthy &&
    status.desiredHealthy === expected.healthy &&
    status.expectedPods === expected.count &&
    status.disruptionsAllowed === allowed &&
    JSON.stringify(status.disruptedPods ?? {}) === JSON.stringify(disrupted.pods) &&
    status.observedGeneration === generation;
  if (isSame) return undefined;
  return {
    ...(generation === 0 ? {} : { observedGeneration: generation }),
    ...(Object.keys(disrupted.pods).length === 0 ? {} : { disruptedPods: disrupted.pods }),
    disruptionsAllowed: allowed,
    currentHealthy: healthy,
    desiredHealthy: expected.healthy,
    expectedPods: expected.count,
    conditions: conditionsAfter(status.conditions ?? [], allowed, generation, now),
  };
}

function conditionsAfter(
  conditions: readonly Condition[],
  allowed: number,
  generation: number,
  now: string,
): readonly Condition[] {
  const type = 'DisruptionAllowed';
  const before = conditions.find((condition) => condition.type === type);
  const status = allowed > 0 ? 'True' : 'False';
  const reason = allowed > 0 ? 'SufficientPods' : 'InsufficientPods';
  const since = before?.status === status ? (before.lastTransitionTime ?? now) : now;
  const after = { type, status, reason, message: '', lastTransitionTime: since, observedGeneration: generation };
  return before === undefined
    ? [...conditions, after]
    : conditions.map((condition) => (condition.type === type ? after : condition));
}
