/**
 * What may make a waiting Pod schedulable: kubernetes pkg/scheduler/framework/events.go, framework/types.go and
 * kube-scheduler framework/types.go ClusterEvent (v1.37). Events go by upstream's labels; an event of the Pod itself is
 * one of its "TargetPod" in every version. Left out: events of workloads and of a node's declared features (gates that
 * are off).
 */
import type { KubeObject, Node, Pod, ResourceList } from '../../model/objects.ts';
import { parseResources, podRequests, type Resources } from '../../model/pod-requests.ts';
import { type KubernetesVersion, minorOf } from '../../model/versions.ts';
import type { CycleContext } from './framework.ts';
import { statusCounts } from './pod-info.ts';

const NODE_UPDATES = [
  'UpdateNodeAllocatable',
  'UpdateNodeLabel',
  'UpdateNodeTaint',
  'UpdateNodeCondition',
  'UpdateNodeAnnotation',
] as const;
const POD_UPDATES = [
  'Update',
  'UpdatePodLabel',
  'UpdatePodScaleDown',
  'UpdatePodScaleUp',
  'UpdatePodSchedulingGatesEliminated',
  'UpdatePodToleration',
  'UpdatePodGeneratedResourceClaim',
] as const;
/** Kinds beside Pods and Nodes of which plugins want to hear. */
export const HEARD_KINDS = [
  'PersistentVolume',
  'PersistentVolumeClaim',
  'StorageClass',
  'CSINode',
  'CSIDriver',
  'CSIStorageCapacity',
  'VolumeAttachment',
  'ResourceClaim',
  'ResourceSlice',
  'DeviceClass',
] as const;

type NodeUpdate = (typeof NODE_UPDATES)[number];
type PodUpdate = (typeof POD_UPDATES)[number];
export type HeardKind = (typeof HEARD_KINDS)[number];

/** Events that are meant for every Pod, whatever rejected it. */
type Wildcard = 'UnschedulableTimeout' | 'ForceActivate';

export type ClusterEvent =
  | `Node${'Add' | 'Delete' | NodeUpdate}`
  | `AssignedPod${'Add' | 'Delete' | PodUpdate}`
  | `TargetPod${PodUpdate}`
  | `${HeardKind}${'Add' | 'Update' | 'Delete'}`
  | Wildcard;

export const isWildcard = (event: ClusterEvent): boolean =>
  event === 'UnschedulableTimeout' || event === 'ForceActivate';

/** All but the wildcards: what a plugin hears that says nothing of what it wants to hear. */
export const ALL_EVENTS: readonly ClusterEvent[] = [
  ...(['Add', 'Delete', ...NODE_UPDATES] as const).map((action): ClusterEvent => `Node${action}`),
  ...(['Add', 'Delete', ...POD_UPDATES] as const).map((action): ClusterEvent => `AssignedPod${action}`),
  ...POD_UPDATES.map((action): ClusterEvent => `TargetPod${action}`),
  ...HEARD_KINDS.flatMap((kind) =>
    (['Add', 'Update', 'Delete'] as const).map((action): ClusterEvent => `${kind}${action}`),
  ),
];

/** The object of an event; no `before` where it came, no `after` where it went. */
export interface ObjectChange {
  readonly before?: KubeObject;
  readonly after?: KubeObject;
}

/**
 * May the change make the Pod schedulable, as far as the plugin that rejected it can tell?
 * @param cx of the waiting Pod; without nodes
 */
export type QueueingHint = (cx: CycleContext, change: ObjectChange) => boolean;

/** A row of EventsToRegister. Without a hint every such event counts. */
export interface EventHint {
  readonly events: readonly ClusterEvent[];
  readonly hint?: QueueingHint;
}

/** Where a plugin must hear of an event but never asks for another attempt. */
export const NEVER: QueueingHint = () => false;

/** Is it the waiting Pod itself that changed? */
export const isOwnChange: QueueingHint = ({ pod }, { after }) => after?.metadata.uid === pod.pod.metadata.uid;

/** Go's zero value and what JSON leaves out are the same. */
const isZero = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '' || value === false || value === 0) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
};

/** equality.Semantic.DeepEqual on plain data of structs. */
export function sameStructs(a: unknown, b: unknown): boolean {
  if (a === b || (isZero(a) && isZero(b))) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => sameStructs(left[key], right[key]));
}

type Texts = Readonly<Record<string, string>>;

/** Maps of texts; an empty text is not a missing one. */
export function sameTexts(a: Texts = {}, b: Texts = {}): boolean {
  if (a === b) return true;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key]);
}

function sameResources(a: ResourceList | undefined, b: ResourceList | undefined): boolean {
  if (a === b) return true;
  const [left, right] = [parseResources(a), parseResources(b)];
  if (left.size !== right.size) return false;
  return [...left].every(([name, quantity]) => right.get(name)?.cmp(quantity) === 0);
}

function sameConditions(before: Node, after: Node): boolean {
  const [a, b] = [before.status?.conditions, after.status?.conditions];
  if (a === b) return true;
  const states = (list: typeof a): Texts => Object.fromEntries((list ?? []).map(({ type, status }) => [type, status]));
  return sameTexts(states(a), states(b));
}

const isCordoned = ({ spec }: Node): boolean => spec?.unschedulable === true;

/** NodeSchedulingPropertiesChange. To take a cordon off counts as a change of taints; to put one on is none. */
export function nodeEvents(before: Node, after: Node): ClusterEvent[] {
  const events: ClusterEvent[] = [];
  if (isCordoned(before) && !isCordoned(after)) events.push('NodeUpdateNodeTaint');
  if (!sameResources(before.status?.allocatable, after.status?.allocatable)) events.push('NodeUpdateNodeAllocatable');
  if (!sameTexts(before.metadata.labels, after.metadata.labels)) events.push('NodeUpdateNodeLabel');
  if (!sameStructs(before.spec?.taints, after.spec?.taints)) events.push('NodeUpdateNodeTaint');
  if (!sameConditions(before, after)) events.push('NodeUpdateNodeCondition');
  if (!sameTexts(before.metadata.annotations, after.metadata.annotations)) events.push('NodeUpdateNodeAnnotation');
  return events;
}

function mayAskForOther({ spec: a, ...before }: Pod, { spec: b, ...after }: Pod): boolean {
  const sameSpec =
    a === b ||
    (a.containers === b.containers &&
      a.initContainers === b.initContainers &&
      a.overhead === b.overhead &&
      a.resources === b.resources);
  return !sameSpec || statusCounts(before) || statusCounts(after);
}

/** Is there a resource of which `a` asks for more than `b`, or that `b` does not name? */
const asksForMore = (a: Resources, b: Resources): boolean =>
  [...a].some(([name, quantity]) => {
    const other = b.get(name);
    return other === undefined || quantity.milliValue() > other.milliValue();
  });

function resizes(before: Pod, after: Pod, version: KubernetesVersion): PodUpdate[] {
  if (!mayAskForOther(before, after)) return [];
  const [a, b] = [podRequests(before, { version }), podRequests(after, { version })];
  const events: PodUpdate[] = [];
  if (asksForMore(a, b)) events.push('UpdatePodScaleDown');
  // C-30
  if (minorOf(version) >= 37 && asksForMore(b, a)) events.push('UpdatePodScaleUp');
  return events;
}

/** PodSchedulingPropertiesChange; a change of nothing that matters is a plain "Update". */
export function podEvents(
  resource: 'AssignedPod' | 'TargetPod',
  before: Pod,
  after: Pod,
  version: KubernetesVersion,
): ClusterEvent[] {
  const events: PodUpdate[] = [];
  const gates = ({ spec }: Pod): number => (spec.schedulingGates ?? []).length;
  const tolerations = ({ spec }: Pod): number => (spec.tolerations ?? []).length;
  const claims = ({ status }: Pod): unknown => status?.['resourceClaimStatuses'];
  if (!sameTexts(before.metadata.labels, after.metadata.labels)) events.push('UpdatePodLabel');
  events.push(...resizes(before, after, version));
  if (gates(before) > 0 && gates(after) === 0) events.push('UpdatePodSchedulingGatesEliminated');
  // They can only be added, so that their number tells.
  if (tolerations(before) !== tolerations(after)) events.push('UpdatePodToleration');
  if (minorOf(version) >= 34 && !sameStructs(claims(before), claims(after))) {
    events.push('UpdatePodGeneratedResourceClaim');
  }
  return (events.length > 0 ? events : (['Update'] as const)).map((action): ClusterEvent => `${resource}${action}`);
}
