/**
 * How fast the number of Pods may change: normalizeDesiredReplicas and normalizeDesiredReplicasWithBehaviors of
 * pkg/controller/podautoscaler/horizontal.go (v1.37). Pure.
 */
import { MICROS_PER_SECOND } from '../../../model/time.ts';
import type { Behavior, Policy, Rules } from './types.ts';

interface Change {
  readonly count: number;
  /** Microseconds. */
  readonly at: number;
}

/** What an autoscaler remembers: the value in collection "controllers/horizontalpodautoscaler/memory". */
export interface Memory {
  /** Before they were stabilized. */
  readonly recommendations: readonly Change[];
  readonly ups: readonly Change[];
  readonly downs: readonly Change[];
}

/** horizontal-pod-autoscaler-downscale-stabilization. */
const DOWN_WINDOW_SECONDS = 300;
const LIMIT_FACTOR = 2;
const LIMIT_LEAST = 4;

export interface Wish {
  readonly current: number;
  readonly desired: number;
  readonly least: number;
  readonly most: number;
  readonly now: number;
}

interface Told {
  readonly reason: string;
  readonly message: string;
}

export interface Normalized {
  readonly replicas: number;
  readonly able: Told;
  readonly limited: Told & { readonly isLimited: boolean };
  readonly memory: Memory;
}

const told = (reason: string, message: string): Told => ({ reason, message });

const READY = told('ReadyForNewScale', 'recommended size matches current size');
const DOWN_STABILIZED = told(
  'ScaleDownStabilized',
  'recent recommendations were higher than current one, applying the highest recent recommendation',
);
const UP_STABILIZED = told(
  'ScaleUpStabilized',
  'recent recommendations were lower than current one, applying the lowest recent recommendation',
);
const TOO_FEW = told('TooFewReplicas', 'the desired replica count is less than the minimum replica count');
const TOO_MANY = told('TooManyReplicas', 'the desired replica count is more than the maximum replica count');
const UP_LIMIT = told('ScaleUpLimit', 'the desired replica count is increasing faster than the maximum scale rate');
const DOWN_LIMIT = told('ScaleDownLimit', 'the desired replica count is decreasing faster than the maximum scale rate');
const WITHIN = told('DesiredWithinRange', 'the desired count is within the acceptable range');

const since = (now: number, seconds: number): number => now - seconds * MICROS_PER_SECOND;

export function normalize(wish: Wish, behavior: Behavior | undefined, memory: Memory): Normalized {
  const stable = behavior === undefined ? highest(wish, memory) : stabilized(wish, behavior, memory);
  const able = stable.replicas === wish.desired ? READY : stable.why;
  const [replicas, limit] =
    behavior === undefined
      ? within(wish, stable.replicas)
      : withinRates({ ...wish, desired: stable.replicas }, behavior, memory);
  const limited = { ...limit, isLimited: replicas !== stable.replicas };
  const keep = since(wish.now, longestWindow(behavior));
  const recommendations = [
    ...memory.recommendations.filter(({ at }) => at >= keep),
    { count: wish.desired, at: wish.now },
  ];
  return { replicas, able, limited, memory: { ...memory, recommendations } };
}

const longestWindow = (behavior: Behavior | undefined): number =>
  behavior === undefined ? DOWN_WINDOW_SECONDS : Math.max(windowOf(behavior.scaleUp, 0), downWindow(behavior));

const windowOf = (rules: Rules | undefined, fallback: number): number => rules?.stabilizationWindowSeconds ?? fallback;
const downWindow = ({ scaleDown }: Behavior): number => windowOf(scaleDown, DOWN_WINDOW_SECONDS);

interface Stable {
  readonly replicas: number;
  readonly why: Told;
}

/** stabilizeRecommendation. */
function highest({ desired, now }: Wish, { recommendations }: Memory): Stable {
  const recent = recommendations.filter(({ at }) => at >= since(now, DOWN_WINDOW_SECONDS));
  return { replicas: Math.max(desired, ...recent.map(({ count }) => count)), why: DOWN_STABILIZED };
}

/** stabilizeRecommendationWithBehaviors. */
function stabilized({ current, desired, now }: Wish, behavior: Behavior, { recommendations }: Memory): Stable {
  const after = (seconds: number): readonly number[] =>
    recommendations.filter(({ at }) => at > since(now, seconds)).map(({ count }) => count);
  const up = Math.min(desired, ...after(windowOf(behavior.scaleUp, 0)));
  const down = Math.max(desired, ...after(downWindow(behavior)));
  const replicas = Math.min(Math.max(current, up), down);
  return { replicas, why: desired >= current ? UP_STABILIZED : DOWN_STABILIZED };
}

const upper = (most: number, rate: number): readonly [number, Told] =>
  most > rate ? [rate, UP_LIMIT] : [most, TOO_MANY];

/** convertDesiredReplicasWithRules. */
function within({ current, least, most }: Wish, desired: number): readonly [number, Told] {
  const rate = Math.max(LIMIT_FACTOR * current, LIMIT_LEAST);
  const [limit, why] = upper(most, rate);
  if (desired < least) return [least, TOO_FEW];
  return desired > limit ? [limit, why] : [desired, WITHIN];
}

/** convertDesiredReplicasWithBehaviorRate. */
function withinRates(wish: Wish, { scaleUp, scaleDown }: Behavior, memory: Memory): readonly [number, Told] {
  const { current, desired, least, most } = wish;
  if (desired > current) {
    const rate = Math.max(current, upLimit(wish, scaleUp ?? {}, memory));
    const [limit, why] = upper(most, rate);
    if (desired > limit) return [limit, why];
  } else if (desired < current) {
    const rate = Math.min(current, downLimit(wish, scaleDown ?? {}, memory));
    const [limit, why] = least < rate ? [rate, DOWN_LIMIT] : [least, TOO_FEW];
    if (desired < limit) return [limit, why];
  }
  return [desired, WITHIN];
}

/** What there was when the policy's period began. */
function atStart({ current, now }: Wish, { periodSeconds }: Policy, { ups, downs }: Memory): number {
  const sum = (changes: readonly Change[]): number =>
    changes.filter(({ at }) => at > since(now, periodSeconds)).reduce((total, { count }) => total + count, 0);
  return current - sum(ups) + sum(downs);
}

function upLimit(wish: Wish, { selectPolicy, policies = [] }: Rules, memory: Memory): number {
  if (selectPolicy === 'Disabled') return wish.current;
  const limits = policies.map((policy) => {
    const start = atStart(wish, policy, memory);
    return policy.type === 'Pods' ? start + policy.value : Math.ceil(start * (1 + policy.value / 100));
  });
  return selectPolicy === 'Min' ? Math.min(...limits) : Math.max(...limits);
}

function downLimit(wish: Wish, { selectPolicy, policies = [] }: Rules, memory: Memory): number {
  if (selectPolicy === 'Disabled') return wish.current;
  const limits = policies.map((policy) => {
    const start = atStart(wish, policy, memory);
    return policy.type === 'Pods' ? start - policy.value : Math.trunc(start * (1 - policy.value / 100));
  });
  return selectPolicy === 'Min' ? Math.max(...limits) : Math.min(...limits);
}

/** storeScaleEvent: kept as long as a policy looks back. */
export function remember(
  memory: Memory,
  behavior: Behavior | undefined,
  from: number,
  to: number,
  now: number,
): Memory {
  if (behavior === undefined) return memory;
  const kept = (changes: readonly Change[], rules: Rules | undefined): readonly Change[] => {
    const longest = Math.max(0, ...(rules?.policies ?? []).map(({ periodSeconds }) => periodSeconds));
    return changes.filter(({ at }) => at >= since(now, longest));
  };
  if (to > from) return { ...memory, ups: [...kept(memory.ups, behavior.scaleUp), { count: to - from, at: now }] };
  return { ...memory, downs: [...kept(memory.downs, behavior.scaleDown), { count: from - to, at: now }] };
}
