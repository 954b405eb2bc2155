/** What a CronJob asks of the api-server: pkg/controller/cronjob/injection.go and utils.go getJobFromTemplate2 (v1.37). */
import type { ApiRequest } from '../../apiserver/apiserver.ts';
import { newControllerRef } from '../owner.ts';
import { inNamespace, readRequest, statusRequest } from '../requests.ts';
import type { CronJob } from './types.ts';
import { formatIn, loadLocation, UTC } from '../../../model/zones.ts';

const SCHEDULED = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

/** The name is the run's lock: whoever makes it a second time finds that it is there. @param scheduled unix seconds */
export const jobName = (cronJob: CronJob, scheduled: number): string =>
  `${cronJob.metadata.name}-${Math.floor(scheduled / 60)}`;

export function createJob(cronJob: CronJob, scheduled: number): ApiRequest {
  const { jobTemplate, timeZone = '' } = cronJob.spec;
  const { labels, annotations } = jobTemplate.metadata ?? {};
  const at = formatIn(loadLocation(timeZone) ?? UTC, scheduled);
  return {
    verb: 'create',
    resource: 'jobs',
    ...inNamespace(cronJob),
    body: {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        name: jobName(cronJob, scheduled),
        ...inNamespace(cronJob),
        ...(labels === undefined ? {} : { labels }),
        annotations: { ...annotations, [SCHEDULED]: at },
        ownerReferences: [newControllerRef(cronJob)],
      },
      spec: jobTemplate.spec ?? {},
    },
  };
}

export const readJob = (cronJob: CronJob, name: string): ApiRequest => ({
  verb: 'get',
  resource: 'jobs',
  ...inNamespace(cronJob),
  name,
});

export const deleteJob = (cronJob: CronJob, name: string): ApiRequest => ({
  verb: 'delete',
  resource: 'jobs',
  ...inNamespace(cronJob),
  name,
  options: { propagationPolicy: 'Background' },
});

export const readCronJob = (cronJob: CronJob): ApiRequest => readRequest('cronjobs', cronJob);

export const writeStatus = (cronJob: CronJob): ApiRequest => statusRequest('cronjobs', cronJob);
