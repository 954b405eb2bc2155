import { describe, expect, it } from 'vitest';
import { printYaml } from '../../src/scenario/print.ts';
import { othersOf, replicasOf, scalarsOf, strategyOf, taintsOf } from '../../src/views/panels/yaml-facts.ts';

const read = (object: object): ReadonlyMap<string, string> => scalarsOf(printYaml(object));

describe('what the inspector says of an object first', () => {
  it('reads the taints of a node, and nothing out of a text of several lines', () => {
    const scalars = read({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n', annotations: { text: 'spec:\n  replicas: 9' } },
      spec: {
        taints: [
          { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' },
          { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' },
        ],
        unschedulable: true,
      },
    });
    expect(taintsOf(scalars)).toEqual(['dedicated=gpu:NoSchedule', 'node.kubernetes.io/not-ready:NoExecute']);
    expect(scalars.get('spec.unschedulable')).toBe('true');
    expect(scalars.has('spec.replicas')).toBe(false);
  });

  it('says how many replicas are ready and wanted, and how a Deployment replaces them', () => {
    const scalars = read({
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        replicas: 3,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
        template: { spec: { containers: [{ name: 'a', image: 'x' }, { name: 'b' }] } },
      },
      status: { readyReplicas: 2 },
    });
    expect(replicasOf('Deployment', scalars)).toEqual(['2', '3']);
    expect(strategyOf(scalars)).toBe('RollingUpdate · maxSurge 25% · maxUnavailable 1');
    expect(scalars.get('spec.template.spec.containers.1.name')).toBe('b');
  });

  it('a workload without status has none ready; without replicas it wants one', () => {
    expect(replicasOf('ReplicaSet', read({ kind: 'ReplicaSet', metadata: { name: 'a' } }))).toEqual(['0', '1']);
    expect(replicasOf('ConfigMap', read({ kind: 'ConfigMap' }))).toBeUndefined();
  });

  it('an object of an unknown kind shows what its spec says', () => {
    const scalars = read({ kind: 'Widget', metadata: { name: 'w' }, spec: { size: 'large', on: true } });
    expect(othersOf(scalars)).toEqual([
      ['spec.on', 'true'],
      ['spec.size', 'large'],
    ]);
  });
});
