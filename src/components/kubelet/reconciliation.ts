/**
 * A Pod whose readiness somebody else has changed: the kubelet says again what it knows, with the next batch of statuses:
 * needsReconcile and syncBatch of pkg/kubelet/status/status_manager.go (v1.37).
 */
import type { Handler } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { Pod, PodStatus } from '../../model/objects.ts';
import type { RuntimePod } from './kubelet.ts';
import { hashOf } from './nodes.ts';
import { statusOf, uidOf } from './runtime.ts';
import type { Shared } from './shared.ts';

/** syncPeriod. */
const BATCH_SECONDS = 10;

const readiness = (status: PodStatus | undefined): string | undefined =>
  status?.conditions?.find(({ type }) => type === 'Ready')?.status;

export class Reconciliation {
  private readonly batch: Handler<{ readonly uid: string }>;

  constructor(private readonly shared: Shared) {
    this.batch = shared.timers.handler('kubelet status batch', ({ uid }) => {
      this.onBatch(uid);
    });
  }

  /** Within a pop that has its event. @param before as the watch had it */
  seen(before: Pod, pod: RuntimePod): void {
    const own = readiness(pod.status);
    const wasRight = readiness(before.status) === own;
    if (pod.stage !== 'up' || !wasRight || readiness(pod.object.status) === own) return;
    this.shared.timers.after(this.untilBatch(pod.node), this.batch, { uid: uidOf(pod.object) }, { periodic: false });
  }

  private untilBatch(node: string): number {
    const { world } = this.shared.deps;
    const period = BATCH_SECONDS * world.options.ticksPerSecond;
    return period - ((world.now + (hashOf(node) % period)) % period);
  }

  private onBatch(uid: string): void {
    const { runtime, reports, nodes, deps } = this.shared;
    const pod = runtime.get(uid);
    if (pod?.stage !== 'up' || readiness(pod.object.status) === readiness(pod.status)) return;
    const { apiServer, version, world } = deps;
    const surroundings = { now: apiServer.timestamp(), version, hostIP: nodes.hostIP(pod.node) };
    const status = statusOf(pod, surroundings, { ending: false, sandbox: pod.sandbox });
    world.emit(EVENT['kubelet.observed'], {
      subject: `kubelet ${pod.node}`,
      object: pod.pod,
      detail: status.phase ?? '',
    });
    reports.quietStatus(runtime.change(pod, { status }), status);
  }
}
