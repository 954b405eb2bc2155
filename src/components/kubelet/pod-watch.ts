/**
 * A kubelet's watch on the Pods of its node: the reflector of pkg/kubelet/config/apiserver.go (v1.37). When the watch ends,
 * for whatever reason, the Pods are listed anew after a back-off. Left out: resuming a watch that merely timed out.
 */
import type { Handler, World } from '../../kernel/kernel.ts';
import type { Pod } from '../../model/objects.ts';
import type { ApiServer, Reply, WatchDelivery } from '../apiserver/apiserver.ts';
import type { Nodes } from './nodes.ts';
import type { Timers } from './timers.ts';

const BACK_OFF_SECONDS = 0.8;
const BACK_OFF_MAX_SECONDS = 30;

interface Attempt {
  readonly node: string;
  /** Failures in a row. */
  readonly failures: number;
}

export const watchOf = (node: string): string => `kubelet ${node} pods`;

export class PodWatch {
  private readonly again: Handler<Attempt>;
  private readonly listed: Handler<Reply<Attempt>>;

  /** @param onList all Pods of the node; within the pop of the list's answer */
  constructor(
    private readonly world: World,
    private readonly apiServer: ApiServer,
    private readonly nodes: Nodes,
    private readonly timers: Timers,
    private readonly deliver: Handler<WatchDelivery>,
    private readonly onList: (node: string, pods: readonly Pod[]) => void,
  ) {
    this.again = timers.handler('kubelet lists', (attempt) => {
      this.list(attempt);
    });
    this.listed = world.handler('kubelet listed', ({ response, context }: Reply<Attempt>) => {
      if (response.items === undefined) this.retry({ ...context, failures: context.failures + 1 });
      else this.take(context.node, response.items as readonly Pod[], response.revision ?? this.apiServer.revision);
    });
  }

  open(node: string, fromRevision = this.apiServer.revision): void {
    this.nodes.client(node).watch(watchOf(node), { resource: 'pods', nodeName: node, fromRevision }, this.deliver);
  }

  close(node: string): void {
    this.nodes.client(node).unwatch(watchOf(node));
  }

  /** The watch is over. Within a pop that has its event. */
  ended(node: string): void {
    this.retry({ node, failures: 0 });
  }

  private retry(attempt: Attempt): void {
    const seconds = Math.min(BACK_OFF_SECONDS * 2 ** attempt.failures, BACK_OFF_MAX_SECONDS);
    this.timers.after(Math.round(seconds * this.world.options.ticksPerSecond), this.again, attempt, {
      periodic: false,
      waiting: true,
    });
  }

  private list(attempt: Attempt): void {
    if (!this.nodes.agents.has(attempt.node)) return;
    const options = { fieldSelector: `spec.nodeName=${attempt.node}` };
    this.nodes.client(attempt.node).send({ verb: 'list', resource: 'pods', options }, this.listed, attempt);
  }

  private take(node: string, pods: readonly Pod[], revision: number): void {
    if (!this.nodes.agents.has(node)) return;
    this.onList(node, pods);
    this.open(node, revision);
  }
}
