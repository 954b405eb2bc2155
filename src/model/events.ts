/**
 * The closed table of event kinds (docs/spec/events.md is its prose; a test holds the two together). What is not in the
 * table is not an event. A kind's index is what a trace stores, so new kinds go to the end.
 */

/** Lanes of a cluster's timeline; also the tie-break order inside one instant. */
export const LANES = ['clients', 'api-server', 'informers', 'scheduler', 'controllers', 'kubelets'] as const;
export type LaneName = (typeof LANES)[number];
export const LANE = Object.fromEntries(LANES.map((name, i) => [name, i])) as Readonly<Record<LaneName, number>>;

/** The coarsest unit of stepping that stops at a kind: every kind is an event; "stage" stops at stage, cycle and life ones, and so on. */
export type Granularity = 'event' | 'stage' | 'cycle' | 'life';

export interface EventKindInfo {
  readonly name: string;
  readonly granularity: Granularity;
}

const kind = <N extends string>(name: N, granularity: Granularity) => ({ name, granularity }) as const;

export const EVENT_KINDS = [
  // Messages. A Sent event's effects name it as their cause, so a token stands between the two.
  /** subject sends a request; detail: verb words ("create", "bind", "patch status"); object: what. */
  kind('request.sent', 'event'),
  /** The api-server committed it to etcd; subject: the client; detail: verb words; number: the new revision. */
  kind('store.written', 'stage'),
  /** The api-server answered without a write (a read, or nothing to change); number: HTTP code. */
  kind('request.served', 'event'),
  /** The api-server refused; detail: reason ("Conflict"); number: HTTP code. */
  kind('request.refused', 'stage'),
  /** The answer reached subject; number: HTTP code. */
  kind('response.delivered', 'event'),
  /** A watch event reached subject ("kube-scheduler pods"); detail: ADDED, MODIFIED, DELETED, BOOKMARK, ERROR; number: revision. */
  kind('watch.delivered', 'event'),
  /** A list answer reached subject; number: how many objects. */
  kind('list.delivered', 'event'),
  // Informers.
  /** The queue was popped and the indexer updated; detail: delta types, comma separated; number: entries left in the queue. */
  kind('informer.popped', 'event'),
  /** A handler ran for a notification; subject: the listener; detail: add, update or delete. */
  kind('handler.called', 'event'),
  // Scheduler.
  /** Timers moved Pods between queues; detail: why; number: how many moved. */
  kind('queue.flushed', 'event'),
  /** A Pod was popped from activeQ; number: attempt (1 = first). */
  kind('cycle.started', 'cycle'),
  /** detail: "" or the plugin that rejected; number: nodes left to look at. */
  kind('cycle.prefilter', 'event'),
  /** number: feasible nodes. */
  kind('cycle.filter', 'stage'),
  /** detail: nominated node or "". */
  kind('cycle.postfilter', 'event'),
  /** detail: chosen node; number: its total score (0 where one node was left and none was scored). */
  kind('cycle.score', 'stage'),
  /** detail: node. */
  kind('cycle.reserve', 'event'),
  /** detail: node. */
  kind('cycle.permit', 'event'),
  /** No node took it; detail: queue it went to ("unschedulable", "backoff"); number: nodes tried. */
  kind('cycle.failed', 'stage'),
  /** The binding is stored and the cycle is over; detail: node. */
  kind('cycle.bound', 'stage'),
  // Controllers.
  /** A worker took object's key off its queue; number: keys left. */
  kind('sync.started', 'event'),
  /** detail: "" or what it waits for. */
  kind('sync.finished', 'event'),
  /** A delayed key came due and went into the queue. */
  kind('workqueue.added', 'event'),
  // Kubelets.
  /** The kubelet took the Pod on; detail: node. */
  kind('kubelet.admitted', 'stage'),
  /** The kubelet refused the Pod; detail: reason ("OutOfcpu"). */
  kind('kubelet.rejected', 'stage'),
  /** detail: image. */
  kind('image.pulling', 'event'),
  kind('image.pulled', 'event'),
  /** detail: container. */
  kind('container.started', 'stage'),
  kind('container.stopping', 'event'),
  kind('container.stopped', 'stage'),
  /** The kubelet saw the runtime's state and works out a Pod's status; detail: phase. */
  kind('kubelet.observed', 'event'),
  /** A Pod's life ended: the last write removed it; here as the kubelet or collector sees it. */
  kind('pod.gone', 'life'),
  /** A Pod's containers all run and it is Ready. */
  kind('pod.ready', 'life'),
  // Periodic.
  /** A kubelet's lease timer fired. */
  kind('lease.due', 'event'),
  // Faults.
  /** subject: the process or watch that it befalls, "" for etcd; detail: "kubeletStops", "kubeletPauses", "crash", "cut", "slow TICKS", "compact". */
  kind('fault.began', 'stage'),
  /** The same columns; after "crash" the process starts again, after "kubeletPauses" it goes on. */
  kind('fault.ended', 'stage'),
  // Leader election.
  /** A candidate won the Lease (object) and begins to lead; number: how often the leader has changed. */
  kind('leader.elected', 'stage'),
  /** No renewal went through for the renew deadline: the leader stops, whoever holds the Lease. */
  kind('leader.lost', 'stage'),
  // Inside an informer.
  /** subject's back-off is over and it opens its watch again; detail: "initial" for a watch-list; number: revision it asks for. */
  kind('watch.opened', 'event'),
  /** subject checked who is due for a resync; detail: the listeners that are, comma separated; number: how many. */
  kind('resync.checked', 'event'),
  /** The blocked sender of subject goes on; detail: the listener that had no room; number: entries left in the queue. */
  kind('sender.resumed', 'event'),
  /** The mutation detector of subject found a cached object changed; detail: what it panics with. */
  kind('cache.altered', 'stage'),
  // The person at the keyboard.
  /** A command that waits came to its end; detail: its verb, and "failed" where it gave up. */
  kind('command.ended', 'stage'),
  // Kubelets, once more.
  /** The registry does not have it; detail: image. */
  kind('image.failed', 'stage'),
  /** A container could not be made; detail: container and reason ("app CreateContainerConfigError"). */
  kind('container.failed', 'stage'),
  /** A probe was answered; detail: container, probe and answer ("app readiness failure"). */
  kind('probe.answered', 'event'),
  /** The node is short of something and this Pod has to go; detail: what it is short of ("memory"). */
  kind('kubelet.evicting', 'stage'),
  /** A look found the node short of something, and no Pod that could go; detail: of what ("memory"). */
  kind('kubelet.short', 'event'),
] as const satisfies readonly EventKindInfo[];

export type EventKind = (typeof EVENT_KINDS)[number]['name'];
export const EVENT_KIND_NAMES: readonly EventKind[] = EVENT_KINDS.map((k) => k.name);
/** Index of a kind by its name: `emit(EVENT['cycle.score'], …)`. */
export const EVENT = Object.fromEntries(EVENT_KINDS.map((k, i) => [k.name, i])) as Readonly<Record<EventKind, number>>;
