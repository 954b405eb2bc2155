/** What the rules ask of stored objects, whose shape nobody promised. */
import { get, list, text } from '../../model/fields.ts';
import type { KubeObject } from '../../model/objects.ts';

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
