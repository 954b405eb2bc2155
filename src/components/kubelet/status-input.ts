import type { Pod } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { ContainerRun, Fate, Waiting } from './kubelet.ts';

/** What a Pod's status is worked out from. */
export interface StatusInput {
  readonly pod: Pod;
  readonly containers: Readonly<Record<string, ContainerRun>>;
  /** Why containers wait. */
  readonly reasons?: Readonly<Record<string, Waiting>>;
  /** The kubelet ends the Pod for this. */
  readonly fate?: Fate;
  /** The Pod is to end: what never ran counts as lost, and the phase is a last one. */
  readonly ending: boolean;
  readonly sandbox: boolean;
  readonly hostIP?: string;
  readonly podIP?: string;
  /** RFC 3339. */
  readonly now: string;
  readonly version: KubernetesVersion;
}
