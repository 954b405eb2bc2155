/** A ReplicaSet's status: pkg/controller/replicaset/replica_set_utils.go calculateStatus (v1.37), pure. */
import type { Condition, Pod, ReplicaSet } from '../../../model/objects.ts';
import { minorOf, type KubernetesVersion } from '../../../model/versions.ts';
import { isPodReady } from '../kinds.ts';
import { isAvailable } from '../pod-state.ts';

export type ReplicaSetStatus = NonNullable<ReplicaSet['status']>;

/** features/kube_features.go: DeploymentReplicaSetTerminatingReplicas is on from 1.35. */
const countsTerminating = (version: KubernetesVersion): boolean => minorOf(version) >= 35;

export interface StatusInput {
  readonly set: ReplicaSet;
  readonly active: readonly Pod[];
  /** How many claimed Pods are going. */
  readonly terminating: number;
  /** What went wrong while Pods were made or deleted. */
  readonly failure?: { readonly reason: 'FailedCreate' | 'FailedDelete'; readonly message: string };
  readonly now: string;
  readonly nowMicros: number;
  readonly version: KubernetesVersion;
}

function fullyLabeled(set: ReplicaSet, pods: readonly Pod[]): number {
  const wanted = Object.entries(set.spec.template.metadata?.labels ?? {});
  return pods.filter(({ metadata }) => wanted.every(([key, value]) => metadata.labels?.[key] === value)).length;
}

function conditionsAfter({ set, failure, now }: StatusInput): readonly Condition[] | undefined {
  const before = set.status?.conditions ?? [];
  const failed = before.some(({ type }) => type === 'ReplicaFailure');
  if (failure !== undefined && !failed) {
    const { reason, message } = failure;
    return [...before, { type: 'ReplicaFailure', status: 'True', lastTransitionTime: now, reason, message }];
  }
  if (failure === undefined && failed) {
    const rest = before.filter(({ type }) => type !== 'ReplicaFailure');
    return rest.length === 0 ? undefined : rest;
  }
  return set.status?.conditions;
}

/** The status to write, without observedGeneration as long as nothing else asks for a write. */
function calculateStatus(input: StatusInput): ReplicaSetStatus {
  const { set, active, terminating, nowMicros, version } = input;
  const labeled = fullyLabeled(set, active);
  const ready = active.filter(isPodReady).length;
  const available = active.filter((pod) => isAvailable(pod, set.spec.minReadySeconds ?? 0, nowMicros)).length;
  const conditions = conditionsAfter(input);
  return {
    replicas: active.length,
    ...(labeled === 0 ? {} : { fullyLabeledReplicas: labeled }),
    ...(ready === 0 ? {} : { readyReplicas: ready }),
    ...(available === 0 ? {} : { availableReplicas: available }),
    ...(countsTerminating(version) ? { terminatingReplicas: terminating } : {}),
    ...(conditions === undefined ? {} : { conditions }),
  };
}

const COUNTERS = ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'] as const;

/** updateReplicaSetStatus. @returns undefined where there is nothing to write */
export function statusToWrite(input: StatusInput): ReplicaSetStatus | undefined {
  const { metadata, status: before } = input.set;
  const after = calculateStatus(input);
  const generation = metadata.generation ?? 0;
  const same =
    COUNTERS.every((name) => (before?.[name] ?? 0) === (after[name] ?? 0)) &&
    (!countsTerminating(input.version) || before?.terminatingReplicas === after.terminatingReplicas) &&
    before?.conditions === after.conditions &&
    (before?.observedGeneration ?? 0) === generation;
  return same ? undefined : { ...after, ...(generation === 0 ? {} : { observedGeneration: generation }) };
}
