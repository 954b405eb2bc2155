/**
 * Watches: k8s.io/apiserver pkg/storage/cacher (v0.37). Events of one resource in revision order, from a revision on, with
 * the window of the watch cache behind them. Left out: initial ADDED events of revision 0, sendInitialEvents, label
 * selectors, slow watchers, and the server's closing a watch after half an hour.
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import { resourceInfo } from '../../model/resources.ts';
import type { Commit, Store } from './store.ts';
import type { WatchDelivery, WatchEvent, WatchSpec } from './types.ts';

/** The watch cache keeps this many events of a resource, and all that are younger than the time. */
const WINDOW_EVENTS = 100;
const WINDOW_SECONDS = 75;
const BOOKMARK_SECONDS = 60;

/** An open watch, as collection "etcd/watches" has it. */
interface WatchRow {
  readonly id: string;
  /** Order of opening. */
  readonly sequence: number;
  readonly lane: number;
  readonly handler: number;
  readonly spec: WatchSpec;
}

interface ResourceWatches {
  readonly all: WatchRow[];
  readonly byNode: Map<string, WatchRow[]>;
  readonly byName: Map<string, WatchRow[]>;
}

interface BookmarkDue {
  readonly id: string;
  readonly sequence: number;
}

const SEQUENCE = 'sequence';

export class WatchHub {
  private readonly rows: Collection<WatchRow>;
  private readonly counters: Collection<number>;
  private readonly bookmark: Handler<BookmarkDue>;
  /** Derived: by kind, so that a write looks only at the watches that it may concern. */
  private readonly byKind = new Map<string, ResourceWatches>();
  /** Handlers by number; they never change, so it may hold more than are open. */
  private readonly handlers = new Map<number, Handler<WatchDelivery>>();

  constructor(
    private readonly world: World,
    private readonly store: () => Store,
    private readonly latency: number,
  ) {
    this.rows = world.collection<WatchRow>('etcd/watches');
    this.counters = world.collection<number>('etcd/watches opened');
    this.bookmark = world.handler<BookmarkDue>('api-server bookmark', (due) => {
      this.sendBookmark(due);
    });
    world.onRestore('api-server watches', () => {
      this.rebuild();
    });
  }

  private rebuild(): void {
    this.byKind.clear();
    const rows = [...this.rows.entries()].map(([, row]) => row);
    rows.sort((a, b) => a.sequence - b.sequence);
    for (const row of rows) this.bucketOf(row).push(row);
  }

  private bucketOf({ spec }: WatchRow): WatchRow[] {
    const kind = resourceInfo(spec.resource)?.kind ?? spec.resource;
    let watches = this.byKind.get(kind);
    if (watches === undefined) {
      watches = { all: [], byNode: new Map(), byName: new Map() };
      this.byKind.set(kind, watches);
    }
    if (spec.nodeName !== undefined) return listIn(watches.byNode, spec.nodeName);
    if (spec.name !== undefined) return listIn(watches.byName, spec.name);
    return watches.all;
  }

  open(id: string, lane: number, spec: WatchSpec, deliver: Handler<WatchDelivery>): void {
    this.close(id);
    const sequence = this.counters.get(SEQUENCE) ?? 0;
    this.counters.set(SEQUENCE, sequence + 1);
    this.handlers.set(deliver.id, deliver);
    const row: WatchRow = { id, sequence, lane, handler: deliver.id, spec };
    if (!this.catchUp(row)) return;
    this.rows.set(id, row);
    this.bucketOf(row).push(row);
    if (spec.bookmarks === true) this.scheduleBookmark(row);
  }

  close(id: string): void {
    const row = this.rows.get(id);
    if (row === undefined) return;
    this.rows.delete(id);
    const bucket = this.bucketOf(row);
    bucket.splice(
      bucket.findIndex((other) => other.id === id),
      1,
    );
  }

  /** Sends what happened since the watch's revision. @returns false where that is no longer known */
  private catchUp(row: WatchRow): boolean {
    const { spec } = row;
    const store = this.store();
    if (spec.fromRevision >= store.revision) return true;
    const kind = resourceInfo(spec.resource)?.kind ?? spec.resource;
    const tooOld = this.world.now - WINDOW_SECONDS * this.world.options.ticksPerSecond;
    const commits = store.since(kind, spec.fromRevision, (tick, newer) => newer >= WINDOW_EVENTS && tick < tooOld);
    if (commits === undefined) {
      this.deliver(row, {
        type: 'ERROR',
        object: expired(spec.fromRevision, store.revision),
        revision: store.revision,
      });
      return false;
    }
    for (const commit of commits) if (concerns(spec, commit)) this.deliver(row, eventFor(spec, commit));
    return true;
  }

  /** Tells every watch that the commit concerns. */
  publish(commit: Commit): void {
    const watches = this.byKind.get(commit.object.kind);
    if (watches === undefined) return;
    for (const row of watches.all) this.offer(row, commit);
    if (watches.byNode.size > 0) this.publishByNode(watches.byNode, commit);
    if (watches.byName.size > 0) {
      for (const row of watches.byName.get(commit.object.metadata.name) ?? []) this.offer(row, commit);
    }
  }

  private publishByNode(byNode: ReadonlyMap<string, readonly WatchRow[]>, commit: Commit): void {
    const now = nodeNameOf(commit.object);
    for (const row of byNode.get(now) ?? []) this.offer(row, commit);
    const before = commit.previous === undefined ? now : nodeNameOf(commit.previous);
    if (before === now) return;
    for (const row of byNode.get(before) ?? []) this.offer(row, commit);
  }

  private offer(row: WatchRow, commit: Commit): void {
    if (concerns(row.spec, commit)) this.deliver(row, eventFor(row.spec, commit));
  }

  private deliver(row: WatchRow, event: WatchEvent, delay = this.latency): void {
    const handler = this.handlers.get(row.handler);
    if (handler !== undefined) this.world.after<WatchDelivery>(delay, row.lane, handler, { id: row.id, event });
  }

  private scheduleBookmark({ id, sequence, lane }: WatchRow): void {
    const delay = BOOKMARK_SECONDS * this.world.options.ticksPerSecond;
    this.world.after<BookmarkDue>(delay, lane, this.bookmark, { id, sequence }, { periodic: true });
  }

  /** Silent itself: the event is the delivery. */
  private sendBookmark({ id, sequence }: BookmarkDue): void {
    const row = this.rows.get(id);
    if (row?.sequence !== sequence) return;
    const { revision } = this.store();
    this.deliver(row, { type: 'BOOKMARK', object: bookmarkObject(row.spec, revision), revision });
    this.scheduleBookmark(row);
  }
}

function listIn(lists: Map<string, WatchRow[]>, name: string): WatchRow[] {
  let list = lists.get(name);
  if (list === undefined) {
    list = [];
    lists.set(name, list);
  }
  return list;
}

function nodeNameOf(object: KubeObject): string {
  const spec = object.spec as { readonly nodeName?: string } | undefined;
  return spec?.nodeName ?? '';
}

function matches(spec: WatchSpec, object: KubeObject): boolean {
  if (spec.namespace !== undefined && object.metadata.namespace !== spec.namespace) return false;
  if (spec.name !== undefined && object.metadata.name !== spec.name) return false;
  return spec.nodeName === undefined || nodeNameOf(object) === spec.nodeName;
}

const concerns = (spec: WatchSpec, commit: Commit): boolean =>
  matches(spec, commit.object) || (commit.previous !== undefined && matches(spec, commit.previous));

/** What a selector makes of a commit: an object that comes into view is ADDED, one that leaves it DELETED (1.11). */
function eventFor(spec: WatchSpec, commit: Commit): WatchEvent {
  const { object, previous, revision, type } = commit;
  if (type !== 'MODIFIED' || previous === undefined) return { type, object, revision };
  const is = matches(spec, object);
  if (!is) return { type: 'DELETED', object: withRevisionOf(previous, object), revision };
  return { type: matches(spec, previous) ? 'MODIFIED' : 'ADDED', object, revision };
}

function withRevisionOf(content: KubeObject, object: KubeObject): KubeObject {
  const { resourceVersion = '' } = object.metadata;
  return { ...content, metadata: { ...content.metadata, resourceVersion } };
}

function bookmarkObject(spec: WatchSpec, revision: number): KubeObject {
  const info = resourceInfo(spec.resource);
  return {
    apiVersion: info?.apiVersion ?? 'v1',
    kind: info?.kind ?? spec.resource,
    metadata: { name: '', resourceVersion: String(revision) },
  };
}

/** A metav1.Status in the place of an object. */
const expired = (asked: number, current: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Status',
  metadata: { name: '' },
  status: {
    status: 'Failure',
    reason: 'Expired',
    code: 410,
    message: `too old resource version: ${asked} (${current})`,
  },
});
