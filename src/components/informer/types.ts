import type { World } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { InformerGeneration, KubernetesVersion } from '../../model/versions.ts';
import type { Latencies } from '../../model/latencies.ts';
import type { ApiClient, ApiServer, WatchSpec } from '../apiserver/apiserver.ts';

export type DeltaType = 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync' | 'ReplacedAll' | 'SyncAll' | 'Bookmark';

/** What a listener hears. Runs inside the pop of handler.called: change collections, schedule, do not emit. */
export interface ResourceEventHandler {
  onAdd?(object: KubeObject, isInInitialList: boolean): void;
  onUpdate?(before: KubeObject, after: KubeObject): void;
  /** @param finalStateUnknown it came as a tombstone: the object is the last one known, not the one that was deleted */
  onDelete?(object: KubeObject, finalStateUnknown?: boolean): void;
  /** False = this listener's notification is dropped before it costs a step (client-go's FilteringResourceEventHandler). */
  filter?(object: KubeObject): boolean;
  /**
   * False = it would do nothing about the change: as with `filter`, that costs no step. For handlers that look at both sides.
   * @param before undefined = it was added
   * @param after undefined = it was deleted
   */
  concerns?(before: KubeObject | undefined, after: KubeObject | undefined): boolean;
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
  /** The first list has been popped; says nothing about handlers. */
  readonly hasSynced: boolean;
  /** The informer has synced, and this listener's handler is through with its initial adds. */
  handlerHasSynced(name: string): boolean;
  /** `name` is the listener's subject in traces, for instance "kube-scheduler". In set-up, or while it runs (6.6). Throws where the informer has stopped. */
  addEventHandler(name: string, handler: ResourceEventHandler, options?: ListenerOptions): void;
  /** Inside a pop: it hears no more, and what waits for it is dropped. */
  removeEventHandler(name: string): void;
  /** Inside a pop: from its next call on the handler does not return, until it is let go. */
  holdHandler(name: string, held: boolean): void;
  /**
   * Inside a pop: what a handler does that writes into a cached object. Nobody is notified; the mutation detector, where it
   * is on, finds it within a second.
   */
  mutateCached(key: string, object: KubeObject): void;
  /** Set-up: the cache of a cluster that was running (no notifications), and the watch from the store's revision. */
  prime(): void;
  /**
   * The cache of a process that starts, so it lists first and its handlers hear of everything. Set-up instead of `prime`, or
   * inside a pop after `stop`.
   */
  start(): void;
  /**
   * Inside a pop: the process died. Cache, queue and listeners' lines are gone with it, its watch is closed, and nothing
   * that was on its way to it arrives any more.
   */
  stop(): void;
}

export interface ListenerOptions {
  /** Ticks that one call of the handler takes; default the latency "handler". */
  readonly handlerTicks?: number;
  /** Ticks between this listener's resyncs; default the informer's, 0 = never. */
  readonly resyncTicks?: number;
}

/** How the informers of a cluster are built; a scenario's `informers`. */
export interface InformerSettings {
  /** ring: client-go. blocking: the article's `distribute`, a bounded channel a listener, and a sender that waits where one is full. */
  readonly distribution: 'ring' | 'blocking';
  /** Of a listener's channel, in the blocking form. */
  readonly channelCapacity: number;
  /** Ticks between resyncs, 0 = never. */
  readonly resyncTicks: number;
  /** list-watch or watch-list; auto: as the version's client does by default (watch-list from 1.35). */
  readonly mode: 'auto' | 'list-watch' | 'watch-list';
  /** Most entries that one pop may take; see InformerDeps.batchSize. */
  readonly batchSize: number;
  /** client-go's mutation detector: a handler that changes a cached object is told (KUBE_CACHE_MUTATION_DETECTOR). */
  readonly mutationDetector: boolean;
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
  /** Before an object comes into the queue. @returns undefined where it fails, and the object is left out */
  readonly transform?: (object: KubeObject) => KubeObject | undefined;
}

export interface InformerDeps {
  readonly world: World;
  /** Of `prime` only. */
  readonly apiServer?: ApiServer;
  readonly client: ApiClient;
  readonly latencies: Latencies;
  readonly generation: InformerGeneration;
  /** Of the client, where it is known: what `generation` leaves open (mode auto, C-40, C-42). */
  readonly version?: KubernetesVersion;
  /**
   * Most entries that one pop may take: client-go takes up to 1000 from 1.35 on. Default 1, so that every delta has its
   * own informer.popped and a person can follow it. Not for DeltaFIFO.
   */
  readonly batchSize?: number;
  /** Default: ring, no resync, auto, no detector. */
  readonly settings?: Partial<InformerSettings>;
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

/** An informer as of one step, for pictures; `informerStateAt` reads it off the history. */
export interface InformerState {
  readonly id: string;
  readonly generation: InformerGeneration;
  readonly distribution: InformerSettings['distribution'];
  readonly reflector: ReflectorState;
  readonly queue: QueueState;
  readonly indexer: IndexerState;
  readonly listeners: readonly ListenerState[];
}

export interface ReflectorState {
  /**
   * listing: a list, or in watch-list mode the initial events, is on its way; waiting: for its back-off; stopped: the
   * process died.
   */
  readonly state: 'not-started' | 'listing' | 'watching' | 'waiting' | 'stopped';
  readonly mode: 'list-watch' | 'watch-list';
  readonly lastRevision: number;
  /** Revision that the open watch was asked for; undefined = none is open. */
  readonly watchFrom: number | undefined;
  /** Lists (and initial streams) after the first one that came to an end. */
  readonly relists: number;
  readonly bookmarks: number;
  /** The last list that came, or the one on its way (then without the answer). */
  readonly list:
    { readonly resourceVersion: string; readonly objects?: number; readonly revision?: number } | undefined;
  /** How the last watch ended: a metav1.Status' code and reason; 200 = a normal end. */
  readonly lastEnd: { readonly code: number; readonly reason: string; readonly tick: number } | undefined;
  /** Ticks until it tries again; undefined = it does not wait. */
  readonly backoffTicks: number | undefined;
  /** Ticks until the next check of who is due for a resync; undefined = never. */
  readonly resyncTicks: number | undefined;
}

export interface DeltaState {
  readonly type: DeltaType;
  /** resourceVersion of its object, or of the list; undefined where there is none. */
  readonly revision: string | undefined;
  /** It holds a DeletedFinalStateUnknown. */
  readonly tombstone: boolean;
  /** Of ReplacedAll: how many objects. */
  readonly objects: number | undefined;
}

export interface QueueState {
  /** Head first; "" is the key of a whole list. */
  readonly slots: readonly { readonly key: string; readonly deltas: readonly DeltaState[] }[];
  readonly hasSynced: boolean;
  /** Items of the first list that are still queued. */
  readonly initialLeft: number;
  /**
   * Who held the queue's lock in this step, and where its sender is blocked (Pop) holds it still; undefined = it was free.
   */
  readonly lockHolder: 'Pop' | 'Replace' | 'Add' | 'Update' | 'Delete' | 'Resync' | undefined;
  /** Writes of the reflector that wait for the lock. */
  readonly blockedWrites: number;
  /** What this step compared: the last two deltas of a key were both Deleted. */
  readonly dedup: DedupState | undefined;
}

export interface DedupState {
  readonly key: string;
  readonly older: DeltaState;
  readonly newer: DeltaState;
  /** older: it holds a real object. newer: the older one is a tombstone. */
  readonly stays: 'older' | 'newer';
}

export interface IndexerState {
  readonly count: number;
  /** Sorted by name, values by bytes. */
  readonly indexes: readonly {
    readonly name: string;
    readonly values: readonly { readonly value: string; readonly keys: number }[];
  }[];
  /** Sorted by key bytes. */
  readonly revisions: readonly { readonly key: string; readonly revision: string }[];
}

export interface CallState {
  /** sync: an update without a change. */
  readonly kind: 'add' | 'update' | 'delete' | 'sync';
  readonly key: string;
  readonly revision: string | undefined;
  /** Tick at which the notification was made. */
  readonly notifiedTick: number | undefined;
}

export interface ListenerState {
  readonly name: string;
  readonly handlerTicks: number;
  /** endsTick undefined: the handler is stuck. */
  readonly inHandler: (CallState & { readonly startedTick: number; readonly endsTick: number | undefined }) | undefined;
  /** Held out by pop. In the blocking form: what the sender waits to hand over, if it stands at this listener. */
  readonly inHand: CallState | undefined;
  /** In the ring, or in the bounded channel; oldest first. */
  readonly pending: readonly CallState[];
  /** Of the ring, or of the channel. */
  readonly capacity: number;
  /** Slots of the ring that the next read and the next write use. */
  readonly readIndex: number;
  readonly writeIndex: number;
  /** Steps at which the ring doubled, oldest first. */
  readonly doubledAt: readonly number[];
  /** The blocking form: the sender stands here, and everyone waits. */
  readonly blocksSender: boolean;
  /** It is flagged as due: a notification without a change reaches it. */
  readonly syncing: boolean;
  readonly resyncTicks: number;
  /** Its initial adds have all been handled. */
  readonly hasSynced: boolean;
}
