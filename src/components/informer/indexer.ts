/** The indexer of a simulated informer: objects of Kubernetes by "namespace/name", with the indexes that components use. */
import { namespacedName, type KubeObject } from '../../model/objects.ts';
import type { Entries } from '../workqueue/workqueue.ts';
import { ThreadSafeStore, type IndexFunc } from './thread-safe-store.ts';
import type { Indexer } from './types.ts';

const NONE: readonly string[] = [];

const byNamespace: IndexFunc<KubeObject> = (object) => [object.metadata.namespace ?? ''];

const byNodeName: IndexFunc<KubeObject> = (object) => {
  const { spec } = object;
  const named = typeof spec === 'object' && spec !== null && 'nodeName' in spec ? spec.nodeName : undefined;
  return [typeof named === 'string' ? named : ''];
};

const byController: IndexFunc<KubeObject> = (object) => {
  const owner = object.metadata.ownerReferences?.find(({ controller }) => controller === true);
  return owner === undefined ? NONE : [owner.uid];
};

export interface StoreIndexer {
  readonly store: ThreadSafeStore<KubeObject>;
  readonly indexer: Indexer;
}

/** @param items the cache's collection */
export function createIndexer(items: Entries<KubeObject>, resource: string): StoreIndexer {
  const indexers = { namespace: byNamespace, controller: byController };
  const store = new ThreadSafeStore(items, resource === 'pods' ? { ...indexers, nodeName: byNodeName } : indexers);
  return {
    store,
    indexer: {
      get: (key) => store.get(key),
      list: (namespace) => (namespace === undefined ? store.list() : (store.byIndex('namespace', namespace) ?? [])),
      byIndex: (index, value) => store.byIndex(index, value) ?? [],
    },
  };
}

export const kubeAccess = {
  keyOf: namespacedName,
  versionOf: (object: KubeObject): string => object.metadata.resourceVersion ?? '',
};
