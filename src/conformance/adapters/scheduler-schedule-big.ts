import { type CycleInput, type CycleNode, type CycleResult, runCycle } from '../../components/scheduler/scheduler.ts';
import type { Pod } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Adapter } from '../types.ts';
import { type ClusterGiven, cycleInput, cycleNodes, firstOption, podOf } from './scheduler-input.ts';

type BareNode = ClusterGiven['nodes'][number];
type BarePod = ClusterGiven['pod'];

interface Given {
  readonly big: {
    readonly nodeCount: number;
    readonly nodePatterns: readonly BareNode[];
    readonly podPatterns: readonly {
      readonly count: number;
      readonly step: number;
      readonly offset: number;
      readonly pod: BarePod;
    }[];
  };
  readonly pending: readonly BarePod[];
  readonly percentageOfNodesToScore?: number;
}

const filledIn = <T>(pattern: T, mark: string, by: string): T =>
  JSON.parse(JSON.stringify(pattern).replaceAll(mark, by)) as T;

function nodesOf({ big }: Given): CycleNode[] {
  const { nodeCount, nodePatterns, podPatterns } = big;
  const nodes = Array.from({ length: nodeCount }, (_, i) => {
    const pattern = nodePatterns[i % nodePatterns.length];
    return pattern === undefined ? [] : [filledIn(pattern, 'n%d', `n${i}`)];
  }).flat();
  const pods = podPatterns.flatMap(({ count, step, offset, pod }) =>
    Array.from({ length: count }, (_, j) =>
      bound(podOf(filledIn(pod, '%d', String(j))), `n${(j * step + offset) % nodeCount}`),
    ),
  );
  return cycleNodes({ nodes }, pods);
}

/** The same Pod on a node. */
export const bound = (pod: Pod, nodeName: string): Pod => ({ ...pod, spec: { ...pod.spec, nodeName } });

/** A cluster that schedules one Pod after the other and binds each at once. */
export class SerialScheduler {
  private startIndex = 0;

  constructor(
    readonly template: CycleInput,
    private nodes: readonly CycleNode[],
  ) {}

  schedule(pod: Pod): CycleResult {
    const result = runCycle({ ...this.template, pod, nodes: this.nodes, startIndex: this.startIndex }, firstOption);
    this.startIndex = result.nextStart;
    return result;
  }

  /** Changes the Pods on one node, or on all that have one of them. */
  change(edit: (pods: readonly Pod[], node: string) => readonly Pod[]): void {
    this.nodes = this.nodes.map((item) => {
      const pods = edit(item.pods, item.node.metadata.name);
      return pods === item.pods ? item : { ...item, pods };
    });
  }

  bind(pod: Pod, host: string): void {
    this.change((pods, node) => (node === host ? [...pods, bound(pod, host)] : pods));
  }
}

function failedBy(result: CycleResult): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { plugin } of result.verdicts) if (plugin !== '') counts[plugin] = (counts[plugin] ?? 0) + 1;
  return counts;
}

function stepOf(result: CycleResult): Readonly<Record<string, unknown>> {
  const { feasible, totals, host, nextStart: nextStartNodeIndex } = result;
  if (host === undefined) return { message: result.message, failedBy: failedBy(result), nextStartNodeIndex };
  const at = feasible.indexOf(host);
  const scored = totals.length > 0;
  return {
    host,
    evaluated: result.evaluated,
    feasibleCount: feasible.length,
    firstFeasible: feasible[0],
    lastFeasible: feasible.at(-1),
    nextStartNodeIndex,
    ...(scored
      ? {
          tied: totals.filter((total) => total === Math.max(...totals)).length,
          maxTotal: Math.max(...totals),
          sumTotal: totals.reduce((sum, total) => sum + total, 0),
          hostScores: Object.fromEntries(result.scores.map(({ plugin, normalized }) => [plugin, normalized[at]])),
        }
      : {}),
  };
}

function run(given: Given, version: KubernetesVersion): unknown {
  const [first] = given.pending;
  if (first === undefined) return { steps: [] };
  const { percentageOfNodesToScore } = given;
  const configuration = percentageOfNodesToScore === undefined ? {} : { percentageOfNodesToScore };
  const template = { ...cycleInput({ nodes: [], pod: first }, version), configuration };
  const cluster = new SerialScheduler(template, nodesOf(given));
  const steps = given.pending.map((bare) => {
    const pod = podOf(bare);
    const result = cluster.schedule(pod);
    if (result.host !== undefined) cluster.bind(pod, result.host);
    return stepOf(result);
  });
  return { steps };
}

export const schedulerScheduleBig: Adapter = {
  source: 'scheduler',
  kind: 'schedule-big',
  compare: { isComplete: (path) => path.endsWith('.hostScores') || path.endsWith('.failedBy') },
  run: (row, version) => run(row.given as Given, version),
};
