/**
 * The garbage collector: pkg/controller/garbagecollector/garbagecollector.go (v1.37): what lost its owners is deleted in the
 * background; foreground and orphan finalizers are carried out. Observed objects whose owners the input does not show are left
 * alone, as the input may be a part of a cluster. Left out: custom resources, the
 * resync of kinds.
 */
import type { Collection } from '../../../kernel/kernel.ts';
import { objectKey, type KubeObject, type OwnerReference } from '../../../model/objects.ts';
import { resourceOfKind } from '../../../model/resources.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { releasePatch } from '../owner.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';
import { deletesDependents, FOREGROUND, ORPHAN, orphansDependents, OwnerGraph, type OwnerState } from './graph.ts';

const SUBJECT = 'garbage-collector-controller';

/** What a sync waits for. Plain data. */
type Stretch =
  | { readonly stage: 'item' }
  /** A live read of an owner that is in no cache. */
  | { readonly stage: 'owner'; readonly item: KubeObject; readonly owner: OwnerReference }
  | { readonly stage: 'orphans'; readonly owner: KubeObject }
  | { readonly stage: 'last' };

export function createGarbageCollector(deps: ControllerDeps): Controller {
  const { name } = new GarbageCollector(deps);
  return { name, prime: () => undefined };
}

class GarbageCollector implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'garbagecollector';
  readonly workers = 20;
  private readonly graph: OwnerGraph;
  private readonly queue: WorkQueue;
  /** uids of owners that are known to be gone. */
  private readonly absent: Collection<number>;

  constructor(deps: ControllerDeps) {
    this.absent = deps.world.collection('controllers/garbagecollector/absent');
    this.graph = new OwnerGraph(deps.apiServer, deps.informer);
    this.queue = runReconciler(deps, this);
    for (const informer of this.graph.all) this.listen(informer);
  }

  objectOf(key: string): string {
    return key;
  }

  /** One handler a resource, as in upstream's monitors; what the graph learns nothing from costs no step. */
  private listen(informer: SharedInformer): void {
    const { graph } = this;
    informer.addEventHandler(SUBJECT, {
      concerns: (before, after) => graph.concerns(before, after),
      onAdd: (object) => {
        this.onSeen(undefined, object);
      },
      onUpdate: (before, after) => {
        this.onSeen(before, after);
      },
      onDelete: (object) => {
        this.onGone(object);
      },
    });
  }

  /** processGraphChanges, of an object that is there. */
  private onSeen(before: KubeObject | undefined, after: KubeObject): void {
    const { graph } = this;
    for (const owner of graph.leftOwners(before, after)) this.queue.add(owner);
    if (graph.isToTry(before, after)) this.queue.add(objectKey(after));
  }

  /** processGraphChanges, of an object that is gone. */

  private onGone(object: KubeObject): void {
    const dependents = this.graph.dependents(object);
    const { uid } = object.metadata;
    if (dependents.length > 0 && uid !== undefined) this.absent.set(uid, 1);
    for (const dependent of dependents) this.queue.add(objectKey(dependent));
    for (const owner of this.graph.waitingOwners(object)) this.queue.add(owner);
  }

  // --- a sync ---

  begin(key: string): Outcome<Stretch> {
    const object = this.graph.find(key);
    if (object === undefined) return { kind: 'done' };
    if (orphansDependents(object)) return this.setFree(object);
    if (deletesDependents(object)) return this.deleteDependents(object);
    const request = requestFor(object, { verb: 'get' });
    return { kind: 'wait', requests: [request], context: { stage: 'item' } };
  }

  resume(_key: string, stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    const [answer] = answers;
    switch (stretch.stage) {
      case 'item':
        return answer?.object === undefined ? { kind: 'done' } : this.judge(answer.object);
      case 'owner':
        return this.onOwner(stretch.item, stretch.owner, answer);
      case 'orphans':
        return firstFailure(answers, [404]) ?? removeFinalizer(stretch.owner, ORPHAN);
      case 'last':
        return firstFailure(answers, [404]) ?? { kind: 'done' };
    }
  }

  /** attemptToDeleteItem, from the object as it is in the store. */
  private judge(item: KubeObject): Outcome<Stretch> {
    if (item.metadata.deletionTimestamp !== undefined) return { kind: 'done' };
    const owners = item.metadata.ownerReferences ?? [];
    const stated = owners.map((owner) => ({ owner, state: this.stateOf(item, owner) }));
    const unread = stated.find(({ state }) => state === 'unseen');
    if (unread !== undefined) return readOwner(item, unread.owner);
    const staying = stated.filter(({ state }) => state === 'solid' || state === 'unknown');
    if (staying.length === owners.length) return { kind: 'done' };
    if (staying.length > 0) {
      const gone = stated.filter(({ state }) => state === 'gone' || state === 'waiting');
      return last(
        dropOwners(
          item,
          gone.map(({ owner }) => owner),
        ),
      );
    }
    const waited = stated.some(({ state }) => state === 'waiting');
    const foreground = waited && this.graph.dependents(item).length > 0;
    return last(deleteRequest(item, foreground ? 'Foreground' : policyOf(item)));
  }

  private stateOf(item: KubeObject, owner: OwnerReference): OwnerState | 'gone' {
    return this.absent.has(owner.uid) ? 'gone' : this.graph.stateOf(item, owner);
  }

  private onOwner(item: KubeObject, owner: OwnerReference, answer: ApiResponse | undefined): Outcome<Stretch> {
    if (answer === undefined) return { kind: 'done' };
    if (!succeeded(answer) && answer.code !== 404) return { kind: 'failed', reason: answer.status?.reason ?? '' };
    // The owner is there after all: its cache is late.
    if (answer.object?.metadata.uid === owner.uid) return { kind: 'done' };
    this.absent.set(owner.uid, 1);
    return this.judge(item);
  }

  /** processDeletingDependentsItem. */
  private deleteDependents(owner: KubeObject): Outcome<Stretch> {
    const blocking = this.graph.blockingDependents(owner);
    if (blocking.length === 0) return removeFinalizer(owner, FOREGROUND);
    for (const dependent of blocking) {
      if (!deletesDependents(dependent)) this.queue.add(objectKey(dependent));
    }
    return { kind: 'done' };
  }

  /** orphanDependents: the references go first, the finalizer once they are gone. */
  private setFree(owner: KubeObject): Outcome<Stretch> {
    const dependents = this.graph.dependents(owner);
    if (dependents.length === 0) return removeFinalizer(owner, ORPHAN);
    const requests = dependents.map((object) => releasePatch(owner, object, resourceOf(object)));
    return { kind: 'wait', requests, context: { stage: 'orphans', owner } };
  }
}

const resourceOf = ({ kind }: KubeObject): string => resourceOfKind(kind)?.resource ?? kind;

function requestFor(object: KubeObject, rest: Omit<ApiRequest, 'resource' | 'name' | 'namespace'>): ApiRequest {
  const { name, namespace } = object.metadata;
  return { resource: resourceOf(object), name, ...(namespace === undefined ? {} : { namespace }), ...rest };
}

const last = (request: ApiRequest): Outcome<Stretch> => ({
  kind: 'wait',
  requests: [request],
  context: { stage: 'last' },
});

function firstFailure(answers: readonly ApiResponse[], fine: readonly number[]): Outcome<Stretch> | undefined {
  const failed = answers.find((answer) => !succeeded(answer) && !fine.includes(answer.code));
  return failed === undefined ? undefined : { kind: 'failed', reason: failed.status?.reason ?? String(failed.code) };
}

function readOwner(item: KubeObject, owner: OwnerReference): Outcome<Stretch> {
  const info = resourceOfKind(owner.kind);
  const { namespace } = item.metadata;
  const request: ApiRequest = {
    verb: 'get',
    resource: info?.resource ?? owner.kind,
    name: owner.name,
    ...(info?.namespaced === false || namespace === undefined ? {} : { namespace }),
  };
  return { kind: 'wait', requests: [request], context: { stage: 'owner', item, owner } };
}

const dropOwners = (item: KubeObject, owners: readonly OwnerReference[]): ApiRequest =>
  requestFor(item, {
    verb: 'patch',
    patchType: 'strategic',
    body: {
      metadata: { uid: item.metadata.uid, ownerReferences: owners.map(({ uid }) => ({ $patch: 'delete', uid })) },
    },
  });

function policyOf(item: KubeObject): 'Orphan' | 'Foreground' | 'Background' {
  const finalizers = item.metadata.finalizers ?? [];
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background';
}

function deleteRequest(item: KubeObject, propagationPolicy: 'Orphan' | 'Foreground' | 'Background'): ApiRequest {
  const { uid } = item.metadata;
  const preconditions = uid === undefined ? {} : { preconditions: { uid } };
  return requestFor(item, { verb: 'delete', options: { propagationPolicy, ...preconditions } });
}

function removeFinalizer(owner: KubeObject, name: string): Outcome<Stretch> {
  const finalizers = (owner.metadata.finalizers ?? []).filter((finalizer) => finalizer !== name);
  const { resourceVersion } = owner.metadata;
  const body = { metadata: { finalizers, ...(resourceVersion === undefined ? {} : { resourceVersion }) } };
  return last(requestFor(owner, { verb: 'patch', patchType: 'merge', body }));
}
