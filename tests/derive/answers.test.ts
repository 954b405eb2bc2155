import { describe, expect, it } from 'vitest';
import { boundAfter, attemptsOf } from '../../src/derive/attempts.ts';
import { containerReports } from '../../src/derive/container-reports.ts';
import { messageParts } from '../../src/derive/fit-error.ts';
import { groupSummary } from '../../src/derive/group-summary.ts';
import { marginsOver, nodesToFind, scoreTable, totalBins, walkOf } from '../../src/derive/scores.ts';
import { sieveOf } from '../../src/derive/sieve.ts';
import { answerWords } from '../../src/derive/words/answers.ts';
import { quantity } from '../../src/derive/words/numbers.ts';
import { wakers } from '../../src/derive/words/wakers.ts';
import type { WhyAnswer, WhyNode } from '../../src/protocol/protocol.ts';
import { journeyTrace } from './journey.ts';

const node = (name: string, plugin: string, reason: string, more: Partial<WhyNode> = {}): WhyNode => ({
  name,
  status: plugin === '' ? '' : 'Unschedulable',
  plugin,
  reasons: reason === '' ? [] : [reason],
  numbers: [],
  hints: [],
  ...more,
});
const cpu = (name: string, free: number): WhyNode =>
  node(name, 'NodeResourcesFit', 'Insufficient cpu', {
    numbers: [{ resource: 'cpu', asked: 4000, free, total: 5000 }],
    hints: [{ code: 'short', params: { resource: 'cpu', asked: 4000, free, short: 4000 - free, total: 5000 } }],
  });
const wrongDisk = (name: string): WhyNode =>
  node(name, 'NodeAffinity', "node(s) didn't match Pod's node affinity/selector", {
    hints: [{ code: 'label', params: { key: 'disktype', wanted: 'ssd', found: 'hdd', exists: 1, nearest: 'hdd' } }],
  });
const tainted = (name: string): WhyNode =>
  node(name, 'TaintToleration', 'node(s) had untolerated taint(s)', {
    hints: [{ code: 'taint', params: { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' } }],
  });

/** A small sister of the design's example: 2 nodes lack cpu, 3 have the wrong disk, 1 is tainted. */
const NODES = [
  cpu('ssd-02', 3750),
  wrongDisk('std-01'),
  tainted('gpu-01'),
  cpu('ssd-07', 3900),
  wrongDisk('std-02'),
  wrongDisk('std-03'),
];
const MESSAGE =
  "0/6 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu, 3 node(s) didn't match Pod's node affinity/selector. no new claims to deallocate, preemption: 0/6 nodes are available: 2 No preemption victims found for incoming pod, 4 Preemption is not helpful for scheduling.";

describe('the message in parts', () => {
  it('loses nothing, and each counted reason leads to its nodes and plugin', () => {
    const parts = messageParts(MESSAGE, NODES);
    expect(parts.map(({ text }) => text).join('')).toBe(MESSAGE);
    expect(parts.filter(({ plugin }) => plugin !== '').map((p) => [p.text, p.plugin, p.nodes.length])).toEqual([
      ['1 node(s) had untolerated taint(s)', 'TaintToleration', 1],
      ['2 Insufficient cpu', 'NodeResourcesFit', 2],
      ["3 node(s) didn't match Pod's node affinity/selector", 'NodeAffinity', 3],
    ]);
  });

  it('a longer reason or a larger count is not taken for a part', () => {
    const parts = messageParts('0/9 nodes are available: 12 Insufficient cpu, 2 Insufficient cpus.', [
      cpu('a', 1),
      cpu('b', 2),
    ]);
    expect(parts).toHaveLength(1);
    expect(parts[0]?.plugin).toBe('');
  });

  it('a rejection before any node was looked at has no count', () => {
    const text = 'persistentvolumeclaim "data" not found';
    const parts = messageParts(`0/1 nodes are available: ${text}.`, [node('a', 'VolumeBinding', text)]);
    expect(parts.map((p) => [p.text, p.plugin])).toEqual([
      ['0/1 nodes are available: ', ''],
      [text, 'VolumeBinding'],
      ['.', ''],
    ]);
  });
});

describe('the sieve', () => {
  it('has a row a plugin in the order in which filters run, and counts what is left', () => {
    const sieve = sieveOf(NODES);
    expect(sieve.rows.map(({ plugin, nodes, first, left }) => [plugin, nodes.length, first, left])).toEqual([
      ['TaintToleration', 1, 0, 5],
      ['NodeAffinity', 3, 1, 2],
      ['NodeResourcesFit', 2, 4, 0],
    ]);
    expect(sieve).toMatchObject({ looked: 6, passed: [], unreached: 0 });
  });

  it('the node that lacks least stands first', () => {
    expect(
      sieveOf(NODES)
        .rows.at(-1)
        ?.nodes.map(({ name }) => name),
    ).toEqual(['ssd-07', 'ssd-02']);
  });

  it('nodes that the search did not come to are no columns', () => {
    const nodes = [...NODES, node('fits', '', ''), node('far', '', '', { status: 'NotReached' })];
    const sieve = sieveOf(nodes);
    expect(sieve).toMatchObject({ looked: 7, unreached: 1 });
    expect(sieve.passed.map(({ name }) => name)).toEqual(['fits']);
    expect(sieve.rows.at(-1)?.left).toBe(1);
  });
});

describe('what the nodes of a plugin have in common', () => {
  const [taint, affinity, fit] = sieveOf(NODES).rows;
  const words = answerWords('en');
  it.each([
    [taint, 'taint dedicated=gpu:NoSchedule, no toleration for it. gpu-01'],
    [affinity, 'wanted disktype=ssd, found disktype=hdd'],
    [fit, 'asked cpu 4,000m; the best, ssd-07, has 3,900m free'],
  ])('says it in figures', (row, said) => {
    expect(row === undefined ? '' : groupSummary(row, words, 'en')).toBe(said);
  });

  it('names the nearest existing value where nobody has the one that is wanted', () => {
    const params = { key: 'disktype', wanted: 'sdd', found: 'ssd', exists: 0, nearest: 'ssd' };
    const [row] = sieveOf([node('a', 'NodeAffinity', 'no', { hints: [{ code: 'label', params }] })]).rows;
    expect(row === undefined ? '' : groupSummary(row, words, 'en')).toBe(
      'wanted disktype=sdd, found disktype=ssd; nearest existing: ssd',
    );
  });
});

const PLUGINS = [
  ['TaintToleration', 3],
  ['NodeAffinity', 2],
  ['PodTopologySpread', 2],
  ['InterPodAffinity', 2],
  ['NodeResourcesFit', 1],
  ['NodeResourcesBalancedAllocation', 1],
  ['ImageLocality', 1],
] as const;
const scored = (name: string, raw: readonly number[], normalized: readonly number[], total: number) => ({
  node: name,
  total,
  plugins: PLUGINS.map(([plugin, weight], i) => ({
    name: plugin,
    weight,
    raw: raw[i] ?? 0,
    normalized: normalized[i] ?? 0,
  })),
});
/** The design's example, computed with the formulas of 1.35. */
const SCORES: WhyAnswer['scores'] = [
  scored('node-043', [0, 70, 19, 70, 47, 90, 19], [100, 70, 100, 100, 47, 90, 19], 996),
  scored('node-184', [0, 70, 19, 50, 89, 96, 19], [100, 70, 100, 80, 89, 96, 19], 1004),
  scored('node-225', [0, 100, 19, 50, 45, 99, 0], [100, 100, 100, 80, 45, 99, 0], 1004),
];

describe('scores', () => {
  const table = scoreTable(SCORES, 'node-184');
  if (table === undefined) throw new Error('there is a table');

  it('the host comes first, then by total; every row adds up to its total', () => {
    expect(table.rows.map(({ node: name }) => name)).toEqual(['node-184', 'node-225', 'node-043']);
    expect(table.maxTotal).toBe(1200);
    for (const { cells, total } of table.rows) expect(cells.reduce((sum, c) => sum + c.weighted, 0)).toBe(total);
    expect(table.tied.map(({ node: name }) => name)).toEqual(['node-184', 'node-225']);
  });

  it('margins are those of the design and add up', () => {
    const [winner, tied, third] = table.rows;
    if (winner === undefined || tied === undefined || third === undefined) throw new Error('three rows');
    expect(marginsOver(table, winner, tied).map(({ points }) => points)).toEqual([0, -60, 0, 0, 44, -3, 19]);
    expect(marginsOver(table, winner, third).reduce((sum, { points }) => sum + points, 0)).toBe(8);
  });

  it('bins hold every total, the best in the last one', () => {
    const { counts, least, most } = totalBins(table, 8);
    expect([least, most, counts.reduce((a, b) => a + b, 0), counts.at(-1)]).toEqual([996, 1004, 3, 2]);
  });

  it('where nothing was scored there is no table', () => {
    expect(scoreTable([], 'a')).toBeUndefined();
    expect(scoreTable([{ node: 'a', total: 0, plugins: [] }], 'a')).toBeUndefined();
  });
});

describe('the walk over the nodes', () => {
  it('begins where the search began, and ends with those it never came to', () => {
    const far = { status: 'NotReached' };
    const walk = walkOf([node('a', '', ''), node('b', '', '', far), node('c', '', '', far), node('d', 'X', 'no')]);
    expect(walk.nodes.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'd rejected',
      'a fits',
      'b unreached',
      'c unreached',
    ]);
    expect(walk).toMatchObject({ visited: 2, fits: 1 });
  });

  it('all the way round, it begins at the node that the search came to first', () => {
    const all = [node('a', '', ''), node('b', '', ''), node('c', 'X', 'no')];
    expect(walkOf(all, 'c').nodes.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    expect(walkOf(all).nodes.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it.each([
    [99, 100, 99],
    [250, 48, 120],
    [1000, 42, 420],
    [5000, 10, 500],
    [6000, 5, 300],
  ])('numFeasibleNodesToFind of %i nodes: %i %%, %i', (n, percentage, found) => {
    expect(nodesToFind(n)).toEqual({ percentage, count: found });
  });
});

describe('tries on the clock', () => {
  const trace = journeyTrace();
  const started = Array.from({ length: trace.length }, (_, k) => k + 1).find(
    (k) => trace.kindName(k) === 'cycle.started',
  );
  const pod = trace.object(started ?? 0);

  it('a try begins with its cycle; later steps have not happened yet', () => {
    expect(attemptsOf(trace, pod, (started ?? 1) - 1)).toEqual([]);
    expect(attemptsOf(trace, pod, started ?? 0)).toMatchObject([{ step: started, because: trace.cause(started ?? 0) }]);
  });

  it('the binding is found by the Pod, from a step on', () => {
    const bound = boundAfter(trace, pod, 0);
    expect(bound).toBeGreaterThan(started ?? Infinity);
    expect(trace.detail(bound ?? 0)).toBe('bind');
    expect(boundAfter(trace, pod, bound ?? 0)).toBeUndefined();
    expect(boundAfter(trace, 'Pod/default/nobody', 0)).toBeUndefined();
  });
});

describe('reports of containers', () => {
  const yaml = `apiVersion: v1
kind: Pod
status:
  containerStatuses:
  - image: example.com/app:1
    lastState: {}
    name: app
    ready: false
    state:
      waiting:
        message: Back-off pulling image "example.com/app:1"
        reason: ImagePullBackOff
  - name: side
    state:
      waiting:
        reason: ContainerCreating
  phase: Pending
`;
  it('name who waits for what; what every container goes through is left out', () => {
    expect(containerReports(yaml)).toEqual([
      { name: 'app', reason: 'ImagePullBackOff', message: 'Back-off pulling image "example.com/app:1"' },
    ]);
  });

  it('a Pod without statuses reports nothing', () => {
    expect(containerReports('apiVersion: v1\nkind: Pod\n')).toEqual([]);
  });
});

describe('words', () => {
  it('amounts carry their unit', () => {
    expect([quantity('cpu', 3900), quantity('memory', 8 * 1024 ** 3), quantity('memory', 512 * 1024 ** 2)]).toEqual([
      '3,900m',
      '8Gi',
      '512Mi',
    ]);
    expect(quantity('nvidia.com/gpu', 4)).toBe('4');
  });

  it.each(['NodeResourcesFit', 'TaintToleration', 'NodeAffinity', 'PodTopologySpread', 'VolumeBinding'])(
    'what would wake a Pod that %s rejected is said in both languages',
    (plugin) => {
      expect(wakers(plugin, 'en')).not.toBe('');
      expect(wakers(plugin, 'ja')).toMatch(/[\u3040-\u30ff]/);
    },
  );
});
