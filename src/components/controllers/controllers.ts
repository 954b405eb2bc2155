/** Face of the kube-controller-manager. */
import type { World } from '../../kernel/kernel.ts';
import type { Flags } from '../../model/flags.ts';
import type { ScriptedMetric } from '../../model/metrics.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Latencies } from '../../model/latencies.ts';
import type { ApiClient, ApiServer } from '../apiserver/apiserver.ts';
import type { SharedInformer } from '../informer/informer.ts';

export interface ControllerDeps {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly client: ApiClient;
  readonly latencies: Latencies;
  readonly version: KubernetesVersion;
  /** Default: upstream's. */
  readonly flags?: Flags;
  /** One shared informer a resource; asking for one twice gives the same. */
  readonly informer: (resource: string) => SharedInformer;
  /** Are its caches full? Its workers wait for that when its process has started. Default: they do not. */
  readonly hasSynced?: () => boolean;
  /** What is measured, for autoscalers; nothing where there is none. */
  readonly metrics?: readonly ScriptedMetric[];
}

export interface Controller {
  /** "deployment", "replicaset". */
  readonly name: string;
  /** Set-up: queues every key it knows, like a controller that just synced. */
  prime(): void;
}

export { CONTROLLERS, createControllers } from './registry.ts';
/** The plain machines behind them, which recordings drive. */
export { ControllerExpectations, UIDTrackingControllerExpectations } from './expectations.ts';
export { compareForDeletion, type RankedPod } from './ranking.ts';
export { parseSchedule, ScheduleError, type Schedule } from '../../model/cron-schedule.ts';
export { nextTime } from './cronjob/next.ts';
export { mostRecentScheduleTime, secondsToNext } from './cronjob/recent.ts';
export { jobsToRemove } from './cronjob/history.ts';
export { evictionTime, isUnresponsive } from './nodelifecycle/health.ts';
export { CronJobSync } from './cronjob/sync.ts';
export type { ChildJob, CronJob } from './cronjob/types.ts';
