/**
 * Versions of kinds that Kubernetes once served and serves no more in any minor of this product (1.32 to 1.37): the
 * deprecation guide of the Kubernetes documentation, up to the removals of 1.32.
 */
import type { KubeObject } from './objects.ts';

const APPS = ['apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1'];
const GONE: Readonly<Record<string, readonly string[]>> = {
  Deployment: APPS,
  StatefulSet: APPS.slice(0, 2),
  DaemonSet: APPS.slice(1),
  ReplicaSet: APPS.slice(1),
  CronJob: ['batch/v1beta1', 'batch/v2alpha1'],
  PodDisruptionBudget: ['policy/v1beta1'],
  EndpointSlice: ['discovery.k8s.io/v1beta1'],
  HorizontalPodAutoscaler: ['autoscaling/v2beta1', 'autoscaling/v2beta2'],
  Ingress: ['extensions/v1beta1', 'networking.k8s.io/v1beta1'],
  NetworkPolicy: ['extensions/v1beta1'],
  PriorityClass: ['scheduling.k8s.io/v1beta1'],
  Lease: ['coordination.k8s.io/v1beta1'],
  RuntimeClass: ['node.k8s.io/v1beta1'],
  CSIDriver: ['storage.k8s.io/v1beta1'],
  CSINode: ['storage.k8s.io/v1beta1'],
  StorageClass: ['storage.k8s.io/v1beta1'],
  VolumeAttachment: ['storage.k8s.io/v1beta1'],
  CSIStorageCapacity: ['storage.k8s.io/v1beta1'],
};

/** Is the object written in a version that is served no more? */
export const isGone = ({ kind, apiVersion }: Pick<KubeObject, 'kind' | 'apiVersion'>): boolean =>
  Object.hasOwn(GONE, kind) && (GONE[kind] ?? []).includes(apiVersion);
