/** Where each node of a cycle falls: a column a node, a row a plugin that said no, in the order in which filters run. */
import type { WhyAnswer, WhyNode } from '../protocol/protocol.ts';

/** Filters of the default profile in the order in which they run; others come after them, in order of appearance. */
const FILTER_ORDER: readonly string[] = [
  'NodeUnschedulable',
  'NodeName',
  'TaintToleration',
  'NodeAffinity',
  'NodePorts',
  'NodeResourcesFit',
  'VolumeRestrictions',
  'NodeVolumeLimits',
  'VolumeBinding',
  'VolumeZone',
  'PodTopologySpread',
  'InterPodAffinity',
  'DynamicResources',
];

export interface SieveRow {
  readonly plugin: string;
  /** Those that it rejected; the one that lacks least first. */
  readonly nodes: readonly WhyNode[];
  /** Columns before those of its nodes fell earlier. */
  readonly first: number;
  /** Nodes that are left after it. */
  readonly left: number;
}

export interface Sieve {
  /** Columns: all nodes that were looked at. */
  readonly looked: number;
  readonly rows: readonly SieveRow[];
  /** Nodes that passed every filter. */
  readonly passed: readonly WhyNode[];
  /** The search ended before it came to these. */
  readonly unreached: number;
}

const NOT_REACHED = 'NotReached';

function pluginOrder(plugin: string): number {
  const at = FILTER_ORDER.indexOf(plugin);
  return at < 0 ? FILTER_ORDER.length : at;
}

/** The largest part of a request for which there is no room: 0.1 = a tenth is missing. */
export function shortage(node: WhyNode): number {
  const shares = node.numbers.map(({ asked, free }) => (asked > 0 ? (asked - free) / asked : 0));
  return Math.max(0, ...shares);
}

const byShortage = (a: WhyNode, b: WhyNode): number => shortage(a) - shortage(b) || (a.name < b.name ? -1 : 1);

export function sieveOf(nodes: WhyAnswer['nodes']): Sieve {
  const looked = nodes.filter(({ status }) => status !== NOT_REACHED);
  const groups = new Map<string, WhyNode[]>();
  for (const node of looked) {
    if (node.plugin === '') continue;
    const group = groups.get(node.plugin);
    if (group === undefined) groups.set(node.plugin, [node]);
    else group.push(node);
  }
  const ordered = [...groups].sort(([a], [b]) => pluginOrder(a) - pluginOrder(b));
  let first = 0;
  const rows = ordered.map(([plugin, members]): SieveRow => {
    const row = { plugin, nodes: [...members].sort(byShortage), first, left: looked.length - first - members.length };
    first += members.length;
    return row;
  });
  return {
    looked: looked.length,
    rows,
    passed: looked.filter(({ plugin }) => plugin === ''),
    unreached: nodes.length - looked.length,
  };
}
