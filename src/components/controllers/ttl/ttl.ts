/**
 * The TTL controller: pkg/controller/ttl/ttl_controller.go (v1.37): a Node that joins is told for how long its kubelet may keep
 * Secrets and ConfigMaps; the larger the cluster, the longer. Left out: Nodes that are there already when the cluster grows or
 * shrinks past a boundary.
 */
import { isNode } from '../kinds.ts';
import type { KubeObject } from '../../../model/objects.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';

const SUBJECT = 'ttl-controller';
const ANNOTATION = 'node.alpha.kubernetes.io/ttl';

/** ttlBoundaries, of a cluster that grows: up to so many Nodes, seconds. */
const BOUNDARIES: readonly (readonly [nodes: number, seconds: number])[] = [
  [100, 0],
  [500, 15],
  [1000, 30],
  [2000, 60],
];
const LARGEST_SECONDS = 300;

export const ttlSeconds = (nodes: number): number => BOUNDARIES.find(([most]) => nodes <= most)?.[1] ?? LARGEST_SECONDS;

type Nothing = Readonly<Record<string, never>>;

export function createTTLController(deps: ControllerDeps): Controller {
  const { name } = new TTLController(deps);
  return { name, prime: () => undefined };
}

class TTLController implements Reconciler<Nothing> {
  readonly subject = SUBJECT;
  readonly name = 'ttl';
  readonly workers = 5;
  private readonly nodes: SharedInformer;

  constructor(deps: ControllerDeps) {
    this.nodes = deps.informer('nodes');
    const queue = runReconciler(deps, this);
    this.nodes.addEventHandler(SUBJECT, {
      concerns: (before, after) => before === undefined && after !== undefined && this.isToTell(after),
      onAdd: ({ metadata }) => {
        queue.add(metadata.name);
      },
    });
  }

  objectOf(key: string): string {
    return `Node/${key}`;
  }

  private get wanted(): string {
    return String(ttlSeconds(this.nodes.indexer.list().length));
  }

  private isToTell(node: KubeObject): boolean {
    return isNode(node) && node.metadata.annotations?.[ANNOTATION] !== this.wanted;
  }

  begin(key: string): Outcome<Nothing> {
    const node = this.nodes.indexer.get(key);
    if (node === undefined || !this.isToTell(node)) return { kind: 'done' };
    const body = { metadata: { annotations: { [ANNOTATION]: this.wanted } } };
    return {
      kind: 'wait',
      requests: [{ verb: 'patch', resource: 'nodes', name: key, patchType: 'strategic', body }],
      context: {},
    };
  }

  resume(_key: string, _context: Nothing, [answer]: readonly ApiResponse[]): Outcome<Nothing> {
    if (answer === undefined || succeeded(answer) || answer.code === 404) return { kind: 'done' };
    return { kind: 'failed', reason: answer.status?.reason ?? String(answer.code) };
  }
}
