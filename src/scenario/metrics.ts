/** `spec.metrics`: what Pods use and what else autoscalers ask for, from which moment on. */
import * as v from 'valibot';
import type { MeasuredThing, ScriptedMetric } from '../model/metrics.ts';
import { quantityMilli, quantityProblem } from '../model/quantity.ts';
import { placeOf } from './check-shape.ts';
import { durationMicros, durationShape } from './duration.ts';
import type { Chunk } from './json-stream.ts';
import { refuse } from './problem.ts';

const name = v.pipe(v.string(), v.minLength(1));
/** null: nothing is measured. */
const quantity = v.nullable(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.check((q) => quantityProblem(q) === undefined, 'quantity'),
  ),
);

const entry = v.strictObject({
  from: v.optional(durationShape),
  namespace: v.optional(name),
  pods: v.optional(v.record(v.string(), v.string())),
  container: v.optional(name),
  object: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]\w*\/\S+$/, 'kind-and-name'))),
  external: v.optional(name),
  cpu: v.optional(quantity),
  memory: v.optional(quantity),
  name: v.optional(name),
  value: v.optional(quantity),
});

export const metricsShape = v.array(entry);

type Written = v.InferOutput<typeof entry>;

/** Refuses an entry that does not say of what, or not what. */
export function metricsOf(
  file: string,
  chunk: Chunk,
  given: readonly Written[] | undefined,
): readonly ScriptedMetric[] {
  return (given ?? []).flatMap((written, index) => {
    const refuseIt = (expected: string): never => {
      const { line, column } = placeOf(chunk, ['spec', 'metrics', String(index)]);
      return refuse('bad-metric', file, line, column, { path: `spec.metrics.${String(index)}`, expected });
    };
    const of = thingOf(written) ?? refuseIt('pods | object | external');
    const values = valuesOf(written, of);
    if (values.length === 0)
      refuseIt(of.kind === 'pods' ? 'cpu | memory | name, value' : of.kind === 'object' ? 'name, value' : 'value');
    const fromMicros = durationMicros(written.from ?? 0) ?? 0;
    const namespace = written.namespace ?? 'default';
    return values.map(([metric, value]) => ({
      ...{ fromMicros, namespace, of, name: metric },
      milli: value === null ? null : quantityMilli(value),
    }));
  });
}

/** undefined where it is none, or more than one. */
function thingOf({ pods, object, external, container }: Written): MeasuredThing | undefined {
  if ([pods, object, external].filter((one) => one !== undefined).length !== 1) return undefined;
  if (pods !== undefined) return { kind: 'pods', labels: pods, ...(container === undefined ? {} : { container }) };
  if (container !== undefined) return undefined;
  return object === undefined ? { kind: 'external' } : { kind: 'object', object };
}

type Value = readonly [name: string, value: string | number | null];

function valuesOf({ cpu, memory, name: metric, value, external }: Written, { kind }: MeasuredThing): readonly Value[] {
  const named = kind === 'external' ? external : metric;
  const own: Value[] = named !== undefined && value !== undefined ? [[named, value]] : [];
  if (kind !== 'pods') return own;
  return [
    ...(cpu === undefined ? [] : [['cpu', cpu] as const]),
    ...(memory === undefined ? [] : [['memory', memory] as const]),
    ...own,
  ];
}
