/**
 * How a kubelet hears of its Pods: pkg/kubelet/config/apiserver.go (v1.37), a reflector of client-go on the Pods of its node. A
 * watch that ends is opened again from where it was; where that is forgotten, or nobody could be asked, it lists first.
 * Left out: watch-list, resync.
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import { EVENT, LANE } from '../../model/events.ts';
import type { Pod } from '../../model/objects.ts';
import type { ApiRequest, Reply, WatchDelivery, WatchEvent } from '../apiserver/apiserver.ts';
import { FIRST_BACKOFF, nextBackoff, reflectorBackoff, type BackoffState } from '../informer/informer.ts';
import type { KubeletDeps } from './kubelet.ts';
import type { Nodes } from './nodes.ts';

/** The value in collection "kubelet/watches", keyed by the node. */
interface Position {
  /** Of the newest event that was heard, or of the last list. */
  readonly revision: number;
  /** Tick at which the watch was opened. */
  readonly since: number;
  readonly backoff?: BackoffState;
}

interface Next {
  readonly node: string;
  readonly then: 'watch' | 'list';
}

export const watchOf = (node: string): string => `kubelet ${node} pods`;

/** Steps of the jitter: a wait is the back-off times 1 + n / JITTER_STEPS. */
const JITTER_STEPS = 1024;
const OVER = new Set(['CLOSED', 'ERROR']);
const OK = 200;
const TOO_MANY = 429;
const UNAVAILABLE = 503;

export class PodWatches {
  private readonly positions: Collection<Position>;
  private readonly due: Handler<Next>;
  private readonly listed: Handler<Reply<Next>>;
  private readonly world: World;

  /** @param deliver inside its pop: emits, and calls `note` @param onList inside the pop of the answer */
  constructor(
    private readonly deps: KubeletDeps,
    private readonly nodes: Nodes,
    private readonly deliver: Handler<WatchDelivery>,
    private readonly onList: (node: string, pods: readonly Pod[]) => void,
  ) {
    const { world } = deps;
    this.world = world;
    this.positions = world.collection('kubelet/watches');
    this.due = world.handler('kubelet watch again', (next) => {
      this.onDue(next);
    });
    this.listed = world.handler('kubelet listed', (reply) => {
      this.onListed(reply);
    });
  }

  open(node: string, revision: number): void {
    const { backoff } = this.positions.get(node) ?? {};
    const kept = backoff === undefined ? {} : { backoff };
    this.positions.set(node, { revision, since: this.world.now, ...kept });
    const spec = { resource: 'pods', nodeName: node, fromRevision: revision };
    this.nodes.client(node).watch(watchOf(node), spec, this.deliver);
  }

  close(node: string): void {
    this.nodes.client(node).unwatch(watchOf(node));
    this.positions.delete(node);
    this.world.drop(this.due, (next) => next.node === node);
  }

  /** A process that starts knows nothing. In silence: the request is an event of its own. */
  list(node: string): void {
    const request: ApiRequest = {
      verb: 'list',
      resource: 'pods',
      options: { resourceVersion: '0', fieldSelector: `spec.nodeName=${node}` },
    };
    this.nodes.client(node).send(request, this.listed, { node, then: 'list' });
  }

  private onListed({ response, context: { node } }: Reply<Next>): void {
    if (!this.nodes.isUp(node)) return;
    const { items, revision } = response;
    if (items === undefined || revision === undefined) {
      this.wait({ node, then: 'list' });
      return;
    }
    this.open(node, revision);
    this.onList(node, items as readonly Pod[]);
  }

  /** What a delivery means for the watch itself. @returns whether it is over */
  note(node: string, event: WatchEvent): boolean {
    if (OVER.has(event.type)) {
      this.onEnd(node, event);
      return true;
    }
    const position = this.positions.get(node);
    if (position !== undefined) this.positions.set(node, { ...position, revision: event.revision });
    return false;
  }

  private onEnd(node: string, { type, object }: WatchEvent): void {
    const position = this.positions.get(node);
    if (position === undefined) return;
    const { code = 500 } = (object.status ?? {}) as { readonly code?: number };
    const { request, commit, response, watch } = this.deps.latencies;
    const opened = this.world.now - position.since > request + commit + response + watch;
    const closed = type === 'CLOSED';
    if (closed && (code === OK || (code === UNAVAILABLE && opened))) this.open(node, position.revision);
    else this.wait({ node, then: closed && (code === UNAVAILABLE || code === TOO_MANY) ? 'watch' : 'list' });
  }

  /** Backs off; within a pop that has its event. */
  private wait(next: Next): void {
    const { world } = this;
    const { node } = next;
    const position = this.positions.get(node) ?? { revision: 0, since: world.now };
    const perMilli = world.options.ticksPerSecond / 1000;
    const step = nextBackoff(reflectorBackoff(true), position.backoff ?? FIRST_BACKOFF, world.now / perMilli);
    this.positions.set(node, { ...position, backoff: step.state });
    const jitter = world.choose('reflector back-off', watchOf(node), JITTER_STEPS) / JITTER_STEPS;
    world.after(Math.round(step.waitMillis * (1 + jitter) * perMilli), LANE.kubelets, this.due, next);
  }

  private onDue({ node, then }: Next): void {
    if (!this.nodes.isUp(node)) return;
    if (then === 'list') {
      this.list(node);
      return;
    }
    const revision = this.positions.get(node)?.revision ?? 0;
    this.world.emit(EVENT['watch.opened'], { subject: watchOf(node), number: revision });
    this.open(node, revision);
  }
}
