/**
 * What may make a waiting Pod schedulable: kubernetes pkg/scheduler/framework/types.go ClusterEvent, framework/events.go,
 * and what each plugin registers in EventsToRegister (v1.37; C-2, C-31). Left out: the plugins' queueing hints, so an event
 * that a rejecting plugin registered always counts.
 */
import type { KubeObject, Node, Pod } from '../../model/objects.ts';
import { nodeAllocatable, podAmounts, type ResourceAmounts } from '../../model/pod-requests.ts';

export type ClusterEvent =
  | 'NodeAdd'
  | 'NodeDelete'
  | 'UpdateNodeTaint'
  | 'UpdateNodeLabel'
  | 'UpdateNodeAllocatable'
  | 'AssignedPodAdd'
  | 'AssignedPodDelete'
  | 'UpdateAssignedPodLabel'
  | 'UpdateAssignedPodScaleDown'
  | 'UpdatePodTolerations'
  | 'UpdatePodLabel'
  | 'UpdatePodScaleDown'
  | 'UpdatePodSchedulingGatesEliminated'
  | 'UnschedulableTimeout';

/** Events by plugin. */
const REGISTERED: Readonly<Record<string, readonly ClusterEvent[]>> = {
  SchedulingGates: ['UpdatePodSchedulingGatesEliminated'],
  NodeUnschedulable: ['NodeAdd', 'UpdateNodeTaint', 'UpdatePodTolerations'],
  NodeName: ['NodeAdd'],
  TaintToleration: ['NodeAdd', 'UpdateNodeTaint', 'UpdatePodTolerations'],
  NodeAffinity: ['NodeAdd', 'UpdateNodeLabel'],
  NodePorts: ['NodeAdd', 'AssignedPodDelete'],
  NodeResourcesFit: [
    'NodeAdd',
    'UpdateNodeAllocatable',
    'AssignedPodDelete',
    'UpdateAssignedPodScaleDown',
    'UpdatePodScaleDown',
  ],
  PodTopologySpread: [
    'NodeAdd',
    'NodeDelete',
    'UpdateNodeLabel',
    'UpdateNodeTaint',
    'AssignedPodAdd',
    'AssignedPodDelete',
    'UpdateAssignedPodLabel',
    'UpdatePodLabel',
  ],
  InterPodAffinity: [
    'NodeAdd',
    'UpdateNodeLabel',
    'AssignedPodAdd',
    'AssignedPodDelete',
    'UpdateAssignedPodLabel',
    'UpdatePodLabel',
  ],
};

/** Up to 1.36 these registered node additions without taint changes, and got those as well. */
const WOKEN_BY_TAINTS: ReadonlySet<string> = new Set([
  'NodeName',
  'NodeAffinity',
  'NodePorts',
  'NodeResourcesFit',
  'InterPodAffinity',
]);

/** May the event help a Pod that these plugins rejected? A Pod that nobody rejected waits for its back-off alone. */
export function isWorthRetrying(event: ClusterEvent, plugins: readonly string[], minor: number): boolean {
  if (plugins.length === 0 || event === 'UnschedulableTimeout') return true;
  return plugins.some(
    (plugin) =>
      REGISTERED[plugin]?.includes(event) === true ||
      (event === 'UpdateNodeTaint' && minor <= 36 && WOKEN_BY_TAINTS.has(plugin)),
  );
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function sameLabels(before: KubeObject, after: KubeObject): boolean {
  const [a = {}, b = {}] = [before.metadata.labels, after.metadata.labels];
  if (a === b) return true;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key] && Object.hasOwn(b, key));
}

function sameAmounts(a: ResourceAmounts, b: ResourceAmounts): boolean {
  if (a === b) return true;
  if (a.milliCPU !== b.milliCPU || a.memory !== b.memory || a.ephemeralStorage !== b.ephemeralStorage) return false;
  if (a.scalars.size !== b.scalars.size) return false;
  return [...a.scalars].every(([name, amount]) => b.scalars.get(name) === amount);
}

/** nodeSchedulingPropertiesChange. A cordon is a change of taints. */
export function nodeEvents(before: Node, after: Node): ClusterEvent[] {
  const events: ClusterEvent[] = [];
  const [a, b] = [nodeAllocatable(before), nodeAllocatable(after)];
  if (!sameAmounts(a, b) || a.pods !== b.pods) events.push('UpdateNodeAllocatable');
  if (!sameLabels(before, after)) events.push('UpdateNodeLabel');
  const cordoned = (node: Node): boolean => node.spec?.unschedulable === true;
  if (!same(before.spec?.taints, after.spec?.taints) || cordoned(before) !== cordoned(after)) {
    events.push('UpdateNodeTaint');
  }
  return events;
}

function scaledDown(before: Pod, after: Pod): boolean {
  const [a, b] = [podAmounts(before).requests, podAmounts(after).requests];
  if (b.milliCPU < a.milliCPU || b.memory < a.memory || b.ephemeralStorage < a.ephemeralStorage) return true;
  return [...a.scalars].some(([name, amount]) => (b.scalars.get(name) ?? 0) < amount);
}

/** Changes of a Pod on a node. */
export function assignedPodEvents(before: Pod, after: Pod): ClusterEvent[] {
  const events: ClusterEvent[] = [];
  if (!sameLabels(before, after)) events.push('UpdateAssignedPodLabel');
  if (scaledDown(before, after)) events.push('UpdateAssignedPodScaleDown');
  return events;
}

/** Changes of the waiting Pod itself. */
export function pendingPodEvents(before: Pod, after: Pod): ClusterEvent[] {
  const events: ClusterEvent[] = [];
  // A change of status shares the rest with what was before.
  if (before.spec === after.spec && before.metadata.labels === after.metadata.labels) return events;
  if (!sameLabels(before, after)) events.push('UpdatePodLabel');
  if (scaledDown(before, after)) events.push('UpdatePodScaleDown');
  if ((before.spec.schedulingGates ?? []).length > 0 && (after.spec.schedulingGates ?? []).length === 0) {
    events.push('UpdatePodSchedulingGatesEliminated');
  }
  if (!same(before.spec.tolerations, after.spec.tolerations)) events.push('UpdatePodTolerations');
  return events;
}
