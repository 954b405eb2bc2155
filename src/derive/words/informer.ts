/** Words of the informer microscope, in both languages. Figures come as texts; names of client-go stay as they are. */
import type { InformerGeneration, QueueId } from '../../protocol/protocol.ts';
import { INFORMER_EN } from './informer-en.ts';
import { INFORMER_JA } from './informer-ja.ts';
import type { Lang } from './lang.ts';

export interface InformerWords {
  readonly title: string;
  // Titles.
  readonly blocked: (listener: string) => string;
  /** writes: of the reflector, the one that waits for the lock and those that it has not read yet. */
  readonly blockedWhy: (capacity: number, held: boolean, writes: number) => string;
  readonly dedupTitle: (key: string) => string;
  readonly slow: string;
  readonly slowWhy: (listener: string, each: string) => string;
  readonly quiet: string;
  readonly quietAt: (step: string) => string;
  readonly unknown: (id: string) => string;
  readonly unknownHint: string;
  readonly lead: (process: string, kind: string, objects: string, revision: string) => string;
  // Choosing.
  readonly choose: string;
  readonly chooseTitle: string;
  readonly columns: {
    readonly process: string;
    readonly resource: string;
    readonly objects: string;
    readonly queued: string;
    readonly waiting: string;
    readonly behind: string;
    readonly lastSeen: string;
  };
  readonly behindHint: string;
  readonly generation: string;
  readonly previous: string;
  readonly next: string;
  readonly noPrevious: string;
  readonly noNext: string;
  // Reflector.
  readonly allOf: (resource: string) => string;
  readonly states: Readonly<Record<'not-started' | 'listing' | 'watching' | 'waiting' | 'stopped', string>>;
  readonly watch: string;
  readonly from: (revision: string) => string;
  readonly noWatch: string;
  readonly open: string;
  readonly ended: (how: string) => string;
  readonly list: string;
  readonly listAgain: string;
  readonly watchList: string;
  readonly listAny: string;
  readonly listNewest: string;
  readonly listAtLeast: (revision: string) => string;
  readonly listed: (objects: string, revision: string) => string;
  readonly listOnItsWay: string;
  readonly noList: string;
  readonly noListWhy: string;
  readonly bookmark: string;
  readonly seen: (count: string) => string;
  readonly lastSeen: string;
  readonly relists: string;
  readonly backoff: string;
  readonly none: string;
  readonly left: (span: string) => string;
  readonly resync: string;
  readonly off: string;
  // Queue.
  readonly queueHints: Readonly<Record<InformerGeneration, string>>;
  readonly amount: Readonly<
    Record<InformerGeneration, (amounts: { keys: string; deltas: string; entries: string }) => string>
  >;
  readonly head: string;
  readonly tail: string;
  readonly more: (count: string) => string;
  readonly older: (count: string) => string;
  readonly emptyQueue: string;
  readonly popWaits: string;
  readonly wholeList: (objects: string) => string;
  readonly objects: (count: string) => string;
  readonly tombstone: string;
  readonly droppedOut: string;
  readonly hasSynced: string;
  readonly initialLeft: string;
  readonly lock: string;
  readonly free: string;
  readonly writesWait: (count: number) => string;
  readonly notes: Readonly<Record<InformerGeneration, { readonly title: string; readonly text: string }>>;
  readonly dedupRule: string;
  readonly bothDeleted: string;
  readonly and: string;
  readonly olderStays: string;
  readonly newerStays: string;
  // Indexer.
  readonly indexerHint: string;
  readonly key: string;
  readonly storeHas: string;
  readonly newestWaiting: string;
  readonly notYet: string;
  readonly gone: string;
  readonly same: string;
  readonly asListed: string;
  readonly nothing: string;
  readonly indexes: string;
  readonly noValue: string;
  readonly others: (count: string) => string;
  readonly emptyStore: string;
  // Listeners.
  readonly waitingTitle: string;
  readonly nobodyWaits: string;
  readonly blocksAll: string;
  readonly inLine: (waiting: string) => string;
  readonly oldestOf: (span: string) => string;
  readonly pinned: (place: string, all: string) => string;
  readonly listeners: string;
  readonly distribute: string;
  readonly distributeBlocking: string;
  readonly noListeners: string;
  readonly heads: {
    readonly addCh: string;
    readonly unbuffered: string;
    readonly pop: string;
    readonly ring: string;
    readonly ringGrows: string;
    readonly nextCh: string;
    readonly handler: string;
    readonly feeds: string;
    readonly sender: string;
    readonly channel: string;
  };
  readonly each: (span: string) => string;
  readonly idle: string;
  readonly inHand: string;
  readonly senderHere: string;
  readonly senderAway: string;
  readonly read: string;
  readonly write: string;
  /** Label of both marks of a ring, where they stand near each other. */
  readonly readWrite: string;
  readonly waiting: (pending: string, capacity: string) => string;
  readonly full: (capacity: string) => string;
  /** Of a channel without a buffer. */
  readonly noRoom: { readonly idle: string; readonly busy: string; readonly waits: string };
  readonly doubled: (times: number, time: string) => string;
  readonly slots: (read: string, write: string) => string;
  readonly stuck: string;
  readonly percent: (done: string) => string;
  readonly noQueue: string;
  readonly noQueueChannel: string;
  readonly oldest: (span: string) => string;
  readonly queueEmpty: string;
  readonly runAgain: string;
  readonly failures: (count: string) => string;
  readonly schedulerQueues: Readonly<Record<QueueId, string>>;
  // The article's form.
  readonly blockingNote: string;
}

export const informerWords = (lang: Lang): InformerWords => (lang === 'ja' ? INFORMER_JA : INFORMER_EN);
