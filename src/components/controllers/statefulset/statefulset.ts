/**
 * The StatefulSet controller: pkg/controller/statefulset/stateful_set.go (v1.37): what wakes it. Its sync is in sync.ts.
 * Left out: the 30 s resync, and from 1.36 on the wait for a cache that has seen its own writes.
 */
import { namespacedName, type KubeObject } from '../../../model/objects.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { createEventRecorder } from '../events.ts';
import { keyInQueue } from '../kinds.ts';
import { OwnedPods, podHandler } from '../owned-pods.ts';
import { controllerOf } from '../owner.ts';
import { runReconciler, type Outcome, type Reconciler } from '../sync.ts';
import { UnknownKinds } from '../unknown.ts';
import { RevisionsOfSets } from './revisions.ts';
import { StatefulSetSync } from './sync.ts';
import { isStatefulSet, type StatefulSet } from './types.ts';
import type { Stretch } from './work.ts';

const SUBJECT = 'statefulset-controller';

export const createStatefulSetController = (deps: ControllerDeps): Controller => new StatefulSetController(deps);

class StatefulSetController implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'statefulset';
  readonly workers = 5;
  private readonly sets: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly owned: OwnedPods;
  private readonly unknown: UnknownKinds;
  private readonly revisions: RevisionsOfSets;
  private readonly queue: WorkQueue;
  private readonly sync: StatefulSetSync;

  constructor(private readonly deps: ControllerDeps) {
    const { world, apiServer, version } = deps;
    this.sets = deps.informer('statefulsets');
    this.pods = deps.informer('pods');
    const claims = deps.informer('persistentvolumeclaims');
    this.owned = new OwnedPods(world, 'StatefulSet', this.name, this.sets, this.pods);
    this.unknown = new UnknownKinds(world, apiServer, this.name, ['Pod']);
    this.revisions = new RevisionsOfSets(world, apiServer, deps.informer('controllerrevisions'));
    this.sync = new StatefulSetSync({
      events: createEventRecorder({ ...deps, component: SUBJECT }),
      cached: (set) => this.setAt(namespacedName(set)),
      candidates: (set) => this.owned.candidates(set),
      revisions: (set) => this.revisions.of(set),
      guessed: (set) => this.revisions.guessed(set),
      claim: apiServer.knows('PersistentVolumeClaim')
        ? ({ metadata }, name) => claims.indexer.get(keyInQueue(metadata.namespace, name))
        : undefined,
      nowMicros: () => apiServer.epochMicros + world.now,
      version,
    });
    this.queue = runReconciler(deps, this);
    this.listen();
  }

  prime(): void {
    const all = this.sets.indexer.list();
    this.unknown.prime(all);
    this.revisions.prime(all.filter(isStatefulSet));
    this.owned.orphans.prime();
    for (const set of all) this.queue.add(namespacedName(set));
  }

  objectOf(key: string): string {
    return `StatefulSet/${key}`;
  }

  // --- what wakes it ---

  private listen(): void {
    const enqueue = (set: KubeObject): void => {
      this.queue.add(namespacedName(set));
    };
    this.sets.addEventHandler(SUBJECT, {
      onAdd: enqueue,
      onUpdate: (_before, after) => {
        enqueue(after);
      },
      onDelete: enqueue,
    });
    this.pods.addEventHandler(
      SUBJECT,
      podHandler({
        owned: this.owned,
        queue: () => this.queue,
        ticksPerSecond: this.deps.world.options.ticksPerSecond,
        filter: (pod) => this.concerns(pod),
        created: () => undefined,
        deleted: () => undefined,
      }),
    );
  }

  /** A Pod of another kind of owner never wakes a StatefulSet; nor does any, where there is none. */
  private concerns(pod: KubeObject): boolean {
    const owner = controllerOf(pod);
    if (owner !== undefined) return owner.kind === 'StatefulSet';
    return this.sets.indexer.list(pod.metadata.namespace).length > 0;
  }

  private setAt(key: string): StatefulSet | undefined {
    const set = this.sets.indexer.get(key);
    return set !== undefined && isStatefulSet(set) ? set : undefined;
  }

  // --- a sync ---

  begin(key: string): Outcome<Stretch> {
    const set = this.setAt(key);
    if (set === undefined) return { kind: 'done' };
    const missing = this.unknown.missingFor(set);
    return missing === undefined ? this.sync.begin(set) : { kind: 'done', waitsFor: missing };
  }

  resume(_key: string, stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    return this.sync.resume(stretch, answers);
  }
}
