/**
 * Scripted lifecycles in the words of KWOK's Stage (kwok.x-k8s.io/v1alpha1): who is meant, after how long, how likely, and what
 * comes next. Only what a container does at its end can come next.
 */
import * as v from 'valibot';
import type { LifecycleStage } from '../model/lifecycles.ts';

const name = v.pipe(v.string(), v.minLength(1));
const texts = v.record(v.string(), v.string());
const millis = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** ".metadata.labels.app", ".spec.nodeName", ".metadata.annotations[\"a.b/c\"]". */
const path = v.pipe(v.string(), v.regex(/^(?:\.[A-Za-z_][\w-]*|\["[^"]+"\]|\.\["[^"]+"\])+$/, 'field-path'));

const requirement = v.strictObject({
  key: path,
  operator: v.picklist(['In', 'NotIn', 'Exists', 'DoesNotExist']),
  values: v.optional(v.array(v.string())),
});

const stage = v.strictObject({
  name: v.optional(name),
  selector: v.optional(
    v.strictObject({
      matchNamespace: v.optional(name),
      matchLabels: v.optional(texts),
      matchAnnotations: v.optional(texts),
      matchExpressions: v.optional(v.array(requirement)),
    }),
  ),
  weight: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))),
  delay: v.optional(
    v.strictObject({ durationMilliseconds: v.optional(millis), jitterDurationMilliseconds: v.optional(millis) }),
  ),
  next: v.strictObject({
    exit: v.strictObject({
      container: v.optional(name),
      exitCode: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))),
      reason: v.optional(name),
    }),
  }),
});

export const lifecyclesShape = v.array(stage);

type Written = v.InferOutput<typeof stage>;

const KILLED = 137;

export function lifecycleOf({ selector, weight, delay, next }: Written): LifecycleStage {
  const { container, exitCode, reason } = next.exit;
  const shortest = (delay?.durationMilliseconds ?? 0) * 1000;
  return {
    ...(selector?.matchNamespace === undefined ? {} : { namespace: selector.matchNamespace }),
    labels: selector?.matchLabels ?? {},
    annotations: selector?.matchAnnotations ?? {},
    expressions: (selector?.matchExpressions ?? []).map(({ key, operator, values }) => ({
      path: keysOf(key),
      operator,
      values: values ?? [],
    })),
    weight: weight ?? 0,
    delay: shortest,
    jitter: Math.max(shortest, (delay?.jitterDurationMilliseconds ?? 0) * 1000),
    ...(container === undefined ? {} : { container }),
    exitCode: exitCode ?? (reason === 'OOMKilled' ? KILLED : 0),
    ...(reason === undefined ? {} : { reason }),
  };
}

const keysOf = (path: string): string[] =>
  [...path.matchAll(/\["([^"]+)"\]|\.([A-Za-z_][\w-]*)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
