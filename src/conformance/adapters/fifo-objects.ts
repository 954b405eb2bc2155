/** How client-go's FIFO recordings write objects, tombstones, deltas and the store that a queue knows. */
import type { Delta, FifoError, KnownObjects, Tombstone } from '../../components/informer/informer.ts';

/** An object of a recording; `transformed` counts how often the transformer saw it. */
export interface FifoObject {
  readonly key: string | null;
  readonly rv?: number;
  readonly keyError?: boolean;
  readonly failTransform?: boolean;
  readonly transformed?: number;
}

export type Queued = FifoObject | Tombstone<FifoObject>;

interface WrittenTombstone {
  readonly tombstone: string;
  readonly obj?: FifoObject | null;
}

export interface KnownEntry extends FifoObject {
  readonly key: string;
  /** Listed, but not found. */
  readonly missing?: boolean;
  readonly getError?: boolean;
}

export interface FifoGiven {
  readonly knownObjects: readonly KnownEntry[] | null;
  /** A successful pop is applied to the known store. */
  readonly knownFollowsPops?: boolean;
  readonly transformer?: string | null;
}

/** An operation of a script; which fields it has depends on `op`. */
export interface FifoStep {
  readonly op: string;
  readonly obj?: FifoObject | WrittenTombstone;
  readonly list?: readonly FifoObject[];
  readonly rv?: string;
  readonly deltas?: readonly { readonly type: string; readonly obj: FifoObject | WrittenTombstone }[];
  readonly processError?: string;
  readonly requeue?: boolean;
  readonly during?: readonly FifoStep[];
  readonly expect?: unknown;
}

export const keyOf = (object: FifoObject): string | undefined =>
  object.key === null || object.keyError === true ? undefined : object.key;

export function readObject(written: FifoObject | WrittenTombstone | undefined): Queued {
  if (written === undefined) throw new Error('the step has no object');
  if (!('tombstone' in written)) return written;
  const { tombstone, obj } = written;
  return obj === undefined || obj === null ? { tombstone } : { tombstone, object: obj };
}

/** Objects of add and update: never tombstones. */
export function readPlain(written: FifoObject | WrittenTombstone | undefined): FifoObject {
  const object = readObject(written);
  if ('tombstone' in object) throw new Error('a tombstone where an object is meant');
  return object;
}

export function writeObject(object: Queued): unknown {
  return 'tombstone' in object ? { tombstone: object.tombstone, obj: object.object ?? null } : object;
}

export function writeDelta(delta: Delta<FifoObject>): unknown {
  switch (delta.type) {
    case 'ReplacedAll':
      return { type: delta.type, rv: delta.revision, list: delta.objects };
    case 'SyncAll':
      return { type: delta.type };
    case 'Bookmark':
      return { type: delta.type, rv: delta.revision };
    default:
      return { type: delta.type, obj: writeObject(delta.object) };
  }
}

export const failed = (error: FifoError | undefined): { readonly error: boolean } => ({ error: error !== undefined });

/** The transformer of the recordings: counts itself, and fails where the object says so. */
export const countingTransform = (object: FifoObject): FifoObject | undefined =>
  object.failTransform === true ? undefined : { ...object, transformed: (object.transformed ?? 0) + 1 };

/** The known store of a script, in the order in which it lists its keys. */
export class KnownStore implements KnownObjects<FifoObject> {
  private readonly entries = new Map<string, KnownEntry>();

  constructor(entries: readonly KnownEntry[]) {
    for (const entry of entries) this.entries.set(entry.key, entry);
  }

  listKeys(): readonly string[] {
    return [...this.entries.keys()];
  }

  getByKey(key: string): FifoObject | 'error' | undefined {
    const entry = this.entries.get(key);
    if (entry?.getError === true) return 'error';
    return entry?.missing === true ? undefined : entry;
  }

  /** What the consumer of popped deltas would do. */
  apply(deltas: readonly Delta<FifoObject>[]): void {
    for (const delta of deltas) {
      if (!('object' in delta)) continue;
      const { object } = delta;
      const key = 'tombstone' in object ? object.tombstone : keyOf(object);
      if (key === undefined) continue;
      if (delta.type === 'Deleted' || 'tombstone' in object) this.entries.delete(key);
      else this.entries.set(key, { ...object, key });
    }
  }
}
