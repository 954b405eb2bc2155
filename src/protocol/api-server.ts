/** The api-server's room, as of one step: etcd's revisions, who watches from where, conflicts, and who owns each field. */

export interface CommitView {
  readonly revision: number;
  /** "Kind/ns/name". */
  readonly key: string;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** Who wrote it; "" = it stood there from the start. */
  readonly client: string;
  /** "create", "patch status", ... */
  readonly verb: string;
  readonly step: number;
  readonly tick: number;
}

export interface WatchView {
  /** "kube-scheduler pods". */
  readonly id: string;
  readonly client: string;
  readonly resource: string;
  /** "" = everything. */
  readonly selector: string;
  readonly openedFrom: number;
  /** Of the newest event that reached the watcher. */
  readonly seen: number;
  /** Events that are on their way to it. */
  readonly underWay: number;
  /** Ticks that a fault adds. */
  readonly slowedTicks?: number;
  readonly cut: boolean;
}

export interface WindowView {
  readonly resource: string;
  readonly objects: number;
  /** Revisions of the oldest and newest event that the watch cache still has. */
  readonly oldest?: number;
  readonly newest?: number;
  readonly events: number;
  /** Events that it may hold. */
  readonly capacity: number;
}

/** A request that was refused because someone else had written in between, or owns the field. */
export interface ConflictRow {
  readonly step: number;
  readonly client: string;
  readonly key: string;
  readonly verb: string;
  readonly code: number;
  readonly reason: string;
  readonly message: string;
}

export interface ApiServerAnswer {
  readonly step: number;
  readonly now: number;
  readonly revision: number;
  /** Revisions below are forgotten; 0 = none. */
  readonly compacted: number;
  /** Newest first, at most 200. */
  readonly commits: readonly CommitView[];
  readonly windows: readonly WindowView[];
  readonly watches: readonly WatchView[];
  /** Newest first, at most 50. */
  readonly conflicts: readonly ConflictRow[];
  /** Standing faults, in words of the timeline. */
  readonly faults: readonly string[];
}

/** A conflict side by side. */
export interface ConflictAnswer extends ConflictRow {
  /** The version that the client had read; undefined = it sent none. Of a server-side apply: what it applied last. */
  readonly readRevision?: string;
  /** "" = nothing was stored. */
  readonly storedRevision: string;
  /** Of a server-side apply: in whose name. */
  readonly fieldManager?: string;
  /** Commits of the object in between, oldest first. */
  readonly between: readonly CommitView[];
  /** Fields in which what was read, what was sent and what was stored differ. */
  readonly fields: readonly {
    readonly path: string;
    /** As JSON; undefined = absent. */
    readonly read?: string;
    readonly sent?: string;
    readonly stored?: string;
    /** Server-side apply: who owns it, in the message's words. */
    readonly owner?: string;
    /** The write does not reach it (status beside spec, or the other way), so what was sent does not count. */
    readonly ignored?: true;
    /** What the api-server says of this very field. */
    readonly problem?: string;
  }[];
}

export interface OwnerView {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource: string;
  /** RFC 3339. */
  readonly time: string;
}

/** The YAML of an object, line by line, with who owns each. */
export interface OwnershipAnswer {
  readonly step: number;
  readonly key: string;
  /** false: it is gone at this step, or not there yet; then there is nothing else. */
  readonly exists: boolean;
  readonly owners: readonly OwnerView[];
  readonly lines: readonly {
    readonly text: string;
    /** Indexes into owners; more than one = shared; none = nobody's (identity, defaults). */
    readonly owners: readonly number[];
    /** What it holds stands on the lines below: it has owners only where the entry itself is owned. */
    readonly branch: boolean;
    /** Dotted path. */
    readonly path: string;
  }[];
}
