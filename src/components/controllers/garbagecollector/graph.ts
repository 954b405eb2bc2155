/**
 * Who owns whom: pkg/controller/garbagecollector/graph_builder.go (v1.37). Upstream keeps a graph of all that can be deleted;
 * ours reads the caches, where the index "controller" leads from an owner to what it controls.
 * Left out: dependents by references that are not a controller's (they are found when they are added, not through their owner).
 */
import { objectKey, type KubeObject, type OwnerReference } from '../../../model/objects.ts';
import { resourceOfKind } from '../../../model/resources.ts';
import type { ApiServer } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import { keyInQueue } from '../kinds.ts';

/** Kinds that own or are owned. Leases and Events are not worth a watch. */
export const MONITORED = [
  'deployments',
  'replicasets',
  'pods',
  'statefulsets',
  'daemonsets',
  'jobs',
  'cronjobs',
  'replicationcontrollers',
  'controllerrevisions',
  'services',
  'endpointslices',
  'configmaps',
  'secrets',
  'persistentvolumeclaims',
] as const;

const CLAIMS = 'persistentvolumeclaims';

export const FOREGROUND = 'foregroundDeletion';
export const ORPHAN = 'orphan';

const hasFinalizer = ({ metadata }: KubeObject, name: string): boolean => metadata.finalizers?.includes(name) === true;

const isGoing = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;

/** Waits for its dependents to go first. */
export const deletesDependents = (object: KubeObject): boolean => isGoing(object) && hasFinalizer(object, FOREGROUND);

/** Waits for its dependents to be set free. */
export const orphansDependents = (object: KubeObject): boolean => isGoing(object) && hasFinalizer(object, ORPHAN);

export type OwnerState =
  /** There, and staying as far as this matters. */
  | 'solid'
  /** There, and waits for this dependent. */
  | 'waiting'
  /** In no cache. */
  | 'unseen'
  /** Of a kind that nobody watches, or that the input says nothing about. */
  | 'unknown';

export class OwnerGraph {
  private readonly informers: ReadonlyMap<string, SharedInformer>;

  constructor(
    private readonly apiServer: ApiServer,
    informerOf: (resource: string) => SharedInformer,
  ) {
    this.informers = new Map(MONITORED.map((resource) => [resource, informerOf(resource)]));
  }

  get all(): Iterable<SharedInformer> {
    return this.informers.values();
  }

  /** @param key of the store */
  find(key: string): KubeObject | undefined {
    const [kind = '', ...rest] = key.split('/');
    return this.informers.get(resourceOfKind(kind)?.resource ?? '')?.indexer.get(rest.join('/'));
  }

  private ownerOf({ metadata }: KubeObject, { kind, name, uid }: OwnerReference): KubeObject | undefined {
    const info = resourceOfKind(kind);
    const key = keyInQueue(info?.namespaced === false ? undefined : metadata.namespace, name);
    const found = this.informers.get(info?.resource ?? '')?.indexer.get(key);
    return found?.metadata.uid === uid ? found : undefined;
  }

  stateOf(object: KubeObject, owner: OwnerReference): OwnerState {
    const found = this.ownerOf(object, owner);
    if (found === undefined) {
      const watched = this.informers.has(resourceOfKind(owner.kind)?.resource ?? '');
      return watched && this.apiServer.knows(owner.kind) ? 'unseen' : 'unknown';
    }
    return deletesDependents(found) && owner.blockOwnerDeletion === true ? 'waiting' : 'solid';
  }

  /** Does it name an owner that is in no cache? */
  isDangling(object: KubeObject): boolean {
    return (object.metadata.ownerReferences ?? []).some((owner) => this.stateOf(object, owner) === 'unseen');
  }

  /** Store keys of owners that wait for this dependent. */
  waitingOwners(object: KubeObject): readonly string[] {
    return (object.metadata.ownerReferences ?? []).flatMap((owner) => {
      const found = this.ownerOf(object, owner);
      return found !== undefined && deletesDependents(found) ? objectKey(found) : [];
    });
  }

  /** Is the object one to work on? It lost its owners just now, or its own finalizer says so. */
  isToTry(before: KubeObject | undefined, after: KubeObject): boolean {
    if (deletesDependents(after) || orphansDependents(after)) return true;
    return this.isDangling(after) && (before === undefined || !this.isDangling(before));
  }

  /** Store keys of owners that wait for their dependents, and need not wait for this one any more. */
  leftOwners(before: KubeObject | undefined, after: KubeObject): readonly string[] {
    if (before === undefined) return [];
    const left = this.waitingOwners(before);
    return left.length === 0 ? left : left.filter((owner) => !this.waitingOwners(after).includes(owner));
  }

  /** Is there anything to do about the change? @param after undefined = it was deleted */
  concerns(before: KubeObject | undefined, after: KubeObject | undefined): boolean {
    if (after !== undefined) return this.isToTry(before, after) || this.leftOwners(before, after).length > 0;
    return before !== undefined && (this.dependents(before).length > 0 || this.waitingOwners(before).length > 0);
  }

  /** What the object controls, by resource and key. A Pod controls claims at most: those of a StatefulSet that shrank. */
  dependents(object: KubeObject): readonly KubeObject[] {
    const { uid } = object.metadata;
    if (uid === undefined) return [];
    if (object.kind === 'Pod') return this.informers.get(CLAIMS)?.indexer.byIndex('controller', uid) ?? [];
    return [...this.informers.values()].flatMap(({ indexer }) => indexer.byIndex('controller', uid));
  }

  blockingDependents(object: KubeObject): readonly KubeObject[] {
    const { uid } = object.metadata;
    return this.dependents(object).filter(({ metadata }) =>
      metadata.ownerReferences?.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
    );
  }
}
