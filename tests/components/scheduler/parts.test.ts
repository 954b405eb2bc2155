import { describe, expect, it } from 'vitest';
import { numFeasibleNodesToFind } from '../../../src/components/scheduler/find-nodes.ts';
import { fitErrorMessage } from '../../../src/components/scheduler/fit-error.ts';
import { truncated } from '../../../src/components/scheduler/messages.ts';
import { roundRobin, zoneKey } from '../../../src/components/scheduler/node-tree.ts';
import { normalizedImageName } from '../../../src/components/scheduler/plugins/image-locality/image-locality.ts';
import { heapRoot } from '../../../src/components/scheduler/scores.ts';
import { node } from './cluster.ts';

describe('parts of a cycle (scheduler.md section 3)', () => {
  it('3.2 takes the first node of each zone, then the second of each', () => {
    expect(roundRobin([['a1', 'a2', 'a3'], ['b1'], ['c1', 'c2']])).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('3.2 legacy zone labels win', () => {
    const labels = {
      'topology.kubernetes.io/zone': 'new',
      'failure-domain.beta.kubernetes.io/zone': 'old',
      'topology.kubernetes.io/region': 'r',
    };
    expect(zoneKey(node('n', '1', { labels }))).toBe('r:\0:old');
    expect(zoneKey(node('n'))).toBe('');
  });

  it.each([
    [50, 0, 50],
    [100, 0, 100],
    [1000, 0, 420],
    [5000, 0, 500],
    [6000, 0, 300],
    [1000, 70, 700],
    [150, 10, 100],
  ])('3.5 of %i nodes at %i percent it looks for %i', (nodes, percentage, wanted) => {
    expect(numFeasibleNodesToFind(nodes, percentage)).toBe(wanted);
  });

  it('3.11 C-20 the root of the heap is no simple maximum', () => {
    expect(heapRoot([50, 90, 90])).toBe(1);
    expect(heapRoot([10, 20, 90, 90])).toBe(3);
  });

  it('4 counts each reason, sorts entries as texts and puts the tail after one space', () => {
    const message = fitErrorMessage({
      numAllNodes: 12,
      preFilterMessage: '',
      nodeReasons: [...Array.from({ length: 10 }, () => ['x']), ['x', 'Y']],
      absentReasons: ['absent'],
      postFilterMessage: 'tail',
    });
    expect(message).toBe('0/12 nodes are available: 1 Y, 1 absent, 11 x. tail');
  });

  it('3.14 cuts the note of an Event to 1024 bytes', () => {
    expect(truncated('x'.repeat(1024))).toHaveLength(1024);
    expect(truncated('x'.repeat(1025))).toBe(`${'x'.repeat(1020)} ...`);
  });

  it('6 gives images without a tag ":latest"', () => {
    expect(['web', 'web:1', 'reg.local:5000/tool', 'reg.local:5000/tool:2'].map(normalizedImageName)).toEqual([
      'web:latest',
      'web:1',
      'reg.local:5000/tool:latest',
      'reg.local:5000/tool:2',
    ]);
  });
});
