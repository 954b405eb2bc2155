/** What the api-server and etcd looked like after a step, for people to look at. Plain data, read off histories. */

/** One commit of etcd. */
export interface CommitRecord {
  readonly revision: number;
  /** "Kind/namespace/name". */
  readonly key: string;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** User agent, for instance "kube-scheduler"; also the field manager where the request named none. */
  readonly client: string;
  /** "create", "update status", "bind": as in events. */
  readonly verb: string;
  readonly step: number;
  readonly tick: number;
}

/** The watch cache's window of one resource (1.12). */
export interface ResourceWindow {
  /** Plural: "pods". */
  readonly resource: string;
  readonly objects: number;
  /** Revisions of the oldest and newest event that a watch can still be served; absent without events. */
  readonly oldest?: number;
  readonly newest?: number;
  readonly events: number;
  /** Events that it may hold at present. */
  readonly capacity: number;
  /** It began anew, and had events before; absent otherwise. */
  readonly forgotten?: true;
}

export interface OpenWatch {
  /** "kube-scheduler pods". */
  readonly id: string;
  /** "kube-scheduler". */
  readonly client: string;
  readonly resource: string;
  /** "" = everything; else terms, comma separated: "metadata.namespace=a,spec.nodeName=n,app in (x)". */
  readonly selector: string;
  readonly openedFrom: number;
  /** Revision of the newest event that was sent to it; `openedFrom` before the first. */
  readonly lastSent: number;
  /** Revision of the newest event that reached it; `openedFrom` before the first. */
  readonly seen: number;
  /** Events sent, or waiting in the server, that have not reached it. */
  readonly underWay: number;
  /** Ticks that faults add. */
  readonly slowedTicks: number;
  /** The connection is broken or the watch ended; the client has not heard yet. */
  readonly cut: boolean;
  /** Nobody reads from it. */
  readonly stalled: boolean;
}

export interface ActiveFault {
  readonly id: string;
  readonly kind: 'cut' | 'slow' | 'stall' | 'slowCache' | 'pause' | 'partition' | 'drop' | 'duplicate';
  /** For slow and slowCache, else 0. */
  readonly ticks: number;
  readonly sinceTick: number;
}

export interface ApiServerState {
  readonly step: number;
  readonly tick: number;
  readonly revision: number;
  /** Revisions below are forgotten; 0 = none. */
  readonly compacted: number;
  /** Resources with objects, events or watches, sorted by name. */
  readonly windows: readonly ResourceWindow[];
  /** In order of opening. */
  readonly watches: readonly OpenWatch[];
  /** Sorted by id. */
  readonly faults: readonly ActiveFault[];
}

/** One entry of metadata.managedFields, decoded. */
export interface FieldOwner {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  /** "" = the object itself. */
  readonly subresource: string;
  /** RFC 3339. */
  readonly time: string;
  /**
   * Owned fields, each from the object's top: a text is a field's name, an object the keys of a list's entry
   * (`{"name":"app"}`), `{"=": value}` an entry of a set. A path that goes on in another names the entry itself.
   */
  readonly paths: readonly (readonly PathStep[])[];
}

export type PathStep = string | { readonly [key: string]: unknown };
