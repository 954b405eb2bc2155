/**
 * etcd as the api-server uses it: k8s.io/apiserver pkg/storage/etcd3/store.go (v0.37). One revision counter for all kinds;
 * an object's resourceVersion is the revision of its last write. What is older is read off the world's history. Left out:
 * leases, transactions over keys.
 */
import { compareBytes, type Change, type Collection, type View, type World } from '../../kernel/kernel.ts';
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
export const REVISION = 'etcd/revision';
/** Revision at the start: an object (a real cluster's revision may exceed int32), and the writes since then. */
const BASE = 'base';
const WRITES = 'writes';
const COMPACTED = 'compacted';
const RESTARTED = 'restarted';
const INTERVAL = 'compaction';

interface KindIndex {
  readonly keys: Set<string>;
  /** Sorted by bytes; dropped when a key comes or goes. */
  sorted: readonly string[] | undefined;
}

export class Store {
  private readonly objects: Collection<KubeObject>;
  private readonly revisions: Collection<number | Partial<Mark>>;
  /** Derived: keys by kind. */
  private readonly kinds = new Map<string, KindIndex>();
  private base = 0;

  constructor(
    private readonly world: World,
    private readonly onCommit: (commit: Commit) => void,
  ) {
    this.objects = world.collection<KubeObject>(ETCD);
    this.revisions = world.collection(REVISION);
    world.onRestore('api-server store', () => {
      this.rebuild();
    });
  }

  private rebuild(): void {
    this.kinds.clear();
    for (const [key, object] of this.objects.entries()) this.indexOf(object.kind).keys.add(key);
    const base = this.revisions.get(BASE);
    this.base = typeof base === 'object' ? (base.revision ?? 0) : 0;
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
   * Commits of one kind above `revision`, oldest first, read off the world's history; undefined where there are more than
   * `most`, or history does not reach back that far (before the set-up's end).
   */
  since(kind: string, revision: number, most: number): readonly Commit[] | undefined {
    const found: Commit[] = [];
    let reached = this.revision;
    for (let step = this.world.step; step > 0 && reached > revision; step--) {
      for (const change of this.world.changesAt(step)) {
        if (change.collection !== ETCD) continue;
        const commit = commitOf(change, () => this.revisionAt(step));
        reached = Math.min(reached, commit.revision - 1);
        if (commit.revision <= revision || commit.object.kind !== kind) continue;
        if (found.length === most) return undefined;
        found.push(commit);
      }
    }
    return reached > revision ? undefined : found.reverse();
  }

  /** The revision at the set-up's end; nothing older can be told. */
  get firstRevision(): number {
    return this.base;
  }

  /** Revisions below are forgotten, by a fault or by the compactor; 0 = none. */
  get compacted(): number {
    return compactedIn(this.world, this.world.step, this.revisions);
  }

  /** Forgets what is older than the present. */
  compact(): void {
    this.revisions.set(COMPACTED, { revision: this.revision, step: this.world.step });
  }

  /** The api-server's process begins anew: etcd forgets nothing, its watch cache does. */
  restartCache(): void {
    this.revisions.set(RESTARTED, { revision: this.revision, step: this.world.step });
  }

  /** Set-up: from now on, at the end of each interval what is older than the interval before is forgotten. */
  compactEvery(ticks: number): void {
    this.revisions.set(INTERVAL, { revision: ticks, step: 0 });
  }

  /** When the watch cache last began anew: at a forced compaction, or with its process. */
  get forced(): Mark | undefined {
    return forcedIn(this.revisions);
  }

  /** The last step that was over at the tick. */
  stepAtTick(tick: number): number {
    return stepAtTick(this.world, tick);
  }

  /** The last step at which the counter stood at the revision or below. */
  stepOfRevision(revision: number): number {
    return lastStep(this.world.step, (step) => this.revisionAt(step) <= revision);
  }

  /** Objects of a kind as they were after a step, sorted by key bytes. */
  listAt(step: number, kind: string, namespace?: string): readonly KubeObject[] {
    if (step === this.world.step) return this.list(kind, namespace);
    const found: (readonly [string, KubeObject])[] = [];
    const prefix = namespace === undefined ? `${kind}/` : `${kind}/${namespace}/`;
    for (const [key, object] of this.objects.at(step).entries()) if (key.startsWith(prefix)) found.push([key, object]);
    return found.sort(([a], [b]) => compareBytes(a, b)).map(([, object]) => object);
  }

  getAt(step: number, key: string): KubeObject | undefined {
    return step === this.world.step ? this.get(key) : this.objects.at(step).get(key);
  }

  revisionAt(step: number): number {
    return revisionIn(this.revisions.at(step));
  }
}

/** Where history was when something happened to it. */
export interface Mark {
  readonly revision: number;
  readonly step: number;
}

type Revisions = View<number | Partial<Mark>>;

/** The counter, as a view of its collection has it. */
export function revisionIn(view: Revisions | undefined): number {
  const base = view?.get(BASE);
  const writes = view?.get(WRITES);
  return (typeof base === 'object' ? (base.revision ?? 0) : 0) + (typeof writes === 'number' ? writes : 0);
}

export function forcedIn(view: Revisions | undefined): Mark | undefined {
  const compacted = markIn(view, COMPACTED);
  const restarted = markIn(view, RESTARTED);
  return (restarted?.step ?? -1) > (compacted?.step ?? -1) ? restarted : compacted;
}

function markIn(view: Revisions | undefined, key: string): Mark | undefined {
  const mark = view?.get(key);
  return typeof mark === 'object' ? { revision: mark.revision ?? 0, step: mark.step ?? 0 } : undefined;
}

/** Revisions below are forgotten after a step; 0 = none. */
export function compactedIn(world: World, step: number, view: Revisions | undefined): number {
  const forced = markIn(view, COMPACTED)?.revision ?? 0;
  const interval = markIn(view, INTERVAL)?.revision ?? 0;
  if (interval === 0) return forced;
  // At the end of each interval the compactor forgets what was there at the end of the interval before.
  const tick = step === world.step ? world.now : step === 0 ? 0 : world.trace.time(step);
  const until = (Math.floor(tick / interval) - 1) * interval;
  if (until < 0) return forced;
  const collection = world.collections().find(({ name }) => name === REVISION);
  return Math.max(forced, revisionIn(collection?.at(stepAtTick(world, until))));
}

/** The last step that was over at the tick. */
const stepAtTick = (world: World, tick: number): number =>
  lastStep(world.step, (step) => world.trace.time(step) <= tick);

/** @param revisionOf told for a removal, whose content has an older one */
export function commitOf({ key, before, after }: Change, revisionOf: () => number): Commit {
  const previous = before as KubeObject | undefined;
  if (after !== undefined) {
    const object = after as KubeObject;
    const revision = Number(object.metadata.resourceVersion);
    return { type: previous === undefined ? 'ADDED' : 'MODIFIED', key, object, previous, revision };
  }
  const revision = revisionOf();
  return { type: 'DELETED', key, object: withRevision(previous as KubeObject, revision), previous, revision };
}

function withRevision(object: KubeObject, revision: number, extra?: Partial<ObjectMeta>): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...extra, resourceVersion: String(revision) } };
}

/** The last step in 1..newest for which `holds`, which is true up to some step and false from there on; 0 without one. */
function lastStep(newest: number, holds: (step: number) => boolean): number {
  let low = 0;
  let high = newest;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
