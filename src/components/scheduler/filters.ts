/**
 * PreFilter and Filter of one cycle: kubernetes pkg/scheduler/framework/runtime/framework.go RunPreFilterPlugins,
 * RunFilterPlugins, RunFilterPluginsWithNominatedPods (v1.35).
 */
import { compareBytes } from '../../kernel/kernel.ts';
import type { Profile } from './configuration.ts';
import type { CycleContext, FilterRun, Plugin, Rejection } from './framework.ts';
import { unresolvable } from './framework.ts';
import { type NodeInfo, withPods } from './node-info.ts';
import type { PodInfo } from './pod-info.ts';

export interface NamedRun {
  readonly plugin: string;
  readonly run: FilterRun;
}

export interface NodeRejection extends Rejection {
  readonly plugin: string;
}

/** The Filter plugins of a cycle, in order, with what their PreFilter worked out. */
export type FilterChain = readonly NamedRun[];

export type PreFiltered =
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'rejected'; readonly rejection: NodeRejection; readonly plugins: readonly string[] }
  | {
      readonly kind: 'run';
      readonly chain: FilterChain;
      /** Names of the only nodes to look at; undefined = all. */
      readonly nodes: ReadonlySet<string> | undefined;
      /** Plugins that narrowed the set, sorted. */
      readonly narrowedBy: readonly string[];
    };

const intersect = (a: ReadonlySet<string> | undefined, b: ReadonlySet<string>): ReadonlySet<string> =>
  a === undefined ? b : new Set([...a].filter((name) => b.has(name)));

function nothingLeft(narrowedBy: readonly string[]): Rejection {
  const [only = ''] = narrowedBy;
  if (narrowedBy.length === 1) return unresolvable(`node(s) didn't satisfy plugin ${only}`);
  return unresolvable(`node(s) didn't satisfy plugin(s) [${narrowedBy.join(' ')}] simultaneously`);
}

export function runPreFilters(cx: CycleContext, profile: Profile): PreFiltered {
  const chain: NamedRun[] = [];
  const narrowedBy: string[] = [];
  let nodes: ReadonlySet<string> | undefined;
  let rejection: NodeRejection | undefined;
  for (const { name, plugin, filters } of profile.plugins) {
    if (!filters) continue;
    if (plugin.filter !== undefined) chain.push({ plugin: name, run: statelessRun(cx, plugin) });
    const outcome = plugin.preFilter?.(cx);
    if (outcome === undefined || outcome.kind === 'skip') continue;
    if (outcome.kind === 'error') {
      return { kind: 'error', message: `running PreFilter plugin "${name}": ${outcome.message}` };
    }
    if (outcome.kind === 'rejected') {
      // A plain "unschedulable" lets the others speak; the last one counts.
      rejection = { ...outcome.rejection, plugin: name };
      if (rejection.code === 'UnschedulableAndUnresolvable') break;
      continue;
    }
    if (outcome.run !== undefined) chain.push({ plugin: name, run: outcome.run });
    if (outcome.nodes === undefined) continue;
    narrowedBy.push(name);
    narrowedBy.sort(compareBytes);
    nodes = intersect(nodes, outcome.nodes);
    if (nodes.size === 0) {
      return { kind: 'rejected', rejection: { ...nothingLeft(narrowedBy), plugin: '' }, plugins: narrowedBy };
    }
  }
  if (rejection !== undefined) return { kind: 'rejected', rejection, plugins: [rejection.plugin] };
  return { kind: 'run', chain, nodes, narrowedBy };
}

export const statelessRun = (cx: CycleContext, plugin: Plugin): FilterRun => ({
  filter: (node) => plugin.filter?.(cx, node),
});

/** The first plugin that rejects the node decides. */
export function runFilters(chain: FilterChain, node: NodeInfo): NodeRejection | undefined {
  for (const { plugin, run } of chain) {
    const rejection = run.filter(node);
    if (rejection !== undefined) return { ...rejection, plugin };
  }
  return undefined;
}

/** A copy whose counts may be changed. */
export const copyChain = (chain: FilterChain): FilterChain =>
  chain.map(({ plugin, run }) => ({ plugin, run: run.copy?.() ?? run }));

export const countInChain = (chain: FilterChain, pod: PodInfo, node: NodeInfo, delta: 1 | -1): void => {
  for (const { run } of chain) run.count?.(pod, node, delta);
};

/** Pods nominated to the node that the Pod must fit beside. */
export const nominatedAhead = (pod: PodInfo, { nominated }: NodeInfo): readonly PodInfo[] =>
  nominated.length === 0
    ? nominated
    : nominated.filter((other) => other.priority >= pod.priority && other.key !== pod.key);

/**
 * Pods nominated to the node with at least this priority will likely run there, so the Pod must fit beside them, and
 * also without them, for they may never come.
 */
export function runFiltersWithNominated(chain: FilterChain, pod: PodInfo, node: NodeInfo): NodeRejection | undefined {
  const ahead = nominatedAhead(pod, node);
  if (ahead.length > 0) {
    const copy = copyChain(chain);
    const crowded = withPods(node, [...node.pods, ...ahead]);
    for (const other of ahead) countInChain(copy, other, node, 1);
    const rejection = runFilters(copy, crowded);
    if (rejection !== undefined) return rejection;
  }
  return runFilters(chain, node);
}
