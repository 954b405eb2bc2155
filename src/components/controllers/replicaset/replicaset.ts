/**
 * The ReplicaSet controller: pkg/controller/replicaset/replica_set.go (v1.37): what wakes it, and the stretches of a sync:
 * claim Pods, make (1, 2, 4, ...) or delete some, write the status.
 * Left out: the live read before an adoption, the burst budget of the client.
 */
import type { World } from '../../../kernel/kernel.ts';
import { namespacedName, type KubeObject, type Pod, type ReplicaSet } from '../../../model/objects.ts';
import { selectorMatches } from '../../../model/selectors.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { createEventRecorder, type EventRecorder } from '../events.ts';
import { isPod, isPodReady, isReplicaSet, keyInQueue } from '../kinds.ts';
import { Orphans } from '../orphans.ts';
import { controllerOf } from '../owner.ts';
import { runReconciler, type Outcome, type Reconciler } from '../sync.ts';
import { UnknownKinds } from '../unknown.ts';
import { Expectations } from './expectations.ts';
import { ReplicaSetSync, type Stretch } from './sync.ts';
import { isActive } from './status.ts';

const SUBJECT = 'replicaset-controller';

export function createReplicaSetController(deps: ControllerDeps): Controller {
  const controller = new ReplicaSetController(deps);
  return {
    name: controller.name,
    prime: () => {
      controller.prime();
    },
  };
}

class ReplicaSetController implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'replicaset';
  readonly workers = 5;
  private readonly sets: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly orphans: Orphans;
  private readonly unknown: UnknownKinds;
  private readonly expectations: Expectations;
  private readonly events: EventRecorder;
  private readonly queue: WorkQueue;
  private readonly sync: ReplicaSetSync;
  private readonly world: World;

  constructor(deps: ControllerDeps) {
    const { world, apiServer } = deps;
    this.world = world;
    this.sets = deps.informer('replicasets');
    this.pods = deps.informer('pods');
    this.orphans = new Orphans(world, this.name, this.pods);
    this.unknown = new UnknownKinds(world, apiServer, this.name, ['Pod']);
    this.expectations = new Expectations(world, `controllers/${this.name}/expectations`);
    this.events = createEventRecorder({ ...deps, component: SUBJECT });
    this.sync = new ReplicaSetSync({
      expectations: this.expectations,
      events: this.events,
      relatedPods: (set) => this.relatedPods(set),
      clock: () => {
        const { version } = deps;
        return { now: apiServer.timestamp(), nowMicros: apiServer.epochMicros + world.now, version };
      },
    });
    this.queue = runReconciler(deps, this);
    this.listen();
  }

  prime(): void {
    const all = this.sets.indexer.list();
    this.unknown.prime(all);
    this.orphans.prime();
    for (const set of all) this.queue.add(namespacedName(set));
  }

  objectOf(key: string): string {
    return `ReplicaSet/${key}`;
  }

  // --- what wakes it ---

  private listen(): void {
    const enqueue = (set: KubeObject): void => {
      this.queue.add(namespacedName(set));
    };
    this.sets.addEventHandler(SUBJECT, {
      onAdd: enqueue,
      onUpdate: (before, after) => {
        if (before.metadata.uid !== after.metadata.uid) this.onSetGone(before);
        enqueue(after);
      },
      onDelete: (set) => {
        this.onSetGone(set);
      },
    });
    this.pods.addEventHandler(SUBJECT, {
      filter: (pod) => this.concerns(pod),
      onAdd: (pod) => {
        this.onPod(pod);
      },
      onUpdate: (before, after) => {
        this.onPodUpdate(before, after);
      },
      onDelete: (pod) => {
        this.orphans.drop(pod);
        this.onPodGone(pod);
      },
    });
  }

  /** A Pod of another kind of owner never wakes a ReplicaSet: such a call is not worth a step. */
  private concerns(pod: KubeObject): boolean {
    const owner = controllerOf(pod);
    return owner === undefined || owner.kind === 'ReplicaSet';
  }

  private onSetGone(set: KubeObject): void {
    const key = namespacedName(set);
    this.expectations.delete(key);
    this.queue.add(key);
  }

  private onPod(pod: KubeObject): void {
    this.orphans.note(pod);
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.onPodGone(pod);
      return;
    }
    if (controllerOf(pod) === undefined) {
      this.enqueueMatching(pod);
      return;
    }
    const key = this.ownerKey(pod);
    if (key === undefined) return;
    this.expectations.creationObserved(key);
    this.queue.add(key);
  }

  private onPodUpdate(before: KubeObject, after: KubeObject): void {
    this.orphans.note(after);
    if (before.metadata.resourceVersion === after.metadata.resourceVersion) return;
    if (after.metadata.deletionTimestamp !== undefined) {
      this.onPodGone(after);
      return;
    }
    const [old, now] = [controllerOf(before), controllerOf(after)];
    const changed = old?.uid !== now?.uid;
    if (changed && old !== undefined) this.enqueueOwner(before);
    if (now !== undefined) {
      this.enqueueOwner(after);
      this.enqueueWhenAvailable(before, after);
    } else if (changed || before.metadata.labels !== after.metadata.labels) {
      this.enqueueMatching(after);
    }
  }

  private onPodGone(pod: KubeObject): void {
    const key = this.ownerKey(pod);
    if (key === undefined) return;
    this.expectations.deletionObserved(key, namespacedName(pod));
    this.queue.add(key);
  }

  /** A Pod that has just become ready counts as available minReadySeconds later; a second more, as upstream waits. */
  private enqueueWhenAvailable(before: KubeObject, after: KubeObject): void {
    if (!isPod(before) || !isPod(after) || isPodReady(before) || !isPodReady(after)) return;
    const key = this.ownerKey(after);
    const set = key === undefined ? undefined : this.sets.indexer.get(key);
    const seconds = set !== undefined && isReplicaSet(set) ? (set.spec.minReadySeconds ?? 0) : 0;
    if (key !== undefined && seconds > 0) {
      this.queue.addAfter(key, (seconds + 1) * this.world.options.ticksPerSecond);
    }
  }

  private enqueueOwner(pod: KubeObject): void {
    const key = this.ownerKey(pod);
    if (key !== undefined) this.queue.add(key);
  }

  private enqueueMatching(pod: KubeObject): void {
    for (const set of this.sets.indexer.list(pod.metadata.namespace)) {
      if (isReplicaSet(set) && selectorMatches(set.spec.selector, pod.metadata.labels)) {
        this.queue.add(namespacedName(set));
      }
    }
  }

  /** resolveControllerRef, as a key of the queue. */
  private ownerKey(pod: KubeObject): string | undefined {
    const owner = controllerOf(pod);
    if (owner?.kind !== 'ReplicaSet') return undefined;
    const key = keyInQueue(pod.metadata.namespace, owner.name);
    return this.sets.indexer.get(key)?.metadata.uid === owner.uid ? key : undefined;
  }

  // --- a sync ---

  begin(key: string): Outcome<Stretch> {
    const set = this.sets.indexer.get(key);
    if (set === undefined || !isReplicaSet(set)) {
      this.expectations.delete(key);
      return { kind: 'done' };
    }
    const missing = this.unknown.missingFor(set);
    if (missing !== undefined) return { kind: 'done', waitsFor: missing };
    return this.sync.begin(key, set, this.candidates(set));
  }

  resume(key: string, stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    return this.sync.resume(key, stretch, answers);
  }

  private candidates(set: ReplicaSet): readonly Pod[] {
    const { uid = '', namespace = '' } = set.metadata;
    return [...this.pods.indexer.byIndex('controller', uid), ...this.orphans.in(namespace)].filter(isPod);
  }

  /** getIndirectlyRelatedPods: active Pods of all ReplicaSets of the same owner. */
  private relatedPods(set: ReplicaSet): readonly Pod[] {
    const owner = controllerOf(set);
    const sets = owner === undefined ? [set] : this.sets.indexer.byIndex('controller', owner.uid);
    return sets.flatMap(({ metadata }) =>
      this.pods.indexer
        .byIndex('controller', metadata.uid ?? '')
        .filter(isPod)
        .filter(isActive),
    );
  }
}
