/** The cases worked out by hand from upstream's sources: parts of a cycle that the recordings show only as a whole. */
import {
  type CycleResult,
  defaultNormalize,
  heapRoot,
  normalizeInterPod,
  normalizeSpread,
  runCycle,
  treeOrder,
} from '../../components/scheduler/scheduler.ts';
import type { Node, Pod } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Adapter } from '../types.ts';
import { type ClusterGiven, cycleInput, cycleNodes, firstOption, podOf } from './scheduler-input.ts';
import { failedNodes } from './scheduler-schedule.ts';

const source = 'scheduler-hand';

interface NormalizeGiven {
  readonly method: string;
  readonly scores: Readonly<Record<string, number>>;
  readonly reverse?: boolean;
  readonly ignored?: readonly string[];
}

export const schedulerHandNormalize: Adapter = {
  source,
  kind: 'normalize',
  run(row) {
    const { method, scores: given, reverse = false, ignored = [] } = row.given as NormalizeGiven;
    const names = Object.keys(given);
    const scores = Object.values(given);
    if (method === 'podTopologySpread')
      normalizeSpread(
        scores,
        names.map((name) => ignored.includes(name)),
      );
    else if (method === 'interPodAffinity') normalizeInterPod(scores);
    else defaultNormalize(scores, reverse);
    return { scores: Object.fromEntries(names.map((name, i) => [name, scores[i]])) };
  },
};

const byNode = (names: readonly string[], values: readonly number[]): unknown =>
  Object.fromEntries(names.map((name, i) => [name, values[i]]));

function scheduled(result: CycleResult): unknown {
  const { feasible, totals, scores, host, prefilterRejection: rejection } = result;
  const best = totals.length === 0 ? feasible : feasible.filter((_, i) => totals[i] === Math.max(...totals));
  return {
    nodes: failedNodes(result),
    nextStartNodeIndex: result.nextStart,
    ...(host === undefined ? {} : { host }),
    ...(rejection === undefined
      ? {}
      : { prefilter: { status: rejection.code, reasons: rejection.reasons, plugin: rejection.plugin } }),
    ...(host === undefined
      ? { message: result.message, ...(result.victims === undefined ? {} : { preempts: true }) }
      : {
          feasible,
          hostSet: best,
          hostV135: host,
          total: byNode(feasible, totals),
          scores: Object.fromEntries(
            scores.map(({ plugin, raw, normalized }) => [
              plugin,
              { raw: byNode(feasible, raw), normalized: byNode(feasible, normalized) },
            ]),
          ) as unknown,
        }),
  };
}

export const schedulerHandSchedule: Adapter = {
  source,
  kind: 'schedule',
  compare: {
    isSet: (path) => path === 'hostSet' || path.endsWith('.reasons'),
    isComplete: (path) => path === 'nodes',
  },
  run: (row, version) => scheduled(runCycle(cycleInput(row.given as ClusterGiven, version), firstOption)),
};

interface TableGiven {
  readonly table?: readonly (readonly (readonly [name: string, total: number])[])[];
  readonly nodes?: readonly { readonly name: string; readonly region?: string; readonly zone?: string }[];
  readonly numNodes?: number;
  readonly infeasibleEvery?: number;
  readonly infeasibleOffset?: number;
  readonly cycles?: number;
}

function picks(table: NonNullable<TableGiven['table']>): unknown {
  return {
    hostV135: table.map((row) => row[heapRoot(row.map(([, total]) => total))]?.[0]),
    hostSet: table.map((row) => {
      const best = Math.max(...row.map(([, total]) => total));
      return row.filter(([, total]) => total === best).map(([name]) => name);
    }),
  };
}

const nodeIn = (name: string, labels: Record<string, string>): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
});

function order(nodes: NonNullable<TableGiven['nodes']>): unknown {
  const made = nodes.map(({ name, region, zone }) =>
    nodeIn(name, {
      ...(region === undefined ? {} : { 'topology.kubernetes.io/region': region }),
      ...(zone === undefined ? {} : { 'topology.kubernetes.io/zone': zone }),
    }),
  );
  return { order: treeOrder(made, (node) => node).map(({ metadata }) => metadata.name) };
}

/** Every so many nodes one is cordoned, and the same Pod is tried again and again without being bound. */
function rotation(given: TableGiven, version: KubernetesVersion): unknown {
  const { numNodes = 0, infeasibleEvery = 1, infeasibleOffset = 0, cycles = 0 } = given;
  const nodes = Array.from({ length: numNodes }, (_, i): Node => {
    const node = nodeIn(`n${i}`, {});
    return i % infeasibleEvery === infeasibleOffset ? { ...node, spec: { unschedulable: true } } : node;
  });
  const pod: Pod = podOf({ metadata: { name: 'x' }, spec: { containers: [{ name: 'c' }] } });
  let startIndex = 0;
  const made = Array.from({ length: cycles }, () => {
    const input = { ...cycleInput({ nodes: [], pod }, version), nodes: cycleNodes({ nodes }, []), startIndex };
    const result = runCycle(input, firstOption);
    startIndex = result.nextStart;
    const failed = result.evaluated - result.feasible.length;
    return { feasible: result.feasible.length, failed, nextStartNodeIndex: result.nextStart };
  });
  return { cycles: made };
}

export const schedulerHandTable: Adapter = {
  source,
  kind: 'schedule-table',
  run(row, version) {
    const given = row.given as TableGiven;
    if (given.table !== undefined) return picks(given.table);
    return given.nodes === undefined ? rotation(given, version) : order(given.nodes);
  },
};
