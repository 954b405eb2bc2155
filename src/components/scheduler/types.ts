import type { Choice, Step, World } from '../../kernel/kernel.ts';
import type { KubeObject, Node, Pod } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Latencies } from '../../model/latencies.ts';
import type { ApiClient, ApiServer } from '../apiserver/apiserver.ts';
import type { SharedInformer } from '../informer/informer.ts';

export interface SchedulerDeps {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly client: ApiClient;
  readonly pods: SharedInformer;
  readonly nodes: SharedInformer;
  readonly namespaces: SharedInformer;
  /** Informers of whatever else plugins look at (services, replicasets, persistentvolumeclaims …); each is optional. */
  readonly others?: readonly SharedInformer[];
  readonly latencies: Latencies;
  readonly version: KubernetesVersion;
  readonly seed: number;
  /** A KubeSchedulerConfiguration, as given; profiles with plugins' weights and names are read, the rest is listed. */
  readonly configuration?: unknown;
}

export interface Scheduler {
  /** Set-up: fills the cache and puts waiting Pods into the queue (0 attempts), like a scheduler that just synced. */
  prime(): void;
  /** Inside a pop, after its group was discarded: what a fresh process knows before its informers list. */
  restart(): void;
  /** Names of the profiles' schedulers, "default-scheduler" by default. */
  readonly schedulerNames: readonly string[];
}

export type QueueName = 'active' | 'backoff' | 'unschedulable' | 'gated' | 'inflight';

/** One Pod's entry of the scheduling queue: the value in collection "scheduler/queue", keyed by the Pod's "namespace/name". */
export interface QueuedPod {
  readonly queue: QueueName;
  /** Key of the store: "Pod/ns/name". */
  readonly pod: string;
  readonly uid: string;
  readonly priority: number;
  /** How often it was popped. */
  readonly attempts: number;
  /** Tick at which it was added to its queue (orders activeQ within a priority). */
  readonly since: number;
  readonly initialAttempt?: number;
  /** Order of arrival: last tie-break. */
  readonly sequence: number;
  /** Tick at which back-off ends; backoff only. */
  readonly backoffUntil?: number;
  /** Plugins that rejected it in its last attempt, sorted. */
  readonly unschedulablePlugins: readonly string[];
  /** Plugins that wait for something outside: what they ask for comes without back-off. */
  readonly pendingPlugins?: readonly string[];
  /** Attempts that ended without a node, and attempts in a row that broke: what back-off is counted from. */
  readonly unschedulableCount: number;
  readonly errorCount: number;
  /** PreEnqueue plugin that holds it back; gated only. */
  readonly gatedBy?: string;
  /** Its cycle is over and its binding is on the way; in flight only. */
  readonly binding?: true;
}

export type PluginStatusCode = 'Success' | 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Error' | 'Skip' | 'Wait';

export interface PluginStatus {
  readonly code: PluginStatusCode;
  readonly reasons: readonly string[];
}

export interface NodeVerdict {
  readonly node: string;
  readonly code: PluginStatusCode;
  /** First plugin that rejected it; "" where it passed. */
  readonly plugin: string;
  readonly reasons: readonly string[];
  /** Figures behind the reasons where the plugin has them: asked and free, in the resource's base unit (milli for cpu). */
  readonly numbers?: readonly {
    readonly resource: string;
    readonly asked: number;
    readonly free: number;
    readonly total: number;
  }[];
}

/** Everything a cycle reads. Plain data: a cycle is a pure function of it (and of `choose`). */
export interface CycleInput {
  readonly pod: Pod;
  /** In the order of the node tree (zone round robin). */
  readonly nodes: readonly CycleNode[];
  readonly startIndex: number;
  readonly version: KubernetesVersion;
  readonly configuration?: unknown;
  readonly namespaceLabels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whatever else plugins look at: Services, ReplicaSets, PodDisruptionBudgets, PersistentVolumeClaims … */
  readonly others?: readonly KubeObject[];
  /** Kinds among `others` of which all objects are known; where a kind is not, its plugins let everything pass. */
  readonly knownKinds?: readonly string[];
  /** Volumes and claims as earlier cycles decided and the api-server has not told yet; only binding looks at them. */
  readonly assumedVolumes?: readonly KubeObject[];
}

export interface CycleNode {
  readonly node: Node;
  /** Bound, assumed and nominated Pods on it, in order of arrival. */
  readonly pods: readonly Pod[];
  /** Order in which nodes were added; default: the position in the list. */
  readonly added?: number;
}

export interface PluginScores {
  readonly plugin: string;
  readonly weight: number;
  /** Parallel to `feasible`. */
  readonly raw: readonly number[];
  readonly normalized: readonly number[];
}

export interface NodeSearch {
  /** Nodes that it could look at. */
  readonly nodes: number;
  /** Names of those that it looked at, in order; fewer than `nodes` where it had enough: the last one was too many. */
  readonly walk: readonly string[];
}

export interface CycleResult {
  readonly verdicts: readonly NodeVerdict[];
  readonly evaluated: number;
  /** How the nodes were walked through; absent where the cycle came to none. */
  readonly search?: NodeSearch;
  readonly feasible: readonly string[];
  readonly scores: readonly PluginScores[];
  /** Weighted sums, parallel to `feasible`. */
  readonly totals: readonly number[];
  readonly host?: string;
  /** Next start index. */
  readonly nextStart: number;
  /** Text of the PodScheduled condition where no node took it. */
  readonly message?: string;
  readonly unschedulablePlugins: readonly string[];
  readonly prefilterRejection?: PluginStatus & { readonly plugin: string };
  /** The cycle broke rather than found no node; `message` is the error. The Pod is tried again after back-off. */
  readonly error?: true;
  /** Given with `host`, where volumes must be bound first. */
  readonly volumes?: VolumeBindings;
  /** What PostFilter said; "" where it started a preemption. Absent where it did not run. */
  readonly postFilterMessage?: string;
  /** Preemption: the node it makes room on, and the Pods ("namespace/name") that must go. */
  readonly nominatedNodeName?: string;
  readonly victims?: readonly string[];
  /** Preemption: every node that could be freed, and those that no rule tells apart. */
  readonly candidates?: readonly PreemptionCandidate[];
  readonly bestNodes?: readonly string[];
  /** Preemption: how it was decided. Absent where it was not tried. */
  readonly preemption?: PreemptionReport;
}

/** What VolumeBinding does before the Pod is bound. Claims are "namespace/name". */
export interface VolumeBindings {
  /** Volumes to reserve, each for a claim. */
  readonly bind: readonly { readonly claim: string; readonly volume: string }[];
  /** Claims whose volume is to be made for the node. */
  readonly provision: readonly string[];
}

export interface PreemptionCandidate {
  readonly node: string;
  /** "namespace/name", from the most to the least important. */
  readonly victims: readonly string[];
  /** Victims that overdraw a PodDisruptionBudget. */
  readonly violations: number;
  /** Parallel to `victims`. */
  readonly facts: readonly VictimFacts[];
  /** What the rules compare: priority of the first victim, sum of the shifted priorities. */
  readonly highestPriority: number;
  readonly prioritySum: number;
  /** When the first of its most important victims started: RFC 3339, "" = not yet. */
  readonly earliestStart: string;
}

export interface VictimFacts {
  readonly priority: number;
  /** RFC 3339; "" = not yet. */
  readonly started: string;
  /** Names of the PodDisruptionBudgets that select it. */
  readonly budgets: readonly string[];
  /** It overdraws one of them. */
  readonly violates: boolean;
}

/** Names of the rules by which a candidate is picked, in their order; "any" where none of them decides. */
export type PickRule =
  'fewest-violations' | 'lowest-highest-priority' | 'smallest-sum' | 'fewest-victims' | 'latest-start' | 'any';

export interface PreemptionReport {
  readonly outcome: 'nominated' | 'never' | 'victim-terminating' | 'helpless';
  /** Each rule that was needed, with the nodes that it left. */
  readonly rules: readonly { readonly rule: PickRule; readonly left: readonly string[] }[];
  /** Nodes that no removal would help, by each reason of theirs; the most frequent first. */
  readonly unhelpful: readonly { readonly reason: string; readonly nodes: readonly string[] }[];
  /** Nodes that might have helped, but enough candidates were found before them. */
  readonly untried: readonly string[];
}

/** A Pod's cycle rebuilt from history: input as of the cycle's first step, run again with the recorded choices. */
export interface ExplainedCycle {
  /** Step of cycle.started. */
  readonly step: Step;
  readonly attempt: number;
  readonly input: CycleInput;
  readonly result: CycleResult;
}

export interface ExplainOptions {
  readonly world: World;
  readonly version: KubernetesVersion;
  readonly configuration?: unknown;
  /** Step of a cycle.started event. */
  readonly cycleStep: Step;
  readonly choices?: readonly Choice[];
}
