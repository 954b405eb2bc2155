/**
 * Statuses of a Pod's containers: convertToAPIContainerStatuses of pkg/kubelet/kubelet_pods.go, TerminatePod of
 * status/status_manager.go (v1.37). Pure. Left out: in-place resize.
 */
import type { Container, ContainerStatus, Pod } from '../../model/objects.ts';
import { isSidecar } from '../../model/pod-requests.ts';
import { countsStatusResources } from '../../model/versions.ts';
import type { ContainerRun, Exit, Waiting } from './kubelet.ts';
import type { ContainerFacts } from './pod-phase.ts';
import { isReady, isStarted } from './probe-spec.ts';
import { isRestarted, restartsOnFailure } from './restarts.ts';
import type { StatusInput } from './status-input.ts';

export const initContainers = (pod: Pod): readonly Container[] => pod.spec.initContainers ?? [];

const isInit = (pod: Pod, container: Container): boolean => initContainers(pod).includes(container);

/** HasAnyRegularContainerStarted: a main container runs, or has run. */
export const hasMainStarted = ({ pod, containers }: StatusInput): boolean =>
  pod.spec.containers.some(({ name }) => containers[name] !== undefined);

/** An init container that is done with: it ran to a good end, or is a sidecar that has started. */
export function isInitialised(container: Container, run: ContainerRun | undefined): boolean {
  return isSidecar(container) ? isStarted(container, run) : run?.state === 'exited' && run.exitCode === 0;
}

/** Of a Pod that ends: what never ran counts as lost. */
function isLost(input: StatusInput, container: Container): boolean {
  const { pod, containers, ending } = input;
  if (!ending || containers[container.name] !== undefined) return false;
  const init = initContainers(pod);
  const at = init.indexOf(container);
  if (at >= 0) return at === 0 || init.slice(at).some(({ name }) => containers[name] !== undefined);
  const last = init.at(-1);
  return last === undefined || hasMainStarted(input) || isInitialised(last, containers[last.name]);
}

/** What a container that is to be started says while it is not: its entry of the reason cache. */
function waitingFor(input: StatusInput, container: Container): Waiting | undefined {
  const { pod, containers, ending, reasons = {}, version } = input;
  const reason = reasons[container.name];
  const run = containers[container.name];
  if (reason === undefined || ending || run?.state === 'running') return undefined;
  if (run === undefined) return reason;
  if (pod.metadata.deletionTimestamp !== undefined) return undefined;
  const again = isInit(pod, container)
    ? isSidecar(container) || (run.exitCode !== 0 && restartsOnFailure(pod))
    : isRestarted(pod, container, run.exitCode, version);
  return again ? reason : undefined;
}

/** As its status tells it. */
export function factsOf(input: StatusInput, container: Container): ContainerFacts {
  const run = input.containers[container.name];
  if (run?.state === 'running') return { state: 'running', started: isStarted(container, run) };
  if (run?.state === 'exited') {
    const { exitCode } = run;
    const waits = waitingFor(input, container) !== undefined;
    return waits ? { state: 'waiting', lastExitCode: exitCode } : { state: 'terminated', exitCode };
  }
  return isLost(input, container) ? { state: 'terminated', exitCode: LOST.exitCode } : { state: 'waiting' };
}

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
  const waiting = waitingFor(input, container);
  if (waiting !== undefined) return { waiting };
  if (run?.state === 'exited') return terminated(run, id);
  if (isLost(input, container)) return { terminated: LOST };
  return { waiting: { reason: initContainers(input.pod).length > 0 ? 'PodInitializing' : 'ContainerCreating' } };
}

function terminated({ exitCode, startedAt, finishedAt, reason, containerID }: Exit, id: string): State {
  const why = reason ?? (exitCode === 0 ? undefined : 'Error');
  const shown = { containerID: containerID ?? id, exitCode, startedAt, finishedAt };
  return { terminated: why === undefined ? shown : { ...shown, reason: why } };
}

/** Undefined: as it was. */
function lastStateOf(input: StatusInput, container: Container, id: string): State | undefined {
  const run = input.containers[container.name];
  if (run?.state === 'exited' && waitingFor(input, container) !== undefined) return terminated(run, id);
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

function readyOf(input: StatusInput, container: Container): boolean {
  const run = input.containers[container.name];
  const regularInit = isInit(input.pod, container) && !isSidecar(container);
  return regularInit ? isInitialised(container, run) : isReady(container, run);
}

/** Before anything is known of it. */
function freshStatus(container: Container): ContainerStatus {
  const mounts = mountStatuses(container);
  return {
    image: container.image ?? '',
    imageID: '',
    lastState: {},
    name: container.name,
    ready: false,
    restartCount: 0,
    started: false,
    state: {},
    ...(mounts === undefined ? {} : { volumeMounts: mounts }),
  };
}

export function containerStatus(
  input: StatusInput,
  container: Container,
  before: ContainerStatus | undefined,
): ContainerStatus {
  const { pod, containers, version } = input;
  const run = containers[container.name];
  const known = before?.containerID;
  const restarts = run?.restarts ?? 0;
  const id = restarts > 0 || known === undefined ? containerID(pod, container.name, restarts) : known;
  const lastState = lastStateOf(input, container, id);
  const { image = '' } = container;
  const started = run !== undefined && before?.imageID !== undefined && before.imageID !== '' ? {} : { imageID: image };
  return {
    ...(before ?? freshStatus(container)),
    ...(run === undefined ? {} : { ...started, containerID: id }),
    ...(run !== undefined && known === undefined && countsStatusResources(version) ? resourcesOf(container) : {}),
    ...(restarts === 0 ? {} : { restartCount: restarts }),
    ...(lastState === undefined ? {} : { lastState }),
    ready: readyOf(input, container),
    started: isStarted(container, run),
    state: stateOf(input, container, id),
  };
}
