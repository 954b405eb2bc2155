/** A whole sync of a CronJob, worked by hand (source client-go-hand): the controller's own code against an api-server. */
import { createApiServer, type ApiServer } from '../../components/apiserver/apiserver.ts';
import { CronJobSync, type ChildJob, type CronJob } from '../../components/controllers/controllers.ts';
import { createWorld } from '../../kernel/kernel.ts';
import { EVENT_KIND_NAMES, LANES } from '../../model/events.ts';
import { DEFAULT_LATENCIES } from '../../model/latencies.ts';
import { MICROS_PER_SECOND, parseTime } from '../../model/time.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Adapter } from '../types.ts';
import { ZONES } from '../../model/zone-table.ts';
import { installZones } from '../../model/zones.ts';

installZones(ZONES);

interface WrittenSync {
  readonly name: string;
  readonly concurrencyPolicy: string;
  readonly schedule: string;
  readonly timeZone: string | null;
  readonly suspend: boolean;
  readonly startingDeadlineSeconds: number | null;
  readonly created: string;
  readonly lastSchedule: string | null;
  readonly now: string;
  readonly activeJobs: readonly string[];
  readonly finishedJobs: readonly string[];
}

const NAMESPACE = 'default';
const MANAGER = 'kube-controller-manager';

function cronJobOf(written: WrittenSync): CronJob {
  const { name, created, schedule, concurrencyPolicy, suspend } = written;
  const { timeZone, startingDeadlineSeconds, lastSchedule, activeJobs } = written;
  const active = activeJobs.map((job) => ({ apiVersion: 'batch/v1', kind: 'Job', name: job, uid: `uid of ${job}` }));
  const container = { name: 'c', image: 'example.com/c' };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: {
      name,
      namespace: NAMESPACE,
      uid: 'uid of the cron job',
      creationTimestamp: created,
      resourceVersion: '1',
    },
    spec: {
      schedule,
      concurrencyPolicy,
      suspend,
      ...(timeZone === null ? {} : { timeZone }),
      ...(startingDeadlineSeconds === null ? {} : { startingDeadlineSeconds }),
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
      jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } } },
    },
    status: {
      ...(lastSchedule === null ? {} : { lastScheduleTime: lastSchedule }),
      ...(active.length === 0 ? {} : { active }),
    },
  };
}

const jobOf = (name: string, { metadata }: CronJob, finished: boolean): ChildJob => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {
    name,
    namespace: NAMESPACE,
    uid: `uid of ${name}`,
    ownerReferences: [
      { apiVersion: 'batch/v1', kind: 'CronJob', name: metadata.name, uid: metadata.uid ?? '', controller: true },
    ],
  },
  status: finished ? { conditions: [{ type: 'Complete', status: 'True' }] } : {},
});

interface Ended {
  readonly requeueAfterMs: number | null;
  readonly created: readonly string[];
  readonly deleted: readonly string[];
}

/** Every request is answered at once. */
function drive(sync: CronJobSync, apiServer: ApiServer, cronJob: CronJob, jobs: readonly ChildJob[]): Ended {
  const [created, deleted]: string[][] = [[], []];
  let outcome = sync.begin(cronJob, jobs);
  while (outcome.kind === 'wait') {
    const { requests, context } = outcome;
    const answers = requests.map((request) => apiServer.handle(request, MANAGER));
    requests.forEach(({ verb, name = '' }, i) => {
      const object = answers[i]?.object;
      if (verb === 'create' && object !== undefined) created?.push(object.metadata.name);
      if (verb === 'delete') deleted?.push(name);
    });
    outcome = sync.resume(context, answers);
  }
  if (outcome.kind === 'failed') throw new Error(outcome.reason);
  const ticks = outcome.requeueAfter;
  return { requeueAfterMs: ticks === undefined ? null : ticks / 1000, created: created ?? [], deleted: deleted ?? [] };
}

function run(written: WrittenSync, version: KubernetesVersion): object {
  const world = createWorld({ seed: 1, ticksPerSecond: MICROS_PER_SECOND, kinds: EVENT_KIND_NAMES, lanes: LANES });
  const now = parseTime(written.now) ?? NaN;
  const apiServer = createApiServer({ world, version, latencies: DEFAULT_LATENCIES, epochMicros: now });
  const cronJob = cronJobOf(written);
  const jobs = [
    ...written.activeJobs.map((name) => jobOf(name, cronJob, false)),
    ...written.finishedJobs.map((name) => jobOf(name, cronJob, true)),
  ];
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } };
  for (const object of [namespace, cronJob, ...jobs]) apiServer.seed(object);
  const events: string[] = [];
  const sync = new CronJobSync({
    events: { post: ({ reason }) => void events.push(reason) },
    now: () => now / MICROS_PER_SECOND,
  });
  const { requeueAfterMs, created, deleted } = drive(sync, apiServer, cronJob, jobs);
  const stored = apiServer.get(`CronJob/${NAMESPACE}/${written.name}`) as CronJob | undefined;
  return {
    createdJob: created[0] ?? null,
    deletedJobs: deleted,
    activeAfter: stored?.status?.active?.length ?? 0,
    events,
    requeueAfterMs,
  };
}

export const handCronJobSync: Adapter = {
  source: 'client-go-hand',
  kind: 'cronjob-sync',
  run: ({ given }, version) => run(given as WrittenSync, version),
};
