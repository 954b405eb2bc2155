/** Conditions of a Pod that its kubelet writes: pkg/kubelet/status/generate.go (v1.37). Pure. */
import type { Condition, Container, Pod } from '../../model/objects.ts';
import { isSidecar } from '../../model/pod-requests.ts';
import { minorOf, type KubernetesVersion } from '../../model/versions.ts';
import { hasMainStarted, initContainers, isInitialised } from './container-status.ts';
import { isReady } from './probe-spec.ts';
import type { StatusInput } from './status-input.ts';

/** features/kube_features.go: PodObservedGenerationTracking is on from 1.34. */
export const tracksGeneration = (version: KubernetesVersion): boolean => minorOf(version) >= 34;

/** Conditions that a kubelet owns, in the order in which it writes them (after those of others). */
const OWNED = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'] as const;
type OwnedType = (typeof OWNED)[number];

/** Is it the kubelet that writes conditions of this type? */
export const isOwned = (type: string): boolean => (OWNED as readonly string[]).includes(type);

interface Verdict {
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}

const TRUE: Verdict = { status: 'True' };

const namesOf = (containers: readonly Container[]): string => containers.map(({ name }) => name).join(' ');

function initializedVerdict(input: StatusInput, phase: string): Verdict {
  if (phase === 'Succeeded') return { status: 'True', reason: 'PodCompleted' };
  const { pod, containers } = input;
  const open = initContainers(pod).filter((container) => !isInitialised(container, containers[container.name]));
  if (open.length === 0 || hasMainStarted(input)) return TRUE;
  const message = `containers with incomplete status: [${namesOf(open)}]`;
  return { status: 'False', reason: 'ContainersNotInitialized', message };
}

function containersReadyVerdict({ pod, containers }: StatusInput, phase: string): Verdict {
  if (phase === 'Succeeded') return { status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { status: 'False', reason: 'PodFailed' };
  const unready = [...initContainers(pod).filter(isSidecar), ...pod.spec.containers].filter(
    (container) => !isReady(container, containers[container.name]),
  );
  if (unready.length === 0) return TRUE;
  const message = `containers with unready status: [${namesOf(unready)}]`;
  return { status: 'False', reason: 'ContainersNotReady', message };
}

function gateMessage(pod: Pod, type: string): string | undefined {
  const condition = pod.status?.conditions?.find((one) => one.type === type);
  if (condition === undefined) return `corresponding condition of pod readiness gate "${type}" does not exist.`;
  if (condition.status === 'True') return undefined;
  return `the status of pod readiness gate "${type}" is not "True", but ${condition.status}`;
}

/** GeneratePodReadyCondition: what the gates of its spec say, too. */
function readyVerdict(input: StatusInput, phase: string): Verdict {
  const verdict = containersReadyVerdict(input, phase);
  if (verdict.status === 'False') return verdict;
  const gates = (input.pod.spec['readinessGates'] ?? []) as readonly { readonly conditionType: string }[];
  const messages = gates.flatMap(({ conditionType }) => gateMessage(input.pod, conditionType) ?? []);
  return messages.length === 0
    ? verdict
    : { status: 'False', reason: 'ReadinessGatesNotReady', message: messages.join(', ') };
}

function verdictOf(type: OwnedType, input: StatusInput, phase: string): Verdict {
  switch (type) {
    case 'PodReadyToStartContainers':
      return { status: input.sandbox ? 'True' : 'False' };
    case 'Initialized':
      return initializedVerdict(input, phase);
    case 'Ready':
      return readyVerdict(input, phase);
    case 'ContainersReady':
      return containersReadyVerdict(input, phase);
    case 'PodScheduled':
      return TRUE;
  }
}

function ownedCondition(type: OwnedType, input: StatusInput, phase: string): Condition {
  const before = input.pod.status?.conditions?.find((condition) => condition.type === type);
  const verdict = verdictOf(type, input, phase);
  const kept = before?.status === verdict.status ? before.lastTransitionTime : undefined;
  const generation = input.pod.metadata.generation;
  return {
    type,
    ...(generation !== undefined && tracksGeneration(input.version) ? { observedGeneration: generation } : {}),
    status: verdict.status,
    lastProbeTime: null,
    lastTransitionTime: kept ?? input.now,
    ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
    ...(verdict.message === undefined ? {} : { message: verdict.message }),
  };
}

/** It is told with the last phase alone. */
function disruption({ pod, ending, fate, now, version }: StatusInput): readonly Condition[] {
  if (!ending || fate?.disruption === undefined) return [];
  const generation = pod.metadata.generation;
  return [
    {
      type: 'DisruptionTarget',
      ...(generation !== undefined && tracksGeneration(version) ? { observedGeneration: generation } : {}),
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: now,
      reason: fate.disruption,
      message: fate.message,
    },
  ];
}

/** mergePodStatus: what others own stays, and stands first. */
export function conditionsOf(input: StatusInput, phase: string): readonly Condition[] {
  const disrupted = disruption(input);
  const others = (input.pod.status?.conditions ?? []).filter(
    ({ type }) => !isOwned(type) && !disrupted.some((condition) => condition.type === type),
  );
  return [...others, ...disrupted, ...OWNED.map((type) => ownedCondition(type, input, phase))];
}
