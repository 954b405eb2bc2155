/** Face of the kubelets. One object serves all nodes; each node is a separate connection and a separate watch. */
import type { World } from '../../kernel/kernel.ts';
import type { Pod, PodStatus } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Latencies } from '../../model/latencies.ts';
import type { ApiServer } from '../apiserver/apiserver.ts';
import type { Machine } from './joining.ts';

export interface KubeletDeps {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly latencies: Latencies;
  readonly version: KubernetesVersion;
}

export interface Kubelets {
  /** Set-up: for each Node of the store that is not unreachable, a running kubelet whose bound Pods run as observed. */
  prime(): void;
  /** Inside a pop that emits nothing: a machine is switched on, and its kubelet registers it. */
  join(machine: Machine): void;
  /**
   * Inside a pop: the machine is gone for good. Its containers stop with it; its Node stays until someone deletes it. Needs an
   * event of the pop. @returns false if there is no such kubelet
   */
  stop(node: string): boolean;
}

/** A container as the runtime has it. One that is not listed was not started. Times are RFC 3339, whole seconds. */
export type ContainerRun =
  | { readonly state: 'running'; readonly startedAt: string }
  | { readonly state: 'exited'; readonly startedAt: string; readonly finishedAt: string; readonly exitCode: number };

/** A Pod as its node's runtime has it: the value in collection "kubelet/pods", keyed by the Pod's uid. */
export interface RuntimePod {
  /** "Pod/ns/name". */
  readonly pod: string;
  readonly node: string;
  /** seen: the kubelet has heard of it and has not decided yet. */
  readonly stage: 'seen' | 'admitted' | 'pulling' | 'starting' | 'running' | 'stopping' | 'stopped' | 'rejected';
  /** Tick of the last change of stage. */
  readonly since: number;
  /** Containers that run. */
  readonly running: number;
  readonly containers: Readonly<Record<string, ContainerRun>>;
  /** As its watch last delivered it. */
  readonly object: Pod;
  /** What the kubelet last reported or is about to. */
  readonly status?: PodStatus;
  /** It is gone from the api-server (a forced deletion); the runtime still has to stop it. */
  readonly forgotten?: true;
}

export type { Machine } from './joining.ts';
export { createKubelets } from './kubelets.ts';
/** The plain machines behind them, which rows drive. */
export { CrashLoopBackOff, type CrashLoopLimits } from './crash-loop.ts';
export { podPhase, type ContainerFacts } from './pod-phase.ts';
