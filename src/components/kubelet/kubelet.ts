/** Face of the kubelets. One object serves all nodes; each node is a separate connection and a separate watch. */
import type { World } from '../../kernel/kernel.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Latencies } from '../../model/latencies.ts';
import type { ApiServer } from '../apiserver/apiserver.ts';

export interface KubeletDeps {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly latencies: Latencies;
  readonly version: KubernetesVersion;
}

export interface Kubelets {
  /** Set-up: for each Node of the store that is not unreachable, a running kubelet whose bound Pods run as observed. */
  prime(): void;
}

/** A Pod as its node's runtime has it: the value in collection "kubelet/pods", keyed by the Pod's uid. */
export interface RuntimePod {
  /** "Pod/ns/name". */
  readonly pod: string;
  readonly node: string;
  readonly stage: 'admitted' | 'pulling' | 'starting' | 'running' | 'stopping' | 'stopped' | 'rejected';
  /** Tick of the last change of stage. */
  readonly since: number;
  /** Containers that run. */
  readonly running: number;
}

export { createKubelets } from './kubelets.ts';
