/** The closed table of invariants, and which of them a fault takes out of force. */
import type { FaultVerb } from '../faults.ts';
import type { LawId } from './laws.ts';

export type WriteRule =
  'revision-rises' | 'through-api-server' | 'bind-room' | 'finalizers' | 'identity' | 'generation' | 'deletion-time';
export type WatchRule = 'watch-order' | 'watch-truth';
export type RestRule =
  | 'informer-cache'
  | 'replicas-converge'
  | 'job-goes-on'
  | 'orphans-collected'
  | 'deletes-complete'
  | 'pending-tried'
  | 'kubelet-reports'
  | 'pod-address';

export type InvariantId = LawId | WriteRule | WatchRule | RestRule;

/** When an invariant is looked at: with each write, with each delivery of a watch, or when a run has come to rest. */
export type Moment = 'write' | 'delivery' | 'rest';

const laws: readonly LawId[] = [
  'bind-first',
  'bind-once',
  'bind-node',
  'bind-taint',
  'bind-gate',
  'phase',
  'undelete',
  'replicaset-count',
  'rolling-limits',
  'job-parallelism',
  'job-completions',
  'statefulset-order',
  'budget',
];
const writes: readonly WriteRule[] = [
  'revision-rises',
  'through-api-server',
  'bind-room',
  'finalizers',
  'identity',
  'generation',
  'deletion-time',
];
const deliveries: readonly WatchRule[] = ['watch-order', 'watch-truth'];
const rests: readonly RestRule[] = [
  'informer-cache',
  'replicas-converge',
  'job-goes-on',
  'orphans-collected',
  'deletes-complete',
  'pending-tried',
  'kubelet-reports',
  'pod-address',
];

export const INVARIANTS: readonly { readonly id: InvariantId; readonly moment: Moment }[] = [
  ...[...laws, ...writes].map((id) => ({ id, moment: 'write' as const })),
  ...deliveries.map((id) => ({ id, moment: 'delivery' as const })),
  ...rests.map((id) => ({ id, moment: 'rest' as const })),
];

/**
 * What rests on a cache that is not far behind: upstream's controllers and scheduler decide by their caches, so a write that
 * they have not heard of may be contradicted.
 */
const BY_CACHE: readonly InvariantId[] = [
  'bind-node',
  'bind-taint',
  'replicaset-count',
  'rolling-limits',
  'job-parallelism',
  'job-completions',
  'statefulset-order',
  'budget',
];

export interface Suspension {
  readonly ids: readonly InvariantId[];
  /** Simulated seconds after the fault's end; Infinity = till the end of the run. */
  readonly after: number;
}

/** Long enough for back-offs, relists and a renewed Lease. */
const SETTLES = 120;
const late: Suspension = { ids: BY_CACHE, after: SETTLES };
const always = (...ids: readonly InvariantId[]): Suspension => ({ ids: [...BY_CACHE, ...ids], after: Infinity });

/** Faults of containers and machines are told by their verbs too. */
export type SuspendingVerb = FaultVerb | 'containerExits' | 'probe' | 'fillDisk';

/** Each fault, and what it makes possible in a real cluster too. All else holds under it. */
export const SUSPENDED_BY: Readonly<Record<SuspendingVerb, Suspension>> = {
  crash: late,
  pause: late,
  cut: late,
  partition: late,
  slow: late,
  leaderChange: late,
  compact: { ids: [], after: 0 },
  // A cache that missed a write is wrong until something else is written to the object, or it lists again: it may never be.
  drop: always(
    'bind-room',
    'informer-cache',
    'replicas-converge',
    'job-goes-on',
    'orphans-collected',
    'deletes-complete',
    'pending-tried',
    'kubelet-reports',
  ),
  duplicate: { ids: ['watch-order'], after: Infinity },
  // Deadlines and back-offs that compare with the api-server's timestamps come too soon or too late.
  skewClock: always('job-goes-on'),
  kubeletPauses: late,
  containerExits: { ids: [], after: 0 },
  probe: { ids: [], after: 0 },
  fillDisk: { ids: [], after: 0 },
  kubeletStops: { ids: ['budget', 'rolling-limits'], after: Infinity },
};
