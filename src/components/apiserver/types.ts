import type { Handler, World } from '../../kernel/kernel.ts';
import type { Flags } from '../../model/flags.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Latencies } from '../../model/latencies.ts';

/** One request, as the api-server sees it after routing. Plain data. */
export interface ApiRequest {
  readonly verb: 'get' | 'list' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';
  /** Plural: "pods". */
  readonly resource: string;
  /** Group and version of the path, "apps/v1beta1"; absent: those that the resource is served in. */
  readonly apiVersion?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: 'status' | 'binding' | 'scale' | 'eviction' | 'finalize';
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
    /** Objects of a page at most; 0 or absent = all. */
    readonly limit?: number;
    /** Token of the page before. */
    readonly continue?: string;
    /**
     * Absent: the client is a component, whose body is typed by construction, and it is not decoded by the schema. Else it
     * is; "Strict" refuses unknown fields, and the others drop them.
     */
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
  /** Of a page whose snapshot is forgotten (410): a token that goes on with what is there now. */
  readonly continue?: string;
}

export interface ApiResponse {
  /** HTTP code. 2xx means `object` (or `items`) holds. */
  readonly code: number;
  readonly object?: KubeObject;
  readonly items?: readonly KubeObject[];
  /** Of a list: the revision it reflects. */
  readonly revision?: number;
  /** Of a page that is not the last: the token for the next, and how many are left (absent with a selector). */
  readonly continue?: string;
  readonly remainingItemCount?: number;
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
  /**
   * ERROR: the server said why in an event, and the stream is over. CLOSED: the stream is over without a word, or could not
   * be opened; `object` is a metav1.Status whose code tells which: 200 a normal end, 429 or 503 (connection refused) it
   * could not be opened, else what the server answered to the request.
   */
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR' | 'CLOSED';
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
  /** About every minute and 2 s before the deadline, a BOOKMARK (default false: in a quiet simulation they are noise). */
  readonly bookmarks?: boolean;
  /** As in a list; CLOSED with code 400 where the text cannot be read or the field is not supported. */
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /**
   * resourceVersion "0" or "": first a synthetic ADDED for every present object (their order is no promise), then what comes.
   * `fromRevision` is not looked at.
   */
  readonly fromAny?: boolean;
  /** The server ends the watch (CLOSED, 200) after so long; "client" = 300 to 600 s by chance, as a reflector asks for. Default never. */
  readonly timeoutSeconds?: number | 'client';
  /**
   * WatchList: ADDED for every present object, then a BOOKMARK annotated k8s.io/initial-events-end=true, then live events.
   * `fromRevision` is then the least revision that the snapshot may have.
   */
  readonly sendInitialEvents?: boolean;
}

/** Faults of the api-server and of the way to it; they act at once, inside a pop or in set-up. An id always has the same predicate. */
export interface ApiServerFaults {
  /** etcd forgets every revision below the present one: a watch from below it, and a token of a list, is answered with 410. */
  compact(): void;
  /** Ends the open watches whose id matches, as a server does ("closed") or a network ("broken": 503); they hear CLOSED. */
  endWatches(matches: (id: string) => boolean, how: 'closed' | 'broken'): void;
  /**
   * Until `lift`, no byte passes between the api-server and clients of which `matches` (name or watch id) is true: open
   * watches are broken, opening is refused (503), requests are answered 503.
   * @param id of the fault, for `lift`
   */
  cut(id: string, matches: (name: string) => boolean): void;
  /** Until `lift`, events of the watches come `ticks` later; their order stays. */
  slow(id: string, matches: (watch: string) => boolean, ticks: number): void;
  /**
   * Until `lift`, nobody reads from the watches: events fill the server's buffer (10 to 1000 events, by the window's size);
   * where it is full the server drops them and ends the watch (CLOSED, 200, after `lift`).
   */
  stall(id: string, matches: (watch: string) => boolean): void;
  /**
   * Until `lift`, the clients of which `matches` is true (and of their watches' ids) read nothing: answers and events wait, in
   * order, events as with `stall`.
   */
  pause(id: string, matches: (name: string) => boolean): void;
  /**
   * Until `lift`, no byte passes between the clients and the api-server, and neither is told: requests, answers and events wait
   * until it is over. After 45 s of silence a client gives up its connection: what it asked is answered 503, and its watches are
   * broken (503); a request that is sent later is given up after 30 s, and so is the opening of a watch (408).
   */
  partition(id: string, matches: (name: string) => boolean): void;
  /** The next `count` events that are sent to the watches are lost, or come twice. */
  miscount(id: string, kind: 'drop' | 'duplicate', matches: (watch: string) => boolean, count: number): void;
  /** The server's process starts: its watch cache knows nothing older than the present; etcd forgot nothing. */
  restart(): void;
  /** Until `lift`, the watch cache is `ticks` behind etcd: lists from the cache are stale, and all watch events late. */
  slowCache(id: string, ticks: number): void;
  lift(id: string): void;
  /**
   * The client's process died: what it was about to send is not sent (`World.drop`), its watches are closed without a word,
   * and no answer to an earlier request reaches it or its successor of the same name (requests that are on the way are
   * carried out all the same).
   */
  disconnect(client: string): void;
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
  /** The answer is delivered only where nobody could be asked or nobody answered. */
  sendAndForget<C>(request: ApiRequest, failed: Handler<Reply<C>>, context: C): void;
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
  /**
   * Keep metadata.managedFields up with every write. Default false: it costs about as much as the write itself.
   * `ownershipAt` works them out on demand from the object's history, so nobody needs this in order to look.
   */
  readonly managedFields?: boolean;
  /** etcd forgets what is older than one to two of these, as the api-server's compactor does (300 in a cluster). Default never. */
  readonly compactionSeconds?: number;
  readonly flags?: Flags;
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
  readonly faults: ApiServerFaults;
}
