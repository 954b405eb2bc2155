/**
 * The scheduling framework: kubernetes pkg/scheduler/framework/interface.go (v1.35). A plugin is a value; what its
 * PreFilter or PreScore works out for one cycle lives in the functions that it returns. Left out: extenders, Permit waits.
 */
import type { Labels } from '../../model/selectors.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { EventHint } from './cluster-events.ts';
import type { NodeInfo } from './node-info.ts';
import type { PodInfo } from './pod-info.ts';
import type { CycleInput, NodeVerdict, VolumeBindings } from './types.ts';

/** A plugin says no. `Unschedulable`: preemption may help; the second: it cannot; `Error`: it broke, and so does the cycle. */
export interface Rejection {
  readonly code: 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Error';
  readonly reasons: readonly string[];
  readonly numbers?: NodeVerdict['numbers'];
}

/** Arguments of a plugin, as given in pluginConfig. */
export type PluginArgs = Readonly<Record<string, unknown>>;

/** Draws an integer in [0, count): the world's `choose`. */
export type Choose = (label: string, object: string, count: number) => number;

/** What a plugin may look at during one cycle. */
export interface CycleContext {
  readonly input: CycleInput;
  readonly version: KubernetesVersion;
  /** 32..37. */
  readonly minor: number;
  readonly pod: PodInfo;
  /** In the order of the node tree. */
  readonly nodes: readonly NodeInfo[];
  argsOf(plugin: string): PluginArgs;
  namespaceLabels(namespace: string): Labels;
}

/** The Filter of one cycle. */
export interface FilterRun {
  /** @returns undefined where the Pod fits */
  filter(node: NodeInfo): Rejection | undefined;
  /** PreFilterExtensions: counts a Pod as added to (+1) or removed from (-1) a node. Only on a copy. */
  count?(pod: PodInfo, node: NodeInfo, delta: 1 | -1): void;
  /** A copy whose counts may be changed. Given where `count` is. */
  copy?(): FilterRun;
  /** Reserve: what must be done before the Pod is bound to a node that its Filter let pass. */
  reserve?(node: string): VolumeBindings | undefined;
}

export type PreFilterOutcome =
  | { readonly kind: 'skip' }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | { readonly kind: 'run'; readonly run?: FilterRun; readonly nodes?: ReadonlySet<string> };

/** The Score of one cycle. */
export interface ScoreRun {
  score(node: NodeInfo): number;
  /** NormalizeScore, in place; scores are parallel to the feasible nodes. Without it raw scores count. */
  normalize?(scores: number[]): void;
}

export type PreScoreOutcome =
  | { readonly kind: 'skip' }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'run'; readonly run: ScoreRun };

export interface Plugin {
  readonly name: string;
  /**
   * PreEnqueue: why the Pod may not enter the active queue, or undefined.
   * @param isPreempting whether a preemption for the Pod is still being carried out
   */
  preEnqueue?(pod: PodInfo['pod'], isPreempting: boolean): Rejection | undefined;
  /**
   * EventsToRegister: what may help a Pod that this plugin rejected, for a Kubernetes minor. A plugin that rejects Pods
   * and has none is taken to want every event.
   */
  hints?(minor: number): readonly EventHint[];
  /** A Filter without PreFilter. */
  filter?(cx: CycleContext, node: NodeInfo): Rejection | undefined;
  preFilter?(cx: CycleContext): PreFilterOutcome;
  /** PreScore, where there is nothing to work out too: it gives the Score. */
  preScore?(cx: CycleContext, feasible: readonly NodeInfo[]): PreScoreOutcome;
}

export const MAX_NODE_SCORE = 100;
export const SKIP: { readonly kind: 'skip' } = { kind: 'skip' };

export const unschedulable = (...reasons: readonly string[]): Rejection => ({ code: 'Unschedulable', reasons });
export const unresolvable = (...reasons: readonly string[]): Rejection => ({
  code: 'UnschedulableAndUnresolvable',
  reasons,
});
