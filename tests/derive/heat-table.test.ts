import { describe, expect, test } from 'vitest';
import { heatLevel, heatTable, splitName } from '../../src/derive/heat-table.ts';
import type { CycleMark } from '../../src/protocol/protocol.ts';
import { viewOf } from './fixtures.ts';
import { journeyView } from './journey.ts';

function cycleOf(text: string): CycleMark {
  const { cycle } = viewOf(text);
  if (cycle === undefined) throw new Error('no cycle');
  return cycle;
}

describe('the heat map', () => {
  test('UX 26: cells are weighted scores that add up to the total, filtered nodes keep their reason', () => {
    const { cycle } = journeyView(17);
    if (cycle === undefined) throw new Error('no cycle');
    const table = heatTable(cycle, 5);
    const winner = table.rows[2];
    expect(winner?.kind === 'scored' && winner.cells.reduce((sum, cell) => sum + cell.score, 0)).toBe(1021);
    expect(winner?.kind === 'scored' && winner.host).toBe(true);
    expect(table.rows[3]).toEqual({
      kind: 'filtered',
      node: 'node-d',
      plugin: 'NodeResourcesFit',
      reason: 'Insufficient cpu, asked 500m, free 300m',
    });
  });

  test('the verdict names margin, runner-up and the plugins that make it, and these add up', () => {
    const { cycle } = journeyView(17);
    const verdict = cycle && heatTable(cycle, 5).verdict;
    expect(verdict).toEqual({
      kind: 'wins',
      node: 'node-c',
      margin: 96,
      over: 'node-a',
      by: [
        { plugin: 'InterPodAffinity', points: 80 },
        { plugin: 'NodeResourcesFit', points: 12 },
        { plugin: 'NodeResourcesBalancedAllocation', points: 4 },
      ],
    });
  });

  test('one node left is not scored; none left is said; an open question stays open', () => {
    const only = cycleOf('cycle a Reserve open host node-a\npassed node-a\nfiltered node-b NodeName no');
    expect(heatTable(only, 5).verdict).toEqual({ kind: 'only', node: 'node-a' });
    const none = cycleOf('cycle a PostFilter\nfiltered node-a NodeName no');
    expect(heatTable(none, 5).verdict).toEqual({ kind: 'none' });
    const open = cycleOf('cycle a Filter open\npassed node-a\npassed node-b');
    expect(heatTable(open, 5).verdict).toEqual({ kind: 'open' });
  });

  test('where not all rows fit, the host and the best stay', () => {
    const rows = [10, 90, 30, 95, 50].map((score, i) => `scored node-${i} ${score}`).join('\n');
    const cycle = cycleOf(
      `cycle a Bind open host node-3\nplugins ImageLocality*1\n${rows}\nfiltered node-9 NodeName no`,
    );
    const table = heatTable(cycle, 3);
    expect(table.rows.map((row) => row.node)).toEqual(['node-1', 'node-3', 'node-4']);
    expect(table.hidden).toBe(3);
  });

  test('the shade is the score before its weight', () => {
    expect([0, 1, 19, 20, 79, 80, 99, 100].map(heatLevel)).toEqual([0, 1, 1, 2, 4, 5, 5, 6]);
    const table = heatTable(cycleOf('cycle a Score open\nplugins TaintToleration*3\nscored n 300\nscored m 150'), 5);
    expect(table.rows.map((row) => row.kind === 'scored' && row.cells[0]?.level)).toEqual([6, 3]);
  });

  test('a plugin name breaks in two', () => {
    expect(['TaintToleration', 'NodeAffinity', 'PodTopologySpread', 'ImageLocality'].map(splitName)).toEqual([
      ['Taint', 'Toleration'],
      ['Node', 'Affinity'],
      ['Topology', 'Spread'],
      ['Image', 'Locality'],
    ]);
  });
});
