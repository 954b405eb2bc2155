/** A Pod's phase: getPhase of pkg/kubelet/kubelet_pods.go (v1.37; 11.5). Pure. Left out: static Pods. */

/** A container as its status tells it. */
export interface ContainerFacts {
  readonly state: 'running' | 'terminated' | 'waiting';
  /** Where it is terminated. */
  readonly exitCode?: number;
  /** Where it waits and has run before: of its last run. */
  readonly lastExitCode?: number;
  /** A sidecar that runs has passed its startup probe. Default true. */
  readonly started?: boolean;
}

export interface PhaseInput {
  readonly restartPolicy: string;
  /** No container will be started again, whatever the policy says. */
  readonly podIsTerminal: boolean;
  readonly initContainers: readonly ContainerFacts[];
  readonly sidecars: readonly ContainerFacts[];
  readonly containers: readonly ContainerFacts[];
}

const exited = ({ state, exitCode, lastExitCode }: ContainerFacts): number | undefined =>
  state === 'terminated' ? exitCode : state === 'waiting' ? lastExitCode : undefined;

const isPendingInit = (container: ContainerFacts): boolean => exited(container) === undefined;
const hasFailed = (container: ContainerFacts): boolean => (exited(container) ?? 0) !== 0;

/** It has not run yet. */
const isWaiting = (container: ContainerFacts): boolean =>
  container.state === 'waiting' && container.lastExitCode === undefined;

const isPendingSidecar = (sidecar: ContainerFacts): boolean =>
  isWaiting(sidecar) || (sidecar.state === 'running' && sidecar.started === false);

export function podPhase(input: PhaseInput): string {
  const { restartPolicy, initContainers, sidecars, containers } = input;
  if (restartPolicy === 'Never' && initContainers.some(hasFailed)) return 'Failed';
  const all = [...sidecars, ...containers];
  if (initContainers.some(isPendingInit) || sidecars.some(isPendingSidecar) || all.some(isWaiting)) return 'Pending';
  if (all.some(({ state }) => state === 'running')) return 'Running';
  return containers.length > 0 ? stoppedPhase(input) : 'Pending';
}

/** None runs, each has run. One that waits to be started again does not count as a success. */
function stoppedPhase({ restartPolicy, podIsTerminal, containers }: PhaseInput): string {
  const good = containers.every(({ state, exitCode }) => state === 'terminated' && exitCode === 0);
  if (podIsTerminal) return good ? 'Succeeded' : 'Failed';
  if (restartPolicy === 'Always') return 'Running';
  if (good) return 'Succeeded';
  return restartPolicy === 'Never' ? 'Failed' : 'Running';
}
