/**
 * Kinds and the resources that name them in a request path (k8s.io/kubernetes pkg/registry; v1.37). One row a kind that
 * the product knows; a kind without a row is kept in the store and listed as unknown.
 */
export interface ResourceInfo {
  readonly kind: string;
  /** Plural, as in a path. */
  readonly resource: string;
  readonly apiVersion: string;
  readonly namespaced: boolean;
  /** A short word for a revision cell or a chip. */
  readonly short: string;
  /** "acted": a component acts on it; "kept": stored and shown, nothing acts on it yet. */
  readonly modelled: 'acted' | 'kept';
}

const row = (
  kind: string,
  resource: string,
  apiVersion: string,
  namespaced: boolean,
  short: string,
  modelled: 'acted' | 'kept',
): ResourceInfo => ({ kind, resource, apiVersion, namespaced, short, modelled });

export const RESOURCES: readonly ResourceInfo[] = [
  row('Pod', 'pods', 'v1', true, 'pod', 'acted'),
  row('Node', 'nodes', 'v1', false, 'node', 'acted'),
  row('Deployment', 'deployments', 'apps/v1', true, 'deploy', 'acted'),
  row('ReplicaSet', 'replicasets', 'apps/v1', true, 'rs', 'acted'),
  row('Event', 'events', 'v1', true, 'event', 'acted'),
  row('Lease', 'leases', 'coordination.k8s.io/v1', true, 'lease', 'acted'),
  row('Namespace', 'namespaces', 'v1', false, 'ns', 'acted'),
  row('PriorityClass', 'priorityclasses', 'scheduling.k8s.io/v1', false, 'prio', 'acted'),
  row('Service', 'services', 'v1', true, 'svc', 'acted'),
  row('StatefulSet', 'statefulsets', 'apps/v1', true, 'sts', 'acted'),
  row('DaemonSet', 'daemonsets', 'apps/v1', true, 'ds', 'acted'),
  row('ControllerRevision', 'controllerrevisions', 'apps/v1', true, 'crev', 'acted'),
  row('Job', 'jobs', 'batch/v1', true, 'job', 'acted'),
  row('CronJob', 'cronjobs', 'batch/v1', true, 'cron', 'acted'),
  row('PodDisruptionBudget', 'poddisruptionbudgets', 'policy/v1', true, 'pdb', 'acted'),
  row('EndpointSlice', 'endpointslices', 'discovery.k8s.io/v1', true, 'eps', 'acted'),
  row('Endpoints', 'endpoints', 'v1', true, 'ep', 'kept'),
  row('ConfigMap', 'configmaps', 'v1', true, 'cm', 'kept'),
  row('Secret', 'secrets', 'v1', true, 'secret', 'kept'),
  row('ServiceAccount', 'serviceaccounts', 'v1', true, 'sa', 'kept'),
  row('PersistentVolume', 'persistentvolumes', 'v1', false, 'pv', 'acted'),
  row('PersistentVolumeClaim', 'persistentvolumeclaims', 'v1', true, 'pvc', 'acted'),
  row('StorageClass', 'storageclasses', 'storage.k8s.io/v1', false, 'sc', 'acted'),
  row('CSINode', 'csinodes', 'storage.k8s.io/v1', false, 'csinode', 'acted'),
  row('CSIDriver', 'csidrivers', 'storage.k8s.io/v1', false, 'csidriver', 'acted'),
  row('CSIStorageCapacity', 'csistoragecapacities', 'storage.k8s.io/v1', true, 'csicap', 'acted'),
  row('VolumeAttachment', 'volumeattachments', 'storage.k8s.io/v1', false, 'va', 'acted'),
  row('ResourceQuota', 'resourcequotas', 'v1', true, 'quota', 'acted'),
  row('LimitRange', 'limitranges', 'v1', true, 'limits', 'acted'),
  row('ReplicationController', 'replicationcontrollers', 'v1', true, 'rc', 'kept'),
  row('HorizontalPodAutoscaler', 'horizontalpodautoscalers', 'autoscaling/v2', true, 'hpa', 'acted'),
  row('Ingress', 'ingresses', 'networking.k8s.io/v1', true, 'ing', 'kept'),
  row('NetworkPolicy', 'networkpolicies', 'networking.k8s.io/v1', true, 'netpol', 'kept'),
  row('RuntimeClass', 'runtimeclasses', 'node.k8s.io/v1', false, 'rtc', 'kept'),
  row('Role', 'roles', 'rbac.authorization.k8s.io/v1', true, 'role', 'kept'),
  row('RoleBinding', 'rolebindings', 'rbac.authorization.k8s.io/v1', true, 'rb', 'kept'),
  row('ClusterRole', 'clusterroles', 'rbac.authorization.k8s.io/v1', false, 'crole', 'kept'),
  row('ClusterRoleBinding', 'clusterrolebindings', 'rbac.authorization.k8s.io/v1', false, 'crb', 'kept'),
];

const byKind = new Map(RESOURCES.map((r) => [r.kind, r]));
const byResource = new Map(RESOURCES.map((r) => [r.resource, r]));

export const resourceOfKind = (kind: string): ResourceInfo | undefined => byKind.get(kind);
export const resourceInfo = (resource: string): ResourceInfo | undefined => byResource.get(resource);
