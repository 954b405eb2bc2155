/**
 * The Job controller: pkg/controller/job/job_controller.go (v1.37): what wakes it. What Pods and statuses tell is looked at a
 * second later, so that one sync takes in many. Left out: events about too many Pods, the live
 * read before an adoption, metrics.
 */
import { compareBytes, type Collection } from '../../../kernel/kernel.ts';
import { namespacedName, type KubeObject, type Pod } from '../../../model/objects.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { createEventRecorder } from '../events.ts';
import { OwnedPods } from '../owned-pods.ts';
import { controllerOf } from '../owner.ts';
import { Expectations } from '../expectations.ts';
import { runReconciler, type Outcome, type Reconciler } from '../sync.ts';
import { UnknownKinds } from '../unknown.ts';
import type { BackoffRecord } from './backoff.ts';
import { OrphanPods } from './orphan-pods.ts';
import { isTracked } from './pods.ts';
import { Removals } from './removals.ts';
import { JobSync } from './sync.ts';
import { finishedBy, isJob, type Job } from './types.ts';
import type { Stretch } from './work.ts';

const SUBJECT = 'job-controller';
/** syncJobBatchPeriod. */
const BATCH_SECONDS = 1;
/** managedBy of Jobs that are this controller's. */
const MANAGER = 'kubernetes.io/job-controller';

export const createJobController = (deps: ControllerDeps): Controller => new JobController(deps);

class JobController implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'job';
  readonly workers = 5;
  private readonly jobs: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly owned: OwnedPods;
  private readonly orphanPods: OrphanPods;
  private readonly unknown: UnknownKinds;
  private readonly expectations: Expectations;
  private readonly removals: Removals;
  private readonly backoff: Collection<BackoffRecord>;
  private readonly queue: WorkQueue;
  private readonly sync: JobSync;

  constructor(private readonly deps: ControllerDeps) {
    const { world, apiServer } = deps;
    this.jobs = deps.informer('jobs');
    this.pods = deps.informer('pods');
    this.owned = new OwnedPods(world, 'Job', this.name, this.jobs, this.pods);
    this.orphanPods = new OrphanPods(deps, this.pods, this.jobs);
    this.unknown = new UnknownKinds(world, apiServer, this.name, ['Pod']);
    this.expectations = new Expectations(world, `controllers/${this.name}/expectations`);
    this.removals = new Removals(world);
    this.backoff = world.collection(`controllers/${this.name}/backoff`);
    this.sync = new JobSync({
      expectations: this.expectations,
      removals: this.removals,
      backoff: this.backoff,
      events: createEventRecorder({ ...deps, component: SUBJECT }),
      clock: () => ({ now: apiServer.timestamp(), nowMicros: apiServer.epochMicros + world.now }),
      lookAgain: (key, micros, calendar) => {
        this.queue.addAfter(key, Math.max(1, micros), calendar ? true : undefined);
      },
    });
    this.queue = runReconciler(deps, this);
    this.listen();
  }

  prime(): void {
    const all = this.jobs.indexer.list();
    this.unknown.prime(all);
    this.owned.orphans.prime();
    this.orphanPods.prime();
    for (const job of all) this.queue.add(namespacedName(job));
  }

  objectOf(key: string): string {
    return `Job/${key}`;
  }

  // --- what wakes it ---

  private listen(): void {
    this.jobs.addEventHandler(SUBJECT, {
      onAdd: (job) => {
        this.queue.add(namespacedName(job));
      },
      onUpdate: (before, after) => {
        if (before.metadata.uid !== after.metadata.uid) this.onJobGone(before);
        // Nobody but this controller writes the status: that is no hurry.
        if (before.metadata.generation === after.metadata.generation) this.addSoon(namespacedName(after));
        else this.queue.add(namespacedName(after));
      },
      onDelete: (job) => {
        this.onJobGone(job);
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
        this.owned.orphans.drop(pod);
        this.onPodGoing(pod, true);
      },
    });
  }

  /** A Pod of another kind of owner never wakes a Job; nor does any, where there is none. */
  private concerns(pod: KubeObject): boolean {
    const owner = controllerOf(pod);
    if (owner !== undefined) return owner.kind === 'Job';
    return isTracked(pod) || this.jobs.indexer.list(pod.metadata.namespace).length > 0;
  }

  private addSoon(key: string): void {
    this.queue.addAfter(key, BATCH_SECONDS * this.deps.world.options.ticksPerSecond);
  }

  private onJobGone(job: KubeObject): void {
    this.queue.add(namespacedName(job));
    for (const pod of this.pods.indexer.byIndex('controller', job.metadata.uid ?? '')) {
      if (isTracked(pod)) this.orphanPods.add(pod);
    }
  }

  private onPod(pod: KubeObject): void {
    this.owned.orphans.note(pod);
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.onPodGoing(pod, false);
      return;
    }
    const key = this.owned.ownerKey(pod);
    if (key === undefined) {
      this.onStray(pod);
      return;
    }
    this.expectations.creationObserved(key);
    this.addSoon(key);
  }

  private onPodUpdate(before: KubeObject, after: KubeObject): void {
    this.owned.orphans.note(after);
    if (before.metadata.resourceVersion === after.metadata.resourceVersion) return;
    if (after.metadata.deletionTimestamp !== undefined) {
      this.onPodGoing(after, false);
      return;
    }
    const uid = after.metadata.uid ?? '';
    const owners = [this.owned.ownerKey(before), this.owned.ownerKey(after)];
    for (const key of new Set(owners)) {
      if (key === undefined) continue;
      if (!isTracked(after)) this.removals.drop(key, uid);
      this.addSoon(key);
    }
    if (owners[1] === undefined) this.onStray(after);
  }

  /** It is being deleted, or gone. */
  private onPodGoing(pod: KubeObject, isGone: boolean): void {
    const key = this.owned.ownerKey(pod);
    if (key === undefined) {
      if (!isGone && isTracked(pod)) this.orphanPods.add(pod);
      return;
    }
    this.expectations.deletionCounted(key);
    if (isGone || !isTracked(pod)) this.removals.drop(key, pod.metadata.uid ?? '');
    this.addSoon(key);
  }

  /** No Job is its controller. */
  private onStray(pod: KubeObject): void {
    if (isTracked(pod)) this.orphanPods.add(pod);
    if (controllerOf(pod) !== undefined) return;
    for (const key of this.owned.matching(pod)) this.addSoon(key);
  }

  // --- a sync ---

  begin(key: string): Outcome<Stretch> {
    const job = this.jobs.indexer.get(key);
    if (job === undefined || !isJob(job)) {
      this.expectations.delete(key);
      this.removals.forget(key);
      this.backoff.delete(key);
      return { kind: 'done' };
    }
    const missing = this.unknown.missingFor(job);
    if (missing !== undefined) return { kind: 'done', waitsFor: missing };
    if ((job.spec.managedBy ?? MANAGER) !== MANAGER) return { kind: 'done' };
    if (finishedBy(job) !== undefined) {
      this.backoff.delete(key);
      return { kind: 'done' };
    }
    return this.sync.begin(job, this.candidates(job));
  }

  resume(_key: string, stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    return this.sync.resume(stretch, answers);
  }

  private candidates(job: Job): readonly Pod[] {
    return [...this.owned.candidates(job)].sort((a, b) => compareBytes(a.metadata.name, b.metadata.name));
  }
}
