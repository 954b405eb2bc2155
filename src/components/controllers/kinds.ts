/** Caches hold KubeObjects; these tell kinds apart. */
import type { Deployment, KubeObject, Node, Pod, ReplicaSet } from '../../model/objects.ts';

export const isPod = (object: KubeObject): object is Pod => object.kind === 'Pod';
export const isNode = (object: KubeObject): object is Node => object.kind === 'Node';
export const isReplicaSet = (object: KubeObject): object is ReplicaSet => object.kind === 'ReplicaSet';
export const isDeployment = (object: KubeObject): object is Deployment => object.kind === 'Deployment';

/** Pod ready condition, as pkg/api/v1/pod IsPodReady. */
export const isPodReady = (pod: Pod): boolean =>
  pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;

/** "namespace/name" of a store key "Kind/namespace/name". */
export const keyInQueue = (namespace: string | undefined, name: string): string =>
  namespace === undefined ? name : `${namespace}/${name}`;
