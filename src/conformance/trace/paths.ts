/** What of an object is compared: its interesting paths, and its counters (ROWS, Paths). */
import type { KubeObject } from '../../model/objects.ts';
import { fields, get, list, number, text } from '../../model/fields.ts';
import { has } from './json.ts';
import type { Names } from './names.ts';
import { isMarked } from './recording.ts';

export type Paths = ReadonlyMap<string, unknown>;

const HIDDEN_LABELS = new Set([
  'pod-template-hash',
  'controller-uid',
  'job-name',
  'statefulset.kubernetes.io/pod-name',
  'apps.kubernetes.io/pod-index',
  'pod-template-generation',
  'controller-revision-hash',
  'endpointslice.kubernetes.io/managed-by',
  'service.kubernetes.io/headless',
]);
const OWNED = new Set(['Pod', 'ReplicaSet', 'Job', 'ConfigMap', 'EndpointSlice']);
const WORKLOADS = new Set(['ReplicaSet', 'Deployment', 'StatefulSet', 'DaemonSet']);
const OBSERVED = ['status.observedGeneration', 'metadata.generation'];
const COUNTERS: Readonly<Record<string, readonly string[]>> = {
  ReplicaSet: [
    ...inStatus('replicas fullyLabeledReplicas readyReplicas availableReplicas terminatingReplicas'),
    ...OBSERVED,
  ],
  Deployment: [
    ...inStatus('replicas updatedReplicas readyReplicas availableReplicas unavailableReplicas terminatingReplicas'),
    ...OBSERVED,
  ],
  StatefulSet: [...inStatus('replicas readyReplicas availableReplicas currentReplicas updatedReplicas'), ...OBSERVED],
  DaemonSet: [
    ...inStatus('desiredNumberScheduled currentNumberScheduled numberReady numberAvailable numberUnavailable'),
    ...inStatus('numberMisscheduled updatedNumberScheduled'),
    ...OBSERVED,
  ],
  Job: inStatus('active ready succeeded failed terminating'),
  PodDisruptionBudget: inStatus('currentHealthy desiredHealthy disruptionsAllowed expectedPods observedGeneration'),
  Pod: ['metadata.generation', 'status.observedGeneration'],
};

function inStatus(names: string): readonly string[] {
  return names.split(' ').map((name) => `status.${name}`);
}

export function countersOf(object: KubeObject): ReadonlyMap<string, number> {
  const counters = new Map<string, number>();
  for (const path of COUNTERS[object.kind] ?? []) counters.set(path, number(object, ...path.split('.')));
  if (object.kind === 'Job') {
    const pods = get(object, 'status', 'uncountedTerminatedPods');
    counters.set('status.uncountedTerminatedPods', list(pods, 'succeeded').length + list(pods, 'failed').length);
  }
  if (object.kind === 'CronJob') counters.set('status.active', list(object, 'status', 'active').length);
  return counters;
}

/** @param key of the life that the object is a version of */
export function pathsOf(key: string, object: KubeObject, names: Names): Paths {
  const paths = new Map<string, unknown>();
  commonPaths(paths, object, names);
  conditionPaths(paths, object, names);
  if (object.kind === 'Pod') podPaths(paths, key, object, names);
  else if (WORKLOADS.has(object.kind)) workloadPaths(paths, object, names);
  else otherPaths(paths, object, names);
  for (const [path, value] of paths) if (value === undefined) paths.delete(path);
  return paths;
}

type Draft = Map<string, unknown>;

function commonPaths(paths: Draft, object: KubeObject, names: Names): void {
  const { kind, metadata } = object;
  if (isMarked(object)) paths.set('metadata.deletionTimestamp', 'set');
  const finalizers = list(metadata, 'finalizers');
  if (finalizers.length > 0) paths.set('metadata.finalizers', [...finalizers].sort());
  const owners = list(metadata, 'ownerReferences').map((reference) => {
    const owner = names.keyOfUid(text(reference, 'uid'));
    return `${text(reference, 'kind')}/${owner === undefined ? text(reference, 'name') : names.short(owner)}`;
  });
  if (owners.length > 0 && OWNED.has(kind)) paths.set('metadata.ownerReferences', owners.sort());
  if (kind === 'Pod' || kind === 'Node' || kind === 'Deployment') labelPaths(paths, object);
}

function labelPaths(paths: Draft, { kind, metadata }: KubeObject): void {
  for (const [label, value] of Object.entries(metadata.labels ?? {})) {
    const isOwn = kind === 'Node' && /^(?:beta\.)?kubernetes\.io\//.test(label);
    if (HIDDEN_LABELS.has(label) || label.startsWith('batch.kubernetes.io/') || isOwn) continue;
    const ofNode = kind === 'Pod' && label.startsWith('topology.kubernetes.io/');
    paths.set(`metadata.labels[${label}]`, ofNode ? 'of its node' : value);
  }
}

function conditionPaths(paths: Draft, object: KubeObject, names: Names): void {
  const { kind } = object;
  for (const condition of list(object, 'status', 'conditions')) {
    const type = text(condition, 'type');
    paths.set(`condition[${type}]`, `${text(condition, 'status')} ${text(condition, 'reason')}`.trim());
    const message = text(condition, 'message');
    if (message !== '' && saysWhy(kind, type)) paths.set(`condition[${type}].message`, names.words(message));
  }
}

function saysWhy(kind: string, type: string): boolean {
  if (kind === 'Deployment' || kind === 'Job') return true;
  return kind === 'Pod' ? type === 'PodScheduled' || type === 'DisruptionTarget' : kind === 'Node' && type === 'Ready';
}

const textOr = (value: string): string | undefined => (value === '' ? undefined : value);

function podPaths(paths: Draft, key: string, object: KubeObject, names: Names): void {
  if (isMarked(object)) {
    paths.set('metadata.deletionGracePeriodSeconds', number(object, 'metadata', 'deletionGracePeriodSeconds'));
  }
  paths.set('spec.nodeName', textOr(text(object, 'spec', 'nodeName')));
  const gates = list(object, 'spec', 'schedulingGates').map((gate) => text(gate, 'name'));
  if (gates.length > 0) paths.set('spec.schedulingGates', gates);
  if (Object.keys(fields(object, 'spec', 'nodeSelector')).length > 0) {
    paths.set('spec.nodeSelector', get(object, 'spec', 'nodeSelector'));
  }
  paths.set('status.phase', get(object, 'status', 'phase'));
  paths.set('status.nominatedNodeName', textOr(text(object, 'status', 'nominatedNodeName')));
  if (has(object, 'status', 'podIP')) paths.set('status.podIP', 'set');
  paths.set('revision', revisionOf(key, object, names));
  imagePaths(paths, get(object, 'spec'));
  for (const status of [
    ...list(object, 'status', 'containerStatuses'),
    ...list(object, 'status', 'initContainerStatuses'),
  ]) {
    const container = `container[${text(status, 'name')}]`;
    paths.set(`${container}.state`, stateOf(status));
    paths.set(`${container}.ready`, get(status, 'ready'));
    paths.set(`${container}.restartCount`, get(status, 'restartCount'));
  }
}

function imagePaths(paths: Draft, spec: unknown): void {
  for (const container of list(spec, 'containers')) {
    paths.set(`image[${text(container, 'name')}]`, get(container, 'image'));
  }
}

/** Rows write an absent reason as None. */
const reasonOf = (state: unknown): string => text(state, 'reason') || 'None';

function stateOf(status: unknown): string | undefined {
  if (has(status, 'state', 'running')) return 'running';
  if (has(status, 'state', 'waiting')) return `waiting ${reasonOf(get(status, 'state', 'waiting'))}`;
  const terminated = get(status, 'state', 'terminated');
  if (terminated === undefined) return undefined;
  return `terminated ${reasonOf(terminated)} ${String(number(terminated, 'exitCode'))}`;
}

/** The ControllerRevision that its label names. */
function revisionOf(key: string, object: KubeObject, names: Names): string | undefined {
  const hash = object.metadata.labels?.['controller-revision-hash'];
  if (hash === undefined) return undefined;
  const owner = names.lifeOf(names.ownerOf(key) ?? '')?.name;
  const found = names.keys.find((other) => {
    const life = names.lifeOf(other);
    return life?.kind === 'ControllerRevision' && (life.name === hash || life.name === `${owner ?? ''}-${hash}`);
  });
  return found === undefined ? undefined : names.short(found);
}

function workloadPaths(paths: Draft, object: KubeObject, names: Names): void {
  const { kind, metadata } = object;
  if (kind !== 'DaemonSet') paths.set('spec.replicas', get(object, 'spec', 'replicas'));
  if (get(object, 'spec', 'paused') === true) paths.set('spec.paused', true);
  const template = get(object, 'spec', 'template', 'spec');
  imagePaths(paths, template);
  if (list(template, 'tolerations').length > 0) paths.set('template.tolerations', get(template, 'tolerations'));
  for (const name of ['revision', 'desired-replicas', 'max-replicas', 'revision-history']) {
    paths.set(`annotation[${name}]`, metadata.annotations?.[`deployment.kubernetes.io/${name}`]);
  }
  if (kind !== 'StatefulSet') return;
  const partition = number(object, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
  if (partition > 0) paths.set('spec.partition', partition);
  for (const name of ['currentRevision', 'updateRevision']) {
    const revision = text(object, 'status', name);
    if (revision !== '') paths.set(`status.${name}`, names.words(revision));
  }
}

function otherPaths(paths: Draft, object: KubeObject, names: Names): void {
  const setIf = (...path: readonly string[]): void => {
    if (has(object, ...path)) paths.set(path.join('.'), 'set');
  };
  switch (object.kind) {
    case 'Job':
      setIf('status', 'startTime');
      setIf('status', 'completionTime');
      if (get(object, 'spec', 'suspend') === true) paths.set('spec.suspend', true);
      break;
    case 'CronJob':
      setIf('status', 'lastScheduleTime');
      setIf('status', 'lastSuccessfulTime');
      break;
    case 'Node':
      paths.set('spec.taints', taintsOf(object));
      if (get(object, 'spec', 'unschedulable') === true) paths.set('spec.unschedulable', true);
      break;
    case 'EndpointSlice':
      endpointPaths(paths, object, names);
      break;
    case 'PodDisruptionBudget': {
      const disrupted = Object.keys(fields(object, 'status', 'disruptedPods')).map((name) =>
        names.byRawName('Pod', name),
      );
      if (disrupted.length > 0) paths.set('status.disruptedPods', disrupted.sort());
      break;
    }
    case 'ControllerRevision':
      paths.set('revision', get(object, 'revision'));
  }
}

const taintsOf = (object: KubeObject): readonly string[] =>
  list(object, 'spec', 'taints')
    .map((taint) => `${text(taint, 'key')}=${text(taint, 'value')}:${text(taint, 'effect')}`)
    .sort();

function endpointPaths(paths: Draft, object: KubeObject, names: Names): void {
  for (const endpoint of list(object, 'endpoints')) {
    const pod = names.keyOfUid(text(endpoint, 'targetRef', 'uid'));
    const name = pod === undefined ? text(endpoint, 'targetRef', 'name') : names.short(pod);
    const { ready, serving = ready, terminating } = fields(endpoint, 'conditions');
    const words = [ready === true ? 'ready' : 'not-ready', serving === true ? 'serving' : 'not-serving'];
    if (terminating === true) words.push('terminating');
    paths.set(`endpoint[${name}]`, words.join(' '));
  }
}
