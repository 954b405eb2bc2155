/** Whose number of replicas is to be raised to have one Pod more. Left out: Jobs, whose parallelism is not for this. */
import type { Step } from '../kernel/kernel.ts';
import { keyOf } from '../model/objects.ts';
import type { KubeObject, OwnerReference, Pod } from '../model/objects.ts';
import type { Cluster } from './create-cluster.ts';
import { controllerOf, deploymentBehind } from './fixes/owner.ts';
import type { Named } from './fixes/owner.ts';
import { isPod } from './phase.ts';
import { viewOf } from './views-at.ts';

export interface ScaledMaker {
  readonly kind: 'scaled';
  readonly namespace: string;
  /** What a person scales. */
  readonly named: Named;
  readonly replicas: number;
  /** What is scaled here; undefined where nothing here acts on it, so that Pods stand for it. */
  readonly acts: Named | undefined;
}

/** undefined: a Pod of that kind is made by hand. */
export type Maker = ScaledMaker | { readonly kind: 'one-a-node' } | undefined;

/** Kinds that have replicas, and who acts on them here. */
const SCALED: Readonly<Record<string, string>> = {
  Deployment: 'deployment',
  ReplicaSet: 'replicaset',
  StatefulSet: 'statefulset',
  ReplicationController: 'replicationcontroller',
};

export function makerOf(cluster: Cluster, step: Step, object: KubeObject): Maker {
  const { kind, metadata, spec } = object;
  const { name, namespace = 'default' } = metadata;
  const owner = controllerOf(object);
  const objects = viewOf<KubeObject>(cluster, 'etcd', step);
  const found = owner === undefined ? undefined : objects.get(keyOf(owner.kind, namespace, owner.name));
  if (found !== undefined && found.metadata.uid === owner?.uid) return makerOf(cluster, step, found);
  if (kind === 'DaemonSet' || owner?.kind === 'DaemonSet') return { kind: 'one-a-node' };
  if (isPod(object)) return owner === undefined ? undefined : unknownMaker(cluster, step, object, owner);
  if (SCALED[kind] === undefined) return undefined;
  const acts = cluster.controllers.some((controller) => controller.name === SCALED[kind]) ? { kind, name } : undefined;
  const replicas = (spec as { readonly replicas?: number } | undefined)?.replicas ?? 1;
  const named = owner === undefined ? { kind, name } : { kind: owner.kind, name: owner.name };
  return { kind: 'scaled', namespace, named, replicas, acts };
}

/** The input leaves the maker out: it has as many replicas as it has Pods. */
function unknownMaker(cluster: Cluster, step: Step, pod: Pod, owner: OwnerReference): Maker {
  if (SCALED[owner.kind] === undefined) return undefined;
  const { namespace = 'default' } = pod.metadata;
  const objects = [...viewOf<KubeObject>(cluster, 'etcd', step).entries()].map(([, object]) => object);
  const replicas = objects.filter((object) => isPod(object) && controllerOf(object)?.uid === owner.uid).length;
  const { kind, name } = deploymentBehind(owner, pod) ?? owner;
  return { kind: 'scaled', namespace, named: { kind, name }, replicas, acts: undefined };
}
