import type { Handler, World } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Latencies } from '../../model/latencies.ts';

/** One request, as the api-server sees it after routing. Plain data. */
export interface ApiRequest {
  readonly verb: 'get' | 'list' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';
  /** Plural: "pods". */
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: 'status' | 'binding' | 'scale' | 'eviction';
  /** The object, the patch, the Binding, the Eviction or the DeleteOptions' owner; parsed JSON. */
  readonly body?: unknown;
  readonly patchType?: 'json' | 'merge' | 'strategic' | 'apply';
  readonly options?: {
    readonly fieldManager?: string;
    readonly force?: boolean;
    readonly gracePeriodSeconds?: number;
    readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
    readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
    readonly labelSelector?: string;
    readonly fieldSelector?: string;
    readonly resourceVersion?: string;
    readonly resourceVersionMatch?: string;
    /** Absent: the client is trusted and its body is not decoded by the schema. "Strict" refuses unknown fields. */
    readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
    /** Everything but the commit. */
    readonly dryRun?: boolean;
  };
}

/** A request as it comes over HTTP; the text of the body is read already. */
export interface HttpRequest {
  /** "GET", "POST", "PUT", "PATCH", "DELETE". */
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly contentType?: string;
  /** Plain data. */
  readonly body?: unknown;
  /** Why the body could not be read, in the words of upstream's reader. */
  readonly unreadable?: string;
  /** What the reader says of fields that were given twice. */
  readonly duplicates?: readonly string[];
  readonly user: { readonly name: string; readonly groups: readonly string[] };
}

/** The api-server's refusal, as a metav1.Status. */
export interface ApiStatus {
  readonly reason: string;
  readonly message: string;
  readonly causes?: readonly { readonly reason?: string; readonly message?: string; readonly field?: string }[];
}

export interface ApiResponse {
  /** HTTP code. 2xx means `object` (or `items`) holds. */
  readonly code: number;
  readonly object?: KubeObject;
  readonly items?: readonly KubeObject[];
  /** Of a list: the revision it reflects. */
  readonly revision?: number;
  readonly status?: ApiStatus;
  readonly warnings?: readonly string[];
  /** The request changed the store. */
  readonly written: boolean;
}

/** What a reply handler gets: the answer and whatever plain data the sender put aside. */
export interface Reply<C> {
  readonly response: ApiResponse;
  readonly request: ApiRequest;
  readonly context: C;
}

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: KubeObject;
  /** etcd revision of the event. */
  readonly revision: number;
}

export interface WatchSpec {
  readonly resource: string;
  readonly namespace?: string;
  /** Only Pods with this spec.nodeName ("" = unassigned). */
  readonly nodeName?: string;
  /** Only an object of this name (a kubelet's own Node). */
  readonly name?: string;
  /** Events above this revision. Below the history window the watcher gets an ERROR 410 event and is closed. */
  readonly fromRevision: number;
  /** Every minute, a BOOKMARK (default false: in a quiet simulation they are noise). */
  readonly bookmarks?: boolean;
}

/**
 * A connection of one user agent. Everything is a message in virtual time:
 * `send` -> (next pop) request.sent -> request + commit ticks -> store.written | request.served | request.refused
 * -> response ticks -> response.delivered, inside which the reply handler runs.
 */
export interface ApiClient {
  /** User agent, for instance "kube-scheduler", "kubelet node-a"; also the field manager where none is given. */
  readonly name: string;
  /**
   * @param reply runs inside the pop of response.delivered: it may change collections and schedule, not emit.
   *   Without it the answer is not delivered (events and other fire-and-forget writes save two steps).
   */
  send(request: ApiRequest): void;
  send<C>(request: ApiRequest, reply: Handler<Reply<C>>, context: C): void;
  /**
   * Opens a watch. `deliver` is scheduled `watch` ticks after each matching commit, in revision order; it is a handler of
   * its own pop and must emit watch.delivered.
   * @param id unique and stable, for instance "kube-scheduler pods"
   */
  watch(id: string, spec: WatchSpec, deliver: Handler<WatchDelivery>): void;
  unwatch(id: string): void;
}

export interface WatchDelivery {
  readonly id: string;
  readonly event: WatchEvent;
}

export interface ApiServerDeps {
  readonly world: World;
  readonly version: KubernetesVersion;
  readonly latencies: Latencies;
  /** Microseconds since the Unix epoch at tick 0. */
  readonly epochMicros: number;
  /** Kinds that a dump left out: unknown, not empty. undefined = everything is known. */
  readonly unknownKinds?: ReadonlySet<string>;
  /** Keep metadata.managedFields up with every write. Default false: it costs about as much as the write itself. */
  readonly managedFields?: boolean;
}

export interface ApiServer {
  /** The last revision committed. */
  readonly revision: number;
  /** Set-up only: puts an observed object as it is; revisions go on above the highest seen. */
  seed(object: KubeObject): void;
  /** Answers at once, without messages: the pure semantics (conformance, set-up, `handle` of a delivered request). */
  handle(request: ApiRequest, user: string): ApiResponse;
  get(key: string): KubeObject | undefined;
  /** Sorted by key bytes. */
  list(resource: string, namespace?: string): readonly KubeObject[];
  /** Does the input say anything about this kind? */
  knows(kind: string): boolean;
  /** @param lane index into LANES of the client's own events */
  connect(name: string, lane: number): ApiClient;
  /** RFC 3339 text, whole seconds, of a tick (default now). */
  timestamp(tick?: number): string;
  /** RFC 3339 text with microseconds, for Leases and eventTime. */
  microTimestamp(tick?: number): string;
  readonly epochMicros: number;
}
