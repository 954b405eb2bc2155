/**
 * The DaemonSet controller: pkg/controller/daemon/daemon_controller.go (v1.37): what wakes it, and its sync: claim Pods, make
 * one for each node that should have one, delete those too many, write the status. Left out:
 * surge.
 */
import { compareBytes } from '../../../kernel/kernel.ts';
import { namespacedName, type KubeObject, type Node } from '../../../model/objects.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { createEventRecorder } from '../events.ts';
import { revisionsOf, type ControllerRevision } from '../history.ts';
import { isNode } from '../kinds.ts';
import { OwnedPods, podHandler } from '../owned-pods.ts';
import { controllerOf } from '../owner.ts';
import { Expectations } from '../expectations.ts';
import { runReconciler, type Outcome, type Reconciler } from '../sync.ts';
import { UnknownKinds } from '../unknown.ts';
import { FailedPodsBackoff } from './backoff.ts';
import { DaemonSetSync, type Stretch } from './sync.ts';
import { nodeVerdict } from './template.ts';
import { isDaemonSet, type DaemonSet } from './types.ts';

const SUBJECT = 'daemonset-controller';

export const createDaemonSetController = (deps: ControllerDeps): Controller => new DaemonSetController(deps);

class DaemonSetController implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'daemonset';
  readonly workers = 2;
  private readonly sets: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly nodes: SharedInformer;
  private readonly history: SharedInformer;
  private readonly owned: OwnedPods;
  private readonly unknown: UnknownKinds;
  private readonly creations: Expectations;
  private readonly deletions: Expectations;
  private readonly queue: WorkQueue;
  private readonly sync: DaemonSetSync;

  constructor(private readonly deps: ControllerDeps) {
    const { world, apiServer } = deps;
    this.sets = deps.informer('daemonsets');
    this.pods = deps.informer('pods');
    this.nodes = deps.informer('nodes');
    this.history = deps.informer('controllerrevisions');
    this.owned = new OwnedPods(world, 'DaemonSet', this.name, this.sets, this.pods);
    this.unknown = new UnknownKinds(world, apiServer, this.name, ['Pod', 'Node']);
    this.creations = new Expectations(world, `controllers/${this.name}/creations`);
    this.deletions = new Expectations(world, `controllers/${this.name}/deletions`);
    this.sync = new DaemonSetSync({
      creations: this.creations,
      deletions: this.deletions,
      failed: new FailedPodsBackoff(world),
      events: createEventRecorder({ ...deps, component: SUBJECT }),
      nodes: () => this.allNodes(),
      revisions: (set) => this.revisions(set),
      choose: (key, count) => world.choose('daemon to update', key, count),
      candidates: (set) => this.owned.candidates(set),
      nowMicros: () => apiServer.epochMicros + world.now,
      requeueAfter: (key, ticks) => {
        this.queue.addAfter(key, ticks);
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
    return `DaemonSet/${key}`;
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
    const { creations, deletions, owned } = this;
    const handler = podHandler({
      owned,
      queue: () => this.queue,
      ticksPerSecond: this.deps.world.options.ticksPerSecond,
      filter: (pod) => this.concerns(pod),
      created: (key) => {
        creations.creationObserved(key);
      },
      deleted: (key, pod) => {
        deletions.deletionObserved(key, namespacedName(pod));
      },
    });
    this.pods.addEventHandler(SUBJECT, handler);
    this.nodes.addEventHandler(SUBJECT, {
      // Without a DaemonSet a node is of no interest: such a call is not worth a step.
      filter: () => this.sets.indexer.list().length > 0,
      onAdd: (node) => {
        this.onNode(node);
      },
      onUpdate: (before, after) => {
        this.onNodeUpdate(before, after);
      },
    });
  }

  private revisions(set: DaemonSet): readonly ControllerRevision[] | undefined {
    if (!this.deps.apiServer.knows('ControllerRevision')) return undefined;
    return revisionsOf(set, this.history.indexer.list(set.metadata.namespace));
  }

  /** A Pod of another kind of owner never wakes a DaemonSet; nor does any, where there is none. */
  private concerns(pod: KubeObject): boolean {
    const owner = controllerOf(pod);
    if (owner !== undefined) return owner.kind === 'DaemonSet';
    return this.sets.indexer.list(pod.metadata.namespace).length > 0;
  }

  private onSetGone(set: KubeObject): void {
    const key = namespacedName(set);
    this.creations.delete(key);
    this.deletions.delete(key);
    this.queue.add(key);
  }

  private onNode(node: KubeObject): void {
    if (!isNode(node)) return;
    for (const set of this.sets.indexer.list()) {
      if (isDaemonSet(set) && nodeVerdict(node, set).shouldRun) this.queue.add(namespacedName(set));
    }
  }

  private onNodeUpdate(before: KubeObject, after: KubeObject): void {
    if (!isNode(before) || !isNode(after)) return;
    if (before.spec === after.spec && before.metadata.labels === after.metadata.labels) return;
    for (const set of this.sets.indexer.list()) {
      if (!isDaemonSet(set)) continue;
      const [old, now] = [nodeVerdict(before, set), nodeVerdict(after, set)];
      if (old.shouldRun !== now.shouldRun || old.mayStay !== now.mayStay) this.queue.add(namespacedName(set));
    }
  }

  private setAt(key: string): DaemonSet | undefined {
    const set = this.sets.indexer.get(key);
    return set !== undefined && isDaemonSet(set) ? set : undefined;
  }

  // --- a sync ---

  begin(key: string): Outcome<Stretch> {
    const set = this.setAt(key);
    if (set === undefined) {
      this.creations.delete(key);
      this.deletions.delete(key);
      return { kind: 'done' };
    }
    const missing = this.unknown.missingFor(set);
    return missing === undefined ? this.sync.begin(set) : { kind: 'done', waitsFor: missing };
  }

  resume(_key: string, stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    return this.sync.resume(stretch, answers);
  }

  private allNodes(): readonly Node[] {
    const nodes = this.nodes.indexer.list().filter(isNode);
    return [...nodes].sort((a, b) => compareBytes(a.metadata.name, b.metadata.name));
  }
}
