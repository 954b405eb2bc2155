import {
  fitErrorMessage,
  preemptedNote,
  runCycle,
  scheduledNote,
  truncated,
  victimPatch,
} from '../../components/scheduler/scheduler.ts';
import type { Pod, Taint } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Adapter } from '../types.ts';
import { type ClusterGiven, cycleInput, firstOption, podOf } from './scheduler-input.ts';

interface FitErrorGiven {
  readonly numAllNodes: number;
  readonly preFilterMsg: string;
  readonly nodeReasons: Readonly<Record<string, readonly string[]>>;
  readonly absentNodesReasons: readonly string[];
  readonly postFilterMsg: string;
}

interface EventsGiven {
  readonly namespace: string;
  readonly pod: string;
  readonly podUid: string;
  readonly node: string;
  readonly schedulerName: string;
}

type Given = Partial<Omit<FitErrorGiven, 'pod'>> & {
  readonly messageLength?: number;
  readonly taint?: Taint;
  readonly podUid?: string;
};

const fitError = (given: FitErrorGiven): unknown => ({
  message: fitErrorMessage({
    numAllNodes: given.numAllNodes,
    preFilterMessage: given.preFilterMsg,
    nodeReasons: Object.values(given.nodeReasons),
    absentReasons: given.absentNodesReasons,
    postFilterMessage: given.postFilterMsg,
  }),
});

function cut(length: number): unknown {
  const message = 'x'.repeat(length);
  const note = truncated(message);
  return { eventNoteLength: note.length, suffix: note.slice(-4), conditionMessageLength: message.length };
}

function events({ namespace, pod: name, podUid: uid, node, schedulerName }: EventsGiven): unknown {
  const pod: Pod = podOf({ metadata: { name, namespace, uid }, spec: { containers: [] } });
  const note = ({ type, reason, message }: ReturnType<typeof scheduledNote>): unknown => ({
    type,
    reason,
    note: message,
  });
  const patch = victimPatch(pod, schedulerName, '').body as { status: { conditions: readonly unknown[] } };
  return {
    scheduled: note(scheduledNote(pod, node)),
    preempted: note(preemptedNote(pod, node)),
    victimCondition: patch.status.conditions[0],
  };
}

/** What a node with the taint says. */
function taintReason(taint: Taint, version: KubernetesVersion): unknown {
  const node = { metadata: { name: 'n' }, spec: { taints: [taint] } };
  const pod = { metadata: { name: 'x' }, spec: { containers: [{ name: 'c' }] } };
  const result = runCycle(cycleInput({ nodes: [node], pod }, version), firstOption);
  return { reason: result.verdicts[0]?.reasons[0] };
}

export const schedulerHandMessage: Adapter = {
  source: 'scheduler-hand',
  kind: 'message',
  run(row, version) {
    const given = row.given as Given;
    if (given.messageLength !== undefined) return cut(given.messageLength);
    if (given.taint !== undefined) return taintReason(given.taint, version);
    if (given.podUid !== undefined) return events(row.given as EventsGiven);
    if (given.numAllNodes !== undefined) return fitError(row.given as FitErrorGiven);
    return { message: runCycle(cycleInput(row.given as ClusterGiven, version), firstOption).message };
  },
};
