/** Scores of one cycle as the answer "why that node" shows them: the winner first, rivals by total, margins that add up. */
import type { WhyAnswer } from '../protocol/protocol.ts';

type NodeScores = WhyAnswer['scores'][number];

export type Beat = 'raw' | 'normalized' | 'weighted';
export const BEATS: readonly Beat[] = ['raw', 'normalized', 'weighted'];

export interface ScoreColumn {
  readonly plugin: string;
  readonly weight: number;
}

export interface ScoreCell {
  readonly raw: number;
  readonly normalized: number;
  readonly weighted: number;
}

export interface ScoreRow {
  readonly node: string;
  /** In the order of the table's columns. */
  readonly cells: readonly ScoreCell[];
  /** Sum of the weighted cells. */
  readonly total: number;
  /** Place in the list of feasible nodes, 0 = first: where totals are equal, it decides. */
  readonly position: number;
}

export interface ScoreTable {
  readonly columns: readonly ScoreColumn[];
  /** The host first, then by total, then by position. */
  readonly rows: readonly ScoreRow[];
  readonly host: string;
  /** What all plugins together could give. */
  readonly maxTotal: number;
  /** Nodes with the same total as the host, itself included. */
  readonly tied: readonly ScoreRow[];
}

function rowOf({ node, total, plugins }: NodeScores, position: number): ScoreRow {
  const cells = plugins.map(({ raw, normalized, weight }) => ({ raw, normalized, weighted: normalized * weight }));
  return { node, cells, total, position };
}

/** Undefined where nothing was scored: one node was left, or none. */
export function scoreTable(scores: WhyAnswer['scores'], host: string): ScoreTable | undefined {
  const [first] = scores;
  if (first === undefined || first.plugins.length === 0) return undefined;
  const isHost = (row: ScoreRow): number => (row.node === host ? 1 : 0);
  const rows = scores.map(rowOf).sort((a, b) => isHost(b) - isHost(a) || b.total - a.total || a.position - b.position);
  const columns = first.plugins.map(({ name, weight }) => ({ plugin: name, weight }));
  return {
    columns,
    rows,
    host,
    maxTotal: columns.reduce((sum, { weight }) => sum + weight * 100, 0),
    tied: rows.filter((row) => row.total === rows[0]?.total),
  };
}

export interface Margin {
  readonly plugin: string;
  /** Weighted points that the first has more than the second. */
  readonly points: number;
}

/** Adds up to the difference of the totals. */
export function marginsOver(table: ScoreTable, row: ScoreRow, rival: ScoreRow): readonly Margin[] {
  return table.columns.map(({ plugin }, i) => ({
    plugin,
    points: (row.cells[i]?.weighted ?? 0) - (rival.cells[i]?.weighted ?? 0),
  }));
}

/** How many totals lie in each of `bins` equal parts between the least and the largest. */
export interface TotalBins {
  readonly least: number;
  readonly most: number;
  readonly counts: readonly number[];
}

export function totalBins({ rows }: ScoreTable, bins: number): TotalBins {
  const totals = rows.map(({ total }) => total);
  const least = Math.min(...totals);
  const most = Math.max(...totals);
  const counts = Array.from({ length: bins }, () => 0);
  for (const total of totals) {
    const at = most === least ? bins - 1 : Math.min(bins - 1, Math.floor(((total - least) / (most - least)) * bins));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return { least, most, counts };
}

/** The walk over the nodes: which were looked at, in the order in which the search came to them. */
export interface Walk {
  /** All nodes of the cycle, from the first that was looked at. */
  readonly nodes: readonly WalkNode[];
  readonly visited: number;
  readonly fits: number;
}

export interface WalkNode {
  readonly name: string;
  readonly state: 'fits' | 'rejected' | 'unreached';
}

/**
 * The search goes round the list from a start that moves on with each cycle, and ends once enough nodes fit. Where it went
 * all the way round, only `first` tells where it began; without it the list's own order is kept.
 */
export function walkOf(nodes: WhyAnswer['nodes'], first?: string): Walk {
  const list = nodes.map(({ name, status, plugin }): WalkNode => {
    if (status === 'NotReached') return { name, state: 'unreached' };
    return { name, state: plugin === '' ? 'fits' : 'rejected' };
  });
  const before = (i: number): WalkNode | undefined => list[(i + list.length - 1) % list.length];
  const turn = list.findIndex(({ state }, i) => state !== 'unreached' && before(i)?.state === 'unreached');
  const start = turn < 0 ? list.findIndex(({ name }) => name === first) : turn;
  const turned = start <= 0 ? list : [...list.slice(start), ...list.slice(0, start)];
  return {
    nodes: turned,
    visited: list.filter(({ state }) => state !== 'unreached').length,
    fits: list.filter(({ state }) => state === 'fits').length,
  };
}

/** Upstream's numFeasibleNodesToFind without a percentage of one's own: below 100 nodes all, else 50 - n/125 %, at least 5 %, and 100 nodes at least. */
export function nodesToFind(n: number): { readonly percentage: number; readonly count: number } {
  if (n < 100) return { percentage: 100, count: n };
  const percentage = Math.max(5, Math.trunc(50 - n / 125));
  return { percentage, count: Math.max(100, Math.trunc((n * percentage) / 100)) };
}
