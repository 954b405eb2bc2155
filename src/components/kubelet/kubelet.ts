/** Face of the kubelets. One object serves all nodes; each node is a separate connection and a separate watch. */
import type { World } from '../../kernel/kernel.ts';
import type { Pod, PodStatus, QuantityText } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Latencies } from '../../model/latencies.ts';
import type { ApiServer } from '../apiserver/apiserver.ts';
import type { Signal } from './eviction.ts';
import type { Machine } from './joining.ts';
import type { LifecycleStage } from '../../model/lifecycles.ts';

export interface KubeletDeps {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly latencies: Latencies;
  readonly version: KubernetesVersion;
  /** Images that no registry has: patterns with * and ?. */
  readonly unpullable?: readonly string[];
  /** How containers end, by the scenario; before what their commands say. */
  readonly lifecycles?: readonly LifecycleStage[];
}

/** A container ends. Pods by name, with * and ?. */
export interface ScriptedExit {
  readonly pod: string;
  readonly namespace: string;
  /** Default: the first. */
  readonly container?: string;
  readonly exitCode: number;
  readonly reason?: string;
}

/** What a probe is answered from now on. Pods by name, with * and ?. */
export interface ScriptedProbe {
  readonly pod: string;
  readonly namespace: string;
  /** Default: all that have such a probe. */
  readonly container?: string;
  readonly probe: ProbeType;
  readonly result: 'success' | 'failure';
  readonly output?: string;
}

/** A node runs short of something. */
export interface ScriptedPressure {
  readonly node: string;
  readonly signal: Signal;
  /** What is left. */
  readonly available?: QuantityText;
  /** What Pods use of it, by name with * and ?: when none of those runs any more, it is over. */
  readonly usage?: Readonly<Record<string, QuantityText>>;
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
  /**
   * Inside a pop that has its event: the kubelet's process dies, and with it its timers, results of probes, back-offs and what it
   * had not yet told; its containers run on. @returns false if there is none, or it does not run
   */
  crash(node: string): boolean;
  /** Is there a kubelet of that name whose process stands, be it stopped? */
  runs(node: string): boolean;
  /** Inside a pop that has its event, after a crash: another process lists, and takes up what it finds at its runtime. */
  restart(node: string): boolean;
  /** Inside a pop that has its event: running containers of those Pods end, each in a pop of its own. @returns how many */
  exit(script: ScriptedExit): number;
  /** Inside a pop that has its event. */
  probe(script: ScriptedProbe): void;
  /** Inside a pop that has its event. */
  press(script: ScriptedPressure): void;
  isPressed(node: string, signal: Signal): boolean;
  /** Inside a pop that has its event. */
  relieve(node: string, signal: Signal): void;
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

export type ProbeType = 'startup' | 'readiness' | 'liveness';

/** A container as the runtime has it. One that is not listed was not started. */
export type ContainerRun =
  | (Attempts & {
      readonly state: 'running';
      readonly startedAt: string;
      /** Where it was started by this kubelet: with which image. */
      readonly image?: string;
      /** What its probes say, where they have said anything: prober/results. */
      readonly probes?: Readonly<Partial<Record<ProbeType, boolean>>>;
    })
  | (Attempts &
      Exit & {
        readonly state: 'exited';
        /** A sync stopped it to start it again: that sync has not yet seen it end. */
        readonly killed?: true;
      });

/** Why a container could not be started: an entry of the kubelet's reason cache. */
export interface Waiting {
  /** "CrashLoopBackOff", "ErrImagePull". */
  readonly reason: string;
  readonly message: string;
}

/** Why the kubelet ends a Pod by itself: its status says so. */
export interface Fate {
  /** "DeadlineExceeded", "Evicted". */
  readonly reason: string;
  readonly message: string;
  /** A condition DisruptionTarget with this reason. */
  readonly disruption?: string;
}

/** A Pod as its node's runtime has it: the value in collection "kubelet/pods", keyed by the Pod's uid. */
export interface RuntimePod {
  /** "Pod/ns/name". */
  readonly pod: string;
  readonly node: string;
  /**
   * seen: the kubelet has heard of it and has not decided yet; up: its worker keeps it running; unmirrored: a static Pod that
   * runs while its mirror is being made anew.
   */
  readonly stage: 'seen' | 'up' | 'unmirrored' | 'stopping' | 'stopped' | 'rejected';
  /** Containers that run. */
  readonly running: number;
  readonly containers: Readonly<Record<string, ContainerRun>>;
  /** The reason cache: what the last try to start a container met. */
  readonly reasons: Readonly<Record<string, Waiting>>;
  /** Its sandbox was made: it has an address, and its status one. */
  readonly sandbox: boolean;
  /** Its worker is at it: nothing new is looked at before it is done. */
  readonly busy: boolean;
  /** Containers that the present sync has yet to start, the first of them now. */
  readonly todo: readonly string[];
  /** The runtime has changed since the last sync looked at it. */
  readonly dirty: boolean;
  /** Ticks, 0 = none: when news of the runtime is looked at, and when the worker looks again by itself. */
  readonly lookAt: number;
  readonly retryAt: number;
  /** Ticks after which a failed sync is tried again; 0 = it has not failed. */
  readonly failed: number;
  /** Ticks that the shortest crash loop's back-off of the present sync has left, where that says when to try again; 0 = none. */
  readonly backOff: number;
  /** Tick since which it is kept up, for what is counted from then on. */
  readonly upSince: number;
  /** As its watch last delivered it. */
  readonly object: Pod;
  /** What the kubelet last reported or is about to. */
  readonly status?: PodStatus;
  readonly fate?: Fate;
  /** It is gone from the api-server (a forced deletion); the runtime still has to stop it. */
  readonly forgotten?: true;
}

export type { Machine } from './joining.ts';
export { createKubelets } from './kubelets.ts';
/** The plain machines behind them, which rows drive. */
export { CrashLoopBackOff, type CrashLoopLimits } from './crash-loop.ts';
export { podPhase, type ContainerFacts } from './pod-phase.ts';
