/** POST pods/NAME/binding: k8s.io/kubernetes pkg/registry/core/pod/storage (v1.37), admission PodTopologyLabels. */
import { keyOf, type Condition, type KubeObject, type ObjectMeta, type Pod } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import type { Core } from './core.ts';
import { fieldsOf, textOf } from './fields.ts';
import type { Outcome } from './outcome.ts';
import { conflict, internal, notFound } from './refusal.ts';
import type { ApiRequest } from './types.ts';
import { checkVersion } from './update.ts';

const TOPOLOGY_LABELS = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'] as const;

export function bind(core: Core, request: ApiRequest, info: ResourceInfo): Outcome {
  const body = fieldsOf(request.body);
  const name = request.name ?? textOf(fieldsOf(body['metadata'])['name']);
  const node = textOf(fieldsOf(body['target'])['name']);
  if (node === '') throw internal('target.name: Required value');
  const key = keyOf(info.kind, request.namespace ?? 'default', name);
  const pod = core.store.get(key) as Pod | undefined;
  if (pod === undefined) throw notFound(info, name);
  const sent = fieldsOf(body['metadata']) as unknown as ObjectMeta;
  checkVersion(info, pod, sent);
  checkFree(pod);
  core.store.put(key, bound(core, pod, node, sent));
  return { response: { code: 201, written: true }, written: { key, revision: core.store.revision } };
}

function checkFree(pod: Pod): void {
  const { name, deletionTimestamp } = pod.metadata;
  if (deletionTimestamp !== undefined) {
    throw conflict('pods/binding', name, `pod ${name} is being deleted, cannot be assigned to a host`);
  }
  const { nodeName = '', schedulingGates = [] } = pod.spec;
  if (nodeName !== '') {
    throw conflict('pods/binding', name, `pod ${name} is already assigned to node ${JSON.stringify(nodeName)}`);
  }
  if (schedulingGates.length > 0) {
    throw conflict('pods/binding', name, `pod ${name} has non-empty .spec.schedulingGates`);
  }
}

function bound(core: Core, pod: Pod, nodeName: string, sent: ObjectMeta): KubeObject {
  const { nominatedNodeName, ...status } = pod.status ?? {};
  // The bind clears the nomination from 1.35 on.
  const kept = nominatedNodeName === undefined || core.minor >= 35 ? status : { ...status, nominatedNodeName };
  return {
    ...pod,
    metadata: boundMeta(core, pod.metadata, nodeName, sent),
    spec: { ...pod.spec, nodeName },
    status: { ...kept, conditions: scheduled(core, pod.status?.conditions ?? []) },
  };
}

/** UpdatePodCondition: the time of transition moves only when the status does. */
function scheduled(core: Core, conditions: readonly Condition[]): readonly Condition[] {
  const at = conditions.findIndex(({ type }) => type === 'PodScheduled');
  const old = conditions[at];
  const same = old?.status === 'True';
  const lastTransitionTime = same ? old.lastTransitionTime : core.timestamp();
  const condition: Condition = {
    type: 'PodScheduled',
    status: 'True',
    lastProbeTime: null,
    ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
  };
  if (at < 0) return [...conditions, condition];
  return conditions.map((other, i) => (i === at ? condition : other));
}

function boundMeta(core: Core, metadata: ObjectMeta, nodeName: string, sent: ObjectMeta): ObjectMeta {
  const labels = topologyLabels(core, metadata, nodeName);
  const generation = metadata.generation ?? 0;
  return {
    ...metadata,
    ...(labels === undefined ? {} : { labels }),
    ...(sent.annotations === undefined ? {} : { annotations: { ...metadata.annotations, ...sent.annotations } }),
    ...(generation === 0 ? {} : { generation }),
  };
}

/**
 * From 1.35 on a Pod gets its node's zone and region as labels when it is bound, or made with a node's name (admission plugin
 * PodTopologyLabels).
 */
export function topologyLabels(core: Core, metadata: ObjectMeta, nodeName: string): ObjectMeta['labels'] {
  if (core.minor < 35) return undefined;
  const node = core.store.get(keyOf('Node', undefined, nodeName));
  const added: Record<string, string> = {};
  for (const label of TOPOLOGY_LABELS) {
    const value = node?.metadata.labels?.[label];
    if (value !== undefined && metadata.labels?.[label] === undefined) added[label] = value;
  }
  return Object.keys(added).length === 0 ? undefined : { ...metadata.labels, ...added };
}
