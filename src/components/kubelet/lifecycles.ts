/**
 * Which scripted end a container that has just started comes to: KWOK's stage controller (v0.7). Of the stages that mean it one
 * is chosen by weight (all alike where none has any), and a moment between its delay and the longest one.
 */
import type { World } from '../../kernel/kernel.ts';
import type { LifecycleStage } from '../../model/lifecycles.ts';
import type { Container, Pod } from '../../model/objects.ts';

export interface ScriptedEnd {
  readonly ticks: number;
  readonly exitCode: number;
  readonly reason?: string;
}

const includes = (
  of: Readonly<Record<string, string>> | undefined,
  wanted: Readonly<Record<string, string>>,
): boolean => Object.entries(wanted).every(([key, value]) => of?.[key] === value);

function valueAt(object: unknown, path: readonly string[]): unknown {
  let at = object;
  for (const key of path) at = (at as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  return at;
}

function meets(pod: Pod, { path, operator, values }: LifecycleStage['expressions'][number]): boolean {
  const value = valueAt(pod, path);
  const present = value !== undefined && value !== null;
  const listed = present && values.includes(typeof value === 'string' ? value : JSON.stringify(value));
  switch (operator) {
    case 'In':
      return listed;
    case 'NotIn':
      return !listed;
    case 'Exists':
      return present;
    case 'DoesNotExist':
      return !present;
  }
}

function means(stage: LifecycleStage, pod: Pod, container: Container): boolean {
  const { namespace, labels, annotations, expressions } = stage;
  const { metadata, spec } = pod;
  const name = stage.container ?? spec.containers[0]?.name;
  return (
    name === container.name &&
    (namespace === undefined || namespace === metadata.namespace) &&
    includes(metadata.labels, labels) &&
    includes(metadata.annotations, annotations) &&
    expressions.every((expression) => meets(pod, expression))
  );
}

/** Chance comes from the world. @param key "Pod/ns/name" */
export function scriptedEnd(
  world: World,
  stages: readonly LifecycleStage[],
  pod: Pod,
  container: Container,
  key: string,
): ScriptedEnd | undefined {
  const meant = stages.filter((stage) => means(stage, pod, container));
  const object = `${key} ${container.name}`;
  const stage = choose(world, meant, object);
  if (stage === undefined) return undefined;
  const { delay, jitter, exitCode, reason } = stage;
  // Whole milliseconds: as fine as KWOK's own.
  const millis = Math.floor((jitter - delay) / 1000);
  const ticks = delay + world.choose('lifecycle delay', object, millis + 1) * 1000;
  return { ticks, exitCode, ...(reason === undefined ? {} : { reason }) };
}

function choose(world: World, stages: readonly LifecycleStage[], object: string): LifecycleStage | undefined {
  const all = stages.reduce((sum, { weight }) => sum + weight, 0);
  if (stages.length === 0) return undefined;
  if (all === 0) return stages[world.choose('lifecycle', object, stages.length)];
  let left = world.choose('lifecycle', object, all);
  return stages.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
}
