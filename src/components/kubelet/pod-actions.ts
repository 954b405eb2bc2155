/**
 * What a sync has to do for a Pod: computePodActions and computeInitContainerActions of
 * pkg/kubelet/kuberuntime/kuberuntime_manager.go and kuberuntime_container.go (v1.37). Pure. Left out: sandboxes that changed,
 * in-place resize, ephemeral containers.
 */
import type { Container, Pod } from '../../model/objects.ts';
import { isSidecar } from '../../model/pod-requests.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { ContainerRun } from './kubelet.ts';
import { isStarted } from './probe-spec.ts';
import { isRestarted, restartsOnFailure } from './restarts.ts';

type Runs = Readonly<Record<string, ContainerRun>>;

export interface Kill {
  readonly container: string;
  /** Of the Event. */
  readonly message: string;
  /** The probe that it failed: its own grace period counts. "" where something else is wrong with it. */
  readonly probe: 'liveness' | 'startup' | '';
}

export interface PodActions {
  /** In order. */
  readonly start: readonly string[];
  readonly kill: readonly Kill[];
  /** Nothing is left to run: what still runs is stopped. */
  readonly killPod: boolean;
}

const NOTHING_LEFT: PodActions = { start: [], kill: [], killPod: true };

/** What is being worked out. */
interface Plan {
  readonly start: string[];
  readonly kill: Kill[];
}

export function podActions(pod: Pod, runs: Runs, version: KubernetesVersion): PodActions {
  const init: Plan = { start: [], kill: [] };
  const initialised = planInit(pod, runs, init);
  if (initialised === undefined) return NOTHING_LEFT;
  if (!initialised) return { ...init, killPod: false };
  const main: Plan = { start: [], kill: [] };
  let kept = 0;
  for (const container of pod.spec.containers) if (planMain(pod, container, runs, version, main)) kept++;
  if (kept === 0 && main.start.length === 0) return NOTHING_LEFT;
  return { start: [...init.start, ...main.start], kill: [...init.kill, ...main.kill], killPod: false };
}

/** @returns does it run on as it is? */
function planMain(pod: Pod, container: Container, runs: Runs, version: KubernetesVersion, plan: Plan): boolean {
  const { name } = container;
  const run = runs[name];
  if (run?.state !== 'running') {
    if (run === undefined || isRestarted(pod, container, run.exitCode, version)) plan.start.push(name);
    return false;
  }
  const fault = faultOf(container, run);
  if (fault === undefined) return true;
  const restart = fault.probe === '' || restartsOnFailure(pod);
  if (restart) plan.start.push(name);
  const message = `Container ${name} ${fault.words}${restart ? ', will be restarted' : ''}`;
  plan.kill.push({ container: name, message, probe: fault.probe });
  return false;
}

type RunningRun = Extract<ContainerRun, { state: 'running' }>;

function faultOf(
  container: Container,
  { image, probes }: RunningRun,
): { readonly words: string; readonly probe: Kill['probe'] } | undefined {
  if (image !== undefined && image !== container.image) return { words: 'definition changed', probe: '' };
  if (probes?.liveness === false) return { words: 'failed liveness probe', probe: 'liveness' };
  return probes?.startup === false ? { words: 'failed startup probe', probe: 'startup' } : undefined;
}

// --- init containers ---

/** @returns are all of them done with? undefined: one failed, and that is the end of the Pod */
function planInit(pod: Pod, runs: Runs, plan: Plan): boolean | undefined {
  const containers = pod.spec.initContainers ?? [];
  if (containers.length === 0) return true;
  let done = pod.spec.containers.some(({ name }) => runs[name]?.state === 'running');
  let reached = done;
  for (let at = containers.length - 1; at >= 0; at--) {
    const container = containers[at] as Container;
    const run = runs[container.name];
    if (run === undefined) {
      if (reached && isSidecar(container)) plan.start.unshift(container.name);
      continue;
    }
    if (reached && !isSidecar(container)) continue;
    const verdict = verdictOf(pod, container, run, plan);
    if (verdict === 'hopeless') return undefined;
    const next = containers[at + 1];
    if (verdict === 'initialised' && next === undefined) done = true;
    else if (verdict === 'initialised' && !reached && next !== undefined) plan.start.unshift(next.name);
    reached = true;
  }
  if (!reached) plan.start.unshift(containers[0]?.name ?? '');
  return done;
}

function verdictOf(pod: Pod, container: Container, run: ContainerRun, plan: Plan): 'initialised' | 'open' | 'hopeless' {
  const { name } = container;
  if (run.state === 'running') return isSidecar(container) ? runningSidecar(container, run, plan) : 'open';
  if (isSidecar(container)) {
    plan.start.unshift(name);
    return 'open';
  }
  if (run.exitCode === 0) return 'initialised';
  if (!restartsOnFailure(pod)) return 'hopeless';
  plan.start.unshift(name);
  return 'open';
}

function runningSidecar(container: Container, run: RunningRun, plan: Plan): 'initialised' | 'open' {
  const { name } = container;
  const fault = faultOf(container, run);
  if (fault !== undefined) {
    plan.start.unshift(name);
    plan.kill.unshift({ container: name, message: `Init container ${name} ${fault.words}`, probe: fault.probe });
  }
  return isStarted(container, run) ? 'initialised' : 'open';
}
