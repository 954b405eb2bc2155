/** Answers about changes that nobody made yet: how many more fit, what a drain moves, what more nodes take. */
import type { ForkEntry } from './protocol.ts';

export interface FitCount {
  readonly count: number;
  /** Nodes that took some, most first. */
  readonly perNode: readonly { readonly node: string; readonly count: number }[];
  readonly stop: FitStop;
}

export type FitStop =
  /** As many as were asked for fit. */
  | { readonly kind: 'max' }
  /** The page waits no longer: so many are known to fit. */
  | { readonly kind: 'cut-off' }
  | { readonly kind: 'refused'; readonly message: string }
  /** No cycle was made for it: a gate, or a schedulerName that nobody serves. */
  | { readonly kind: 'not-tried' }
  | {
      readonly kind: 'unschedulable';
      readonly message: string;
      readonly reasons: readonly { readonly plugin: string; readonly reason: string; readonly nodes: number }[];
    };

/** A count, and how to have those Pods for good. */
export interface FitAnswer extends FitCount {
  /** What `fork` takes; empty where none fits, and where a DaemonSet makes them: one a node. */
  readonly entries: readonly ForkEntry[];
  /** The same for a shell, "" where there is nothing to do. */
  readonly command: string;
}

export interface MovedPod {
  /** "ns/name" before. */
  readonly pod: string;
  /** "" if it waited. */
  readonly from: string;
  /** "ns/name" after: another name where a controller made it anew; "" if nobody did. */
  readonly as: string;
  /** "" if it waits. */
  readonly to: string;
}

export interface BlockedPod {
  readonly pod: string;
  readonly reason: 'no-controller' | 'refused' | 'pending';
  readonly message: string;
  /** Of a refusal: what the budget said, in the api-server's words. */
  readonly cause?: string;
  /** The PodDisruptionBudget behind a refusal, its status as it stands; `ChangeAnswer` alone tells it. */
  readonly budget?: BudgetState;
}

export interface BudgetState {
  readonly name: string;
  readonly desiredHealthy: number;
  readonly currentHealthy: number;
  readonly disruptionsAllowed: number;
  /** Nothing has counted it yet: the input has no status, and no controller here writes one. */
  readonly uncounted: boolean;
}

/** What would come of a change: it was carried out from a step on a branch that was thrown away. */
export interface ChangeAnswer {
  /** What `fork` takes to do it for good. */
  readonly entries: readonly ForkEntry[];
  /** Kinds that make Pods but do not act here: among the entries is a copy for each Pod that they would make anew. */
  readonly makers: readonly string[];
  readonly moved: readonly MovedPod[];
  /** Drain: Pods that stay; added nodes: Pods that still wait. */
  readonly blocked: readonly BlockedPod[];
  /** From the step to the last event before the branch came to rest: steps, and simulated microseconds. */
  readonly steps: number;
  readonly micros: number;
  /** False: it was cut off, or never rests. */
  readonly rested: boolean;
  /** The same for a shell. */
  readonly command: string;
}
