/** Brothers that fail alike: whose cycle is run, and whose is not. */
import { describe, expect, it } from 'vitest';
import { FailedCycles } from '../../../src/components/scheduler/failed-cycles.ts';
import type { CycleInput, CycleNode } from '../../../src/components/scheduler/types.ts';
import type { Pod } from '../../../src/model/objects.ts';

const POD: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'default', labels: { app: 'web' } },
  spec: {
    containers: [{ name: 'c', volumeMounts: [{ name: 'token-a' }] }],
    volumes: [{ name: 'token-a', projected: {} }],
  },
};
const BROTHER: Pod = {
  ...POD,
  metadata: { ...POD.metadata, name: 'b' },
  spec: {
    containers: [{ name: 'c', volumeMounts: [{ name: 'token-b' }] }],
    volumes: [{ name: 'token-b', projected: {} }],
  },
};
const NODE: CycleNode = { node: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } }, pods: [] };
const INPUT: CycleInput = {
  pod: POD,
  nodes: [NODE],
  startIndex: 0,
  version: '1.35',
  configuration: undefined,
  namespaceLabels: {},
};

/** @returns how often a cycle was run for these inputs, one after the other, and who was asked to choose */
function runs(inputs: readonly CycleInput[], label = 'preemption start', plain = true): [number, string[]] {
  const cycles = new FailedCycles<string>();
  const asked: string[] = [];
  let count = 0;
  for (const input of inputs) {
    const choose = (what: string, object: string, options: number): number => {
      asked.push(`${what} ${object} ${String(options)}`);
      return 0;
    };
    const { name } = input.pod.metadata;
    const run = (chosen: typeof choose): string => {
      count++;
      chosen(label, name, 7);
      return 'failed';
    };
    expect(cycles.of(input, name, choose, run, () => plain)).toBe('failed');
  }
  return [count, asked];
}

const withSpec = (spec: Partial<Pod['spec']>): CycleInput => ({
  ...INPUT,
  pod: { ...BROTHER, spec: { ...BROTHER.spec, ...spec } },
});

describe('a cycle that failed', () => {
  it('holds for a brother whose token alone differs, and chance is asked for each', () => {
    const both = [INPUT, { ...INPUT, pod: BROTHER, nodes: [NODE] }];
    expect(runs(both)).toEqual([1, ['preemption start a 7', 'preemption start b 7']]);
  });

  it.each<[string, CycleInput]>([
    ['a label more', { ...INPUT, pod: { ...BROTHER, metadata: { ...BROTHER.metadata, labels: { volumes: 'x' } } } }],
    ['another namespace', { ...INPUT, pod: { ...BROTHER, metadata: { ...BROTHER.metadata, namespace: 'other' } } }],
    ['a selector', withSpec({ nodeSelector: { volumes: 'fast' } })],
    ['a claim', withSpec({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'd' } }] })],
    ['a nomination', { ...INPUT, pod: { ...BROTHER, status: { nominatedNodeName: 'n' } } }],
    ['a node that changed', { ...INPUT, pod: BROTHER, nodes: [{ ...NODE }] }],
    ['a node more', { ...INPUT, pod: BROTHER, nodes: [NODE, NODE] }],
    ['another start', { ...INPUT, pod: BROTHER, startIndex: 1 }],
    ['other objects', { ...INPUT, pod: BROTHER, others: [] }],
    ['other namespaces', { ...INPUT, pod: BROTHER, namespaceLabels: {} }],
  ])('does not hold with %s', (_, other) => {
    expect(runs([INPUT, other])[0]).toBe(2);
  });

  it('does not hold where chance had a say, or a node was found', () => {
    const both = [INPUT, { ...INPUT, pod: BROTHER }];
    expect(runs(both, 'score tie')[0]).toBe(2);
    expect(runs(both, 'preemption start', false)[0]).toBe(2);
  });
});
