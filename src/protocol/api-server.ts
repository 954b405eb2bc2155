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
  /** Of the newest event that was sent to the watcher. */
  readonly lastSent: number;
  /** Of the newest event that reached the watcher. */
  readonly seen: number;
  /** Events that are on their way to it. */
  readonly underWay: number;
  /** Ticks that a fault adds. */
  readonly slowedTicks?: number;
  /** The connection is broken, or the watch has ended, and the client has not heard yet. */
  readonly cut: boolean;
  /** Nobody reads from it. */
  readonly stalled: boolean;
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
  /** The watch cache began anew, and had events before; absent otherwise. */
  readonly forgotten?: true;
  /** A watch from below this revision is answered with 410; 0 = from no revision of this run. */
  readonly goneBelow: number;
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

/** Which refused requests the room lists. */
export interface RefusalsAsked {
  /** Only those of this client; "" = everybody's. */
  readonly client?: string;
  /** The refusal at this step in any case, however old. */
  readonly at?: number;
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
  /** At most 500. */
  readonly watches: readonly WatchView[];
  /** How many there are. */
  readonly watchCount: number;
  /** Those asked for, newest first: the newest 50, and the one that is wanted in any case. */
  readonly conflicts: readonly ConflictRow[];
  /** Requests that were refused up to the step. */
  readonly refused: number;
  /** How many of them each client had. */
  readonly refusedBy: readonly { readonly client: string; readonly count: number }[];
  /** Standing faults. */
  readonly faults: readonly FaultView[];
}

export interface FaultView {
  readonly id: string;
  /** The process or the watch that it is about; "" = all. */
  readonly target: string;
  readonly kind: 'cut' | 'slow' | 'stall' | 'slowCache' | 'pause' | 'partition' | 'drop' | 'duplicate';
  /** Ticks that it adds; 0 = it adds none. */
  readonly ticks: number;
  readonly sinceTick: number;
}

/** A conflict side by side. */
export interface ConflictAnswer extends ConflictRow {
  /** The version that the client had read; undefined = it sent none. Of a server-side apply: what it applied last. */
  readonly readRevision?: string;
  /** "" = nothing was stored. */
  readonly storedRevision: string;
  /** Of a server-side apply: in whose name. */
  readonly fieldManager?: string;
  /** Of an eviction that a disruption budget refused: what it said, and how it stood; such a one has no fields. */
  readonly budget?: {
    /** "PodDisruptionBudget/ns/name" */
    readonly key: string;
    /** "The disruption budget api needs 2 healthy pods and has 2 currently" */
    readonly cause: string;
    readonly allowed: number;
    readonly healthy: number;
    readonly desired: number;
  };
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
