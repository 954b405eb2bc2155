/** The inside of a shared informer, as of one step: reflector, queue, indexer, listeners, and the work queues behind them. */

import type { QueueId } from './queues.ts';

/** Which queue stands between reflector and indexer. */
export type InformerGeneration = 'deltafifo' | 'realfifo' | 'atomic';

/** A row of the list of informers. */
export interface InformerRow {
  /** "kube-scheduler pods". */
  readonly id: string;
  readonly process: string;
  /** Plural: "pods". */
  readonly resource: string;
  /** "Pod". */
  readonly kind: string;
  readonly objects: number;
  /** Deltas in its queue. */
  readonly queued: number;
  /** Notifications that wait in front of its handlers, all listeners together. */
  readonly waiting: number;
  readonly lastRevision: number;
  /** Commits of its resource that it has not seen yet. */
  readonly behind: number;
  readonly listeners: readonly string[];
}

export interface InformersAnswer {
  readonly step: number;
  /** etcd's revision. */
  readonly revision: number;
  readonly rows: readonly InformerRow[];
}

export interface ReflectorView {
  readonly state: 'not-started' | 'listing' | 'watching' | 'waiting' | 'stopped';
  readonly mode: 'list-watch' | 'watch-list';
  readonly lastRevision: number;
  /** Revision that the open watch was asked for. */
  readonly watchFrom?: number;
  readonly relists: number;
  readonly bookmarks: number;
  /** How the last watch ended: "410 Expired", "200", "503", ... */
  readonly lastEnd?: string;
  /** The list that the cache came from, or the one under way. */
  readonly list?: { readonly resourceVersion: string; readonly objects?: number; readonly revision?: number };
  /** Ticks until it lists again. */
  readonly backoffTicks?: number;
  /** Ticks until the next resync; undefined = off. */
  readonly resyncTicks?: number;
}

export interface DeltaView {
  /** Added, Updated, Deleted, Replaced, Sync, ReplacedAll, SyncAll, Bookmark. */
  readonly type: string;
  /** resourceVersion of its object; undefined where there is none. */
  readonly revision?: string;
  /** It holds a DeletedFinalStateUnknown. */
  readonly tombstone: boolean;
  /** Of ReplacedAll: how many objects. */
  readonly objects?: number;
}

export interface QueueSlotView {
  /** "namespace/name"; "" for a whole list. */
  readonly key: string;
  /** Oldest first. */
  readonly deltas: readonly DeltaView[];
}

export interface DedupView {
  readonly key: string;
  readonly older: DeltaView;
  readonly newer: DeltaView;
  /** Which one stays. */
  readonly stays: 'older' | 'newer';
}

export interface FifoView {
  /** Different keys in it; a whole list has none. */
  readonly keys: number;
  readonly deltas: number;
  /** Entries: of DeltaFIFO one a key, of RealFIFO one a delta. */
  readonly entries: number;
  /** Head first; the first ones, at most 200. */
  readonly slots: readonly QueueSlotView[];
  readonly hasSynced: boolean;
  /** Items of the first list that are not popped yet. */
  readonly initialLeft: number;
  /** Writes of the reflector that wait for the lock. */
  readonly blockedWrites: number;
  /** What holds the queue's lock while it waits: "Pop" (the blocking form). */
  readonly lockHeldBy?: string;
  /** This step compared two Deleted. */
  readonly dedup?: DedupView;
}

export interface IndexerView {
  readonly objects: number;
  /** Keys with something in the queue, then those that changed last; at most 60. */
  readonly rows: readonly {
    readonly key: string;
    /** undefined = not in the store. */
    readonly revision?: string;
    /** The newest delta that waits for it; undefined = none. */
    readonly waiting?: DeltaView;
  }[];
  /** Values with the most keys first, at most 8 an index. */
  readonly indexes: readonly {
    readonly name: string;
    readonly values: readonly { readonly value: string; readonly keys: number }[];
    /** How many values there are. */
    readonly all: number;
  }[];
}

export interface CallView {
  readonly kind: 'add' | 'update' | 'delete' | 'sync';
  readonly key: string;
  readonly revision?: string;
}

export interface WorkQueueView {
  readonly controller: string;
  /** Head first; at most 60, as every list here. */
  readonly queue: readonly string[];
  readonly processing: readonly string[];
  readonly dirty: readonly string[];
  readonly delaying: readonly { readonly key: string; readonly waitTicks: number }[];
  readonly failures: readonly { readonly key: string; readonly count: number }[];
  readonly lengths: {
    readonly queue: number;
    readonly processing: number;
    readonly dirty: number;
    readonly delaying: number;
  };
}

export interface ListenerView {
  readonly name: string;
  /** Ticks of one call. */
  readonly handlerTicks: number;
  readonly inHandler?: CallView & {
    readonly startedTick: number;
    /** Undefined: the handler is stuck. */ readonly endsTick?: number;
  };
  /** Held out by pop; in the blocking form: what the sender waits to hand over. */
  readonly inHand?: CallView;
  /** In the ring, or in the bounded channel. */
  readonly pending: number;
  /** Of the ring, or of the channel. */
  readonly capacity: number;
  /** Slots of the ring that the next read and write use. */
  readonly read: number;
  readonly write: number;
  /** Steps at which the ring doubled. */
  readonly doubledAt: readonly number[];
  /** This step notified it. */
  readonly told: boolean;
  /** The blocking form: the sender stands here, and everyone waits. */
  readonly blocksSender: boolean;
  /** Ticks since the oldest waiting notification was put here. */
  readonly oldestTicks?: number;
  /** The queue that its handler feeds; undefined = it does the work itself. */
  readonly workQueue?: WorkQueueView;
  /** The scheduler's listener feeds its queues: Pods by queue, at most 20 a queue. */
  readonly schedulerQueues?: readonly {
    readonly queue: QueueId;
    readonly length: number;
    readonly pods: readonly string[];
  }[];
}

export interface InformerAnswer {
  readonly step: number;
  /** Ticks at the step. */
  readonly now: number;
  readonly id: string;
  readonly process: string;
  readonly resource: string;
  /** Of its objects: "Pod". */
  readonly kind: string;
  readonly generation: InformerGeneration;
  readonly distribution: 'ring' | 'blocking';
  readonly reflector: ReflectorView;
  readonly queue: FifoView;
  readonly indexer: IndexerView;
  readonly listeners: readonly ListenerView[];
}
