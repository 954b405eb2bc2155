/**
 * A kubelet's watch on the Pods of its node: the reflector of pkg/kubelet/config/apiserver.go (v1.37), client-go's. A watch that
 * ends as servers end them, or breaks, goes on from the last revision that was heard of; one whose revision is gone (410), or
 * that was refused, ends the round: a back-off, and a list. Left out: bookmarks, watch-lists, the watch's own timeout, the
 * jitter of the back-off.
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { Pod } from '../../model/objects.ts';
import { minorOf, type KubernetesVersion } from '../../model/versions.ts';
import type { ApiServer, Reply, WatchDelivery } from '../apiserver/apiserver.ts';
import {
  FIRST_BACKOFF,
  nextBackoff,
  reflectorBackoff,
  statusOf,
  watchEnd,
  type BackoffPolicy,
  type BackoffState,
} from '../informer/informer.ts';
import type { Nodes } from './nodes.ts';
import type { Timers } from './timers.ts';

interface Step {
  readonly node: string;
  readonly then: 'list' | 'watch';
}

interface Listing {
  readonly node: string;
  /** What was asked for; "" = the present state of etcd. */
  readonly resourceVersion: string;
}

/** A node's reflector: the value in collection "kubelet/pod watches". */
interface Watching {
  /** Last heard of; 0 = nothing. */
  readonly revision: number;
  /** Tick at which the watch was asked for, and whether anything has come of it. */
  readonly opened: number;
  readonly seen: boolean;
  readonly backOff: BackoffState;
}

const NOTHING: Watching = { revision: 0, opened: 0, seen: false, backOff: FIRST_BACKOFF };

export const watchOf = (node: string): string => `kubelet ${node} pods`;

interface PodWatchDeps {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly nodes: Nodes;
  readonly timers: Timers;
  readonly version: KubernetesVersion;
  /** Ticks within which the answer to the opening of a watch comes. */
  readonly opening: number;
  readonly deliver: Handler<WatchDelivery>;
  /** All Pods of the node; within the pop of the list's answer. */
  readonly onList: (node: string, pods: readonly Pod[]) => void;
}

export class PodWatch {
  private readonly rows: Collection<Watching>;
  private readonly policy: BackoffPolicy;
  private readonly again: Handler<Step>;
  private readonly listed: Handler<Reply<Listing>>;

  constructor(private readonly deps: PodWatchDeps) {
    const { world, timers, version } = deps;
    this.rows = world.collection('kubelet/pod watches');
    this.policy = reflectorBackoff(minorOf(version) >= 36);
    this.again = timers.handler('kubelet lists', (step) => {
      this.onAgain(step);
    });
    this.listed = world.handler('kubelet listed', (reply: Reply<Listing>) => {
      this.onListed(reply);
    });
  }

  private of(node: string): Watching {
    return this.rows.get(node) ?? NOTHING;
  }

  open(node: string, revision = this.deps.apiServer.revision): void {
    const { nodes, world, deliver } = this.deps;
    this.rows.set(node, { ...this.of(node), revision, opened: world.now, seen: false });
    nodes.client(node).watch(watchOf(node), { resource: 'pods', nodeName: node, fromRevision: revision }, deliver);
  }

  close(node: string): void {
    this.deps.nodes.client(node).unwatch(watchOf(node));
    this.rows.delete(node);
  }

  /** A process that knows nothing yet: any state of the watch cache will do. Within a pop that has its event. */
  begin(node: string): void {
    this.rows.set(node, NOTHING);
    this.list({ node, resourceVersion: '0' });
  }

  /** An event of the watch has come. Within its pop. */
  heard(node: string, revision: number): void {
    this.rows.set(node, { ...this.of(node), revision, seen: true });
  }

  /** The watch is over. Within the pop that has its event. */
  ended(node: string, { type, object }: WatchDelivery['event']): void {
    const { world, opening } = this.deps;
    const { revision, opened, seen } = this.of(node);
    const { ticksPerSecond } = world.options;
    const { code } = statusOf(object);
    const how = watchEnd({ type, code, lasted: world.now - opened, opening, ticksPerSecond, seen });
    if (how === 'normal') this.open(node, revision);
    else this.wait({ node, then: how === 'retriable' ? 'watch' : 'list' });
  }

  private wait(step: Step): void {
    const { world, timers } = this.deps;
    const row = this.of(step.node);
    const ticksPerMilli = world.options.ticksPerSecond / 1000;
    const { state, waitMillis } = nextBackoff(this.policy, row.backOff, world.now / ticksPerMilli);
    this.rows.set(step.node, { ...row, backOff: state });
    timers.after(Math.round(waitMillis * ticksPerMilli), this.again, step, { periodic: false, waiting: true });
  }

  private onAgain({ node, then }: Step): void {
    const { nodes, world } = this.deps;
    if (!nodes.agents.has(node)) return;
    const { revision } = this.of(node);
    if (then === 'list') {
      this.list({ node, resourceVersion: String(revision) });
      return;
    }
    world.emit(EVENT['watch.opened'], { subject: watchOf(node), number: revision });
    this.open(node, revision);
  }

  private list(listing: Listing): void {
    const { node, resourceVersion } = listing;
    const options = { fieldSelector: `spec.nodeName=${node}`, resourceVersion };
    this.deps.nodes.client(node).send({ verb: 'list', resource: 'pods', options }, this.listed, listing);
  }

  private onListed({ response, context }: Reply<Listing>): void {
    const { nodes, apiServer, onList } = this.deps;
    const { node, resourceVersion } = context;
    if (!nodes.agents.has(node)) return;
    const { code, items, revision } = response;
    if (items !== undefined) {
      onList(node, items as readonly Pod[]);
      this.open(node, revision ?? apiServer.revision);
    } else if ((code === 410 || code === 504) && resourceVersion !== '') {
      this.list({ node, resourceVersion: '' });
    } else {
      this.wait({ node, then: 'list' });
    }
  }
}
