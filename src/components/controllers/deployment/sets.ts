/** A Deployment's ReplicaSets, sorted into the new one and old ones (deployment_util.go, v1.37). */
import { compareBytes } from '../../../kernel/kernel.ts';
import type { Deployment, ReplicaSet } from '../../../model/objects.ts';
import { desiredOf } from './annotations.ts';
import { replicasOf } from './arithmetic.ts';
import { sameTemplate } from './template.ts';

export const byAge = (a: ReplicaSet, b: ReplicaSet): number =>
  compareBytes(a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '') ||
  compareBytes(a.metadata.name, b.metadata.name);

/** FindNewReplicaSet: the oldest whose template is the Deployment's. */
export const findNewSet = (deployment: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined =>
  [...sets].sort(byAge).find((set) => sameTemplate(set.spec.template, deployment.spec.template));

export interface Sets {
  readonly newSet: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
}

export const allOf = ({ newSet, old }: Sets): readonly ReplicaSet[] => (newSet === undefined ? old : [...old, newSet]);

/** IsSaturated: the new ReplicaSet has the Deployment's size, all of it available, and knows so. */
export function isSaturated(deployment: Deployment, set: ReplicaSet): boolean {
  const wanted = replicasOf(deployment);
  return replicasOf(set) === wanted && desiredOf(set) === wanted && (set.status?.availableReplicas ?? 0) === wanted;
}
