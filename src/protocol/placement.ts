/** Answers about one Pod's place that few ask for: who had to go for it, what is counted around it, who computed it when. */

import type { TokenPhase } from './protocol.ts';

/** A Pod that must go, or had to. */
export interface PreemptionVictim {
  /** "ns/name". */
  readonly pod: string;
  readonly priority: number;
  /** RFC 3339; "" where it did not start. */
  readonly started: string;
  /** Names of the PodDisruptionBudgets that cover it. */
  readonly budgets: readonly string[];
  /** It overdraws one of them. */
  readonly violates: boolean;
  /** "ReplicaSet/ns/name", or "". */
  readonly owner: string;
  /** At the step asked about; a Pod made anew under its name is another. */
  readonly now: 'here' | 'terminating' | 'gone';
  /** "" = gone. */
  readonly phase: TokenPhase | '';
  /** The Pod ("ns/name") that its controller made in its place, and the node of that one; "" = none yet. */
  readonly heir: string;
  readonly heirNode: string;
  /** "" = none yet, or gone again. */
  readonly heirPhase: TokenPhase | '';
}

export interface PreemptionCandidateRow {
  readonly node: string;
  /** From the most to the least important. */
  readonly victims: readonly PreemptionVictim[];
  readonly violations: number;
  readonly highestPriority: number;
  /** Sum as upstream computes it: each priority moved up so that it is not negative. */
  readonly prioritySum: number;
  /** When the first of its most important victims started; RFC 3339 or "". */
  readonly earliestStart: string;
}

/** A rule of kubernetes pkg/scheduler/framework/preemption/preemption.go pickOneNodeForPreemption, in its order. */
export type PreemptionRule =
  'fewest-violations' | 'lowest-highest-priority' | 'smallest-sum' | 'fewest-victims' | 'latest-start' | 'any';

/** A preemption that a Pod's cycle tried. */
export interface PreemptionAnswer {
  /** Of the Pod that needs room: "Pod/ns/name". */
  readonly pod: string;
  /** "victim": the Pod asked about had to go for `pod`. */
  readonly role: 'preemptor' | 'victim';
  /** Step of cycle.started. */
  readonly step: number;
  /** Step of cycle.postfilter: from it on there is this answer. */
  readonly foundAt: number;
  readonly attempt: number;
  readonly priority: number;
  /** "never": its policy forbids; "victim-terminating": one is on its way out already; "helpless": no node can be freed. */
  readonly outcome: 'nominated' | 'never' | 'victim-terminating' | 'helpless';
  /** What PostFilter said; "" for a nomination before 1.37. */
  readonly message: string;
  /** How many nodes the cycle knew. */
  readonly nodes: number;
  /** "" = no node was freed. */
  readonly nominated: string;
  readonly candidates: readonly PreemptionCandidateRow[];
  /** Each rule that was needed, with the nodes that it left; none where there is one candidate. */
  readonly rules: readonly { readonly rule: PreemptionRule; readonly left: readonly string[] }[];
  /** Nodes that no removal would help, by what upstream says of them (each of its reasons); the most frequent first. */
  readonly unhelpful: readonly { readonly reason: string; readonly nodes: readonly string[] }[];
  /** Nodes that might have helped, but enough candidates were found before them. */
  readonly untried: readonly string[];
  /** Where the preemptor is at the step asked about; "" = it still waits, or is gone. */
  readonly boundTo: string;
  /** Of the preemptor at that step; "" = gone. */
  readonly phase: TokenPhase | '';
}

/** A node of a domain with room where Pods that are nominated to it ("ns/name") leave none. */
export interface BarredNode {
  readonly node: string;
  readonly pods: readonly string[];
}

/** A value of a topology key. */
export interface TopologyDomain {
  readonly value: string;
  readonly nodes: readonly string[];
  /** Pods that count ("ns/name"), by node order. */
  readonly pods: readonly string[];
  /** The Pod may go here as far as this rule goes. */
  readonly allowed: boolean;
  /** Spread only: the skew that the Pod would make here. */
  readonly skew?: number;
}

export interface SpreadRow {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
  /** Where it is more than 1. */
  readonly minDomains?: number;
  /** As kubectl prints selectors; matchLabelKeys are in it. "" counts nobody. */
  readonly selector: string;
  /** The Pod counts itself. */
  readonly selfMatch: boolean;
  /** "pod", or where the profile's defaults stand in for it. */
  readonly from: 'pod' | 'defaults';
  /** The smallest count of a domain; 0 where there are fewer domains than minDomains. */
  readonly minimum: number;
  readonly domains: readonly TopologyDomain[];
  /**
   * Nodes that do not count, and the policy or the missing label that says so. "not-scored": wishes only; no node of its
   * domain passed the filters.
   */
  readonly ignored: readonly {
    readonly node: string;
    readonly why: 'no-label' | 'node-affinity' | 'node-taints' | 'not-scored';
  }[];
  readonly barred: readonly BarredNode[];
}

export interface AffinityRow {
  /** "existing-": the rule of the Pods listed, about the Pod asked about. */
  readonly kind: 'affinity' | 'anti-affinity' | 'existing-affinity' | 'existing-anti-affinity';
  /** 0 = required. An existing Pod's required affinity scores with hardPodAffinityWeight. */
  readonly weight: number;
  readonly topologyKey: string;
  /** "" = all Pods, "<none>" = no Pod. */
  readonly selector: string;
  /** Names; "*" = all. */
  readonly namespaces: readonly string[];
  /** Picks namespaces by label besides; "" = none. */
  readonly namespaceSelector: string;
  /** `pods`: who matches, or whose rule it is. */
  readonly domains: readonly TopologyDomain[];
  /** Nodes without the key. */
  readonly unlabelled: readonly string[];
  /** Nobody matches yet and the Pod matches itself: it may go to any domain. */
  readonly first: boolean;
  readonly barred: readonly BarredNode[];
}

/** What PodTopologySpread and InterPodAffinity counted in the Pod's last cycle up to a step; no rows where it had none. */
export interface TopologyAnswer {
  readonly pod: string;
  /** Step of cycle.started; 0 = none yet. */
  readonly step: number;
  /** Node that the cycle chose; "" = none. */
  readonly host: string;
  readonly spread: readonly SpreadRow[];
  readonly affinity: readonly AffinityRow[];
}

/** A run of nodes that one worker took. Ticks count from the start of the extension point. */
export interface LaneChunk {
  readonly worker: number;
  /** Position of its first node in the order of the walk. */
  readonly first: number;
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

export interface LanesOfPoint {
  readonly point: 'Filter' | 'Score';
  /** That it could look at. */
  readonly nodes: number;
  /** Names of those that it looked at, in the order of the walk. */
  readonly walk: readonly string[];
  readonly plugins: number;
  readonly workers: number;
  readonly chunkSize: number;
  /** Tick of the world at which it began. */
  readonly began: number;
  readonly chunks: readonly LaneChunk[];
  /** Ticks until the last worker is done. */
  readonly makespan: number;
  /** Ticks that one worker would need. */
  readonly alone: number;
  /** Position at which enough nodes were found: that one was too many. Undefined = all were looked at. */
  readonly stoppedAt?: number;
}

/** The workers of the Parallelizer in a Pod's last cycle up to a step, as the cost model has them. */
export interface LanesAnswer {
  readonly pod: string;
  /** Step of cycle.started; 0 = none yet. */
  readonly step: number;
  /** The node that was chosen, or "". */
  readonly host: string;
  /** Those that ran over nodes, in order. */
  readonly points: readonly LanesOfPoint[];
}
