/** A scheduling cycle as a table, nodes by plugins: what the heat map draws. */
import type { CycleMark, CycleNodeMark } from '../protocol/protocol.ts';

export interface HeatColumn {
  /** The registered name. */
  readonly name: string;
  /** The same in two lines over a column. */
  readonly lines: readonly [string, string];
  readonly weight: number;
}

export interface HeatCell {
  /** Weighted score. */
  readonly score: number;
  /** 0..6: shade of the score before its weight, 0..100. */
  readonly level: number;
}

export type HeatRow =
  | {
      readonly kind: 'scored';
      readonly node: string;
      readonly host: boolean;
      readonly cells: readonly HeatCell[];
      readonly total: number;
    }
  | { readonly kind: 'filtered'; readonly node: string; readonly plugin: string; readonly reason: string }
  | { readonly kind: 'passed'; readonly node: string; readonly host: boolean };

/** What one plugin adds to the margin; all of them add up to it. */
export interface Difference {
  readonly plugin: string;
  readonly points: number;
}

export type Verdict =
  | {
      readonly kind: 'wins';
      readonly node: string;
      readonly margin: number;
      readonly over: string;
      readonly by: readonly Difference[];
    }
  | { readonly kind: 'only'; readonly node: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'open' };

export interface HeatTable {
  readonly columns: readonly HeatColumn[];
  readonly rows: readonly HeatRow[];
  /** Nodes of the cycle without a row here. */
  readonly hidden: number;
  readonly verdict: Verdict;
}

const SPLIT: Readonly<Record<string, readonly [string, string]>> = {
  PodTopologySpread: ['Topology', 'Spread'],
  InterPodAffinity: ['InterPod', 'Affinity'],
  NodeResourcesFit: ['Resources', 'Fit'],
  NodeResourcesBalancedAllocation: ['Balanced', 'Allocation'],
};

/** "TaintToleration" -> "Taint", "Toleration": broken at the capital nearest to the middle. */
export function splitName(name: string): readonly [string, string] {
  const known = SPLIT[name];
  if (known !== undefined) return known;
  let best = name.length;
  for (let i = 1; i < name.length; i++) {
    const capital = /[A-Z]/.test(name.charAt(i));
    if (capital && Math.abs(i - name.length / 2) < Math.abs(best - name.length / 2)) best = i;
  }
  return [name.slice(0, best), name.slice(best)];
}

export function heatLevel(score: number): number {
  if (score >= 100) return 6;
  return score <= 0 ? 0 : 1 + Math.min(4, Math.floor(score / 20));
}

function rowOf(cycle: CycleMark, mark: CycleNodeMark): HeatRow {
  const { node, plugin, reason } = mark;
  if (plugin !== '') return { kind: 'filtered', node, plugin, reason };
  const host = node === cycle.host;
  if (mark.scores.length === 0) return { kind: 'passed', node, host };
  const cells = mark.scores.map((score, i) => ({
    score,
    level: heatLevel(score / Math.max(1, cycle.plugins[i]?.weight ?? 1)),
  }));
  return { kind: 'scored', node, host, cells, total: mark.total };
}

/** Where not all fit: the host, then the best, then what was filtered; shown in the order in which they came. */
function shownMarks(cycle: CycleMark, most: number): readonly CycleNodeMark[] {
  if (cycle.nodes.length <= most) return cycle.nodes;
  const rank = (mark: CycleNodeMark): number =>
    mark.node === cycle.host ? 2e9 : mark.plugin === '' ? 1e9 + mark.total : 0;
  const best = new Set([...cycle.nodes].sort((a, b) => rank(b) - rank(a)).slice(0, most));
  return cycle.nodes.filter((mark) => best.has(mark));
}

function verdictOf(cycle: CycleMark): Verdict {
  const passed = cycle.nodes.filter((mark) => mark.plugin === '');
  if (cycle.host === '') {
    return passed.length === 0 && cycle.nodes.length > 0 ? { kind: 'none' } : { kind: 'open' };
  }
  if (passed.length < 2) return { kind: 'only', node: cycle.host };
  const host = passed.find((mark) => mark.node === cycle.host);
  const [second] = passed.filter((mark) => mark !== host).sort((a, b) => b.total - a.total);
  if (host === undefined || second === undefined || host.scores.length === 0) return { kind: 'open' };
  const by = cycle.plugins
    .map(({ name }, i) => ({ plugin: name, points: (host.scores[i] ?? 0) - (second.scores[i] ?? 0) }))
    .filter(({ points }) => points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  return { kind: 'wins', node: cycle.host, margin: host.total - second.total, over: second.node, by };
}

/** @param most rows that there is room for */
export function heatTable(cycle: CycleMark, most: number): HeatTable {
  const shown = shownMarks(cycle, most);
  return {
    columns: cycle.plugins.map(({ name, weight }) => ({ name, lines: splitName(name), weight })),
    rows: shown.map((mark) => rowOf(cycle, mark)),
    hidden: cycle.nodes.length - shown.length,
    verdict: verdictOf(cycle),
  };
}
