/**
 * CrashLoopBackOff: may a container that has exited be started now? doBackOff of pkg/kubelet/kuberuntime/kuberuntime_manager.go
 * over client-go's util/flowcontrol, with the limits of newCrashLoopBackOff (v1.37; 11.4). Times in seconds, unless limits in another unit are given.
 */
import { FlowcontrolBackoff, type BackoffEntry, type Entries } from '../workqueue/workqueue.ts';

export interface CrashLoopLimits {
  readonly initial: number;
  readonly max: number;
  /** A container that ran for longer than this since its last start begins anew. */
  readonly resetAfter: number;
}

/** KubeletCrashLoopBackOffMax and ReduceDefaultCrashLoopBackOffDecay (1 s to 60 s) change the first two. */
const CRASH_LOOP_LIMITS: CrashLoopLimits = { initial: 10, max: 300, resetAfter: 600 };

interface StartVerdict {
  readonly start: boolean;
  /** The back-off that the next exit meets. */
  readonly backoff: number;
  /** Left to wait, where it does not start. */
  readonly wait?: number;
}

export class CrashLoopBackOff {
  private readonly backoff: FlowcontrolBackoff;

  constructor(entries: Entries<BackoffEntry>, { initial, max, resetAfter }: CrashLoopLimits = CRASH_LOOP_LIMITS) {
    this.backoff = new FlowcontrolBackoff(entries, { initial, max, expiresAfter: resetAfter });
  }

  /**
   * A sync looks at an exited container. A start is counted.
   * @param key upstream's: Pod, uid, container and a hash of its spec, so that a changed image is another container
   * @param finishedAt of the exit
   */
  tryStart(key: string, finishedAt: number, now: number): StartVerdict {
    if (this.backoff.isInBackOffSince(key, finishedAt, now)) {
      const backoff = this.backoff.get(key);
      return { start: false, backoff, wait: finishedAt + backoff - now };
    }
    this.backoff.next(key, finishedAt, now);
    return { start: true, backoff: this.backoff.get(key) };
  }

  /** What the key's next exit meets. */
  backOffOf(key: string): number {
    return this.backoff.get(key);
  }

  /** The kubelet's periodic clean-up. */
  gc(now: number): void {
    this.backoff.gc(now);
  }
}
