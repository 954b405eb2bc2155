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
  /**
   * Inside a pop: the kubelet's process is stopped (SIGSTOP). Its containers run on; it sends nothing, and what its watch
   * brings waits in the server. Needs an event of the pop. @returns false if there is no such kubelet, or it is stopped already
   */
  pause(node: string): boolean;
  /** Inside a pop: it goes on (SIGCONT). Needs an event of the pop. @returns false if it was not stopped */
  resume(node: string): boolean;
}

/** How a run of a container ended. Times are RFC 3339, whole seconds. */
export interface Exit {
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly exitCode: number;
  /** "Completed", "Error" of one that ended by itself; absent where it was told to stop. */
  readonly reason?: string;
  /** Where the status says another than the present run's. */
  readonly containerID?: string;
}

/** What is known of the runs before. */
export interface Attempts {
  /** Starts after the first. Absent: as the Pod's status says. */
  readonly restarts?: number;
  /** The run before this one. */
  readonly last?: Exit;
}

/** A container as the runtime has it. One that is not listed was not started. */
export type ContainerRun =
  | (Attempts & { readonly state: 'running'; readonly startedAt: string })
  | (Attempts &
      Exit & {
        readonly state: 'exited';
        /** The kubelet has decided what becomes of it. */
        readonly handled?: true;
        /** Seconds after its end before which it is not started again: CrashLoopBackOff. */
        readonly backOff?: number;
      });

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
