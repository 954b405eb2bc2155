/**
 * What crosses between the page and the engine: types and a small codec. One answer a call; columns in typed arrays are
 * transferred; rich objects only on `inspect` and `why`.
 */

import type { FixesAnswer, RefusedRow, WhyAnswer } from './answers.ts';
import type { ApiServerAnswer, ConflictAnswer, OwnershipAnswer, RefusalsAsked } from './api-server.ts';
import type { BesideAnswer } from './beside.ts';
import type { StopsAnswer, WatchAnswer } from './conditions.ts';
import type { InformerAnswer, InformerGeneration, InformersAnswer } from './informer.ts';
import type { Breach, InvariantRow } from './invariants.ts';
import type { LeftAnswer } from './left.ts';
import type { LanesAnswer, PreemptionAnswer, TopologyAnswer } from './placement.ts';
import type { QueuesAnswer } from './queues.ts';
import type { StageView, TokenPhase } from './stage-view.ts';
import type { ChangeAnswer, FitAnswer } from './what-if.ts';
import type { WorkloadAnswer } from './workloads.ts';

export type * from './answers.ts';
export type * from './api-server.ts';
export type * from './beside.ts';
export type * from './conditions.ts';
export type * from './informer.ts';
export type * from './invariants.ts';
export type * from './left.ts';
export type * from './placement.ts';
export type * from './queues.ts';
export type * from './stage-view.ts';
export type * from './what-if.ts';
export type * from './workloads.ts';

export type Granularity = 'event' | 'stage' | 'cycle' | 'life';

/** Errors cross as data. `params` fill the sentence that derive/words has for `code`. */
export interface Problem {
  readonly kind: 'bad-scenario' | 'engine-bug';
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  readonly column?: number;
  /** What else is wrong in the same input, in its order; at most nine. They have none themselves. */
  readonly others?: readonly Problem[];
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export interface SourceFile {
  readonly name: string;
  /** Raw bytes (a dropped file, transferred) or text (a paste, a link). */
  readonly data: Uint8Array | string;
}

export interface OpenRequest {
  readonly files: readonly SourceFile[];
  readonly kubernetesVersion?: string;
  readonly seed?: number;
  /** Overrides the scenario's and the version's. */
  readonly informerGeneration?: InformerGeneration;
  /** A KubeSchedulerConfiguration file; overrides the scenario's. */
  readonly schedulerConfiguration?: SourceFile;
}

/** One kind of the input: how many came, and what becomes of them. */
export interface ImportedKind {
  readonly kind: string;
  readonly count: number;
  readonly treatment: 'acted' | 'kept' | 'unknown';
}

export interface ImportSummary {
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly documents: number }[];
  readonly kinds: readonly ImportedKind[];
  readonly observed: boolean;
  readonly kubernetesVersion: string;
  /** What the version was taken from: "scenario", "option", "kubelets", "nearest", "default". */
  readonly versionFrom: string;
  /** Field paths with values that the engine does not model, and in how many objects: ["Pod spec.volumes", 12]. */
  readonly unmodelledFields: readonly { readonly path: string; readonly count: number }[];
  /** Kinds that a dump left out and that something needs: unknown, not empty. */
  readonly missingKinds: readonly string[];
  readonly warnings: readonly Problem[];
  readonly runningPods: number;
  readonly pendingPods: number;
  readonly nodes: number;
  /** What the scenario document brings beside objects. */
  readonly scripted: ScriptedSummary;
}

export interface ScriptedSummary {
  /** Entries of the timeline by verb, in the order in which the verbs first stand. */
  readonly verbs: readonly { readonly verb: string; readonly count: number }[];
  readonly lessons: readonly string[];
  readonly listeners: number;
  readonly metrics: number;
}

export interface OpenAnswer {
  readonly title: { readonly en: string; readonly ja: string };
  readonly name: string;
  readonly kubernetesVersion: string;
  readonly seed: number;
  readonly summary: ImportSummary;
  /** Tables behind the columns. */
  readonly kinds: readonly { readonly name: string; readonly granularity: Granularity }[];
  readonly lanes: readonly string[];
  readonly ticksPerSecond: number;
  /** Notes of the scenario at steps, where it has any. */
  readonly story: readonly StoryNote[];
  /** The canonical scenario text, for links and files. */
  readonly scenario: string;
}

export interface StoryNote {
  readonly id: string;
  readonly title: { readonly en: string; readonly ja: string };
  readonly text: { readonly en: string; readonly ja: string };
  /** Where it belongs: an anchor such as "cycle.score:default/web-1" or "step:12". */
  readonly anchor: string;
  /** Where it is seen best, as a link names it: "informer/kube-scheduler+pods", "api-server". */
  readonly view?: string;
  /** The object that the view is about: "Node/node-b". */
  readonly select?: string;
  /** It tells of the run that the story was written for; this one may go another way. */
  readonly ofOriginalRun?: boolean;
  /** Asked before the notes behind this one are told. */
  readonly question?: StoryQuestion;
}

export interface StoryQuestion {
  readonly text: { readonly en: string; readonly ja: string };
  /** Exactly one is right. */
  readonly options: readonly {
    readonly text: { readonly en: string; readonly ja: string };
    readonly why: { readonly en: string; readonly ja: string };
    readonly right: boolean;
  }[];
}

/**
 * New rows of the event log since the last frame: steps `from` .. `from + length - 1`. A frame of another branch than the
 * frame before it takes the place of all rows from `from` on: after `fork(step)` the next frame starts at step + 1 at the
 * latest, after `undo` again, with the rows that the fork had set aside.
 */
export interface Frame {
  /** 0 for the first branch; each fork makes a new number, an undo brings the old one back. */
  readonly branch: number;
  readonly from: number;
  readonly length: number;
  /** Ticks. */
  readonly time: Float64Array;
  readonly kind: Uint8Array;
  readonly lane: Uint8Array;
  readonly cause: Uint32Array;
  readonly subject: Uint32Array;
  readonly object: Uint32Array;
  readonly detail: Uint32Array;
  readonly number: Float64Array;
  /** Bit 0: periodic. */
  readonly flags: Uint8Array;
  /** Texts with ids from `firstText` on. */
  readonly firstText: number;
  readonly texts: readonly string[];
  readonly status: RunStatus;
}

export interface RunStatus {
  readonly steps: number;
  readonly simMicros: number;
  readonly state: 'running' | 'quiescent' | 'time-limit' | 'event-limit';
}

export interface ViewSpec {
  /** Rows of each queue to send. */
  readonly queueRows: number;
  readonly nodes: number;
  readonly cycleRows: number;
}

/** The object table as of a step. */
export interface ObjectRow {
  /** "Pod/ns/name". */
  readonly key: string;
  readonly kind: string;
  /** Pods only. */
  readonly phase: TokenPhase | '';
  readonly node: string;
  readonly revision: string;
  /** "Running", "Pending", or what kubectl would print. */
  readonly status: string;
  /** Pods without a node only: condition PodScheduled=False, and what made it ("ReplicaSet/web-7d4b9c"); "" = none. */
  readonly waits?: { readonly message: string; readonly maker: string };
}

export interface FieldChange {
  readonly path: string;
  /** Undefined = absent. YAML-ish text of a leaf. */
  readonly before?: string;
  readonly after?: string;
}

export interface InspectAnswer {
  readonly key: string;
  readonly exists: boolean;
  /** The object as of the step (absent: as it last was), as YAML text without managedFields. */
  readonly yaml: string;
  readonly phase: TokenPhase | '';
  readonly node: string;
  /** Steps at which it was written, oldest first. */
  readonly writes: readonly number[];
  /** The last write at or before the step, and what it changed. */
  readonly changedAt: number;
  readonly changes: readonly FieldChange[];
  /** Causes of the last write, nearest first, back to what a person or a timer did. */
  readonly because: readonly number[];
  readonly owner: string;
  readonly requests: string;
  /** Condition PodScheduled=False, as written. */
  readonly schedulingMessage: string;
  /** core/v1 Events about it up to the step. */
  readonly events: readonly {
    readonly step: number;
    readonly type: string;
    readonly reason: string;
    readonly message: string;
    readonly count: number;
  }[];
}
export interface Moment {
  readonly step: number;
  readonly digest: string;
}

/** What a person does, as a timeline has it (src/scenario/verbs.ts): verb, its argument, and what stands beside it. */
export interface ForkEntry {
  readonly verb: string;
  readonly body: unknown;
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface ForkAnswer {
  readonly branch: number;
  /** First step that is not shared with the branch before. */
  readonly from: number;
}

/** The engine's side, synchronous. */
export interface EngineApi {
  open(request: OpenRequest, progress?: (done: number, total: number) => void): Outcome<OpenAnswer>;
  /**
   * Runs up to `budget` events and answers the rows that were not sent yet.
   * @param wanted tick: on past rest to there, and to the rest after it; asked for once
   */
  advance(budget: number, wanted?: number): Frame;
  view(step: number, spec: ViewSpec): StageView;
  objects(step: number): readonly ObjectRow[];
  inspect(step: number, key: string): InspectAnswer;
  why(step: number, podKey: string): WhyAnswer;
  /** Workloads and Pods whose creation the api-server refuses. */
  refused(step: number): readonly RefusedRow[];
  /**
   * Edits that would let a pending Pod bind, each proved from this step. The run stays as it is.
   * @param podKey "Pod/ns/name", or a key that `refused` names
   */
  fixes(step: number, podKey: string): FixesAnswer;
  /** What the Pod's cycles tried up to the step, and what it had to go for; oldest first. */
  preemption(step: number, podKey: string): readonly PreemptionAnswer[];
  /** Without rows where the Pod has no rule, or is not there. */
  topology(step: number, podKey: string): TopologyAnswer;
  /** Without points where no cycle was made for the Pod yet. */
  lanes(step: number, podKey: string): LanesAnswer;
  queues(step: number): QueuesAnswer;
  informers(step: number): InformersAnswer;
  /** @param id "kube-scheduler pods" @returns undefined if there is no such informer */
  informer(step: number, id: string): InformerAnswer | undefined;
  apiServer(step: number, asked?: RefusalsAsked): ApiServerAnswer;
  /** @param at step of the `request.refused` */
  conflict(at: number): ConflictAnswer | undefined;
  /** @param key "Kind/ns/name" @returns undefined if it is not there at the step */
  ownership(step: number, key: string): OwnershipAnswer | undefined;
  /** @param key of a workload, a Node, a PodDisruptionBudget or a Pod: "Deployment/ns/name" */
  workload(step: number, key: string): WorkloadAnswer;
  /** How many more Pods like this one, or of this workload, fit, at most `max`. The run stays as it is, here and below. */
  fit(step: number, podKey: string, max: number): FitAnswer | undefined;
  /** The same for the first Pod, or template of one, in a text. */
  fitText(step: number, file: SourceFile, max: number): Outcome<FitAnswer>;
  drain(step: number, node: string, force: boolean): ChangeAnswer | undefined;
  addNodes(step: number, like: string, count: number): ChangeAnswer | undefined;
  /** Where conditions stop the run, after `from`; what was not looked at yet is asked for again. @param texts as people write them */
  stops(texts: readonly string[], from: number): StopsAnswer;
  /** @returns undefined for a text that is no watch expression */
  watches(texts: readonly string[], step: number): readonly (WatchAnswer | undefined)[];
  /**
   * The branch on screen beside the run that it left. @param fork where the original is on screen: what would make the branch
   * @returns undefined where the run on screen is no branch
   */
  beside(fork?: { readonly step: number; readonly entries: readonly ForkEntry[] }): BesideAnswer | undefined;
  moment(step: number): Moment;
  /**
   * Invariants that did not hold up to the step, in order, at most 100; what holds only at rest is looked at where the step is the
   * last of a run that has come to rest. The first call goes through all steps, later ones through those that came since.
   */
  breaches(step: number): readonly Breach[];
  /** What is still to come after the present end of the run. */
  left(): LeftAnswer;
  /** All invariants, in the table's order. Costs what `breaches` costs. */
  invariants(step: number): readonly InvariantRow[];
  /**
   * A new branch: the world as of the end of `step`, and kubectl carries out `entries` right after it, one after the other.
   * Later steps of the branch before are set aside for `undo`; entries of the timeline that wait for step `step` or a later
   * one are forgotten. The run goes on with `advance`. Refuses what a timeline would refuse, and a step that is not there.
   */
  fork(step: number, entries: readonly ForkEntry[]): Outcome<ForkAnswer>;
  /** Back to the branch that the last fork left; one is kept. @returns false if there is none */
  undo(): boolean;
  /** The canonical scenario of the present branch, forks included, for links and files: it replays to equal digests. */
  scenario(): string;
}

/** Its promised twin: comlink's Remote<EngineApi> and the in-process wrapper both fit. */
export type EnginePort = {
  readonly [M in keyof EngineApi]: (...args: Parameters<EngineApi[M]>) => Promise<ReturnType<EngineApi[M]>>;
};

/** Wraps an engine in this thread: tests and the command line use store and views without a worker. */
export function inProcessPort(engine: EngineApi): EnginePort {
  return {
    open: (request, progress) => Promise.resolve(engine.open(request, progress)),
    advance: (budget, wanted) => Promise.resolve(engine.advance(budget, wanted)),
    view: (step, spec) => Promise.resolve(engine.view(step, spec)),
    objects: (step) => Promise.resolve(engine.objects(step)),
    inspect: (step, key) => Promise.resolve(engine.inspect(step, key)),
    why: (step, podKey) => Promise.resolve(engine.why(step, podKey)),
    refused: (step) => Promise.resolve(engine.refused(step)),
    fixes: (step, podKey) => Promise.resolve(engine.fixes(step, podKey)),
    preemption: (step, podKey) => Promise.resolve(engine.preemption(step, podKey)),
    topology: (step, podKey) => Promise.resolve(engine.topology(step, podKey)),
    lanes: (step, podKey) => Promise.resolve(engine.lanes(step, podKey)),
    queues: (step) => Promise.resolve(engine.queues(step)),
    informers: (step) => Promise.resolve(engine.informers(step)),
    informer: (step, id) => Promise.resolve(engine.informer(step, id)),
    apiServer: (step, asked) => Promise.resolve(engine.apiServer(step, asked)),
    conflict: (at) => Promise.resolve(engine.conflict(at)),
    ownership: (step, key) => Promise.resolve(engine.ownership(step, key)),
    workload: (step, key) => Promise.resolve(engine.workload(step, key)),
    fit: (step, podKey, max) => Promise.resolve(engine.fit(step, podKey, max)),
    fitText: (step, file, max) => Promise.resolve(engine.fitText(step, file, max)),
    drain: (step, node, force) => Promise.resolve(engine.drain(step, node, force)),
    addNodes: (step, like, count) => Promise.resolve(engine.addNodes(step, like, count)),
    stops: (texts, from) => Promise.resolve(engine.stops(texts, from)),
    watches: (texts, step) => Promise.resolve(engine.watches(texts, step)),
    beside: (fork) => Promise.resolve(engine.beside(fork)),
    moment: (step) => Promise.resolve(engine.moment(step)),
    breaches: (step) => Promise.resolve(engine.breaches(step)),
    invariants: (step) => Promise.resolve(engine.invariants(step)),
    left: () => Promise.resolve(engine.left()),
    fork: (step, entries) => Promise.resolve(engine.fork(step, entries)),
    undo: () => Promise.resolve(engine.undo()),
    scenario: () => Promise.resolve(engine.scenario()),
  };
}
