/**
 * The Namespace controller: pkg/controller/namespace (v1.37): what is in a Namespace that is being deleted goes first, Pods
 * before all else from 1.33 on; then its own finalizer does. Left out: requests about kinds of which the Namespace has
 * nothing, discovery, and the order of the other kinds (upstream's is that of a Go map, ours that of our table).
 */
import type { KubeObject, Pod } from '../../../model/objects.ts';
import { RESOURCES, resourceInfo } from '../../../model/resources.ts';
import { parseTime } from '../../../model/time.ts';
import { minorOf } from '../../../model/versions.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';
import { conditionsAfter } from './conditions.ts';
import { added, hasLeftovers, NOTHING_LEFT, unexpected, type Tally } from './tally.ts';

const SUBJECT = 'namespace-controller';
/** namespaceDeletionGracePeriod: other api-servers are to hear of it first. */
const GRACE_SECONDS = 5;
/** finalizerEstimateSeconds: whoever holds a finalizer is given so long. */
const FINALIZER_SECONDS = 15;
const TOKEN = 'kubernetes';
/** OrderedNamespaceDeletion is on by default. */
const PODS_FIRST_MINOR = 33;

type Stage = 'get' | 'estimate' | 'delete' | 'list' | 'conditions' | 'finalize';

/** What a sync waits for. Plain data. */
interface Stretch {
  readonly stage: Stage;
  readonly namespace?: KubeObject;
  /** Resources that are still to be gone through; the first is being dealt with. */
  readonly resources: readonly string[];
  /** Seconds that the Pods may take. */
  readonly grace: number;
  readonly tally: Tally;
}

const START: Stretch = { stage: 'get', resources: [], grace: 0, tally: NOTHING_LEFT };

export const createNamespaceController = (deps: ControllerDeps): Controller => new NamespaceController(deps);

class NamespaceController implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'namespace';
  readonly workers = 10;
  private readonly namespaces: SharedInformer;
  private readonly queue: WorkQueue;

  constructor(private readonly deps: ControllerDeps) {
    this.namespaces = deps.informer('namespaces');
    this.queue = runReconciler(deps, this);
    const add = (namespace: KubeObject): void => {
      this.queue.addAfter(namespace.metadata.name, this.ticks(GRACE_SECONDS), false);
    };
    this.namespaces.addEventHandler(SUBJECT, {
      filter: isGoing,
      onAdd: add,
      onUpdate: (_before, after) => {
        add(after);
      },
    });
  }

  /** A Namespace that the input shows on its way out waits for whatever holds it: a look, no activity. */
  prime(): void {
    for (const namespace of this.namespaces.indexer.list()) {
      if (isGoing(namespace)) this.queue.addAfter(namespace.metadata.name, this.ticks(GRACE_SECONDS), true);
    }
  }

  objectOf(key: string): string {
    return `Namespace/${key}`;
  }

  private ticks(seconds: number): number {
    return seconds * this.deps.world.options.ticksPerSecond;
  }

  // --- a sync: Delete of namespacedResourcesDeleter ---

  begin(key: string): Outcome<Stretch> {
    if (this.namespaces.indexer.get(key) === undefined) return { kind: 'done' };
    return wait({ verb: 'get', resource: 'namespaces', name: key }, START);
  }

  resume(key: string, stretch: Stretch, [answer]: readonly ApiResponse[]): Outcome<Stretch> {
    if (answer === undefined || answer.code === 404) return { kind: 'done' };
    if (!succeeded(answer)) return failed(answer);
    switch (stretch.stage) {
      case 'get':
        return this.onNamespace(key, answer.object);
      case 'estimate':
        return this.deleteAll(key, { ...stretch, grace: this.graceOf(answer.items ?? [], stretch) });
      case 'delete':
        return wait(collection('list', key, stretch), { ...stretch, stage: 'list' });
      case 'list':
        return this.onListed(key, stretch, answer.items ?? []);
      case 'conditions':
        return this.finish(key, answer.object, stretch.tally, true);
      case 'finalize':
        return { kind: 'done' };
    }
  }

  private onNamespace(key: string, namespace: KubeObject | undefined): Outcome<Stretch> {
    if (namespace === undefined || !isGoing(namespace) || finalizersOf(namespace).length === 0) return { kind: 'done' };
    return this.next(key, { ...START, namespace, resources: this.resourcesIn(key) });
  }

  /** Of which there is something. */
  private resourcesIn(key: string): readonly string[] {
    return RESOURCES.filter(
      ({ namespaced, resource }) => namespaced && this.deps.apiServer.list(resource, key).length > 0,
    ).map(({ resource }) => resource);
  }

  private next(key: string, stretch: Stretch): Outcome<Stretch> {
    const [resource] = stretch.resources;
    if (resource === undefined) return this.tell(key, stretch);
    if (resource !== 'pods') return this.deleteAll(key, { ...stretch, grace: 0 });
    return wait(collection('list', key, stretch), { ...stretch, stage: 'estimate' });
  }

  private deleteAll(key: string, stretch: Stretch): Outcome<Stretch> {
    return wait(collection('deletecollection', key, stretch), { ...stretch, stage: 'delete' });
  }

  /** estimateGracefulTerminationForPods, from what there was before; 0 once that time is over. */
  private graceOf(pods: readonly KubeObject[], { namespace }: Stretch): number {
    const seconds = (pods as readonly Pod[])
      .filter(({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed')
      .map(({ spec }) => spec.terminationGracePeriodSeconds ?? 0);
    const longest = Math.max(0, ...seconds);
    const { world, apiServer } = this.deps;
    const nowMicros = apiServer.epochMicros + Math.floor((world.now * 1e6) / world.options.ticksPerSecond);
    const since = parseTime(namespace?.metadata.deletionTimestamp ?? '') ?? nowMicros;
    return nowMicros - since >= longest * 1e6 ? 0 : longest;
  }

  private onListed(key: string, stretch: Stretch, items: readonly KubeObject[]): Outcome<Stretch> {
    const [resource = '', ...rest] = stretch.resources;
    const info = resourceInfo(resource);
    if (items.length === 0 || info === undefined) return this.next(key, { ...stretch, resources: rest });
    const held = items.some(({ metadata }) => (metadata.finalizers ?? []).length > 0);
    const estimate = stretch.grace > 0 ? stretch.grace : held ? FINALIZER_SECONDS : 0;
    const errors = estimate === 0 ? [unexpected(key, info)] : [];
    const tally = added(stretch.tally, { info, items, estimate, errors });
    const podsFirst = resource === 'pods' && minorOf(this.deps.version) >= PODS_FIRST_MINOR;
    return this.next(key, { ...stretch, tally, resources: podsFirst ? [] : rest });
  }

  // --- what becomes of it ---

  private tell(key: string, stretch: Stretch): Outcome<Stretch> {
    const { namespace, tally } = stretch;
    const status = namespace?.status as { readonly conditions?: [] } | undefined;
    const conditions = conditionsAfter(status?.conditions ?? [], tally, this.deps.apiServer.timestamp());
    if (conditions === undefined) return this.finish(key, namespace, tally, false);
    const body = { ...namespace, status: { ...status, conditions } };
    const request: ApiRequest = { verb: 'update', resource: 'namespaces', name: key, subresource: 'status', body };
    return wait(request, { ...stretch, stage: 'conditions' });
  }

  /** @param told its conditions have changed */
  private finish(key: string, namespace: KubeObject | undefined, tally: Tally, told: boolean): Outcome<Stretch> {
    if (tally.errors.length > 0) return { kind: 'failed', reason: 'ContentDeletionFailed' };
    if (hasLeftovers(tally)) {
      const seconds = Math.floor(tally.estimate / 2) + 1;
      // Where only a finalizer holds it, and nothing has moved, coming back is no more than a look.
      const idle = !told && tally.estimate === FINALIZER_SECONDS;
      const requeueAfter = this.ticks(seconds);
      return { kind: 'done', requeueAfter, waitsFor: 'content', ...(idle ? { calendar: true } : {}) };
    }
    if (namespace === undefined) return { kind: 'done' };
    const finalizers = finalizersOf(namespace).filter((name) => name !== TOKEN);
    const body = { ...namespace, spec: { finalizers } };
    const request: ApiRequest = { verb: 'update', resource: 'namespaces', name: key, subresource: 'finalize', body };
    return wait(request, { ...START, stage: 'finalize' });
  }
}

const isGoing = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;

const finalizersOf = ({ spec }: KubeObject): readonly string[] =>
  ((spec ?? {}) as { readonly finalizers?: readonly string[] }).finalizers ?? [];

const wait = (request: ApiRequest, context: Stretch): Outcome<Stretch> => ({
  kind: 'wait',
  requests: [request],
  context,
});

const failed = (answer: ApiResponse): Outcome<Stretch> => ({
  kind: 'failed',
  reason: answer.status?.reason ?? String(answer.code),
});

function collection(verb: 'list' | 'deletecollection', namespace: string, { resources }: Stretch): ApiRequest {
  const [resource = ''] = resources;
  const options = verb === 'list' ? {} : { options: { propagationPolicy: 'Background' as const } };
  return { verb, resource, namespace, ...options };
}
