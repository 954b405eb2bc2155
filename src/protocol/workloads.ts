/**
 * Workloads as pictures, as of one step: a rollout, a node that is not heard, a CronJob's calendar, a drain with its budgets,
 * and the lives of Pods. Stretches go on to the last simulated step, so that a picture stays where it is while a person steps.
 */
import type { TokenPhase } from './protocol.ts';

/** The step that made it so, and its time in ticks. Step 0 = from the start. */
export interface At {
  readonly step: number;
  readonly tick: number;
}

/** Where a Pod is in its life, finer than its phase. */
export type PodStage =
  | 'pending'
  | 'gated'
  | 'scheduling'
  | 'unschedulable'
  | 'backoff'
  | 'bound'
  | 'pulling'
  | 'starting'
  | 'running'
  | 'notReady'
  | 'crashLoop'
  | 'imagePull'
  | 'terminating'
  | 'succeeded'
  | 'failed'
  | 'gone';

export interface PodStretch extends At {
  readonly stage: PodStage;
  readonly phase: TokenPhase;
  /** What the object says, as written: "Unschedulable", "CrashLoopBackOff", "Evicted"; "" = nothing. */
  readonly reason: string;
  readonly message: string;
}

export interface ContainerStretch extends At {
  readonly state: 'waiting' | 'running' | 'terminated';
  readonly ready: boolean;
  /** "ContainerCreating", "CrashLoopBackOff", "Error"; "" of one that runs. */
  readonly reason: string;
  /** Of one that is terminated. */
  readonly exitCode?: number;
}

export interface ContainerLife {
  readonly name: string;
  readonly init: boolean;
  readonly stretches: readonly ContainerStretch[];
  readonly restarts: readonly (At & {
    readonly count: number;
    /** How the run before ended, where the status says so. */
    readonly exitCode?: number;
    readonly reason: string;
  })[];
}

/** One Pod from its first write to its last: a name that comes again is another Pod. */
export interface PodLife {
  /** "Pod/ns/name". */
  readonly key: string;
  /** Tells Pods of one name apart. */
  readonly uid: string;
  /** "ReplicaSet/ns/name" of its controller; "" = none. */
  readonly maker: string;
  /** Label pod-template-hash or controller-revision-hash. */
  readonly hash: string;
  /** "" = never bound. */
  readonly node: string;
  /** Oldest first; a last one says gone. */
  readonly stretches: readonly PodStretch[];
  readonly containers: readonly ContainerLife[];
}

/** Numbers of a workload as its status has them; written together. */
export interface CountsPoint extends At {
  readonly replicas: number;
  readonly updated: number;
  readonly ready: number;
  readonly available: number;
  readonly unavailable: number;
  /** Of a DaemonSet: Pods on nodes that should have none. */
  readonly misscheduled?: number;
}

/** What the spec asks for. */
export interface BoundsPoint extends At {
  readonly replicas: number;
  /** replicas + maxSurge; absent where nothing bounds it. */
  readonly most?: number;
  /** replicas - maxUnavailable. */
  readonly least?: number;
}

/** maxSurge or maxUnavailable: what is written, and what it comes to. */
export interface Fence {
  readonly asked: string;
  readonly pods: number;
}

/** Pods of one revision: a ReplicaSet, or those that carry one hash. */
export interface SetView {
  /** "ReplicaSet/ns/name", "ControllerRevision/ns/name". */
  readonly key: string;
  readonly hash: string;
  /** 0 = it has none. */
  readonly revision: number;
  /** It has the template as it is now. */
  readonly current: boolean;
  /** spec.replicas; -1 of a revision, which has no size. */
  readonly wanted: number;
  readonly images: readonly string[];
  readonly created: At;
  /** It is there at the step; else it was removed, or is still to come. */
  readonly exists: boolean;
  /** Annotation kubernetes.io/change-cause. */
  readonly cause: string;
}

/** An ordinal of a StatefulSet or a node of a DaemonSet. */
export interface SlotView {
  readonly name: string;
  readonly ordinal?: number;
  /** "" = no Pod there. */
  readonly pod: string;
  readonly uid: string;
  readonly phase: TokenPhase | '';
  readonly hash: string;
  readonly updated: boolean;
  readonly available: boolean;
  /** starting: it is of the new revision, and not available yet. keeps: the partition, or OnDelete, leaves it at its revision. next: it is the one that goes next. */
  readonly plan: 'done' | 'starting' | 'waits' | 'next' | 'keeps' | 'missing' | 'leaving' | 'not-here';
}

export interface WaitRow {
  readonly code:
    | 'complete'
    | 'paused'
    | 'not-observed'
    | 'create-failed'
    | 'surge-full'
    | 'too-few-available'
    | 'old-leaving'
    /** Not of an old template: the Pods are marked, or too many. */
    | 'leaving'
    /** Marked on a node whose kubelet cannot confirm it. */
    | 'leaving-silent'
    | 'not-ready'
    | 'not-long-enough'
    | 'deadline-exceeded'
    | 'partition'
    | 'on-delete'
    | 'ordinal'
    | 'too-many';
  readonly params: Readonly<Record<string, string | number>>;
  /** The Pod that it is about. */
  readonly pod?: string;
}

export interface RolloutView {
  readonly kind: 'Deployment' | 'ReplicaSet' | 'StatefulSet' | 'DaemonSet';
  /** "RollingUpdate", "Recreate", "OnDelete"; "" of a ReplicaSet. */
  readonly strategy: string;
  readonly bounds: readonly BoundsPoint[];
  readonly counts: readonly CountsPoint[];
  readonly surge?: Fence;
  readonly unavailable?: Fence;
  readonly minReadySeconds: number;
  readonly paused: boolean;
  /** StatefulSets: ordinals below keep their revision. */
  readonly partition?: number;
  readonly sets: readonly SetView[];
  readonly slots: readonly SlotView[];
  readonly waits: readonly WaitRow[];
  /** Deployments with a deadline: from the last progress on. */
  readonly deadline?: {
    readonly seconds: number;
    readonly sinceTick: number;
    /** Absent: the clock stands still. */
    readonly dueTick?: number;
    readonly reason: string;
    readonly message: string;
  };
  /** "ReplicaSet/ns/name" -> its Deployment; "" = nobody's. */
  readonly owner: string;
}

export interface NodePodView {
  readonly key: string;
  readonly uid: string;
  readonly phase: TokenPhase;
  readonly maker: string;
  /**
   * counts: a date is set. would: it would have one if the node fell silent. stays: no date. leaving: marked, and still there.
   * left: gone.
   */
  readonly verdict: 'counts' | 'would' | 'stays' | 'leaving' | 'left';
  readonly why: 'daemonset' | 'static' | 'tolerates' | 'over' | 'seconds' | 'at-once' | 'evicted' | 'deleted';
  /** tolerationSeconds that count, the least of all. */
  readonly seconds?: number;
  /** Taint that it does not tolerate for ever. */
  readonly taint?: string;
  readonly sinceTick?: number;
  readonly dueTick?: number;
  /** When it was marked, or gone. */
  readonly at?: At;
}

export interface NodeClockView {
  readonly node: string;
  /** Status of condition Ready; "" = none. */
  readonly ready: string;
  readonly cordoned: boolean;
  /** Last renewal of its Lease, or what the Node itself last said. */
  readonly heard?: At;
  /** node-monitor-grace-period. */
  readonly graceSeconds: number;
  /** heard + grace: from the next check on its conditions become Unknown. */
  readonly graceTick?: number;
  readonly conditions: readonly (At & {
    readonly type: string;
    readonly status: string;
    readonly reason: string;
    readonly message: string;
  })[];
  readonly taints: readonly (At & { readonly text: string; readonly noExecute: boolean })[];
  readonly marks: readonly (At & {
    readonly code:
      'ready' | 'not-ready' | 'unknown' | 'tainted' | 'untainted' | 'cordoned' | 'uncordoned' | 'stopped' | 'resumed';
    readonly detail: string;
  })[];
  readonly pods: readonly NodePodView[];
}

export interface CronRun {
  /** RFC 3339, in the schedule's zone. */
  readonly due: string;
  /** Below 0: before the simulation began. */
  readonly dueTick: number;
  readonly outcome: 'started' | 'skipped' | 'due';
  /** Of one that is due: what holds it. passed-over: only the latest of several missed runs is started. */
  readonly why: '' | 'forbid' | 'deadline' | 'suspended' | 'passed-over';
  /** "Job/ns/name"; "" = none was made. */
  readonly job: string;
  readonly state: '' | 'active' | 'complete' | 'failed';
  readonly started?: At;
  readonly ended?: At;
  /** Where it is no longer there. */
  readonly removed?: At;
}

export interface CalendarView {
  readonly schedule: string;
  /** Why it cannot be read; absent where it can. */
  readonly problem?: string;
  /** "" = the controller's zone, UTC here. */
  readonly zone: string;
  readonly suspended: boolean;
  readonly policy: string;
  readonly deadlineSeconds?: number;
  readonly keeps: { readonly complete?: number; readonly failed?: number };
  /** RFC 3339; "" = never. */
  readonly lastSchedule: string;
  readonly lastSuccess: string;
  /** Oldest first; at most 200, the newest. */
  readonly runs: readonly CronRun[];
  readonly runCount: number;
  /** Times to come. */
  readonly next: readonly { readonly due: string; readonly dueTick: number }[];
  /** The command of the first container, as written. */
  readonly command: readonly string[];
  readonly apiVersion: string;
}

export interface EvictionTry extends At {
  readonly code: number;
  readonly client: string;
  /** Numbers of the budget when it said no. */
  readonly budget?: string;
  readonly healthy?: number;
  readonly desired?: number;
  /** Of the healthy: whose eviction was granted just before. */
  readonly leaving?: number;
}

export interface DrainPodView {
  readonly key: string;
  readonly uid: string;
  readonly phase: TokenPhase;
  readonly maker: string;
  readonly budgets: readonly string[];
  /** 'left': refused, and kubectl gave up since. */
  readonly state: 'stays' | 'daemonset' | 'refused' | 'left' | 'evicted' | 'gone';
  readonly tries: readonly EvictionTry[];
  /** When kubectl drain gave up after the last refusal so far. */
  readonly gaveUp?: At;
  /** When a refused one is granted later in this run. */
  readonly granted?: At;
  /** What its controller made for it, and where that is. */
  readonly heir?: { readonly key: string; readonly node: string; readonly phase: TokenPhase; readonly at: At };
}

export interface BudgetPoint extends At {
  readonly allowed: number;
  readonly healthy: number;
  readonly desired: number;
  readonly expected: number;
}

export interface BudgetView {
  readonly key: string;
  /** "minAvailable: 3", "maxUnavailable: 25%". */
  readonly rule: string;
  readonly points: readonly BudgetPoint[];
  /** Pods whose eviction was granted and that are still counted out. */
  readonly disrupted: readonly string[];
  readonly pods: readonly string[];
}

export interface DrainView {
  /** "" = of a budget, on whatever node. */
  readonly node: string;
  readonly cordoned?: At;
  readonly pods: readonly DrainPodView[];
  readonly budgets: readonly BudgetView[];
}

export interface WorkloadAnswer {
  readonly step: number;
  readonly tick: number;
  /** Unix microseconds of tick 0. */
  readonly epochMicros: number;
  /** The last step that is simulated. */
  readonly until: At;
  /** "Deployment/ns/name". */
  readonly key: string;
  /** It is there at the step. */
  readonly exists: boolean;
  /** Its first write, where one is known. */
  readonly born?: At;
  readonly rollout?: RolloutView;
  readonly clock?: NodeClockView;
  readonly calendar?: CalendarView;
  readonly drain?: DrainView;
  /** At most 200, oldest first; how many there were. */
  readonly pods: readonly PodLife[];
  readonly podCount: number;
}
