/**
 * A Pod's status as the kubelet works it out: pkg/kubelet/kubelet_pods.go generateAPIPodStatus, status/generate.go (v1.37).
 * Pure. Left out: probes, readiness gates, in-place resize.
 */
import type { Condition, Container, ContainerStatus, Pod, PodStatus } from '../../model/objects.ts';
import { isSidecar } from '../../model/pod-requests.ts';
import { countsStatusResources, minorOf, type KubernetesVersion } from '../../model/versions.ts';
import type { ContainerRun, Exit } from './kubelet.ts';
import { durationText } from './command-life.ts';
import { podPhase, type ContainerFacts } from './pod-phase.ts';

export interface StatusInput {
  readonly pod: Pod;
  readonly containers: Readonly<Record<string, ContainerRun>>;
  /** The Pod is to end: what never ran counts as lost, and the phase is a last one. */
  readonly ending: boolean;
  readonly sandbox: boolean;
  readonly hostIP?: string;
  readonly podIP?: string;
  /** RFC 3339. */
  readonly now: string;
  readonly version: KubernetesVersion;
}

/** features/kube_features.go: PodObservedGenerationTracking is on from 1.34. */
const tracksGeneration = (version: KubernetesVersion): boolean => minorOf(version) >= 34;

/** Conditions that a kubelet owns, in the order in which it writes them (after those of others). */
const OWNED = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'] as const;
type OwnedType = (typeof OWNED)[number];

/** Is it the kubelet that writes conditions of this type? */
export const isOwned = (type: string): boolean => (OWNED as readonly string[]).includes(type);

const initContainers = (pod: Pod): readonly Container[] => pod.spec.initContainers ?? [];

/** Ran to a good end, or keeps running where it is a sidecar. */
function isInitialized(container: Container, run: ContainerRun | undefined): boolean {
  if (run === undefined) return false;
  return isSidecar(container) ? true : run.state === 'exited' && run.exitCode === 0;
}

/** What will be in its status: see stateOf. */
function factsOf({ containers, ending }: StatusInput, { name }: Container): ContainerFacts {
  const run = containers[name];
  if (run?.state === 'running') return { state: 'running' };
  if (run?.state === 'exited') {
    const { exitCode } = run;
    return run.backOff === undefined || ending
      ? { state: 'terminated', exitCode }
      : { state: 'waiting', lastExitCode: exitCode };
  }
  return ending ? { state: 'terminated', exitCode: LOST.exitCode } : { state: 'waiting' };
}

function phaseOf(input: StatusInput): string {
  const { pod, ending } = input;
  const before = pod.status?.phase;
  if (before === 'Succeeded' || before === 'Failed') return before;
  const facts = (containers: readonly Container[]): ContainerFacts[] => containers.map((one) => factsOf(input, one));
  const init = initContainers(pod);
  return podPhase({
    restartPolicy: pod.spec.restartPolicy ?? 'Always',
    podIsTerminal: ending,
    initContainers: facts(init.filter((container) => !isSidecar(container))),
    sidecars: facts(init.filter(isSidecar)),
    containers: facts(pod.spec.containers),
  });
}

// --- containers ---

interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean;
}

function mountStatuses(container: Container): readonly object[] | undefined {
  const mounts = container['volumeMounts'];
  if (!Array.isArray(mounts) || mounts.length === 0) return undefined;
  return (mounts as readonly VolumeMount[]).map(({ name, mountPath, readOnly }) => ({
    mountPath,
    name,
    ...(readOnly === true ? { readOnly, recursiveReadOnly: 'Disabled' } : {}),
  }));
}

function containerID({ metadata }: Pod, container: string, attempt: number): string {
  const { name, namespace = '', uid = '' } = metadata;
  return `containerd://${name}_${namespace}_${uid}_0_${container}_${attempt}`;
}

const LOST = {
  exitCode: 137,
  reason: 'ContainerStatusUnknown',
  message: 'The container could not be located when the pod was terminated',
  startedAt: null,
  finishedAt: null,
};

type State = NonNullable<ContainerStatus['state']>;

function stateOf(input: StatusInput, container: Container, id: string): State {
  const run = input.containers[container.name];
  if (run?.state === 'running') return { running: { startedAt: run.startedAt } };
  if (run?.state === 'exited') {
    if (run.backOff === undefined || input.ending) return terminated(run, id);
    const { name, namespace = '', uid = '' } = input.pod.metadata;
    const which = `container=${container.name} pod=${name}_${namespace}(${uid})`;
    const message = `back-off ${durationText(run.backOff)} restarting failed ${which}`;
    return { waiting: { reason: 'CrashLoopBackOff', message } };
  }
  if (input.ending) return { terminated: LOST };
  return { waiting: { reason: initContainers(input.pod).length > 0 ? 'PodInitializing' : 'ContainerCreating' } };
}

function terminated({ exitCode, startedAt, finishedAt, reason, containerID }: Exit, id: string): State {
  const why = reason ?? (exitCode === 0 ? undefined : 'Error');
  const shown = { containerID: containerID ?? id, exitCode, startedAt, finishedAt };
  return { terminated: why === undefined ? shown : { ...shown, reason: why } };
}

/** Undefined: as it was. */
function lastStateOf(run: ContainerRun | undefined, id: string): State | undefined {
  if (run?.state === 'exited' && run.backOff !== undefined) return terminated(run, id);
  return run?.last === undefined ? undefined : terminated(run.last, id);
}

/** What the spec says of a started container's resources. */
function resourcesOf(container: Container): object {
  const { requests, limits } = container.resources ?? {};
  return {
    ...(requests === undefined ? {} : { allocatedResources: requests }),
    resources: { ...(limits === undefined ? {} : { limits }), ...(requests === undefined ? {} : { requests }) },
  };
}

function containerStatus(
  input: StatusInput,
  container: Container,
  before: ContainerStatus | undefined,
): ContainerStatus {
  const { pod, containers, version } = input;
  const run = containers[container.name];
  const known = before?.containerID;
  const restarts = run?.restarts ?? 0;
  const id = restarts > 0 || known === undefined ? containerID(pod, container.name, restarts) : known;
  const lastState = lastStateOf(run, id);
  const mounts = mountStatuses(container);
  const image = container.image ?? '';
  const fresh: ContainerStatus = {
    image,
    imageID: '',
    lastState: {},
    name: container.name,
    ready: false,
    restartCount: 0,
    started: false,
    state: {},
    ...(mounts === undefined ? {} : { volumeMounts: mounts }),
  };
  const started = run !== undefined && before?.imageID !== undefined && before.imageID !== '' ? {} : { imageID: image };
  const isReady =
    run?.state === 'running' || (!input.ending && isInit(pod, container) && isInitialized(container, run));
  return {
    ...(before ?? fresh),
    ...(run === undefined ? {} : { ...started, containerID: id }),
    ...(run !== undefined && known === undefined && countsStatusResources(version) ? resourcesOf(container) : {}),
    ...(restarts === 0 ? {} : { restartCount: restarts }),
    ...(lastState === undefined ? {} : { lastState }),
    ready: isReady,
    started: run?.state === 'running',
    state: stateOf(input, container, id),
  };
}

const isInit = (pod: Pod, container: Container): boolean => initContainers(pod).includes(container);

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

// --- conditions ---

interface Verdict {
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}

const TRUE: Verdict = { status: 'True' };

function initializedVerdict({ pod, containers }: StatusInput, phase: string): Verdict {
  if (phase === 'Succeeded') return { status: 'True', reason: 'PodCompleted' };
  const open = initContainers(pod).filter((container) => !isInitialized(container, containers[container.name]));
  if (open.length === 0) return TRUE;
  const message = `containers with incomplete status: [${open.map(({ name }) => name).join(' ')}]`;
  return { status: 'False', reason: 'ContainersNotInitialized', message };
}

function readyVerdict({ pod, containers }: StatusInput, phase: string): Verdict {
  if (phase === 'Succeeded') return { status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { status: 'False', reason: 'PodFailed' };
  const unready = [...initContainers(pod).filter(isSidecar), ...pod.spec.containers].filter(
    ({ name }) => containers[name]?.state !== 'running',
  );
  if (unready.length === 0) return TRUE;
  const message = `containers with unready status: [${unready.map(({ name }) => name).join(' ')}]`;
  return { status: 'False', reason: 'ContainersNotReady', message };
}

function verdictOf(type: OwnedType, input: StatusInput, phase: string): Verdict {
  switch (type) {
    case 'PodReadyToStartContainers':
      return { status: input.sandbox ? 'True' : 'False' };
    case 'Initialized':
      return initializedVerdict(input, phase);
    case 'Ready':
    case 'ContainersReady':
      return readyVerdict(input, phase);
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

/** mergePodStatus: what others own stays, and stands first. */
function conditionsOf(input: StatusInput, phase: string): readonly Condition[] {
  const others = (input.pod.status?.conditions ?? []).filter(
    ({ type }) => !(OWNED as readonly string[]).includes(type),
  );
  return [...others, ...OWNED.map((type) => ownedCondition(type, input, phase))];
}

const isLast = (phase: string): boolean => phase === 'Succeeded' || phase === 'Failed';

/** The whole status, on top of what the Pod says already. */
export function podStatus(input: StatusInput): PodStatus {
  const { pod, hostIP, podIP, now, version } = input;
  const before = pod.status ?? {};
  const phase = phaseOf(input);
  const generation = pod.metadata.generation;
  const initBefore = (before['initContainerStatuses'] ?? []) as readonly ContainerStatus[];
  const init = statusesOf(input, initContainers(pod), initBefore);
  return {
    ...before,
    ...(generation !== undefined && tracksGeneration(version) ? { observedGeneration: generation } : {}),
    // The last phase is told once nothing can run any more; conditions tell it before.
    phase: isLast(phase) && !input.ending ? (before.phase ?? 'Pending') : phase,
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
    (OWNED as readonly string[]).includes(condition.type)
      ? { ...condition, observedGeneration: generation }
      : condition,
  );
  return { ...status, observedGeneration: generation, conditions };
}
