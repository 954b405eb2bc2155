/**
 * The CronJob controller: pkg/controller/cronjob/cronjob_controllerv2.go (v1.37): what wakes it: its CronJobs, their Jobs, the
 * calendar. Left out: the metric of creation skew.
 */
import { compareBytes } from '../../../kernel/kernel.ts';
import { namespacedName, type KubeObject } from '../../../model/objects.ts';
import { MICROS_PER_SECOND } from '../../../model/time.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { createEventRecorder, type EventRecorder } from '../events.ts';
import { keyInQueue } from '../kinds.ts';
import { controllerOf } from '../owner.ts';
import { runReconciler, type Outcome, type Reconciler } from '../sync.ts';
import { UnknownKinds } from '../unknown.ts';
import { afterScheduleChange } from './decide.ts';
import { CronJobSync, type Stretch } from './sync.ts';
import { isCronJob, isJob, type CronJob } from './types.ts';

const SUBJECT = 'cronjob-controller';

export const createCronJobController = (deps: ControllerDeps): Controller => new CronJobController(deps);

class CronJobController implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'cronjob';
  readonly workers = 5;
  private readonly cronJobs: SharedInformer;
  private readonly jobs: SharedInformer;
  private readonly unknown: UnknownKinds;
  private readonly events: EventRecorder;
  private readonly queue: WorkQueue;
  private readonly sync: CronJobSync;

  constructor(private readonly deps: ControllerDeps) {
    const { world, apiServer } = deps;
    this.cronJobs = deps.informer('cronjobs');
    this.jobs = deps.informer('jobs');
    this.unknown = new UnknownKinds(world, apiServer, this.name, ['Job']);
    this.events = createEventRecorder({ ...deps, component: SUBJECT });
    this.sync = new CronJobSync({ events: this.events, now: () => this.now });
    this.queue = runReconciler(deps, this);
    this.listen();
  }

  private get now(): number {
    const { world, apiServer } = this.deps;
    return (apiServer.epochMicros + world.now) / MICROS_PER_SECOND;
  }

  prime(): void {
    const all = this.cronJobs.indexer.list();
    this.unknown.prime(all);
    for (const cronJob of all) this.queue.add(namespacedName(cronJob));
  }

  objectOf(key: string): string {
    return `CronJob/${key}`;
  }

  // --- what wakes it ---

  private listen(): void {
    const enqueue = (cronJob: KubeObject): void => {
      this.queue.add(namespacedName(cronJob));
    };
    this.cronJobs.addEventHandler(SUBJECT, {
      onAdd: enqueue,
      onUpdate: (before, after) => {
        this.onUpdate(before, after);
      },
      onDelete: enqueue,
    });
    this.jobs.addEventHandler(SUBJECT, {
      filter: (job) => controllerOf(job)?.kind === 'CronJob',
      onAdd: (job) => {
        this.enqueueOwner(job);
      },
      onUpdate: (before, after) => {
        if (before.metadata.resourceVersion === after.metadata.resourceVersion) return;
        if (controllerOf(before)?.uid !== controllerOf(after)?.uid) this.enqueueOwner(before);
        this.enqueueOwner(after);
      },
      onDelete: (job) => {
        this.enqueueOwner(job);
      },
    });
  }

  /** Another schedule is looked at when its next time comes; any other change at once. */
  private onUpdate(before: KubeObject, after: KubeObject): void {
    const key = namespacedName(after);
    if (!isCronJob(before) || !isCronJob(after) || !hasNewSchedule(before, after)) {
      this.queue.add(key);
      return;
    }
    const next = afterScheduleChange(after, this.now);
    if (typeof next === 'object') this.events.post({ about: after, ...next });
    else if (next !== undefined) this.queue.addAfter(key, Math.max(0, Math.round(next * MICROS_PER_SECOND)), true);
  }

  /** resolveControllerRef. */
  private enqueueOwner(job: KubeObject): void {
    const owner = controllerOf(job);
    if (owner?.kind !== 'CronJob') return;
    const key = keyInQueue(job.metadata.namespace, owner.name);
    if (this.cronJobs.indexer.get(key)?.metadata.uid === owner.uid) this.queue.add(key);
  }

  // --- a sync ---

  begin(key: string): Outcome<Stretch> {
    const cronJob = this.cronJobs.indexer.get(key);
    if (cronJob === undefined || !isCronJob(cronJob)) return { kind: 'done' };
    const missing = this.unknown.missingFor(cronJob);
    if (missing !== undefined) return { kind: 'done', waitsFor: missing };
    const jobs = this.jobs.indexer.byIndex('controller', cronJob.metadata.uid ?? '').filter(isJob);
    return this.sync.begin(
      cronJob,
      [...jobs].sort((a, b) => compareBytes(a.metadata.name, b.metadata.name)),
    );
  }

  resume(_key: string, stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    return this.sync.resume(stretch, answers);
  }
}

const hasNewSchedule = (before: CronJob, after: CronJob): boolean =>
  before.spec.schedule !== after.spec.schedule || before.spec.timeZone !== after.spec.timeZone;
