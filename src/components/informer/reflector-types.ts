/** What a reflector is given, and what passes through it. */
import type { Collection, World } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { ApiClient, WatchEvent, WatchSpec } from '../apiserver/apiserver.ts';

/** How far a list may lag: "0" anything, "" the newest, else at least this. */
export interface ListData {
  readonly resourceVersion: string;
  /** Of a page, 0 = all at once. */
  readonly limit: number;
  /** The second attempt of its round. */
  readonly again: boolean;
  readonly life: number;
}

/** What the reflector hands to the queue; where the queue's lock is taken, later. */
export type Write =
  | { readonly kind: 'event'; readonly event: WatchEvent }
  | { readonly kind: 'list'; readonly items: readonly KubeObject[]; readonly revision: number; readonly asked: string }
  | { readonly kind: 'resync' };

/**
 * normal: reopened at once. short: normal, but within a second and without an event. retriable: too many requests, or nobody
 * answered; it is opened again later, without a list. error: the round is over.
 */
export type WatchEnd = 'normal' | 'short' | 'retriable' | 'error';

export interface ReflectorDeps {
  readonly world: World;
  readonly client: ApiClient;
  /** Of the informer: subject of its events, id of its watch. */
  readonly id: string;
  readonly lane: number;
  readonly spec: Omit<WatchSpec, 'fromRevision'>;
  readonly watchList: boolean;
  /** Count the back-off's two minutes from the last reset (C-40). */
  readonly backoffFromReset: boolean;
  /** Ticks within which the answer to the opening of a watch comes. */
  readonly opening: number;
  /** Ticks between two checks of who is due for a resync; 0 = never. */
  readonly resyncTicks: () => number;
  /** C-42: objects of a watch-list's initial events are transformed once before they come to the queue. */
  readonly transformInitial: (object: KubeObject) => KubeObject | undefined;
  readonly marks: Collection<number>;
  /** Is the queue's lock taken, so that a write has to wait (`hold`)? */
  readonly isLocked: () => boolean;
  readonly hold: (write: Write) => void;
  /** The queue's writers; they run inside the pop of the delivery. */
  readonly onEvent: (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject) => void;
  readonly onBookmark: (revision: number) => void;
  readonly onList: (items: readonly KubeObject[], revision: number) => void;
  /** A check: emits if anything changed. @returns whether anybody is due */
  readonly shouldResync: () => boolean;
  readonly onResync: () => void;
}
