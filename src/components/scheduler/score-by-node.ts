/**
 * Raw scores a node at a time, as workers side by side work them out: kubernetes pkg/scheduler/framework/runtime/framework.go
 * RunScorePlugins, the part inside Parallelizer().Until (v1.35). Left out: normalizing and weights, which come after all nodes are scored.
 */
import { configurationOf, profileFor } from './configuration.ts';
import { cycleContext } from './cycle.ts';
import { runPreScore } from './scores.ts';
import type { CycleInput } from './types.ts';

export interface NodeScorer {
  /** Those whose PreScore did not skip, in the order in which a cycle runs them. */
  readonly plugins: readonly string[];
  /** @param plugin index in `plugins` @param node index in the feasible nodes */
  score(plugin: number, node: number): number;
}

/** @param feasible names, in the order of the cycle's result. Errors: an unknown profile or node, a PreScore that breaks. */
export function nodeScorer(input: CycleInput, feasible: readonly string[]): NodeScorer {
  const profile = profileFor(configurationOf(input.configuration, input.version), input.pod.spec.schedulerName);
  if (profile === undefined) throw new Error(`no profile ${String(input.pod.spec.schedulerName)}`);
  const cx = cycleContext(input, profile);
  const byName = new Map(cx.nodes.map((node) => [node.name, node]));
  const nodes = feasible.map((name) => {
    const node = byName.get(name);
    if (node === undefined) throw new Error(`no node ${name}`);
    return node;
  });
  const runs = profile.plugins
    .filter(({ scores }) => scores)
    .flatMap(({ name, plugin }) => {
      const outcome = runPreScore(cx, plugin, nodes);
      if (outcome.kind === 'error') throw new Error(`running PreScore plugin "${name}": ${outcome.message}`);
      return outcome.kind === 'run' ? [{ name, run: outcome.run }] : [];
    });
  return {
    plugins: runs.map(({ name }) => name),
    score(plugin, node) {
      const run = runs[plugin]?.run;
      const info = nodes[node];
      if (run === undefined || info === undefined) throw new Error(`no slot ${plugin}, ${node}`);
      return run.score(info);
    },
  };
}
