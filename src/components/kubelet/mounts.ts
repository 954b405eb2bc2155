/**
 * Volumes that cannot be set up hold a Pod up: volumemanager, util/nestedpendingoperations and goroutinemap/exponentialbackoff
 * (v1.37). Only ConfigMaps and Secrets that are not there are known of. Left out: attaching, time to mount, the Event of a sync
 * that has waited for two minutes.
 */
import type { Collection } from '../../kernel/kernel.ts';
import { mountProblem } from './config.ts';
import type { RuntimePod } from './kubelet.ts';
import { uidOf } from './runtime.ts';
import { secondsOf, type Shared } from './shared.ts';

const FIRST_SECONDS = 0.5;
const MOST_SECONDS = 122;

export class Mounts {
  /** Ticks of the last wait, by the Pod's uid. */
  private readonly waits: Collection<number>;

  constructor(private readonly shared: Shared) {
    this.waits = shared.deps.world.collection('kubelet/mounts');
  }

  /** Once it runs, its volumes are there. Within a pop that has its event. @returns ticks until it is tried again; undefined where all volumes are there */
  wait(pod: RuntimePod): number | undefined {
    const uid = uidOf(pod.object);
    const found =
      Object.keys(pod.containers).length > 0 ? undefined : mountProblem(this.shared.deps.apiServer, pod.object);
    if (found === undefined) {
      this.waits.delete(uid);
      return undefined;
    }
    const message = `MountVolume.SetUp failed for volume "${found.volume}" : ${found.problem}`;
    this.shared.reports.event(pod, { reason: 'FailedMount', message, warning: true });
    const before = this.waits.get(uid);
    const next = before === undefined ? secondsOf(this.shared, FIRST_SECONDS) : before * 2;
    const ticks = Math.min(next, secondsOf(this.shared, MOST_SECONDS));
    this.waits.set(uid, ticks);
    return ticks;
  }

  forget(uid: string): void {
    this.waits.delete(uid);
  }
}
