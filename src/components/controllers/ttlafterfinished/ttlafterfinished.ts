/**
 * Deletes Jobs some time after they ended: pkg/controller/ttlafterfinished/ttlafterfinished_controller.go (v1.37). Left out:
 * the check for clocks that differ.
 */
import { namespacedName, type KubeObject } from '../../../model/objects.ts';
import { MICROS_PER_SECOND, parseTime } from '../../../model/time.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';
import { finishedBy, isJob } from '../job/types.ts';

const SUBJECT = 'ttl-after-finished-controller';

interface Sent {
  readonly stage: 'read' | 'delete';
}

export const createTTLAfterFinishedController = (deps: ControllerDeps): Controller =>
  new TTLAfterFinishedController(deps);

class TTLAfterFinishedController implements Reconciler<Sent> {
  readonly subject = SUBJECT;
  readonly name = 'ttl-after-finished';
  readonly workers = 5;
  private readonly jobs: SharedInformer;
  private readonly queue: WorkQueue;

  constructor(private readonly deps: ControllerDeps) {
    this.jobs = deps.informer('jobs');
    this.queue = runReconciler(deps, this);
    const add = (job: KubeObject): void => {
      if (job.metadata.deletionTimestamp === undefined) this.queue.add(namespacedName(job));
    };
    this.jobs.addEventHandler(SUBJECT, {
      filter: (job) => expiryOf(job) !== undefined,
      onAdd: add,
      onUpdate: (_before, after) => {
        add(after);
      },
    });
  }

  prime(): void {
    for (const job of this.jobs.indexer.list()) {
      if (expiryOf(job) !== undefined) this.queue.add(namespacedName(job));
    }
  }

  objectOf(key: string): string {
    return `Job/${key}`;
  }

  begin(key: string): Outcome<Sent> {
    const job = this.jobs.indexer.get(key);
    const left = job === undefined ? undefined : this.ticksLeft(job);
    if (job === undefined || left === undefined) return { kind: 'done' };
    // The user's calendar, as a CronJob's: nothing is at work until then.
    if (left > 0) return { kind: 'done', requeueAfter: left, calendar: true };
    return { kind: 'wait', requests: [readOf(job)], context: { stage: 'read' }, awake: true };
  }

  /** The cache may be behind: whoever lengthened the time, or made the Job anew, is heard. */
  resume(_key: string, { stage }: Sent, [answer]: readonly ApiResponse[]): Outcome<Sent> {
    if (answer?.code === 404) return { kind: 'done' };
    if (answer === undefined || !succeeded(answer)) return { kind: 'failed', reason: answer?.status?.reason ?? '' };
    if (stage === 'delete' || answer.object === undefined) return { kind: 'done' };
    const left = this.ticksLeft(answer.object);
    if (left === undefined) return { kind: 'done' };
    if (left > 0) return { kind: 'done', requeueAfter: left, calendar: true };
    return { kind: 'wait', requests: [deleteOf(answer.object)], context: { stage: 'delete' } };
  }

  /** Undefined where it is not to be deleted, or is going already. */
  private ticksLeft(job: KubeObject): number | undefined {
    const { world, apiServer } = this.deps;
    const expiry = expiryOf(job);
    if (expiry === undefined || job.metadata.deletionTimestamp !== undefined) return undefined;
    return Math.max(0, expiry - (apiServer.epochMicros + world.now));
  }
}

/** Microseconds since 1970; undefined where the Job has not ended or has no such time. */
function expiryOf(job: KubeObject): number | undefined {
  if (!isJob(job) || job.spec.ttlSecondsAfterFinished === undefined) return undefined;
  const ended = parseTime(finishedBy(job)?.lastTransitionTime ?? '');
  return ended === undefined ? undefined : ended + job.spec.ttlSecondsAfterFinished * MICROS_PER_SECOND;
}

const nameOf = ({
  metadata: { name, namespace },
}: KubeObject): Pick<ApiRequest, 'resource' | 'namespace' | 'name'> => ({
  resource: 'jobs',
  ...(namespace === undefined ? {} : { namespace }),
  name,
});

const readOf = (job: KubeObject): ApiRequest => ({ verb: 'get', ...nameOf(job) });

function deleteOf(job: KubeObject): ApiRequest {
  const { uid = '', resourceVersion = '' } = job.metadata;
  const options = { propagationPolicy: 'Foreground', preconditions: { uid, resourceVersion } } as const;
  return { verb: 'delete', ...nameOf(job), options };
}
