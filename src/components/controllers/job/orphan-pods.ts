/** Takes the finalizer off Pods whose Job is gone: syncOrphanPod of pkg/controller/job/job_controller.go (v1.37). */
import { namespacedName, type KubeObject } from '../../../model/objects.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { ControllerDeps } from '../controllers.ts';
import { isPod, keyInQueue } from '../kinds.ts';
import { controllerOf } from '../owner.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';
import { UnknownKinds } from '../unknown.ts';
import { isTracked } from './pods.ts';
import { untrackRequest } from './requests.ts';

interface Sent {
  readonly stage: 'untrack';
}

export class OrphanPods implements Reconciler<Sent> {
  readonly subject = 'job-controller';
  readonly name = 'job-orphan-pods';
  readonly workers = 1;
  private readonly queue: WorkQueue;
  private readonly unknown: UnknownKinds;

  constructor(
    deps: ControllerDeps,
    private readonly pods: SharedInformer,
    private readonly jobs: SharedInformer,
  ) {
    this.queue = runReconciler(deps, this);
    this.unknown = new UnknownKinds(deps.world, deps.apiServer, this.name, ['Job']);
  }

  /** Set-up. */
  prime(): void {
    this.unknown.prime(this.pods.indexer.list().filter(isTracked));
  }

  add(pod: KubeObject): void {
    this.queue.add(namespacedName(pod));
  }

  objectOf(key: string): string {
    return `Pod/${key}`;
  }

  begin(key: string): Outcome<Sent> {
    const pod = this.pods.indexer.get(key);
    if (pod === undefined || !isPod(pod) || !isTracked(pod)) return { kind: 'done' };
    // Where the input says nothing of Jobs, its Job may well be there.
    const missing = this.unknown.missingFor(pod);
    if (missing !== undefined) return { kind: 'done', waitsFor: missing };
    const owner = controllerOf(pod);
    const job = this.jobs.indexer.get(keyInQueue(pod.metadata.namespace, owner?.name ?? ''));
    if (owner?.kind === 'Job' && job?.metadata.uid === owner.uid) return { kind: 'done' };
    return { kind: 'wait', requests: [untrackRequest(pod)], context: { stage: 'untrack' } };
  }

  resume(_key: string, _context: Sent, [answer]: readonly ApiResponse[]): Outcome<Sent> {
    if (answer !== undefined && (succeeded(answer) || answer.code === 404)) return { kind: 'done' };
    return { kind: 'failed', reason: answer?.status?.reason ?? '' };
  }
}
