/**
 * From which revisions a watch can be served: k8s.io/apiserver pkg/storage/cacher/watch_cache_history.go
 * GetIntervalLocked, and the size of a watcher's buffer, watch_cache.go suggestedWatchChannelSize (v0.37).
 */
import { CommitIndex, WINDOW_LEAST, type WindowAt } from './commit-index.ts';
import type { Commit, Store } from './store.ts';
import type { WatchSpec } from './types.ts';
import type { World } from '../../kernel/kernel.ts';

/** Windows as they are now. */
export class Windows {
  private readonly index: CommitIndex;

  constructor(
    world: World,
    private readonly store: Store,
  ) {
    this.index = new CommitIndex(world);
    world.onRestore('api-server windows', () => {
      this.index.forget();
    });
  }

  at(kind: string): WindowAt {
    return this.index.at(kind, undefined, this.store.forced?.step ?? 0);
  }
}

/** Revision of the cache's own list; null where events have left the ring since. */
export interface Retained {
  readonly listRevision: number;
  readonly evicted: boolean;
  /** Revision of the oldest event in the ring. */
  readonly oldestEvent: number | undefined;
}

/** The least revision from which a watch can begin. */
export function leastRevision({ listRevision, evicted, oldestEvent }: Retained): number {
  return evicted && oldestEvent !== undefined ? oldestEvent - 1 : listRevision;
}

/** Commits of a kind above a revision, or the least revision where that is no longer known. */
export function eventsSince(
  store: Store,
  windows: Windows,
  kind: string,
  revision: number,
): readonly Commit[] | { readonly oldest: number } {
  if (revision >= store.revision) return [];
  const listRevision = Math.max(store.firstRevision, store.forced?.revision ?? 0);
  // Fewer than the smallest window holds: nothing of it can have left.
  const few = revision < listRevision ? undefined : store.since(kind, revision, WINDOW_LEAST - 1);
  if (few !== undefined) return few;
  const { evicted, oldestStep } = windows.at(kind);
  const oldestEvent = oldestStep === undefined ? undefined : store.revisionAt(oldestStep);
  const oldest = leastRevision({ listRevision, evicted, oldestEvent });
  return (revision < oldest ? undefined : store.since(kind, revision, Infinity)) ?? { oldest };
}

const FRESH_SECONDS = 75;
const BUFFER_LEAST = 10;
/** Without an index by the selected field, with an index that the watch does not use, with one that it uses. */
const BUFFER_PLAIN = 100;
const BUFFER_UNUSED_INDEX = 1000;
const BUFFER_INDEXED = 10;

/** Fields by which the cache of a resource keeps watchers. */
const TRIGGERS: Readonly<Record<string, string>> = {
  pods: 'spec.nodeName',
  nodes: 'metadata.name',
  secrets: 'metadata.name',
  configmaps: 'metadata.name',
};

/** Events that wait for a watcher who does not read: about one second of the window's history. */
export function bufferSize(capacity: number, spec: WatchSpec): number {
  const most = mostOf(spec);
  return Math.min(Math.max(Math.ceil(capacity / FRESH_SECONDS), BUFFER_LEAST), most);
}

function mostOf(spec: WatchSpec): number {
  const trigger = TRIGGERS[spec.resource];
  if (trigger === undefined) return BUFFER_PLAIN;
  const asked = trigger === 'spec.nodeName' ? spec.nodeName : spec.name;
  const used =
    asked !== undefined || (spec.fieldSelector ?? '').split(',').some((term) => term.startsWith(`${trigger}=`));
  return used ? BUFFER_INDEXED : BUFFER_UNUSED_INDEX;
}
