/**
 * What the scheduler tells the api-server about a Pod: kubernetes pkg/scheduler/schedule_one.go handleSchedulingFailure,
 * updatePod, finishBinding, framework/preemption/executor.go (v1.37).
 */
import { eventName, involvedObject } from '../../model/event-objects.ts';
import type { Condition, Pod } from '../../model/objects.ts';
import type { ApiRequest, ApiServer } from '../apiserver/apiserver.ts';
import { podNamespace } from './pod-info.ts';

/** Longest note of an Event, in bytes; the condition keeps the whole text. */
const NOTE_LIMIT = 1024;
const ELLIPSIS = ' ...';

/** truncateMessage. Texts of the scheduler are ASCII but for names, which are too. */
export const truncated = (message: string): string =>
  message.length > NOTE_LIMIT ? message.slice(0, NOTE_LIMIT - ELLIPSIS.length) + ELLIPSIS : message;

export interface Note {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly action: string;
  readonly message: string;
}

export const failedNote = (message: string): Note => ({
  type: 'Warning',
  reason: 'FailedScheduling',
  action: 'Scheduling',
  message: truncated(message),
});

export const scheduledNote = (pod: Pod, node: string): Note => ({
  type: 'Normal',
  reason: 'Scheduled',
  action: 'Binding',
  message: `Successfully assigned ${podNamespace(pod)}/${pod.metadata.name} to ${node}`,
});

export const preemptedNote = (preemptor: Pod, node: string): Note => ({
  type: 'Normal',
  reason: 'Preempted',
  action: 'Preempting',
  message: `Preempted by pod ${preemptor.metadata.uid ?? ''} on node ${node}`,
});

/** As the newer recorder of events.k8s.io writes it. */
export function eventRequest(apiServer: ApiServer, tick: number, pod: Pod, note: Note, component: string): ApiRequest {
  const namespace = podNamespace(pod);
  const { message, ...rest } = note;
  return {
    verb: 'create',
    resource: 'events',
    namespace,
    body: {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: eventName(pod.metadata.name, apiServer.epochMicros + tick, 0), namespace },
      eventTime: apiServer.microTimestamp(tick),
      involvedObject: involvedObject(pod),
      ...rest,
      message,
      reportingComponent: component,
      reportingInstance: `${component}-control-plane`,
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
    },
  };
}

const statusPatch = (pod: Pod, status: object): ApiRequest => ({
  verb: 'patch',
  resource: 'pods',
  namespace: podNamespace(pod),
  name: pod.metadata.name,
  subresource: 'status',
  patchType: 'strategic',
  body: { status },
});

export interface FailureStatus {
  readonly reason: 'Unschedulable' | 'SchedulerError';
  readonly message: string;
  /** "" clears it, undefined leaves it. */
  readonly nominatedNodeName?: string;
  /** Since 1.34 a condition says which generation it saw. */
  readonly observedGeneration: boolean;
}

/** The patch of condition PodScheduled and of the nomination, or undefined where nothing would change. */
export function failurePatch(pod: Pod, failure: FailureStatus, timestamp: string): ApiRequest | undefined {
  const before = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  const { generation } = pod.metadata;
  const condition: Condition = {
    type: 'PodScheduled',
    status: 'False',
    reason: failure.reason,
    message: failure.message,
    lastProbeTime: null,
    lastTransitionTime: before?.status === 'False' ? (before.lastTransitionTime ?? timestamp) : timestamp,
    ...(failure.observedGeneration && generation !== undefined ? { observedGeneration: generation } : {}),
  };
  const { nominatedNodeName } = failure;
  const nominated = pod.status?.nominatedNodeName ?? '';
  const renominated = nominatedNodeName !== undefined && nominatedNodeName !== nominated;
  const told =
    before !== undefined &&
    (['status', 'reason', 'message', 'observedGeneration'] as const).every((key) => before[key] === condition[key]);
  if (told && !renominated) return undefined;
  return statusPatch(pod, {
    ...(told ? {} : { conditions: [condition] }),
    ...(renominated ? { nominatedNodeName: nominatedNodeName === '' ? null : nominatedNodeName } : {}),
  });
}

/** Says where the Pod will go, ahead of its binding; "" takes it back. */
export const nominationPatch = (pod: Pod, node: string): ApiRequest =>
  statusPatch(pod, { nominatedNodeName: node === '' ? null : node });

/** Marks a victim before it is deleted. */
export function victimPatch(pod: Pod, schedulerName: string, timestamp: string): ApiRequest {
  const condition: Condition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'PreemptionByScheduler',
    message: `${schedulerName}: preempting to accommodate a higher priority pod`,
    lastProbeTime: null,
    lastTransitionTime: timestamp,
  };
  return statusPatch(pod, { conditions: [condition] });
}

export const deleteRequest = (pod: Pod): ApiRequest => ({
  verb: 'delete',
  resource: 'pods',
  namespace: podNamespace(pod),
  name: pod.metadata.name,
});
