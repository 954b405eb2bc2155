import type { KubeObject } from '../model/objects.ts';
import { resourceOfKind } from '../model/resources.ts';

/** `true`: everything below is acted on (or is what the product itself writes). A tree: only these keys are. */
type Modelled = true | { readonly [key: string]: Modelled };

const PROBE: Modelled = {
  initialDelaySeconds: true,
  periodSeconds: true,
  timeoutSeconds: true,
  successThreshold: true,
  failureThreshold: true,
  terminationGracePeriodSeconds: true,
  // What is asked answers as the scenario says; how it is asked makes the words of a failure.
  httpGet: true,
  tcpSocket: true,
  exec: true,
  grpc: true,
};
const CONTAINER: Modelled = {
  name: true,
  image: true,
  imagePullPolicy: true,
  command: true,
  args: true,
  env: { name: true, value: true, valueFrom: { configMapKeyRef: true, secretKeyRef: true } },
  envFrom: true,
  startupProbe: PROBE,
  readinessProbe: PROBE,
  livenessProbe: PROBE,
  lifecycle: { preStop: true },
  restartPolicyRules: true,
  resources: { requests: true, limits: true },
  ports: true,
  restartPolicy: true,
};
/** Sources that the volume plugins look at; the others are mounted by nobody here. */
const VOLUME: Modelled = {
  name: true,
  configMap: true,
  secret: true,
  persistentVolumeClaim: true,
  ephemeral: true,
  gcePersistentDisk: true,
  awsElasticBlockStore: true,
  iscsi: true,
  rbd: true,
};
const POD_SPEC: Modelled = {
  containers: CONTAINER,
  initContainers: CONTAINER,
  nodeName: true,
  schedulerName: true,
  priority: true,
  priorityClassName: true,
  preemptionPolicy: true,
  restartPolicy: true,
  activeDeadlineSeconds: true,
  readinessGates: true,
  hostNetwork: true,
  terminationGracePeriodSeconds: true,
  nodeSelector: true,
  affinity: true,
  tolerations: true,
  topologySpreadConstraints: true,
  schedulingGates: true,
  overhead: true,
  resources: true,
  volumes: VOLUME,
};
const TEMPLATE: Modelled = { metadata: true, spec: POD_SPEC };

const SPECS: Readonly<Record<string, Modelled>> = {
  Pod: POD_SPEC,
  Node: { unschedulable: true, taints: true },
  Deployment: {
    replicas: true,
    selector: true,
    template: TEMPLATE,
    strategy: true,
    minReadySeconds: true,
    paused: true,
    revisionHistoryLimit: true,
    progressDeadlineSeconds: true,
  },
  ReplicaSet: { replicas: true, selector: true, template: TEMPLATE, minReadySeconds: true },
  StatefulSet: {
    replicas: true,
    selector: true,
    template: TEMPLATE,
    serviceName: true,
    podManagementPolicy: true,
    updateStrategy: true,
    volumeClaimTemplates: true,
    persistentVolumeClaimRetentionPolicy: true,
    revisionHistoryLimit: true,
    minReadySeconds: true,
    ordinals: true,
  },
  HorizontalPodAutoscaler: {
    scaleTargetRef: true,
    minReplicas: true,
    maxReplicas: true,
    metrics: true,
    behavior: true,
  },
  DaemonSet: { selector: true, template: TEMPLATE, minReadySeconds: true },
  Namespace: { finalizers: true },
};

/** Paths below spec that carry a value and that nothing acts on, with the number of objects that have each; by count, then path. */
export function unmodelledFields(objects: readonly KubeObject[]): { path: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const object of objects) {
    const table = SPECS[object.kind];
    if (table === undefined || resourceOfKind(object.kind)?.modelled !== 'acted') continue;
    const paths = new Set<string>();
    collect(object.spec, table, `${object.kind} spec`, paths);
    for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const rows = [...counts].map(([path, count]) => ({ path, count }));
  return rows.sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
}

function collect(value: unknown, table: Modelled, path: string, paths: Set<string>): void {
  if (table === true || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, table, path, paths);
    return;
  }
  for (const [key, below] of Object.entries(value as Readonly<Record<string, unknown>>)) {
    const next = table[key];
    if (next !== undefined) collect(below, next, `${path}.${key}`, paths);
    else if (!isEmpty(below)) paths.add(`${path}.${key}`);
  }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
