/**
 * The ServiceAccount controller: pkg/controller/serviceaccount/serviceaccounts_controller.go (v1.37): each Namespace has an
 * account "default". What the input shows is taken as it is: only a Namespace that comes later gets one. Left out: tokens, and
 * the ConfigMap with the cluster's certificate.
 */
import type { KubeObject } from '../../../model/objects.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';

const SUBJECT = 'serviceaccount-controller';
const NAME = 'default';

type Nothing = Readonly<Record<string, never>>;

export function createServiceAccountController(deps: ControllerDeps): Controller {
  const { name } = new ServiceAccountController(deps);
  return { name, prime: () => undefined };
}

class ServiceAccountController implements Reconciler<Nothing> {
  readonly subject = SUBJECT;
  readonly name = 'serviceaccount';
  readonly workers = 1;
  private readonly namespaces: SharedInformer;
  private readonly accounts: SharedInformer;

  constructor(private readonly deps: ControllerDeps) {
    this.namespaces = deps.informer('namespaces');
    this.accounts = deps.informer('serviceaccounts');
    const queue = runReconciler(deps, this);
    this.namespaces.addEventHandler(SUBJECT, {
      concerns: (before, after) =>
        before === undefined && after !== undefined && !this.wasThere(after) && this.lacks(after.metadata.name),
      onAdd: ({ metadata }) => {
        queue.add(metadata.name);
      },
    });
    this.accounts.addEventHandler(SUBJECT, {
      concerns: (before, after) => after === undefined && before?.metadata.name === NAME,
      onDelete: ({ metadata }) => {
        if (metadata.namespace !== undefined) queue.add(metadata.namespace);
      },
    });
  }

  objectOf(key: string): string {
    return `Namespace/${key}`;
  }

  /** From the start: it had its account, shown or not. A controller that starts anew hears of it as if it had come. */
  private wasThere({ metadata }: KubeObject): boolean {
    const { world } = this.deps;
    const etcd = world.collections().find(({ name }) => name === 'etcd');
    const observed = etcd?.at(0).get(`Namespace/${metadata.name}`) as KubeObject | undefined;
    return observed !== undefined && observed.metadata.uid === metadata.uid;
  }

  private lacks(namespace: string): boolean {
    if (!this.deps.apiServer.knows('ServiceAccount')) return false;
    return this.accounts.indexer.get(`${namespace}/${NAME}`) === undefined;
  }

  begin(key: string): Outcome<Nothing> {
    const namespace = this.namespaces.indexer.get(key);
    if (namespace === undefined || isTerminating(namespace) || !this.lacks(key)) return { kind: 'done' };
    const body: KubeObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: NAME, namespace: key } };
    return {
      kind: 'wait',
      requests: [{ verb: 'create', resource: 'serviceaccounts', namespace: key, body }],
      context: {},
    };
  }

  resume(_key: string, _context: Nothing, [answer]: readonly ApiResponse[]): Outcome<Nothing> {
    // Somebody was quicker, or the Namespace is on its way out.
    const isSettled = answer === undefined || answer.code === 409 || answer.code === 403;
    if (isSettled || succeeded(answer)) return { kind: 'done' };
    return { kind: 'failed', reason: answer.status?.reason ?? String(answer.code) };
  }
}

const isTerminating = ({ status }: KubeObject): boolean =>
  ((status ?? {}) as { readonly phase?: string }).phase === 'Terminating';
