import type { World } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { InformerGeneration } from '../../model/versions.ts';
import type { Latencies } from '../../model/latencies.ts';
import type { ApiClient, ApiServer, WatchSpec } from '../apiserver/apiserver.ts';

export type DeltaType = 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync' | 'ReplacedAll' | 'SyncAll' | 'Bookmark';

/** What a listener hears. Runs inside the pop of handler.called: change collections, schedule, do not emit. */
export interface ResourceEventHandler {
  onAdd?(object: KubeObject, isInInitialList: boolean): void;
  onUpdate?(before: KubeObject, after: KubeObject): void;
  onDelete?(object: KubeObject): void;
  /** False = this listener's notification is dropped before it costs a step (client-go's FilteringResourceEventHandler). */
  filter?(object: KubeObject): boolean;
}

/** client-go's Indexer, read side. Objects are those of the last popped delta. */
export interface Indexer {
  /** @param key "namespace/name" or "name" */
  get(key: string): KubeObject | undefined;
  /** Sorted by key bytes. */
  list(namespace?: string): readonly KubeObject[];
  /** Keys sorted by bytes. Known indexes: "namespace", "nodeName" (Pods), "controller" (uid of the controlling owner). */
  byIndex(index: 'namespace' | 'nodeName' | 'controller', value: string): readonly KubeObject[];
}

export interface SharedInformer {
  /** "kube-scheduler pods". */
  readonly id: string;
  readonly resource: string;
  readonly indexer: Indexer;
  readonly lastSyncResourceVersion: number;
  /** Set-up only. `name` is the listener's subject in traces, for instance "kube-scheduler". */
  addEventHandler(name: string, handler: ResourceEventHandler): void;
  /** Set-up: the cache of a cluster that was running (no notifications), and the watch from the store's revision. */
  prime(): void;
  /** Set-up, instead of `prime`: the cache of a process that starts, so it lists first and its handlers hear of everything. */
  start(): void;
}

export interface SharedInformerOptions {
  /** Whose cache it is, for instance "kube-scheduler"; with the resource it makes the informer's id. */
  readonly process: string;
  /** Plural: "pods". */
  readonly resource: string;
  /** Index into LANES, of its pops and its handlers' calls. */
  readonly lane: number;
  /** What part of the resource it lists and watches; default all. */
  readonly spec?: Pick<WatchSpec, 'namespace' | 'nodeName' | 'name'>;
}

export interface InformerDeps {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly client: ApiClient;
  readonly latencies: Latencies;
  readonly generation: InformerGeneration;
  /**
   * Most entries that one pop may take: client-go takes up to 1000 from 1.35 on. Default 1, so that every delta has its
   * own informer.popped and a person can follow it. Not for DeltaFIFO.
   */
  readonly batchSize?: number;
}

/**
 * What a queue holds, head first, for pictures and tests: DeltaFIFO stacks deltas on a key, RealFIFO has one a slot. A
 * tombstone stands as its last known object; ReplacedAll as one delta an object of its list, under the key "".
 */
export interface QueuedDeltas {
  /** "namespace/name" or "name". */
  readonly key: string;
  readonly deltas: readonly { readonly type: DeltaType; readonly object: KubeObject }[];
}
