/** One plugin alone, as its own tests run it: what a recorded case of a Filter or a Score compares. */
import { configurationOf, profileFor } from './configuration.ts';
import { cycleContext } from './cycle.ts';
import { type FilterChain, runFiltersWithNominated, statelessRun } from './filters.ts';
import type { CycleContext, Plugin, Rejection } from './framework.ts';
import { runPreScore } from './scores.ts';
import type { CycleInput } from './types.ts';

export type FilterAlone =
  | { readonly kind: 'skip' }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | {
      readonly kind: 'nodes';
      /** By node; undefined where the Pod fits. */
      readonly verdicts: ReadonlyMap<string, Rejection | undefined>;
      readonly narrowedTo: ReadonlySet<string> | undefined;
    };

export type ScoreAlone =
  | { readonly kind: 'skip' }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'scores'; readonly raw: readonly number[]; readonly normalized: readonly number[] };

function pluginOf(input: CycleInput, name: string): { readonly cx: CycleContext; readonly plugin: Plugin } {
  const profile = profileFor(configurationOf(input.configuration, input.version), input.pod.spec.schedulerName);
  const found = profile?.plugins.find((plugin) => plugin.name === name);
  if (profile === undefined || found === undefined) throw new Error(`no plugin ${name}`);
  return { cx: cycleContext(input, profile), plugin: found.plugin };
}

/** PreFilter, and Filter on every node with the passes for nominated Pods. Errors: an unknown plugin. */
export function filterAlone(input: CycleInput, name: string): FilterAlone {
  const { cx, plugin } = pluginOf(input, name);
  const chain: FilterChain[number][] = [];
  if (plugin.filter !== undefined) chain.push({ plugin: name, run: statelessRun(cx, plugin) });
  const outcome = plugin.preFilter?.(cx);
  if (outcome !== undefined && outcome.kind !== 'run') return outcome;
  if (outcome?.run !== undefined) chain.push({ plugin: name, run: outcome.run });
  const verdicts = cx.nodes.map((node) => [node.name, runFiltersWithNominated(chain, cx.pod, node)] as const);
  return { kind: 'nodes', verdicts: new Map(verdicts), narrowedTo: outcome?.nodes };
}

/** PreScore, Score and NormalizeScore on these nodes, in their order. Errors: an unknown plugin. */
export function scoreAlone(input: CycleInput, name: string, candidates: readonly string[]): ScoreAlone {
  const { cx, plugin } = pluginOf(input, name);
  const feasible = candidates.flatMap((candidate) => cx.nodes.filter((node) => node.name === candidate));
  const outcome = runPreScore(cx, plugin, feasible);
  if (outcome.kind !== 'run') return outcome;
  const raw = feasible.map((node) => outcome.run.score(node));
  const normalized = [...raw];
  outcome.run.normalize?.(normalized);
  return { kind: 'scores', raw, normalized };
}
