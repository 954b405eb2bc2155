/**
 * Taints that say what a Node's conditions say: doNoScheduleTaintingPass of pkg/controller/nodelifecycle/
 * node_lifecycle_controller.go (v1.37). Left out: Nodes that stop reporting, NoExecute taints and evictions.
 */
import { namespacedName, type KubeObject, type Node, type Taint } from '../../../model/objects.ts';
import type { ApiRequest, ApiResponse, ApiServer } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { isNode } from '../kinds.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';

const SUBJECT = 'node-lifecycle-controller';
const PREFIX = 'node.kubernetes.io/';

/** nodeConditionToTaintKeyStatusMap: condition, its status, the taint. */
const BY_CONDITION: readonly (readonly [type: string, status: string, taint: string])[] = [
  ['Ready', 'False', 'not-ready'],
  ['Ready', 'Unknown', 'unreachable'],
  ['MemoryPressure', 'True', 'memory-pressure'],
  ['DiskPressure', 'True', 'disk-pressure'],
  ['NetworkUnavailable', 'True', 'network-unavailable'],
  ['PIDPressure', 'True', 'pid-pressure'],
];

const OWN: ReadonlySet<string> = new Set([
  ...BY_CONDITION.map(([, , taint]) => PREFIX + taint),
  `${PREFIX}unschedulable`,
]);

const isOwn = ({ key, effect }: Taint): boolean => effect === 'NoSchedule' && OWN.has(key);

/** The Node's taints as they should be; undefined where they are, or where it has not said yet whether it is ready. */
export function wantedTaints(node: Node, now: string): readonly Taint[] | undefined {
  const conditions = node.status?.conditions ?? [];
  if (!conditions.some(({ type }) => type === 'Ready')) return undefined;
  const keys = BY_CONDITION.filter(([type, status]) =>
    conditions.some((condition) => condition.type === type && condition.status === status),
  ).map(([, , taint]) => PREFIX + taint);
  if (node.spec?.unschedulable === true) keys.push(`${PREFIX}unschedulable`);
  const present = node.spec?.taints ?? [];
  const missing = keys.filter((key) => !present.some((taint) => isOwn(taint) && taint.key === key));
  const kept = present.filter((taint) => !isOwn(taint) || keys.includes(taint.key));
  if (missing.length === 0 && kept.length === present.length) return undefined;
  return [...kept, ...missing.map((key) => ({ key, effect: 'NoSchedule', timeAdded: now }))];
}

export const createNodeLifecycleController = (deps: ControllerDeps): Controller => new NodeLifecycleController(deps);

type Nothing = Readonly<Record<string, never>>;

class NodeLifecycleController implements Reconciler<Nothing> {
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
    const enqueue = (node: KubeObject): void => {
      this.queue.add(namespacedName(node));
    };
    this.nodes.addEventHandler(SUBJECT, {
      filter: (node) => this.wanted(node) !== undefined,
      onAdd: enqueue,
      onUpdate: (_before, after) => {
        enqueue(after);
      },
    });
  }

  prime(): void {
    for (const node of this.nodes.indexer.list())
      if (this.wanted(node) !== undefined) this.queue.add(namespacedName(node));
  }

  objectOf(key: string): string {
    return `Node/${key}`;
  }

  private wanted(node: KubeObject | undefined): readonly Taint[] | undefined {
    return node !== undefined && isNode(node) ? wantedTaints(node, this.apiServer.timestamp()) : undefined;
  }

  begin(key: string): Outcome<Nothing> {
    const node = this.nodes.indexer.get(key);
    const taints = this.wanted(node);
    if (node === undefined || taints === undefined) return { kind: 'done' };
    const { resourceVersion } = node.metadata;
    const request: ApiRequest = {
      verb: 'patch',
      resource: 'nodes',
      name: key,
      patchType: 'merge',
      body: { ...(resourceVersion === undefined ? {} : { metadata: { resourceVersion } }), spec: { taints } },
    };
    return { kind: 'wait', requests: [request], context: {} };
  }

  resume(_key: string, _context: Nothing, [answer]: readonly ApiResponse[]): Outcome<Nothing> {
    if (answer === undefined || succeeded(answer) || answer.code === 404) return { kind: 'done' };
    return { kind: 'failed', reason: answer.status?.reason ?? String(answer.code) };
  }
}
