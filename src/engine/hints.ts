/** What a node lacks for a Pod, in figures and names: the reasons of a FitError name neither. */
import { namespacedName } from '../model/objects.ts';
import type { Node, Pod } from '../model/objects.ts';
import { nodeSelectorTermMatches } from '../model/selectors.ts';
import type { FixNote } from '../protocol/protocol.ts';
import type { CycleInput, CycleNode, NodeVerdict } from '../components/scheduler/scheduler.ts';
import { isSlip, nearest } from './fixes/nearest.ts';
import { untolerated } from './fixes/nodes.ts';
import { labelsOf } from './fixes/placement.ts';
import type { LabelTable } from './fixes/placement.ts';
import { hostPorts } from './fixes/ports.ts';
import { createTopologyHints } from './topology-hints.ts';

type Numbers = NonNullable<NodeVerdict['numbers']>;
type HintsOf = (node: string, plugin: string, numbers: Numbers) => FixNote[];

/** For all nodes of one cycle. */
export function createHints(input: CycleInput): HintsOf {
  const byName = new Map(input.nodes.map((item) => [item.node.metadata.name, item]));
  const wantedLabels = createWantedLabels(labelsOf(input.nodes.map(({ node }) => node)));
  const topology = createTopologyHints(input);
  const { pod } = input;
  return (name, plugin, numbers) => {
    const at = byName.get(name);
    if (at === undefined) return [];
    switch (plugin) {
      case 'NodeResourcesFit':
        return numbers.map(({ resource, asked, free, total }) => ({
          code: 'short',
          params: { resource, asked, free, short: asked - free, total },
        }));
      case 'TaintToleration':
        return untolerated(at.node, pod.spec.tolerations).map(({ key, value = '', effect }) => ({
          code: 'taint',
          params: { key, value, effect },
        }));
      case 'NodeUnschedulable':
        return [{ code: 'cordoned', params: { node: name } }];
      case 'NodeAffinity':
        return labelHints(at.node, pod, wantedLabels);
      case 'NodePorts':
        return portHints(at, pod);
      case 'PodTopologySpread':
        return topology.spread(at.node);
      case 'InterPodAffinity':
        return topology.affinity(at.node);
      default:
        return [];
    }
  };
}

type WantedLabels = (key: string, wanted: string) => FixNote['params'];

/** What is near to a label that nodes lack: the same for all of them, so it is looked for once. */
function createWantedLabels(table: LabelTable): WantedLabels {
  const known = new Map<string, FixNote['params']>();
  const look: WantedLabels = (key, wanted) => {
    const values = table.get(key);
    const near = values === undefined ? nearest(key, table.keys()) : nearest(wanted, values);
    const nearestKey =
      values === undefined
        ? { nearestKey: near !== undefined && isSlip(key, near) ? near.word : '' }
        : { nearest: near?.word ?? '' };
    return { exists: values?.has(wanted) === true ? 1 : 0, ...nearestKey };
  };
  return (key, wanted) => {
    const id = JSON.stringify([key, wanted]);
    const params = known.get(id) ?? look(key, wanted);
    known.set(id, params);
    return params;
  };
}

function labelHints(node: Node, pod: Pod, wantedLabels: WantedLabels): FixNote[] {
  const own = node.metadata.labels ?? {};
  const missing = (key: string, wanted: string): FixNote => ({
    code: 'label',
    params: { key, wanted, found: own[key] ?? '', ...wantedLabels(key, wanted) },
  });
  const pairs = Object.entries(pod.spec.nodeSelector ?? {}).filter(([key, value]) => own[key] !== value);
  const terms =
    pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const matched = terms.length === 0 || terms.some((term) => nodeSelectorTermMatches(term, node));
  const unmet = matched ? [] : terms.flatMap(({ matchExpressions = [] }) => matchExpressions);
  const expressions = unmet
    .filter((e) => !nodeSelectorTermMatches({ matchExpressions: [e] }, node))
    .map(({ key, operator, values = [] }): FixNote => {
      const [only] = values;
      if (operator === 'In' && only !== undefined && values.length === 1) return missing(key, only);
      const wanted = `${operator}${values.length === 0 ? '' : ` (${values.join(',')})`}`;
      return { code: 'label-rule', params: { key, wanted, found: own[key] ?? '' } };
    });
  return [...pairs.map(([key, value]) => missing(key, value)), ...expressions];
}

function portHints({ pods }: CycleNode, pod: Pod): FixNote[] {
  return hostPorts(pod.spec).flatMap((port): FixNote[] => {
    const holder = pods.find(({ spec }) => hostPorts(spec).includes(port));
    return holder === undefined ? [] : [{ code: 'port', params: { port, holder: namespacedName(holder) } }];
  });
}
