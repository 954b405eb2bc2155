/** What spread and affinity counted in a cycle: the input of the cycle is all that is needed. */
import { configurationOf, profileFor } from './configuration.ts';
import { cycleContext } from './cycle.ts';
import { interPodReport } from './plugins/inter-pod-affinity/report.ts';
import { spreadReport } from './plugins/pod-topology-spread/report.ts';
import type { TopologyReport } from './topology-types.ts';
import type { CycleInput } from './types.ts';

/**
 * Only what the Pod's profile filters or scores by.
 * @param feasible names of the nodes that passed all filters of that cycle, where scores matter
 */
export function topologyReport(input: CycleInput, feasible: readonly string[] = []): TopologyReport {
  const profile = profileFor(configurationOf(input.configuration, input.version), input.pod.spec.schedulerName);
  if (profile === undefined) return { spread: [], affinity: [] };
  const cx = cycleContext(input, profile);
  const runs = (name: string) => {
    const found = profile.plugins.find((plugin) => plugin.name === name);
    return { filters: found?.filters === true, scores: found?.scores === true };
  };
  const spread = runs('PodTopologySpread');
  const affinity = runs('InterPodAffinity');
  return {
    spread: spreadReport(cx, spread.filters, spread.scores, feasible),
    affinity: interPodReport(cx, affinity.filters, affinity.scores),
  };
}
