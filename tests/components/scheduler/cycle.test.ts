import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '../../../src/model/objects.ts';
import type { KubernetesVersion } from '../../../src/model/versions.ts';
import type { CycleInput } from '../../../src/components/scheduler/scheduler.ts';
import { runCycle } from '../../../src/components/scheduler/scheduler.ts';
import { node, pod } from './cluster.ts';

const input = (
  incoming: Pod,
  nodes: readonly Node[],
  pods: readonly Pod[] = [],
  version: KubernetesVersion = '1.35',
): CycleInput => ({
  pod: incoming,
  nodes: nodes.map((each) => ({
    node: each,
    pods: pods.filter((p) => (p.spec.nodeName ?? p.status?.nominatedNodeName) === each.metadata.name),
  })),
  startIndex: 0,
  version,
  namespaceLabels: {},
});

const first = (): number => 0;

describe('a cycle without a host', () => {
  it('3.1 says so where there is no node; nobody is to blame', () => {
    const result = runCycle(input(pod('x'), []), first);
    expect(result).toMatchObject({ message: 'no nodes available to schedule pods', unschedulablePlugins: [] });
  });

  it('3.7 the first plugin that rejects a node gives the reason, with its figures', () => {
    const full = node('full', '1');
    const cordoned = { ...node('cordoned', '1'), spec: { unschedulable: true } };
    const result = runCycle(input(pod('x', '2'), [full, cordoned]), first);
    expect(result.verdicts).toEqual([
      {
        node: 'full',
        code: 'UnschedulableAndUnresolvable',
        plugin: 'NodeResourcesFit',
        reasons: ['Insufficient cpu'],
        numbers: [{ resource: 'cpu', asked: 2000, free: 1000, total: 1000 }],
      },
      {
        node: 'cordoned',
        code: 'UnschedulableAndUnresolvable',
        plugin: 'NodeUnschedulable',
        reasons: ['node(s) were unschedulable'],
      },
    ]);
    expect(result.unschedulablePlugins).toEqual(['NodeResourcesFit', 'NodeUnschedulable']);
  });

  it.each([
    ['1.33', 'preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.'],
    [
      '1.34',
      'no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.',
    ],
    [
      '1.36',
      'no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.',
    ],
    ['1.37', 'preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.'],
  ] as const)('C-24 the tail in %s', (version, tail) => {
    const result = runCycle(input(pod('x', '9'), [node('n')], [], version), first);
    expect(result.message).toBe(`0/1 nodes are available: 1 Insufficient cpu. ${tail}`);
  });

  it('C-6 after narrowing the nodes left out count for NodeAffinity', () => {
    const nodeSelectorTerms = [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] }];
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } };
    const result = runCycle(input(pod('x', '9', { affinity }), [node('n1'), node('n2'), node('n3')]), first);
    expect(result.message).toContain("1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) [NodeAffinity].");
    expect(result.evaluated).toBe(1);
  });

  it('4 a rejection in PreFilter stands alone, and preemption is not asked', () => {
    const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'missing' } }];
    const given = { ...input(pod('x', '1', { volumes }), [node('n')]), others: [] };
    const result = runCycle({ ...given, knownKinds: ['PersistentVolumeClaim'] }, first);
    expect(result.message).toBe('0/1 nodes are available: persistentvolumeclaim "missing" not found. not found');
    expect(result.prefilterRejection?.plugin).toBe('VolumeRestrictions');
    // A dump without claims knows nothing of them: it is not said that there are none.
    expect(runCycle(given, first).host).toBe('n');
  });
});

describe('preemption (scheduler.md section 7)', () => {
  const low = pod('low', '3', { nodeName: 'n1', priority: 0 });
  const high = pod('high', '3', { priority: 10 });

  it('names node and victims; C-25 says so since 1.37', () => {
    const result = runCycle(input(high, [node('n1')], [low]), first);
    expect(result).toMatchObject({
      message: '0/1 nodes are available: 1 Insufficient cpu.',
      nominatedNodeName: 'n1',
      victims: ['default/low'],
    });
    const later = runCycle(input(high, [node('n1')], [low], '1.37'), first);
    expect(later.message).toBe(
      '0/1 nodes are available: 1 Insufficient cpu. preemption: found a potential placement for pod on node n1, preempting 1 victims',
    );
  });

  it('is refused by preemptionPolicy Never', () => {
    const polite = pod('polite', '3', { priority: 10, preemptionPolicy: 'Never' });
    expect(runCycle(input(polite, [node('n1')], [low]), first).message).toBe(
      '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.',
    );
  });

  it('3.8 a nominated Pod keeps its place from one of lower priority', () => {
    const nominated: Pod = { ...pod('vip', '3', { priority: 10 }), status: { nominatedNodeName: 'n1' } };
    const late = pod('late', '3', { priority: 5 });
    expect(runCycle(input(late, [node('n1')], [nominated]), first).host).toBeUndefined();
    expect(runCycle(input(pod('equal', '3', { priority: 11 }), [node('n1')], [nominated]), first).host).toBe('n1');
  });
});

describe('choices', () => {
  it('C-20 up to 1.34 a tie is drawn, since 1.35 the heap decides', () => {
    const asked: [string, number][] = [];
    const choose = (label: string, _: string, count: number): number => {
      asked.push([label, count]);
      return count - 1;
    };
    const nodes = [node('n1'), node('n2'), node('n3')];
    expect(runCycle(input(pod('x'), nodes, [], '1.35'), choose).host).toBe('n1');
    expect(asked).toEqual([]);
    expect(runCycle(input(pod('x'), nodes, [], '1.34'), choose).host).toBe('n3');
    expect(asked).toEqual([['score tie', 3]]);
  });

  it('3.9 one feasible node is taken without scores', () => {
    const result = runCycle(input(pod('x', '3'), [node('small', '1'), node('big')]), first);
    expect(result).toMatchObject({ host: 'big', feasible: ['big'], scores: [], totals: [], evaluated: 2 });
  });
});
