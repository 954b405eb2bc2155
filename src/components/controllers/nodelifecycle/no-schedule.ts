/** The NoSchedule half: doNoScheduleTaintingPass of pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.37). */
import { namespacedName, type KubeObject } from '../../../model/objects.ts';
import type { ApiResponse, ApiServer } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { ControllerDeps } from '../controllers.ts';
import { isNode } from '../kinds.ts';
import { runReconciler, type Outcome, type Reconciler } from '../sync.ts';
import { beginSwap, goOnSwapping, type Swapped, type Swapping } from './swapping.ts';
import { noScheduleSwap, type Swap } from './taints.ts';

export const SUBJECT = 'node-lifecycle-controller';

export class NoScheduleTaints implements Reconciler<Swapping> {
  readonly subject = SUBJECT;
  readonly name = 'nodelifecycle';
  readonly workers = 8;
  private readonly nodes: SharedInformer;
  private readonly queue: WorkQueue;
  private readonly apiServer: ApiServer;

  constructor(deps: ControllerDeps) {
    this.apiServer = deps.apiServer;
    this.nodes = deps.informer('nodes');
    this.queue = runReconciler(deps, this);
  }

  /** A Node was added or changed. */
  seen(node: KubeObject): void {
    if (wanted(node) !== undefined) this.queue.add(namespacedName(node));
  }

  objectOf(key: string): string {
    return `Node/${key}`;
  }

  begin(key: string): Outcome<Swapping> {
    const node = this.nodes.indexer.get(key);
    const swap = wanted(node);
    if (node === undefined || !isNode(node) || swap === undefined) return { kind: 'done' };
    return outcomeOf(beginSwap(node, swap, this.apiServer.timestamp()));
  }

  resume(_key: string, context: Swapping, [answer]: readonly ApiResponse[]): Outcome<Swapping> {
    return outcomeOf(goOnSwapping(context, answer, this.apiServer.timestamp()));
  }
}

export const wanted = (node: KubeObject | undefined): Swap | undefined =>
  node !== undefined && isNode(node) ? noScheduleSwap(node) : undefined;

export function outcomeOf(swapped: Swapped): Outcome<Swapping> {
  if (swapped.kind === 'write') return { kind: 'wait', requests: [swapped.request], context: swapped.context };
  return swapped.kind === 'failed' ? swapped : { kind: 'done' };
}
