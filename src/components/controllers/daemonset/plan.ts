/**
 * Which Pods a DaemonSet lacks and which it has too many of, and its numbers: podsShouldBeOnNode and updateDaemonSetStatus
 * of pkg/controller/daemon/daemon_controller.go (v1.37). Pure.
 */
import { compareBytes } from '../../../kernel/kernel.ts';
import { namespacedName, type Node, type Pod } from '../../../model/objects.ts';
import { isPodReady } from '../kinds.ts';
import { isBeingDeleted } from '../owner.ts';
import { isAvailable } from '../pod-state.ts';
import { isUpdated, nodeVerdict, targetNode } from './template.ts';
import { allowsSurge, type DaemonSet, type DaemonSetStatus } from './types.ts';

/** A Pod that ended and has to make way, and what is said of it. */
export interface Ended {
  readonly pod: Pod;
  readonly node: string;
  readonly reason: 'FailedDaemonPod' | 'SucceededDaemonPod';
  readonly message: string;
}

export interface Plan {
  /** Names of nodes that need a Pod. */
  readonly create: readonly string[];
  /** Pods to delete. */
  readonly remove: readonly Pod[];
  readonly ended: readonly Ended[];
}

const isOver = (pod: Pod): boolean => pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';

/** podByCreationTimestampAndPhase: Pods with a node first, then the oldest. */
function byAge(a: Pod, b: Pod): number {
  const waiting = (pod: Pod): number => ((pod.spec.nodeName ?? '') === '' ? 1 : 0);
  const born = (pod: Pod): string => pod.metadata.creationTimestamp ?? '';
  return waiting(a) - waiting(b) || compareBytes(born(a), born(b)) || compareBytes(a.metadata.name, b.metadata.name);
}

/** Pods by the node that they are for; those that ended and are going do not count. */
export function podsByNode(pods: readonly Pod[]): ReadonlyMap<string, readonly Pod[]> {
  const byNode = new Map<string, Pod[]>();
  for (const pod of pods) {
    if (isOver(pod) && isBeingDeleted(pod)) continue;
    const node = targetNode(pod);
    byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  }
  return byNode;
}

function endedPod(pod: Pod, node: string): Ended {
  const failed = pod.status?.phase === 'Failed';
  const { name, namespace = '' } = pod.metadata;
  const what = failed ? 'failed' : 'succeeded';
  const then = failed ? 'kill' : 'delete';
  const message = `Found ${what} daemon pod ${namespace}/${name} on node ${node}, will try to ${then} it`;
  return { pod, node, reason: failed ? 'FailedDaemonPod' : 'SucceededDaemonPod', message };
}

/**
 * Of Pods that run on one node, in order of age, those too many: all but the oldest; with maxSurge all but the oldest of either
 * template, and of those two the older template's once it serves nobody or its successor does.
 */
function excessOf({ set, hash, nowMicros }: PlanInput, running: readonly Pod[]): readonly Pod[] {
  if (!allowsSurge(set)) return running.slice(1);
  const newPod = running.find((pod) => isUpdated(pod, set, hash));
  const oldPod = running.find((pod) => !isUpdated(pod, set, hash));
  const others = running.filter((pod) => pod !== newPod && pod !== oldPod);
  if (newPod === undefined || oldPod === undefined) return others;
  const isDone = !isPodReady(oldPod) || isAvailable(newPod, set.spec.minReadySeconds ?? 0, nowMicros);
  return isDone ? [...others, oldPod] : others;
}

interface PlanInput {
  readonly set: DaemonSet;
  /** Of its template. */
  readonly hash: string;
  /** Sorted by name. */
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly nowMicros: number;
}

export function planFor(input: PlanInput): Plan {
  const { set, nodes, pods } = input;
  const byNode = podsByNode(pods);
  const create: string[] = [];
  const remove: Pod[] = [];
  const ended: Ended[] = [];
  for (const node of nodes) {
    const { name } = node.metadata;
    const here = byNode.get(name) ?? [];
    const { shouldRun, mayStay } = nodeVerdict(node, set);
    const staying = here.filter((pod) => !isBeingDeleted(pod));
    if (shouldRun && here.length === 0) create.push(name);
    else if (!mayStay) remove.push(...staying);
    else {
      for (const pod of staying) if (isOver(pod)) ended.push(endedPod(pod, name));
      const running = staying.filter((pod) => !isOver(pod)).sort(byAge);
      remove.push(...excessOf(input, running));
    }
  }
  // Pods that wait for a node which is gone.
  const names = new Set(nodes.map(({ metadata }) => metadata.name));
  for (const pod of pods) {
    const waits = (pod.spec.nodeName ?? '') === '' && !isBeingDeleted(pod);
    if (waits && !names.has(targetNode(pod)) && !remove.includes(pod)) remove.push(pod);
  }
  return { create, remove, ended };
}

const COUNTERS = [
  'desiredNumberScheduled',
  'currentNumberScheduled',
  'numberMisscheduled',
  'numberReady',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
] as const;

type Counts = Record<(typeof COUNTERS)[number], number>;

function countsOf({ set, hash, nodes, pods, nowMicros }: StatusInput): Counts {
  const byNode = podsByNode(pods);
  const counts = Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Counts;
  for (const node of nodes) {
    const [oldest] = [...(byNode.get(node.metadata.name) ?? [])].sort(byAge);
    if (!nodeVerdict(node, set).shouldRun) {
      if (oldest !== undefined) counts.numberMisscheduled++;
      continue;
    }
    counts.desiredNumberScheduled++;
    if (oldest === undefined) continue;
    counts.currentNumberScheduled++;
    if (isPodReady(oldest)) counts.numberReady++;
    if (isAvailable(oldest, set.spec.minReadySeconds ?? 0, nowMicros)) counts.numberAvailable++;
    if (isUpdated(oldest, set, hash)) counts.updatedNumberScheduled++;
  }
  counts.numberUnavailable = counts.desiredNumberScheduled - counts.numberAvailable;
  return counts;
}

export interface StatusInput {
  readonly set: DaemonSet;
  /** Of its template; "" where revisions are unknown. */
  readonly hash: string;
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly nowMicros: number;
  /** The sync saw what it had asked for: it may say which generation it carried out. */
  readonly observed: boolean;
}

/** @returns undefined where there is nothing to write */
export function statusToWrite(input: StatusInput): DaemonSetStatus | undefined {
  const { set, observed } = input;
  const before = set.status ?? {};
  const counts = countsOf(input);
  const generation = set.metadata.generation ?? 0;
  const same = COUNTERS.every((name) => (before[name] ?? 0) === counts[name]);
  if (same && (before.observedGeneration ?? 0) >= generation) return undefined;
  const { numberAvailable, numberUnavailable, updatedNumberScheduled, ...always } = counts;
  const { collisionCount, conditions, observedGeneration = 0 } = before;
  const seen = observed ? generation : observedGeneration;
  return {
    ...always,
    ...(updatedNumberScheduled === 0 ? {} : { updatedNumberScheduled }),
    ...(numberAvailable === 0 ? {} : { numberAvailable }),
    ...(numberUnavailable === 0 ? {} : { numberUnavailable }),
    ...(seen === 0 ? {} : { observedGeneration: seen }),
    ...(collisionCount === undefined ? {} : { collisionCount }),
    ...(conditions === undefined ? {} : { conditions }),
  };
}

export const keysOf = (pods: readonly Pod[]): string[] => pods.map(namespacedName);
