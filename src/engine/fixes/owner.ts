/** Where a Pod's spec is kept: a Pod cannot be changed much, so most changes go to the template of what made it. */
import { keyOf } from '../../model/objects.ts';
import type { KubeObject, OwnerReference, Pod, PodSpec } from '../../model/objects.ts';
import type { Situation } from './situation.ts';

export type Home =
  /** Nobody made it: it is deleted and made anew. */
  | { readonly kind: 'bare' }
  /** A template makes Pods; `restart`: a changed template alone replaces none. */
  | { readonly kind: 'template'; readonly owner: KubeObject; readonly spec: PodSpec; readonly restart: boolean }
  /**
   * Something made it that the input leaves out or that nothing here acts for: kubectl changes that, and the engine does
   * to the Pod what would follow.
   */
  | { readonly kind: 'elsewhere'; readonly owner: Named; readonly template: PodSpec | undefined };

export interface Named {
  readonly kind: string;
  readonly name: string;
}

/** Controllers by the kind that they serve. */
const CONTROLLERS: Readonly<Record<string, string>> = {
  Deployment: 'deployment',
  ReplicaSet: 'replicaset',
  DaemonSet: 'daemonset',
  StatefulSet: 'statefulset',
  ReplicationController: 'replicationcontroller',
};

export const controllerOf = ({ metadata }: KubeObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true);

export function templateOf(owner: KubeObject | undefined): PodSpec | undefined {
  return (owner?.spec as { readonly template?: { readonly spec?: PodSpec } } | undefined)?.template?.spec;
}

export function homeOf({ cluster, objects, pod }: Situation): Home {
  const serves = (kind: string): boolean => cluster.controllers.some(({ name }) => name === CONTROLLERS[kind]);
  const find = (ref: OwnerReference): KubeObject | undefined =>
    objects.get(keyOf(ref.kind, pod.metadata.namespace ?? 'default', ref.name));
  const ref = controllerOf(pod);
  if (ref === undefined) return { kind: 'bare' };
  const owner = find(ref);
  if (owner === undefined) return { kind: 'elsewhere', owner: deploymentBehind(ref, pod) ?? ref, template: undefined };
  const upper = controllerOf(owner);
  if (upper !== undefined) {
    const top = find(upper);
    const template = templateOf(top);
    if (top === undefined || template === undefined) return { kind: 'elsewhere', owner: upper, template };
    return serves(upper.kind) && serves(ref.kind)
      ? { kind: 'template', owner: top, spec: template, restart: false }
      : { kind: 'elsewhere', owner: upper, template };
  }
  const template = templateOf(owner);
  return template !== undefined && serves(ref.kind)
    ? { kind: 'template', owner, spec: template, restart: ref.kind !== 'Deployment' }
    : { kind: 'elsewhere', owner: ref, template };
}

/** A Deployment names its ReplicaSets after itself and the hash that their Pods carry. */
export function deploymentBehind({ kind, name }: OwnerReference, pod: Pod): Named | undefined {
  const hash = pod.metadata.labels?.['pod-template-hash'];
  if (kind !== 'ReplicaSet' || hash === undefined || !name.endsWith(`-${hash}`)) return undefined;
  return { kind: 'Deployment', name: name.slice(0, -hash.length - 1) };
}

/** Does something here make another Pod when this one is deleted? */
export function isRecreated({ cluster, objects }: Pick<Situation, 'cluster' | 'objects'>, pod: Pod): boolean {
  const ref = controllerOf(pod);
  if (ref === undefined || !cluster.controllers.some(({ name }) => name === CONTROLLERS[ref.kind])) return false;
  return objects.has(keyOf(ref.kind, pod.metadata.namespace ?? 'default', ref.name));
}
