/**
 * A Pod's status as the kubelet works it out: pkg/kubelet/kubelet_pods.go generateAPIPodStatus, status/status_manager.go
 * (v1.37). Pure. Left out: in-place resize.
 */
import type { Container, ContainerStatus, Pod, PodStatus } from '../../model/objects.ts';
import { isSidecar } from '../../model/pod-requests.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { containerStatus, factsOf, hasMainStarted, initContainers } from './container-status.ts';
import { conditionsOf, isOwned, tracksGeneration } from './pod-conditions.ts';
import { podPhase, type ContainerFacts } from './pod-phase.ts';
import { isRestarted } from './restarts.ts';
import type { StatusInput } from './status-input.ts';

export type { StatusInput };

export const isLastPhase = (phase: string | undefined): boolean => phase === 'Succeeded' || phase === 'Failed';

/** What the containers amount to; told as it is only once nothing can run any more. */
export function phaseOf(input: StatusInput): string {
  const { pod, ending, fate } = input;
  const before = pod.status?.phase;
  if (before === 'Succeeded' || before === 'Failed') return before;
  if (fate !== undefined) return 'Failed';
  const facts = (containers: readonly Container[]): ContainerFacts[] => containers.map((one) => factsOf(input, one));
  const init = initContainers(pod);
  const sidecars = facts(init.filter(isSidecar));
  const phase = podPhase({
    restartPolicy: pod.spec.restartPolicy ?? 'Always',
    podIsTerminal: ending,
    initContainers: facts(init.filter((container) => !isSidecar(container))),
    // Once a main container has started, a sidecar that is on its way again holds nothing up.
    sidecars: hasMainStarted(input) ? sidecars.filter(({ state }) => state !== 'waiting').map(asStarted) : sidecars,
    containers: facts(pod.spec.containers),
  });
  if (ending) return isLastPhase(phase) ? phase : 'Failed';
  return isLastPhase(phase) && comesAgain(input) ? 'Running' : phase;
}

const asStarted = (facts: ContainerFacts): ContainerFacts => ({ ...facts, started: true });

/** A container's own policy or rules start it again, whatever the Pod's policy says. */
function comesAgain({ pod, containers, version }: StatusInput): boolean {
  return pod.spec.containers.some((container) => {
    const run = containers[container.name];
    return run?.state === 'exited' && isRestarted(pod, container, run.exitCode, version);
  });
}

function statusesOf(
  input: StatusInput,
  specs: readonly Container[],
  before: readonly ContainerStatus[],
): readonly ContainerStatus[] {
  return specs.map((spec) =>
    containerStatus(
      input,
      spec,
      before.find(({ name }) => name === spec.name),
    ),
  );
}

/** The whole status, on top of what the Pod says already. */
export function podStatus(input: StatusInput): PodStatus {
  const { pod, hostIP, podIP, now, version, ending, fate } = input;
  const before = pod.status ?? {};
  const phase = phaseOf(input);
  const generation = pod.metadata.generation;
  const initBefore = (before['initContainerStatuses'] ?? []) as readonly ContainerStatus[];
  const init = statusesOf(input, initContainers(pod), initBefore);
  return {
    ...before,
    ...(generation !== undefined && tracksGeneration(version) ? { observedGeneration: generation } : {}),
    // The last phase is told once nothing can run any more; conditions tell it before.
    phase: isLastPhase(phase) && !ending ? (before.phase ?? 'Pending') : phase,
    ...(ending && fate !== undefined ? { reason: fate.reason, message: fate.message } : {}),
    conditions: conditionsOf(input, phase),
    ...(hostIP === undefined || before.hostIP !== undefined ? {} : { hostIP, hostIPs: [{ ip: hostIP }] }),
    ...(podIP === undefined || before.podIP !== undefined ? {} : { podIP, podIPs: [{ ip: podIP }] }),
    startTime: before.startTime ?? now,
    ...(init.length === 0 ? {} : { initContainerStatuses: init }),
    containerStatuses: statusesOf(input, pod.spec.containers, before.containerStatuses ?? []),
  };
}

/** The same status for a newer generation of the Pod: nothing but observedGeneration moves. Undefined: nothing does. */
export function withGeneration(pod: Pod, version: KubernetesVersion): PodStatus | undefined {
  const generation = pod.metadata.generation;
  const { status } = pod;
  if (status === undefined || generation === undefined || !tracksGeneration(version)) return undefined;
  if (status['observedGeneration'] === generation) return undefined;
  const conditions = (status.conditions ?? []).map((condition) =>
    isOwned(condition.type) ? { ...condition, observedGeneration: generation } : condition,
  );
  return { ...status, observedGeneration: generation, conditions };
}
