/**
 * etcd as the api-server uses it: k8s.io/apiserver pkg/storage/etcd3/store.go (v0.37). One revision counter for all kinds;
 * an object's resourceVersion is the revision of its last write. Left out: compaction, leases, transactions over keys.
 */
import { compareBytes, type Change, type Collection, type World } from '../../kernel/kernel.ts';
import { objectKey, type KubeObject, type ObjectMeta } from '../../model/objects.ts';

/** One committed write, as watchers are told of it. */
export interface Commit {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  /** For DELETED the last content, with the revision of the removal. */
  readonly object: KubeObject;
  readonly previous: KubeObject | undefined;
  readonly revision: number;
}

export const ETCD = 'etcd';
/** Revision at the start: an object (a real cluster's revision may exceed int32), and the writes since then. */
const BASE = 'base';
const WRITES = 'writes';

interface KindIndex {
  readonly keys: Set<string>;
  /** Sorted by bytes; dropped when a key comes or goes. */
  sorted: readonly string[] | undefined;
}

export class Store {
  private readonly objects: Collection<KubeObject>;
  private readonly revisions: Collection<number | { readonly revision: number }>;
  /** Derived: keys by kind. */
  private readonly kinds = new Map<string, KindIndex>();
  private base = 0;

  constructor(
    private readonly world: World,
    private readonly onCommit: (commit: Commit) => void,
  ) {
    this.objects = world.collection<KubeObject>(ETCD);
    this.revisions = world.collection('etcd/revision');
    world.onRestore('api-server store', () => {
      this.rebuild();
    });
  }

  private rebuild(): void {
    this.kinds.clear();
    for (const [key, object] of this.objects.entries()) this.indexOf(object.kind).keys.add(key);
    const base = this.revisions.get(BASE);
    this.base = typeof base === 'object' ? base.revision : 0;
  }

  private indexOf(kind: string): KindIndex {
    const known = this.kinds.get(kind);
    if (known !== undefined) return known;
    const fresh: KindIndex = { keys: new Set(), sorted: undefined };
    this.kinds.set(kind, fresh);
    return fresh;
  }

  get revision(): number {
    const writes = this.revisions.get(WRITES);
    return this.base + (typeof writes === 'number' ? writes : 0);
  }

  get(key: string): KubeObject | undefined {
    return this.objects.get(key);
  }

  /** Sorted by key bytes. */
  keys(kind: string, namespace?: string): readonly string[] {
    const index = this.kinds.get(kind);
    if (index === undefined) return [];
    index.sorted ??= [...index.keys].sort(compareBytes);
    if (namespace === undefined) return index.sorted;
    const prefix = `${kind}/${namespace}/`;
    return index.sorted.filter((key) => key.startsWith(prefix));
  }

  list(kind: string, namespace?: string): readonly KubeObject[] {
    const found: KubeObject[] = [];
    for (const key of this.keys(kind, namespace)) {
      const object = this.objects.get(key);
      if (object !== undefined) found.push(object);
    }
    return found;
  }

  count(kind: string): number {
    return this.kinds.get(kind)?.keys.size ?? 0;
  }

  /** Set-up: the object as it is; the counter goes on above the highest resourceVersion seen. */
  seed(object: KubeObject): void {
    const key = objectKey(object);
    this.objects.set(key, object);
    this.index(key, object.kind);
    const version = Number(object.metadata.resourceVersion ?? 0);
    if (Number.isSafeInteger(version) && version > this.revision) this.startAt(version);
  }

  private startAt(revision: number): void {
    this.base = revision;
    this.revisions.set(BASE, { revision });
    this.revisions.set(WRITES, 0);
  }

  private index(key: string, kind: string): void {
    const index = this.indexOf(kind);
    if (index.keys.has(key)) return;
    index.keys.add(key);
    index.sorted = undefined;
  }

  private nextRevision(): number {
    const writes = this.revisions.get(WRITES);
    const next = (typeof writes === 'number' ? writes : 0) + 1;
    this.revisions.set(WRITES, next);
    return this.base + next;
  }

  /** Commits `draft` under a new revision. @param extra metadata to add. @returns the object as stored */
  put(key: string, draft: KubeObject, extra?: Partial<ObjectMeta>): KubeObject {
    const previous = this.objects.get(key);
    const revision = this.nextRevision();
    const object = withRevision(draft, revision, extra);
    this.objects.set(key, object);
    if (previous === undefined) this.index(key, object.kind);
    this.onCommit({ type: previous === undefined ? 'ADDED' : 'MODIFIED', key, object, previous, revision });
    return object;
  }

  /** Removes the object. @param last its last content, where that differs from what is stored */
  remove(key: string, last?: KubeObject): KubeObject | undefined {
    const previous = this.objects.get(key);
    if (previous === undefined) return undefined;
    const revision = this.nextRevision();
    const object = withRevision(last ?? previous, revision);
    this.objects.delete(key);
    const index = this.indexOf(object.kind);
    index.keys.delete(key);
    index.sorted = undefined;
    this.onCommit({ type: 'DELETED', key, object, previous, revision });
    return object;
  }

  /**
   * Commits of one kind above `revision`, oldest first, read off the world's history; undefined where it does not reach
   * back that far: before the set-up's end, or where `expired` says so.
   * @param expired of an event at `tick` that has `newer` newer ones of its kind
   */
  since(
    kind: string,
    revision: number,
    expired: (tick: number, newer: number) => boolean,
  ): readonly Commit[] | undefined {
    const found: Commit[] = [];
    let reached = this.revision;
    for (let step = this.world.step; step > 0 && reached > revision; step--) {
      for (const change of this.world.changesAt(step)) {
        if (change.collection !== ETCD) continue;
        const commit = this.commitOf(change, step);
        reached = Math.min(reached, commit.revision - 1);
        if (commit.revision <= revision || commit.object.kind !== kind) continue;
        if (expired(this.world.trace.time(step), found.length)) return undefined;
        found.push(commit);
      }
    }
    return reached > revision ? undefined : found.reverse();
  }

  /** Does the world's history reach back to the state at `revision`? */
  reaches(revision: number): boolean {
    return revision >= this.base;
  }

  private commitOf({ key, before, after }: Change, step: number): Commit {
    const previous = before as KubeObject | undefined;
    if (after !== undefined) {
      const object = after as KubeObject;
      const revision = Number(object.metadata.resourceVersion);
      return { type: previous === undefined ? 'ADDED' : 'MODIFIED', key, object, previous, revision };
    }
    const revision = this.revisionAt(step);
    return { type: 'DELETED', key, object: withRevision(previous as KubeObject, revision), previous, revision };
  }

  private revisionAt(step: number): number {
    const view = this.revisions.at(step);
    const base = view.get(BASE);
    const writes = view.get(WRITES);
    return (typeof base === 'object' ? base.revision : 0) + (typeof writes === 'number' ? writes : 0);
  }
}

function withRevision(object: KubeObject, revision: number, extra?: Partial<ObjectMeta>): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...extra, resourceVersion: String(revision) } };
}
