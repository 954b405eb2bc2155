/** Open watches, so arranged that a write looks only at those that it may concern. */
import type { Collection, World } from '../../kernel/kernel.ts';
import { resourceInfo } from '../../model/resources.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Commit } from './store.ts';
import type { WatchSpec } from './types.ts';
import { matcherOf, nodeNameOf, type Matches } from './watch-select.ts';

export const WATCHES = 'etcd/watches';

/** An open watch, as collection "etcd/watches" has it. */
export interface WatchRow {
  readonly id: string;
  /** Order of opening; a new one when its connection breaks. */
  readonly sequence: number;
  readonly lane: number;
  readonly handler: number;
  readonly spec: WatchSpec;
  /** The server has ended it; the client has not heard yet. */
  readonly ended?: true;
}

export interface LiveWatch {
  readonly row: WatchRow;
  readonly matches: Matches;
}

type Tell = (live: LiveWatch, commit: Commit) => void;

interface ResourceWatches {
  readonly all: LiveWatch[];
  readonly byNode: Map<string, LiveWatch[]>;
  readonly byName: Map<string, LiveWatch[]>;
}

export class WatchTable {
  private readonly rows: Collection<WatchRow>;
  /** Derived. */
  private readonly byId = new Map<string, WatchRow>();
  private readonly byKind = new Map<string, ResourceWatches>();

  constructor(
    world: World,
    private readonly version: KubernetesVersion,
  ) {
    this.rows = world.collection<WatchRow>(WATCHES);
    world.onRestore('api-server watches', () => {
      this.rebuild();
    });
  }

  private rebuild(): void {
    this.byKind.clear();
    this.byId.clear();
    for (const row of this.inOrder()) {
      this.byId.set(row.id, row);
      if (row.ended !== true) this.insert(row);
    }
  }

  inOrder(): readonly WatchRow[] {
    return [...this.rows.entries()].map(([, row]) => row).sort((a, b) => a.sequence - b.sequence);
  }

  get(id: string): WatchRow | undefined {
    return this.byId.get(id);
  }

  add(row: WatchRow): LiveWatch {
    this.keep(row);
    return this.insert(row);
  }

  private keep(row: WatchRow): void {
    this.rows.set(row.id, row);
    this.byId.set(row.id, row);
  }

  private insert(row: WatchRow): LiveWatch {
    const live: LiveWatch = { row, matches: matcherOf(row.spec, this.version) };
    this.bucketOf(row.spec).push(live);
    return live;
  }

  private bucketOf(spec: WatchSpec): LiveWatch[] {
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

  remove(id: string): void {
    const row = this.byId.get(id);
    if (row === undefined) return;
    this.rows.delete(id);
    this.byId.delete(id);
    this.silence(row);
  }

  /** It hears of no further commit, and stands until its client has heard of the end. */
  end(row: WatchRow): void {
    this.silence(row);
    this.keep({ ...row, ended: true });
  }

  private silence({ id, spec }: WatchRow): void {
    const bucket = this.bucketOf(spec);
    const at = bucket.findIndex((live) => live.row.id === id);
    if (at >= 0) bucket.splice(at, 1);
  }

  concerned(commit: Commit, tell: Tell): void {
    const watches = this.byKind.get(commit.object.kind);
    if (watches === undefined) return;
    const { all, byNode, byName } = watches;
    tellAll(all, commit, tell);
    if (byNode.size > 0) tellByNode(byNode, commit, tell);
    if (byName.size > 0) tellAll(byName.get(commit.object.metadata.name), commit, tell);
  }
}

/** A watch that a full buffer ends leaves the list while it is gone through. */
function tellAll(list: readonly LiveWatch[] | undefined, commit: Commit, tell: Tell): void {
  if (list === undefined) return;
  for (let i = 0; i < list.length;) {
    const live = list[i];
    if (live !== undefined) tell(live, commit);
    if (list[i] === live) i++;
  }
}

function tellByNode(byNode: ReadonlyMap<string, readonly LiveWatch[]>, commit: Commit, tell: Tell): void {
  const now = nodeNameOf(commit.object);
  tellAll(byNode.get(now), commit, tell);
  const before = commit.previous === undefined ? now : nodeNameOf(commit.previous);
  if (before !== now) tellAll(byNode.get(before), commit, tell);
}

function listIn(lists: Map<string, LiveWatch[]>, name: string): LiveWatch[] {
  let list = lists.get(name);
  if (list === undefined) {
    list = [];
    lists.set(name, list);
  }
  return list;
}
