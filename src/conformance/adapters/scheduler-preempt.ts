import { type CycleResult, runCycle } from '../../components/scheduler/scheduler.ts';
import type { PodSpec } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Adapter } from '../types.ts';
import { type ClusterGiven, cycleInput, firstOption, without } from './scheduler-input.ts';
import { failedNodes } from './scheduler-schedule.ts';

const DEFAULT = 'default/';

/** Victims of the default namespace go by their name alone. */
const short = (keys: readonly string[]): string[] =>
  keys.map((key) => (key.startsWith(DEFAULT) ? key.slice(DEFAULT.length) : key));

/** The recording dry-runs also for a Pod that may not preempt, by its policy or because a victim is still on its way. */
function candidatesOf(given: ClusterGiven, version: KubernetesVersion, result: CycleResult): CycleResult['candidates'] {
  if (result.message?.includes('preemption: not eligible') !== true) return result.candidates;
  const spec = without(given.pod.spec, 'preemptionPolicy') as PodSpec;
  const status = without(given.pod.status ?? {}, 'nominatedNodeName');
  return runCycle(cycleInput({ ...given, pod: { ...given.pod, spec, status } }, version), firstOption).candidates;
}

function run(given: ClusterGiven, version: KubernetesVersion): unknown {
  const result = runCycle(cycleInput(given, version), firstOption);
  if (result.host !== undefined) return { host: result.host };
  const { message, bestNodes = [] } = result;
  const candidates = candidatesOf(given, version, result) ?? [];
  const best = candidates.filter(({ node }) => bestNodes.includes(node));
  return {
    message,
    nodes: failedNodes(result),
    nominatedNodeName: result.victims === undefined ? result.nominatedNodeName : bestNodes,
    ...(candidates.length === 0
      ? {}
      : {
          candidates: Object.fromEntries(
            candidates.map(({ node, victims, violations }) => [
              node,
              { victims: short(victims), pdbViolations: violations },
            ]),
          ),
          victims: Object.fromEntries(best.map(({ node, victims }) => [node, short(victims)])),
        }),
  };
}

const compare: Adapter['compare'] = {
  isSet: (path) => path === 'nominatedNodeName' || path.endsWith('.reasons'),
  isComplete: (path) => path === 'nodes' || path === 'candidates' || path === 'victims',
};

const adapter = (source: string): Adapter => ({
  source,
  kind: 'preempt',
  compare,
  run: (row, version) => run(row.given as ClusterGiven, version),
});

export const schedulerPreempt: Adapter = adapter('scheduler');
export const schedulerHandPreempt: Adapter = adapter('scheduler-hand');
