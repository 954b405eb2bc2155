/** Deltas and tombstones: client-go tools/cache/delta_fifo.go, store.go (v0.37). */
import type { DeltaType } from './types.ts';

/** DeletedFinalStateUnknown: the key is gone, and this is what was last known of it, if anything. */
export interface Tombstone<O> {
  readonly tombstone: string;
  readonly object?: O;
}

export type ObjectDeltaType = Exclude<DeltaType, 'ReplacedAll' | 'SyncAll' | 'Bookmark'>;

export interface ObjectDelta<O> {
  readonly type: ObjectDeltaType;
  readonly object: O | Tombstone<O>;
}

export type Delta<O> =
  | ObjectDelta<O>
  | { readonly type: 'ReplacedAll'; readonly objects: readonly O[]; readonly revision: string }
  | { readonly type: 'SyncAll' }
  | { readonly type: 'Bookmark'; readonly revision: string };

/** A slot of either FIFO: DeltaFIFO stacks deltas on a key, RealFIFO has one a slot ("" is the key of what has no object). */
export interface FifoEntry<O, D extends Delta<O> = Delta<O>> {
  readonly key: string;
  readonly deltas: readonly D[];
}

export function isTombstone<O extends object>(object: O | Tombstone<O>): object is Tombstone<O> {
  return 'tombstone' in object;
}

export function tombstone<O>(key: string, object: O | undefined): Tombstone<O> {
  return object === undefined ? { tombstone: key } : { tombstone: key, object };
}

/** The last known object behind a queued one. */
export function unwrap<O extends object>(object: O | Tombstone<O>): O | undefined {
  return isTombstone(object) ? object.object : object;
}

export function isObjectDelta<O>(delta: Delta<O>): delta is ObjectDelta<O> {
  return delta.type !== 'ReplacedAll' && delta.type !== 'SyncAll' && delta.type !== 'Bookmark';
}
