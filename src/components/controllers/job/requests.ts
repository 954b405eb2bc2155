/** What a Job's controller asks of the api-server: pkg/controller/job/job_controller.go, tracking_utils.go (v1.37). */
import type { Pod } from '../../../model/objects.ts';
import type { ApiRequest } from '../../apiserver/apiserver.ts';
import { newControllerRef } from '../owner.ts';
import { inNamespace, statusRequest } from '../requests.ts';
import { failureCounts } from './index-failures.ts';
import { indexedTemplate } from './indexes.ts';
import { TRACKING_FINALIZER } from './pods.ts';
import type { Job, JobStatus } from './types.ts';

/** @param index of an Indexed Job's Pod @param replaced the Pod of the index that failed last */
export function podRequest(job: Job, index: number | undefined, replaced: Pod | undefined): ApiRequest {
  const { metadata: { labels, annotations } = {}, spec } =
    index === undefined ? job.spec.template : indexedTemplate(job, index, failureCounts(job, replaced));
  const { name } = job.metadata;
  return {
    verb: 'create',
    resource: 'pods',
    ...inNamespace(job),
    body: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        generateName: index === undefined ? `${name}-` : `${name}-${index}-`,
        ...inNamespace(job),
        ...(labels === undefined ? {} : { labels }),
        ...(annotations === undefined ? {} : { annotations }),
        finalizers: [TRACKING_FINALIZER],
        ownerReferences: [newControllerRef(job)],
      },
      spec,
    },
  };
}

export const deleteRequest = (pod: Pod): ApiRequest => ({
  verb: 'delete',
  resource: 'pods',
  ...inNamespace(pod),
  name: pod.metadata.name,
});

/** removeTrackingFinalizerPatch. */
export const untrackRequest = (pod: Pod): ApiRequest => ({
  verb: 'patch',
  resource: 'pods',
  ...inNamespace(pod),
  name: pod.metadata.name,
  patchType: 'strategic',
  body: { metadata: { '$deleteFromPrimitiveList/finalizers': [TRACKING_FINALIZER] } },
});

export const writeStatus = (job: Job, status: JobStatus): ApiRequest => statusRequest('jobs', { ...job, status });
