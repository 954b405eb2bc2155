/**
 * What differs by kind when objects are made and changed: k8s.io/kubernetes pkg/registry, PrepareForCreate and
 * PrepareForUpdate of each strategy (v1.37). Left out: fields that feature gates drop, IP families.
 */
import type { KubeObject } from '../../model/objects.ts';
import type { Core } from './core.ts';
import { admitPod } from './admission-pod.ts';
import { equal } from './equal.ts';
import { fieldsOf, isFields, listOf, omit, textOf, withDefaults, withField, type Fields } from './fields.ts';
import { hashText } from './ids.ts';

/** Kinds whose metadata.generation the server counts. */
const COUNTED = new Set([
  'Deployment',
  'ReplicaSet',
  'StatefulSet',
  'DaemonSet',
  'ReplicationController',
  'Job',
  'CronJob',
  'PodDisruptionBudget',
  'PriorityClass',
  'EndpointSlice',
  'Ingress',
  'NetworkPolicy',
]);

/** Kinds that have a status subresource: a write of the object leaves status alone, and the other way round. */
const WITH_STATUS = new Set([
  'Pod',
  'Node',
  'Deployment',
  'ReplicaSet',
  'StatefulSet',
  'DaemonSet',
  'ReplicationController',
  'Job',
  'CronJob',
  'Namespace',
  'Service',
  'PodDisruptionBudget',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'ResourceQuota',
  'HorizontalPodAutoscaler',
  'Ingress',
]);

export const hasStatus = (kind: string): boolean => WITH_STATUS.has(kind);

/** Pods carry a generation from 1.33 on. */
export const countsGeneration = (core: Core, kind: string): boolean =>
  kind === 'Pod' ? core.minor >= 33 : COUNTED.has(kind);

type Prepare = (core: Core, object: KubeObject, key: string) => KubeObject;

const EMPTY_NODE_INFO: Fields = {
  machineID: '',
  systemUUID: '',
  bootID: '',
  kernelVersion: '',
  osImage: '',
  containerRuntimeVersion: '',
  kubeletVersion: '',
  kubeProxyVersion: '',
  operatingSystem: '',
  architecture: '',
};
const NOT_READY_TAINT: Fields = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/** Admission TaintNodesByCondition: a new node takes no pods until it was seen ready. */
function prepareNode(_core: Core, node: KubeObject): KubeObject {
  const spec = fieldsOf(node.spec);
  const taints = listOf(spec['taints']);
  const has = taints.some((taint) => fieldsOf(taint)['key'] === NOT_READY_TAINT['key']);
  const status = withDefaults(fieldsOf(node.status), {
    daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
    nodeInfo: EMPTY_NODE_INFO,
  });
  return { ...node, spec: has ? spec : { ...spec, taints: [...taints, NOT_READY_TAINT] }, status };
}

function prepareNamespace(_core: Core, namespace: KubeObject): KubeObject {
  const { metadata } = namespace;
  const labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name };
  const spec = withField(fieldsOf(namespace.spec), 'finalizers', ['kubernetes']);
  return { ...namespace, metadata: { ...metadata, labels }, spec, status: { phase: 'Active' } };
}

function prepareJob(core: Core, job: KubeObject, key: string): KubeObject {
  const spec = fieldsOf(job.spec);
  if (spec['manualSelector'] === true) return { ...job, status: {} };
  const uid = job.metadata.uid ?? core.newUid(key);
  const own = { 'batch.kubernetes.io/controller-uid': uid, 'batch.kubernetes.io/job-name': job.metadata.name };
  const old = { 'controller-uid': uid, 'job-name': job.metadata.name };
  const template = fieldsOf(spec['template']);
  const metadata = fieldsOf(template['metadata']);
  const labels = { ...fieldsOf(metadata['labels']), ...own, ...old };
  const selector = fieldsOf(spec['selector']);
  const matchLabels = { ...fieldsOf(selector['matchLabels']), 'batch.kubernetes.io/controller-uid': uid };
  return {
    ...job,
    metadata: { ...job.metadata, uid, labels: job.metadata.labels ?? labels },
    spec: {
      ...spec,
      selector: { ...selector, matchLabels },
      template: { ...template, metadata: { ...metadata, labels } },
    },
    status: {},
  };
}

function prepareService(_core: Core, service: KubeObject, key: string): KubeObject {
  const spec = fieldsOf(service.spec);
  const status = { loadBalancer: {} };
  if (spec['type'] === 'ExternalName') return { ...service, status };
  const h = hashText(key, 5);
  const clusterIP = textOf(spec['clusterIP']) || `10.96.${(h >>> 8) & 255}.${(h % 254) + 1}`;
  const next = withDefaults(spec, { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' });
  return { ...service, spec: { ...next, clusterIP, clusterIPs: [clusterIP] }, status };
}

const withInitialStatus =
  (status: Fields): Prepare =>
  (_core, object) => ({ ...object, status });

/** The internal field templateGeneration, as apps/v1 shows it. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';
const DAEMON_COUNTERS = {
  currentNumberScheduled: 0,
  numberMisscheduled: 0,
  desiredNumberScheduled: 0,
  numberReady: 0,
};

function prepareDaemonSet(_core: Core, set: KubeObject): KubeObject {
  const sent = Number(set.metadata.annotations?.[TEMPLATE_GENERATION] ?? 1);
  const annotations = { ...set.metadata.annotations, [TEMPLATE_GENERATION]: String(Math.max(1, sent)) };
  return { ...set, metadata: { ...set.metadata, annotations }, status: DAEMON_COUNTERS };
}

/** A DaemonSet's templateGeneration goes up with each change of its template, whatever the client sent of it. */
export function templateGenerationAfter(before: KubeObject, after: KubeObject): KubeObject {
  const known = before.metadata.annotations?.[TEMPLATE_GENERATION];
  if (after.kind !== 'DaemonSet' || known === undefined) return after;
  const changed = !equal(fieldsOf(before.spec)['template'], fieldsOf(after.spec)['template']);
  const next = String(Number(known) + (changed ? 1 : 0));
  if (after.metadata.annotations?.[TEMPLATE_GENERATION] === next) return after;
  const annotations = { ...after.metadata.annotations, [TEMPLATE_GENERATION]: next };
  return { ...after, metadata: { ...after.metadata, annotations } };
}

const CREATE: Readonly<Record<string, Prepare>> = {
  Pod: admitPod,
  Node: prepareNode,
  Namespace: prepareNamespace,
  Service: prepareService,
  Job: prepareJob,
  Deployment: withInitialStatus({}),
  ReplicaSet: withInitialStatus({ replicas: 0 }),
  ReplicationController: withInitialStatus({ replicas: 0 }),
  StatefulSet: withInitialStatus({ replicas: 0, availableReplicas: 0 }),
  DaemonSet: prepareDaemonSet,
  CronJob: withInitialStatus({}),
  PodDisruptionBudget: withInitialStatus({
    disruptionsAllowed: 0,
    currentHealthy: 0,
    desiredHealthy: 0,
    expectedPods: 0,
  }),
  PersistentVolumeClaim: withInitialStatus({ phase: 'Pending' }),
  PersistentVolume: withInitialStatus({ phase: 'Pending' }),
  ResourceQuota: withInitialStatus({}),
};

/** Admission and PrepareForCreate. `key` is the store's key, or ends in "*" where the name is yet to be made. */
export function prepareForCreate(core: Core, object: KubeObject, key: string): KubeObject {
  const prepare = CREATE[object.kind];
  const next = prepare === undefined ? object : prepare(core, object, key);
  if (countsGeneration(core, object.kind)) return { ...next, metadata: { ...next.metadata, generation: 1 } };
  const metadata = omit(next.metadata, ['generation']);
  return metadata === next.metadata ? next : { ...next, metadata };
}

/** Is this change of the object one that raises its generation: anything but metadata and status? */
export function changesSpec(before: KubeObject, after: KubeObject): boolean {
  if (!equal(before.spec, after.spec)) return true;
  if (isFields(before.spec) || isFields(after.spec)) return false;
  return !equal(beside(before), beside(after));
}

const beside = (object: KubeObject): Fields => omit(fieldsOf(object), ['metadata', 'status']);
