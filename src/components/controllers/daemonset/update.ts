/** Which daemons of an older template go next: rollingUpdate of pkg/controller/daemon/update.go (v1.37). Left out: maxSurge. */
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

export interface Victims {
  /** They serve nobody, so they go whatever the limit. */
  readonly always: readonly Pod[];
  /** Of these `room` may go; which, upstream leaves to the order of a map. */
  readonly candidates: readonly Pod[];
  readonly room: number;
}

export function updateVictims({ set, hash, nodes, pods, nowMicros }: UpdateInput): Victims {
  const most = unavailableMax(set, nodes);
  const available = (pod: Pod): boolean => isAvailable(pod, set.spec.minReadySeconds ?? 0, nowMicros);
  let unavailable = 0;
  const always: Pod[] = [];
  const candidates: Pod[] = [];
  for (const [, here] of [...podsByNode(pods)].sort(([a], [b]) => compareBytes(a, b))) {
    const staying = here.filter((pod) => !isBeingDeleted(pod));
    const fresh = staying.filter((pod) => isUpdated(pod, set, hash));
    const old = staying.filter((pod) => !isUpdated(pod, set, hash));
    const [newPod, oldPod] = [fresh[0], old[0]];
    // What is missing, or twice there, is the manage loop's to mend.
    if (fresh.length > 1 || old.length > 1 || (newPod === undefined) === (oldPod === undefined)) unavailable++;
    else if (newPod !== undefined) unavailable += available(newPod) ? 0 : 1;
    else if (oldPod !== undefined && available(oldPod)) candidates.push(oldPod);
    else if (oldPod !== undefined) {
      always.push(oldPod);
      unavailable++;
    }
  }
  return { always, candidates, room: Math.min(candidates.length, Math.max(0, most - unavailable)) };
}

/** updatedDesiredNodeCounts: a percentage is of the nodes that should have a daemon, rounded up; at least 1. */
function unavailableMax(set: DaemonSet, nodes: readonly Node[]): number {
  const value = set.spec.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1;
  if (typeof value === 'number') return value;
  const desired = nodes.filter((node) => nodeVerdict(node, set).shouldRun).length;
  return Math.max(1, Math.ceil((Number.parseInt(value, 10) * desired) / 100));
}
