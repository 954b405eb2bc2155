/**
 * The Deployment controller: pkg/controller/deployment/deployment_controller.go (v1.37): what wakes it, and how a plan is
 * carried out write by write. Left out: the live read before an adoption, metrics.
 */
import type { World } from '../../../kernel/kernel.ts';
import { namespacedName, type Deployment, type KubeObject, type Pod, type ReplicaSet } from '../../../model/objects.ts';
import { selectorMatches } from '../../../model/selectors.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { createEventRecorder, type EventRecorder } from '../events.ts';
import { isDeployment, isPod, isReplicaSet, keyInQueue } from '../kinds.ts';
import { Orphans } from '../orphans.ts';
import { claim, controllerOf } from '../owner.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';
import { UnknownKinds } from '../unknown.ts';
import { statusRequest } from '../requests.ts';
import { planSync } from './plan.ts';
import { hasProgressDeadline, setCondition, type SyncClock } from './status.ts';
import { sameTemplate } from './template.ts';
import type { PlannedWrite } from './writer.ts';

const SUBJECT = 'deployment-controller';

/** What a sync holds between two writes. */
interface Progress {
  readonly writes: readonly PlannedWrite[];
  readonly at: number;
  /** resourceVersions that this sync's writes gave back, by store key. */
  readonly versions: Readonly<Record<string, string>>;
  /** Of the plan: microseconds. */
  readonly recheckAfter?: number;
  /** The sync ends as failed once all is written. */
  readonly failure?: string;
}

export const createDeploymentController = (deps: ControllerDeps): Controller => new DeploymentController(deps);

class DeploymentController implements Reconciler<Progress> {
  readonly subject = SUBJECT;
  readonly name = 'deployment';
  readonly workers = 5;
  readonly maxRetries = 15;
  private readonly deployments: SharedInformer;
  private readonly sets: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly orphans: Orphans;
  private readonly unknown: UnknownKinds;
  private readonly events: EventRecorder;
  private readonly queue: WorkQueue;
  private readonly world: World;

  constructor(private readonly deps: ControllerDeps) {
    const { world, apiServer } = deps;
    this.world = world;
    this.deployments = deps.informer('deployments');
    this.sets = deps.informer('replicasets');
    this.pods = deps.informer('pods');
    this.orphans = new Orphans(world, this.name, this.sets);
    this.unknown = new UnknownKinds(world, apiServer, this.name, ['ReplicaSet', 'Pod']);
    this.events = createEventRecorder({ ...deps, component: SUBJECT });
    this.queue = runReconciler(deps, this);
    this.listen();
  }

  prime(): void {
    const all = this.deployments.indexer.list();
    this.unknown.prime(all);
    this.orphans.prime();
    for (const deployment of all) this.queue.add(namespacedName(deployment));
  }

  objectOf(key: string): string {
    return `Deployment/${key}`;
  }

  // --- what wakes it ---

  private listen(): void {
    const enqueue = (object: KubeObject): void => {
      this.queue.add(namespacedName(object));
    };
    this.deployments.addEventHandler(SUBJECT, {
      onAdd: enqueue,
      onUpdate: (_before, after) => {
        enqueue(after);
      },
      onDelete: enqueue,
    });
    this.sets.addEventHandler(SUBJECT, {
      onAdd: (set) => {
        this.onSet(set);
      },
      onUpdate: (before, after) => {
        this.onSetUpdate(before, after);
      },
      onDelete: (set) => {
        this.orphans.drop(set);
        this.enqueueOwner(set);
      },
    });
    this.pods.addEventHandler(SUBJECT, {
      filter: (pod) => this.recreatedBy(pod) !== undefined,
      onDelete: (pod) => {
        this.onPodGone(pod);
      },
    });
  }

  private onSet(set: KubeObject): void {
    this.orphans.note(set);
    if (controllerOf(set) === undefined) this.enqueueMatching(set);
    else this.enqueueOwner(set);
  }

  private onSetUpdate(before: KubeObject, after: KubeObject): void {
    this.orphans.note(after);
    const [old, now] = [controllerOf(before), controllerOf(after)];
    if (old !== undefined && old.uid !== now?.uid) this.enqueueOwner(before);
    if (now !== undefined) this.enqueueOwner(after);
    else if (before.metadata.labels !== after.metadata.labels || old !== undefined) this.enqueueMatching(after);
  }

  private enqueueOwner(set: KubeObject): void {
    const owner = this.ownerOf(set);
    if (owner !== undefined) this.queue.add(namespacedName(owner));
  }

  private enqueueMatching(set: KubeObject): void {
    for (const deployment of this.deployments.indexer.list(set.metadata.namespace)) {
      if (isDeployment(deployment) && selectorMatches(deployment.spec.selector, set.metadata.labels)) {
        this.queue.add(namespacedName(deployment));
      }
    }
  }

  /** resolveControllerRef. */
  private ownerOf(set: KubeObject): Deployment | undefined {
    const owner = controllerOf(set);
    if (owner?.kind !== 'Deployment') return undefined;
    const found = this.deployments.indexer.get(keyInQueue(set.metadata.namespace, owner.name));
    return found !== undefined && isDeployment(found) && found.metadata.uid === owner.uid ? found : undefined;
  }

  /** The Deployment of a Pod, where it recreates: only then does a Pod's end matter by itself. */
  private recreatedBy(pod: KubeObject): Deployment | undefined {
    const owner = controllerOf(pod);
    if (owner?.kind !== 'ReplicaSet') return undefined;
    const set = this.sets.indexer.get(keyInQueue(pod.metadata.namespace, owner.name));
    const deployment = set?.metadata.uid === owner.uid ? this.ownerOf(set) : undefined;
    return deployment?.spec.strategy?.type === 'Recreate' ? deployment : undefined;
  }

  private onPodGone(pod: KubeObject): void {
    const deployment = this.recreatedBy(pod);
    if (deployment === undefined) return;
    const sets = this.sets.indexer.byIndex('controller', deployment.metadata.uid ?? '');
    if (sets.every((set) => this.podsOf(set).length === 0)) this.queue.add(namespacedName(deployment));
  }

  private readonly podsOf = (set: KubeObject): readonly Pod[] =>
    this.pods.indexer.byIndex('controller', set.metadata.uid ?? '').filter(isPod);

  // --- a sync ---

  begin(key: string): Outcome<Progress> {
    const deployment = this.deployments.indexer.get(key);
    if (deployment === undefined || !isDeployment(deployment)) return { kind: 'done' };
    const missing = this.unknown.missingFor(deployment);
    if (missing !== undefined) return { kind: 'done', waitsFor: missing };
    const { mine, patches } = this.claimSets(deployment);
    const plan = planSync({ deployment, sets: mine, podsOf: this.podsOf, clock: this.clock() });
    const claims = patches.map((request): PlannedWrite => ({
      request,
      object: objectOfPatch(request),
      onTopOfOwn: false,
      mayBeGone: true,
    }));
    const { recheckAfter, failure } = plan;
    return this.next({
      writes: [...claims, ...plan.writes],
      at: 0,
      versions: {},
      ...(recheckAfter === undefined ? {} : { recheckAfter }),
      ...(failure === undefined ? {} : { failure }),
    });
  }

  private claimSets(deployment: Deployment): ReturnType<typeof claim<ReplicaSet>> {
    const { uid = '', namespace = '' } = deployment.metadata;
    const owned = this.sets.indexer.byIndex('controller', uid);
    const candidates = [...owned, ...this.orphans.in(namespace)].filter(isReplicaSet);
    return claim({ owner: deployment, selector: deployment.spec.selector, resource: 'replicasets' }, candidates);
  }

  private clock(): SyncClock {
    const { apiServer, version } = this.deps;
    return { now: apiServer.timestamp(), nowMicros: apiServer.epochMicros + this.world.now, version };
  }

  private next(progress: Progress): Outcome<Progress> {
    const write = progress.writes[progress.at];
    if (write !== undefined) {
      return { kind: 'wait', requests: [requestOf(write, progress.versions)], context: progress };
    }
    if (progress.failure !== undefined) return { kind: 'failed', reason: progress.failure };
    const { recheckAfter } = progress;
    return recheckAfter === undefined ? { kind: 'done' } : { kind: 'done', requeueAfter: recheckAfter };
  }

  resume(key: string, progress: Progress, [answer]: readonly ApiResponse[]): Outcome<Progress> {
    const write = progress.writes[progress.at];
    if (write === undefined || answer === undefined) return { kind: 'done' };
    const after: Progress = { ...progress, at: progress.at + 1 };
    if (succeeded(answer)) {
      if (write.event !== undefined) this.events.post(write.event);
      const version = answer.object?.metadata.resourceVersion;
      const versions = version === undefined ? after.versions : { ...after.versions, [write.object]: version };
      return this.next({ ...after, versions });
    }
    if (write.mayBeGone === true && (answer.code === 404 || answer.code === 422)) return this.next(after);
    if (write.makesNewSet === true) return this.newSetRefused(key, write, after, answer);
    return { kind: 'failed', reason: answer.status?.reason ?? String(answer.code) };
  }

  /** getNewReplicaSet, where the create failed: there already, a hash collision, or a refusal that the status tells. */
  private newSetRefused(key: string, write: PlannedWrite, after: Progress, answer: ApiResponse): Outcome<Progress> {
    const deployment = this.deployments.indexer.get(key);
    const failure = answer.status?.reason ?? String(answer.code);
    if (deployment === undefined || !isDeployment(deployment)) return { kind: 'failed', reason: failure };
    const name = (write.request.body as KubeObject).metadata.name;
    if (failure === 'AlreadyExists') {
      const present = this.sets.indexer.get(keyInQueue(deployment.metadata.namespace, name));
      const ours = present !== undefined && controllerOf(present)?.uid === deployment.metadata.uid;
      if (ours && isReplicaSet(present) && sameTemplate(present.spec.template, deployment.spec.template)) {
        return this.next(after);
      }
      const collisionCount = (deployment.status?.collisionCount ?? 0) + 1;
      return this.writeAndFail(withStatus(deployment, { ...deployment.status, collisionCount }), failure);
    }
    const message = `Failed to create new replica set "${name}": ${answer.status?.message ?? ''}`;
    const reason = 'ReplicaSetCreateError';
    this.events.post({ about: deployment, type: 'Warning', reason, message });
    if (!hasProgressDeadline(deployment)) return { kind: 'failed', reason: failure };
    const condition = { type: 'Progressing', status: 'False', reason, message } as const;
    const conditions = setCondition(deployment.status?.conditions ?? [], condition, this.clock().now);
    return this.writeAndFail(withStatus(deployment, { ...deployment.status, conditions }), failure);
  }

  private writeAndFail(deployment: Deployment, failure: string): Outcome<Progress> {
    const request = statusRequest('deployments', deployment);
    const write: PlannedWrite = { request, object: '', onTopOfOwn: false };
    return this.next({ writes: [write], at: 0, versions: {}, failure });
  }
}

const withStatus = (deployment: Deployment, status: NonNullable<Deployment['status']>): Deployment => ({
  ...deployment,
  status,
});

const objectOfPatch = ({ namespace, name = '' }: ApiRequest): string => `ReplicaSet/${keyInQueue(namespace, name)}`;

/** A copy that an earlier write gave back carries that write's resourceVersion. */
function requestOf({ request, object, onTopOfOwn }: PlannedWrite, versions: Progress['versions']): ApiRequest {
  const resourceVersion = versions[object];
  if (!onTopOfOwn || resourceVersion === undefined) return request;
  const body = request.body as KubeObject;
  return { ...request, body: { ...body, metadata: { ...body.metadata, resourceVersion } } };
}
