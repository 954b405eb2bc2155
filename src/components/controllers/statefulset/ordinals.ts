/** Ordinals of a StatefulSet's Pods: pkg/controller/statefulset/stateful_set_utils.go (v1.37). Pure. */
import type { KubeObject } from '../../../model/objects.ts';
import { replicasOf, startOf, type StatefulSet } from './types.ts';

const LARGEST = 2_147_483_647;

/** getParentNameAndOrdinal: "db-0" is the set "db" and 0; -1 for a name that ends otherwise. */
export function parentAndOrdinal(name: string): { readonly parent: string; readonly ordinal: number } {
  const [, parent, digits] = /^(.*)-(\d+)$/.exec(name) ?? [];
  if (parent === undefined) return { parent: '', ordinal: -1 };
  const ordinal = Number(digits);
  return { parent, ordinal: ordinal > LARGEST ? -1 : ordinal };
}

export const ordinalOf = ({ metadata }: KubeObject): number => parentAndOrdinal(metadata.name).ordinal;

/** isMemberOf: only Pods that are named after the set are adopted or kept. */
export const isMember = (set: StatefulSet, { metadata }: KubeObject): boolean =>
  parentAndOrdinal(metadata.name).parent === set.metadata.name;

export function inRange(set: StatefulSet, pod: KubeObject): boolean {
  const ordinal = ordinalOf(pod);
  return ordinal >= startOf(set) && ordinal < startOf(set) + replicasOf(set);
}
