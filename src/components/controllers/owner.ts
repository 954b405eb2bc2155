/**
 * Who controls an object: k8s.io/apimachinery pkg/apis/meta/v1/controller_ref.go and the claiming of
 * pkg/controller/controller_ref_manager.go (v1.37). Left out: the manager's live read before it adopts.
 */
import type { KubeObject, LabelSelector, OwnerReference } from '../../model/objects.ts';
import { selectorMatches } from '../../model/selectors.ts';
import type { ApiRequest } from '../apiserver/apiserver.ts';

export const controllerOf = (object: KubeObject): OwnerReference | undefined =>
  object.metadata.ownerReferences?.find((owner) => owner.controller === true);

/** An object made by `owner`, which must have a uid. */
export const newControllerRef = (owner: KubeObject): OwnerReference => ({
  apiVersion: owner.apiVersion,
  kind: owner.kind,
  name: owner.metadata.name,
  uid: owner.metadata.uid ?? '',
  controller: true,
  blockOwnerDeletion: true,
});

export const isBeingDeleted = (object: KubeObject): boolean => object.metadata.deletionTimestamp !== undefined;

export interface Claimed<T extends KubeObject> {
  /** Owned already, or to be adopted. */
  readonly mine: readonly T[];
  /** Strategic merge patches that adopt and release; each must succeed before the sync goes on. */
  readonly patches: readonly ApiRequest[];
}

interface Claimer {
  readonly owner: KubeObject;
  readonly selector: LabelSelector;
  /** Plural of what is claimed: "pods". */
  readonly resource: string;
  /** Put on what is adopted, taken off what is released. */
  readonly finalizer?: string;
  /** What must hold beside the selector: a Pod of a StatefulSet is named after it. */
  readonly filter?: (object: KubeObject) => boolean;
}

/** Sorts `candidates` (owned ones and orphans of the owner's namespace) into what is the owner's and what is not. */
export function claim<T extends KubeObject>(
  { owner, selector, resource, finalizer, filter = () => true }: Claimer,
  candidates: readonly T[],
): Claimed<T> {
  const mine: T[] = [];
  const patches: ApiRequest[] = [];
  const deleted = isBeingDeleted(owner);
  for (const object of candidates) {
    const controller = controllerOf(object);
    const fits = selectorMatches(selector, object.metadata.labels) && filter(object);
    if (controller !== undefined) {
      if (controller.uid !== owner.metadata.uid) continue;
      if (fits) mine.push(object);
      else if (!deleted) patches.push(releasePatch(owner, object, resource, finalizer));
    } else if (fits && !deleted && !isBeingDeleted(object)) {
      mine.push(object);
      patches.push(adoptPatch(owner, object, resource, finalizer));
    }
  }
  return { mine, patches };
}

const patchOf = (object: KubeObject, resource: string, changes: object): ApiRequest => ({
  verb: 'patch',
  resource,
  ...(object.metadata.namespace === undefined ? {} : { namespace: object.metadata.namespace }),
  name: object.metadata.name,
  patchType: 'strategic',
  body: { metadata: { uid: object.metadata.uid, ...changes } },
});

export const adoptPatch = (owner: KubeObject, object: KubeObject, resource: string, finalizer?: string): ApiRequest =>
  patchOf(object, resource, {
    ownerReferences: [newControllerRef(owner)],
    ...(finalizer === undefined ? {} : { finalizers: [finalizer] }),
  });

export const releasePatch = (owner: KubeObject, object: KubeObject, resource: string, finalizer?: string): ApiRequest =>
  patchOf(object, resource, {
    ownerReferences: [{ $patch: 'delete', uid: owner.metadata.uid }],
    ...(finalizer === undefined ? {} : { '$deleteFromPrimitiveList/finalizers': [finalizer] }),
  });
