/** Face of leader election: several candidates, one Lease, at most one that believes it leads most of the time. */
import type { World } from '../../kernel/kernel.ts';
import type { ApiClient } from '../apiserver/apiserver.ts';
import type { LeaderElectionConfig } from './rules.ts';

export interface LeaderElectorDeps {
  readonly world: World;
  /** The candidate's connection; a candidate that is cut off is one whose client is. */
  readonly client: ApiClient;
  /** RFC 3339 with microseconds, now. */
  readonly microTimestamp: () => string;
  /** Lane of its pops. */
  readonly lane: number;
  /** Unique in the cluster, as upstream's host name and random part; names its collection. */
  readonly identity: string;
  readonly lock: { readonly namespace: string; readonly name: string };
  readonly config: LeaderElectionConfig;
  /** Run inside the pop of leader.elected and of leader.lost: they may change collections and schedule, not emit. */
  readonly onStartedLeading?: () => void;
  readonly onStoppedLeading?: () => void;
}

/** Its process crashes when the world discards the group in which it was made; it may then be started anew. */
export interface LeaderElector {
  readonly identity: string;
  /** It believes so: of two candidates both may, when one is cut off or was paused. */
  readonly isLeader: boolean;
  /** Set-up or inside a pop: its first try comes after so many ticks. */
  start(delay: number): void;
  /** Inside a pop that emits: its context is cancelled; a leader gives the Lease back if it is configured to. */
  cancel(): void;
}

export { createLeaderElector } from './elector.ts';
export * from './rules.ts';
