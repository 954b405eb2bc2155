/**
 * The ReplicaSet controller: pkg/controller/replicaset/replica_set.go (v1.37): what wakes it, and the stretches of a sync:
 * claim Pods, make (1, 2, 4, ...) or delete some, write the status.
 * Left out: the live read before an adoption, the burst budget of the client.
 */
import type { World } from '../../../kernel/kernel.ts';
import { namespacedName, type KubeObject, type Pod, type ReplicaSet } from '../../../model/objects.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { createEventRecorder, type EventRecorder } from '../events.ts';
import { isPod, isReplicaSet } from '../kinds.ts';
import { OwnedPods, podHandler } from '../owned-pods.ts';
import { controllerOf } from '../owner.ts';
import { runReconciler, type Outcome, type Reconciler } from '../sync.ts';
import { UnknownKinds } from '../unknown.ts';
import { Expectations } from '../expectations.ts';
import { ReplicaSetSync, type Stretch } from './sync.ts';
import { isActive } from '../pod-state.ts';

const SUBJECT = 'replicaset-controller';

export const createReplicaSetController = (deps: ControllerDeps): Controller => new ReplicaSetController(deps);

class ReplicaSetController implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'replicaset';
  readonly workers = 5;
  private readonly sets: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly owned: OwnedPods;
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
    this.owned = new OwnedPods(world, 'ReplicaSet', this.name, this.sets, this.pods);
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
    this.owned.orphans.prime();
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
    const { expectations, owned } = this;
    const handler = podHandler({
      owned,
      queue: () => this.queue,
      ticksPerSecond: this.world.options.ticksPerSecond,
      filter: isOurs,
      created: (key) => {
        expectations.creationObserved(key);
      },
      deleted: (key, pod) => {
        expectations.deletionObserved(key, namespacedName(pod));
      },
    });
    this.pods.addEventHandler(SUBJECT, handler);
  }

  private onSetGone(set: KubeObject): void {
    const key = namespacedName(set);
    this.expectations.delete(key);
    this.queue.add(key);
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
    return this.sync.begin(key, set, this.owned.candidates(set));
  }

  resume(key: string, stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    return this.sync.resume(key, stretch, answers);
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

const isOurs = (pod: KubeObject): boolean => (controllerOf(pod)?.kind ?? 'ReplicaSet') === 'ReplicaSet';
