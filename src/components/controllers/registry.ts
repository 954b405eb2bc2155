/** The visible table of controllers: their order is the order in which a kube-controller-manager starts them. */
import type { SharedInformer } from '../informer/informer.ts';
import type { Controller, ControllerDeps } from './controllers.ts';
import { createCronJobController } from './cronjob/cronjob.ts';
import { createDaemonSetController } from './daemonset/daemonset.ts';
import { createDeploymentController } from './deployment/deployment.ts';
import { createDisruptionController } from './disruption/disruption.ts';
import { createEndpointSliceController } from './endpointslice/endpointslice.ts';
import { createGarbageCollector } from './garbagecollector/garbagecollector.ts';
import { createJobController } from './job/job.ts';
import { createNamespaceController } from './namespace/namespace.ts';
import { createNodeLifecycleController } from './nodelifecycle/nodelifecycle.ts';
import { createPersistentVolumeBinder } from './persistentvolume/persistentvolume.ts';
import { createPodAutoscaler } from './podautoscaler/podautoscaler.ts';
import { createPodGarbageCollector } from './podgc/podgc.ts';
import { createReplicaSetController } from './replicaset/replicaset.ts';
import { createResourceQuotaController } from './resourcequota/resourcequota.ts';
import { createServiceAccountController } from './serviceaccount/serviceaccount.ts';
import { createStatefulSetController } from './statefulset/statefulset.ts';
import { createTaintEvictionController } from './tainteviction/tainteviction.ts';
import { createTTLController } from './ttl/ttl.ts';
import { createTTLAfterFinishedController } from './ttlafterfinished/ttlafterfinished.ts';

export interface ControllerRow {
  /** "deployment", "replicaset". */
  readonly name: string;
  readonly create: (deps: ControllerDeps) => Controller;
}

export const CONTROLLERS: readonly ControllerRow[] = [
  { name: 'replicaset', create: createReplicaSetController },
  { name: 'deployment', create: createDeploymentController },
  { name: 'daemonset', create: createDaemonSetController },
  { name: 'job', create: createJobController },
  { name: 'horizontalpodautoscaler', create: createPodAutoscaler },
  { name: 'disruption', create: createDisruptionController },
  { name: 'statefulset', create: createStatefulSetController },
  { name: 'cronjob', create: createCronJobController },
  { name: 'endpointslice', create: createEndpointSliceController },
  { name: 'garbagecollector', create: createGarbageCollector },
  { name: 'tainteviction', create: createTaintEvictionController },
  { name: 'nodelifecycle', create: createNodeLifecycleController },
  { name: 'podgc', create: createPodGarbageCollector },
  { name: 'resourcequota', create: createResourceQuotaController },
  { name: 'namespace', create: createNamespaceController },
  { name: 'serviceaccount', create: createServiceAccountController },
  { name: 'ttl', create: createTTLController },
  { name: 'persistentvolume-binder', create: createPersistentVolumeBinder },
  { name: 'ttl-after-finished', create: createTTLAfterFinishedController },
];

/** Set-up only, before `begin`; each controller is primed by its caller, after the informers. */
export const createControllers = (deps: ControllerDeps): readonly Controller[] =>
  CONTROLLERS.map(({ create }) => create(waitingForCaches(deps)));

/** Workers start when the caches of what the controller asked for have synced (WaitForNamedCacheSync). */
function waitingForCaches(deps: ControllerDeps): ControllerDeps {
  const own = new Set<SharedInformer>();
  return {
    ...deps,
    informer: (resource) => {
      const informer = deps.informer(resource);
      own.add(informer);
      return informer;
    },
    hasSynced: () => [...own].every(({ hasSynced }) => hasSynced),
  };
}
