/**
 * Which daemons of an older template go next, and where new ones come before that (maxSurge): rollingUpdate of pkg/controller/
 * daemon/update.go (v1.37).
 */
import { compareBytes } from '../../../kernel/kernel.ts';
import type { Node, Pod } from '../../../model/objects.ts';
import { isBeingDeleted } from '../owner.ts';
import { isAvailable } from '../pod-state.ts';
import { podsByNode } from './plan.ts';
import { isUpdated, nodeVerdict } from './template.ts';
import type { DaemonSet } from './types.ts';

export interface UpdateInput {
  readonly set: DaemonSet;
  /** Hash of the template as it is now. */
  readonly hash: string;
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly nowMicros: number;
}

export interface Turns<T> {
  /** They serve nobody, so theirs comes whatever the limit. */
  readonly always: readonly T[];
  /** Of these `room` have their turn; which, upstream leaves to the order of a map. */
  readonly candidates: readonly T[];
  readonly room: number;
}

export function updateVictims(input: UpdateInput): Turns<Pod> {
  const { set, nodes, nowMicros } = input;
  const most = unavailableMax(set, nodes);
  const available = (pod: Pod): boolean => isAvailable(pod, set.spec.minReadySeconds ?? 0, nowMicros);
  let unavailable = 0;
  const always: Pod[] = [];
  const candidates: Pod[] = [];
  for (const { newPod, oldPod, many } of pairsOf(input)) {
    // What is missing, or twice there, is the manage loop's to mend.
    if (many || (newPod === undefined) === (oldPod === undefined)) unavailable++;
    else if (newPod !== undefined) unavailable += available(newPod) ? 0 : 1;
    else if (oldPod !== undefined && available(oldPod)) candidates.push(oldPod);
    else if (oldPod !== undefined) {
      always.push(oldPod);
      unavailable++;
    }
  }
  return { always, candidates, room: Math.min(candidates.length, Math.max(0, most - unavailable)) };
}

interface OnNode {
  readonly node: string;
  readonly newPod: Pod | undefined;
  readonly oldPod: Pod | undefined;
  /** More than one of a kind is there. */
  readonly many: boolean;
}

/** findUpdatedPodsOnNode, in order of the nodes' names. */
function pairsOf({ set, hash, pods }: UpdateInput): readonly OnNode[] {
  return [...podsByNode(pods)]
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([node, here]) => {
      const staying = here.filter((pod) => !isBeingDeleted(pod));
      const fresh = staying.filter((pod) => isUpdated(pod, set, hash));
      const old = staying.filter((pod) => !isUpdated(pod, set, hash));
      return { node, newPod: fresh[0], oldPod: old[0], many: fresh.length > 1 || old.length > 1 };
    });
}

/** Nodes that get a new Pod beside the old one, and Pods whose successors serve. */
interface Surge extends Turns<string> {
  readonly remove: readonly Pod[];
}

export function surgeOf(input: UpdateInput): Surge {
  const { set, nodes, nowMicros } = input;
  const available = (pod: Pod): boolean => isAvailable(pod, set.spec.minReadySeconds ?? 0, nowMicros);
  const [always, candidates, remove]: [string[], string[], Pod[]] = [[], [], []];
  let surging = 0;
  for (const { node, newPod, oldPod, many } of pairsOf(input)) {
    // Too many are the manage loop's to mend.
    if (many) surging++;
    else if (oldPod === undefined) continue;
    else if (newPod === undefined) (available(oldPod) ? candidates : always).push(node);
    else if (available(newPod)) remove.push(oldPod);
    else surging++;
  }
  const most = countOf(set.spec.updateStrategy?.rollingUpdate?.maxSurge ?? 0, set, nodes);
  return { always, candidates, remove, room: Math.min(candidates.length, Math.max(0, most - surging)) };
}

/** updatedDesiredNodeCounts: a percentage is of the nodes that should have a daemon, rounded up; at least 1. */
function unavailableMax(set: DaemonSet, nodes: readonly Node[]): number {
  const value = set.spec.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1;
  return typeof value === 'number' ? value : Math.max(1, countOf(value, set, nodes));
}

function countOf(value: number | string, set: DaemonSet, nodes: readonly Node[]): number {
  if (typeof value === 'number') return value;
  const desired = nodes.filter((node) => nodeVerdict(node, set).shouldRun).length;
  return Math.ceil((Number.parseInt(value, 10) * desired) / 100);
}
