/** What the stage shows of one step: small marks, sized by the screen and not by the cluster. */

/** The letter and shape of a Pod's token (mock/DESIGN.md section 5). */
export type TokenPhase = 'pending' | 'sched' | 'bound' | 'run' | 'unsched' | 'term' | 'done' | 'fail';

export interface PodMark {
  /** "Pod/ns/name". */
  readonly key: string;
  readonly phase: TokenPhase;
}

export interface NodeMark {
  readonly name: string;
  readonly zone: string;
  readonly ready: boolean;
  readonly cordoned: boolean;
  /** "key=value:Effect"; absent where there are none. */
  readonly taints?: readonly string[];
  /** Requested and allocatable: cpu in milli-cores, memory in bytes, Pods. */
  readonly cpu: readonly [used: number, total: number];
  readonly memory: readonly [used: number, total: number];
  readonly pods: readonly PodMark[];
  readonly podLimit: number;
  /** Pods assumed or nominated here, not yet bound: drawn as ghosts. */
  readonly ghosts: readonly PodMark[];
}

export interface QueueMark extends PodMark {
  readonly attempts: number;
  /** Ticks until back-off ends; back-off only. */
  readonly waitTicks?: number;
  /** Plugins that rejected it. */
  readonly plugins: readonly string[];
}

export interface FifoMark {
  readonly key: string;
  readonly deltas: readonly string[];
  readonly revision: number;
}

export interface CycleNodeMark {
  readonly node: string;
  /** "" = passed. */
  readonly plugin: string;
  readonly reason: string;
  /** Weighted scores, parallel to `plugins`; empty where filtered or not scored yet. */
  readonly scores: readonly number[];
  readonly total: number;
}

/** The scheduling cycle that is going on, or the last one that touched this step. */
export interface CycleMark {
  readonly pod: string;
  readonly attempt: number;
  readonly startStep: number;
  /** The last extension point reached: PreFilter, Filter, PostFilter, Score, Reserve, Permit, Bind. */
  readonly point: string;
  readonly open: boolean;
  readonly plugins: readonly { readonly name: string; readonly weight: number }[];
  readonly nodes: readonly CycleNodeMark[];
  readonly host: string;
  readonly maxTotal: number;
}

/** The stage as of one step: screen-sized, aggregated in the worker. */
export interface StageView {
  readonly step: number;
  readonly micros: number;
  readonly revision: number;
  /** The last revisions, newest last: short word of the kind and the revision. */
  readonly revisions: readonly { readonly kind: string; readonly revision: number; readonly step: number }[];
  readonly fifo: readonly FifoMark[];
  /** "DeltaFIFO", "RealFIFO" or "atomic RealFIFO". */
  readonly fifoName: string;
  readonly active: readonly QueueMark[];
  readonly backoff: readonly QueueMark[];
  readonly unschedulable: readonly QueueMark[];
  /** Lengths, for the lists above are cut to the view's limits. */
  readonly lengths: {
    readonly fifo: number;
    readonly active: number;
    readonly backoff: number;
    readonly unschedulable: number;
  };
  readonly cycle?: CycleMark;
  readonly controllers: readonly { readonly name: string; readonly queued: number; readonly processing: string }[];
  readonly nodes: readonly NodeMark[];
  /** Pods that no queue and no node holds (just created, another scheduler's, finished without a node). */
  readonly elsewhere: readonly PodMark[];
  readonly phases: Readonly<Record<TokenPhase, number>>;
  readonly digest: string;
}
