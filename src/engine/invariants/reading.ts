/** Reading stored objects, whose shape nobody promised. */
import type { KubeObject } from '../../model/objects.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns undefined where the path ends early */
export function get(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const key of path) at = isFields(at) ? at[key] : undefined;
  return at ?? undefined;
}

export function fields(value: unknown, ...path: readonly string[]): Fields {
  const found = get(value, ...path);
  return isFields(found) ? found : {};
}

export function list(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = get(value, ...path);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}

export function text(value: unknown, ...path: readonly string[]): string {
  const found = get(value, ...path);
  return typeof found === 'string' ? found : '';
}

export function number(value: unknown, ...path: readonly string[]): number {
  const found = get(value, ...path);
  return typeof found === 'number' ? found : 0;
}

export const isMarked = (object: KubeObject): boolean => object.metadata.deletionTimestamp !== undefined;

export function condition(object: unknown, type: string): unknown {
  return list(object, 'status', 'conditions').find((row) => text(row, 'type') === type);
}

export const isReady = (object: unknown): boolean => text(condition(object, 'Ready'), 'status') === 'True';

const END_PHASES: ReadonlySet<string> = new Set(['Succeeded', 'Failed']);
export const isOver = (pod: KubeObject): boolean => END_PHASES.has(text(pod, 'status', 'phase'));
export const isLive = (pod: KubeObject): boolean => !isMarked(pod) && !isOver(pod);

export const nodeOf = (pod: KubeObject | undefined): string => text(pod, 'spec', 'nodeName');

export function replicasOf(object: KubeObject | undefined): number {
  const replicas = get(object, 'spec', 'replicas');
  return typeof replicas === 'number' ? replicas : 1;
}

export const controllerOf = (
  object: KubeObject,
): { readonly kind: string; readonly name: string; readonly uid: string } | undefined =>
  object.metadata.ownerReferences?.find(({ controller }) => controller === true);
