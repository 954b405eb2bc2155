/**
 * One-shot deadlines of objects: moments that are set and come once, for which a run goes on though nothing happens until
 * then. Left out: what comes again and again (calendars, back-offs, probes that fail), and a rollout's progress deadline where
 * nobody set a short one. Read off timers that exist: where a controller is down, nothing is due.
 */
import type { Collection, Value, World } from '../kernel/kernel.ts';
import { collectionNames } from '../components/workqueue/workqueue.ts';
import type { Condition, KubeObject } from '../model/objects.ts';
import { MICROS_PER_SECOND, parseTime } from '../model/time.ts';
import type { DueCode } from '../protocol/protocol.ts';

export interface Deadline {
  /** Tick. */
  readonly at: number;
  readonly what: DueCode;
  /** "Pod/ns/name". */
  readonly object: string;
}

/** What a kubelet waits for once, by handler. */
const OF_KUBELETS: Readonly<Record<string, DueCode>> = {
  'kubelet container over': 'container-end',
  'kubelet stopped': 'stop',
  'kubelet killed container': 'stop',
  'kubelet deadline': 'active-deadline',
  'kubelet probe': 'probe',
};

interface Timed extends KubeObject {
  readonly spec?: {
    readonly activeDeadlineSeconds?: number;
    readonly ttlSecondsAfterFinished?: number;
    readonly minReadySeconds?: number;
    readonly progressDeadlineSeconds?: number;
    readonly suspend?: boolean;
  };
  readonly status?: {
    readonly startTime?: string;
    readonly conditions?: readonly Condition[];
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
    readonly numberReady?: number;
    readonly numberAvailable?: number;
  };
}

/** @param due of the queue's timer @returns when it is due, undefined where the timer was set for something else */
type Rule = (object: Timed, due: number, epochMicros: number) => number | undefined;

/** Of a Job. */
export const isFinished = ({ status }: Pick<Timed, 'status'>): boolean =>
  status?.conditions?.some(({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True') ===
  true;

/** A timer of a Job may be that of a back-off before it. */
const activeDeadline: Rule = (job, _due, epochMicros) => {
  const { activeDeadlineSeconds, suspend } = job.spec ?? {};
  const started = parseTime(job.status?.startTime ?? '');
  if (activeDeadlineSeconds === undefined || started === undefined || suspend === true || isFinished(job))
    return undefined;
  return started + activeDeadlineSeconds * MICROS_PER_SECOND - epochMicros;
};

const timeToLive: Rule = (job, due) =>
  job.spec?.ttlSecondsAfterFinished !== undefined && isFinished(job) ? due : undefined;

const minReady: Rule = ({ spec, status }, due) => {
  const { readyReplicas, availableReplicas, numberReady, numberAvailable } = status ?? {};
  const late = (readyReplicas ?? numberReady ?? 0) > (availableReplicas ?? numberAvailable ?? 0);
  return late && (spec?.minReadySeconds ?? 0) > 0 ? due : undefined;
};

/** No deadline runs of a rollout that came to its end, or timed out (controllers/deployment/status.ts). */
export const TIMELESS: ReadonlySet<string> = new Set(['ProgressDeadlineExceeded', 'NewReplicaSetAvailable']);
/** pkg/apis/apps/v1/defaults.go: as long as a run may take at the most. */
const DEFAULT_PROGRESS_SECONDS = 600;

/** Of a rollout that moved in this run. */
const progress: Rule = ({ spec, status }, due, epochMicros) => {
  const found = status?.conditions?.find(({ type }) => type === 'Progressing');
  const isShort = (spec?.progressDeadlineSeconds ?? DEFAULT_PROGRESS_SECONDS) < DEFAULT_PROGRESS_SECONDS;
  if (found === undefined || !isShort || TIMELESS.has(found.reason ?? '')) return undefined;
  return (parseTime(found.lastUpdateTime ?? '') ?? 0) < epochMicros ? undefined : due;
};

const QUEUES: readonly (readonly [queue: string, kind: string, what: DueCode, rule: Rule])[] = [
  ['job', 'Job', 'active-deadline', activeDeadline],
  ['ttl-after-finished', 'Job', 'time-to-live', timeToLive],
  ['deployment', 'Deployment', 'progress-deadline', progress],
  ['replicaset', 'ReplicaSet', 'min-ready', minReady],
  ['statefulset', 'StatefulSet', 'min-ready', minReady],
  ['daemonset', 'DaemonSet', 'min-ready', minReady],
];

interface Kept {
  readonly pod: string;
  readonly stage: string;
  readonly containers: Readonly<Record<string, { readonly state: string; readonly restarts?: number } | undefined>>;
}

interface OfPod {
  readonly uid: string;
  readonly container?: string;
  readonly attempt?: number;
}

/** The same for one that is set anew. */
export const nameOf = ({ what, object }: Deadline): string => `${what} ${object}`;

export class Deadlines {
  private readonly byName: ReadonlyMap<string, Collection<Value>>;

  constructor(
    private readonly world: World,
    private readonly epochMicros: number,
  ) {
    this.byName = new Map(world.collections().map((one) => [one.name, one]));
  }

  /** The earliest from now on, at most `limit` (a tick), that is none of `spent`; undefined if there is none. */
  next(limit: number, spent: ReadonlySet<string>): Deadline | undefined {
    let next: Deadline | undefined;
    for (const one of this.all())
      if (one.at <= limit && (next === undefined || one.at < next.at) && !spent.has(nameOf(one))) next = one;
    return next;
  }

  /** From now on, in no order. */
  *all(): Iterable<Deadline> {
    const { now } = this.world;
    for (const [pod, { due }] of this.entries<{ readonly due: number }>('controllers/tainteviction/planned')) {
      if (due >= now) yield { at: due, what: 'eviction', object: `Pod/${pod}` };
    }
    for (const [queue, kind, what, rule] of QUEUES) {
      for (const [key, { due }] of this.entries<{ readonly due: number }>(collectionNames(queue).delayed)) {
        const object = `${kind}/${key}`;
        const stored = this.byName.get('etcd')?.get(object);
        const at = due < now || stored === undefined ? undefined : rule(stored as Timed, due, this.epochMicros);
        if (at !== undefined && at >= now) yield { at, what, object };
      }
    }
    yield* this.ofKubelets();
  }

  private *ofKubelets(): Iterable<Deadline> {
    for (const { time, handler, data } of this.world.timers(Object.keys(OF_KUBELETS))) {
      const { uid, container = '', attempt } = data as OfPod;
      const pod = this.byName.get('kubelet/pods')?.get(uid) as Kept | undefined;
      const what = OF_KUBELETS[handler];
      if (pod === undefined || what === undefined) continue;
      const run = pod.containers[container];
      const isStale = container !== '' && (run?.state !== 'running' || (run.restarts ?? 0) !== attempt);
      // What is being stopped anyway ends by that.
      const isUp = pod.stage === 'up' || pod.stage === 'seen';
      if (!isStale && (isUp || what === 'stop')) yield { at: time, what, object: pod.pod };
    }
  }

  private entries<V>(name: string): Iterable<readonly [string, V]> {
    return (this.byName.get(name)?.entries() ?? []) as Iterable<readonly [string, V]>;
  }
}
