import { describe, expect, it } from 'vitest';
import { fieldChanges } from '../../src/engine/diff.ts';

/** path: before -> after */
const told = (before: unknown, after: unknown): string[] =>
  fieldChanges(before, after).map((c) => `${c.path}: ${c.before ?? '∅'} -> ${c.after ?? '∅'}`);

describe('items of lists that one field does not tell apart', () => {
  it('taints: of the same key, one goes and another comes', () => {
    const taint = (effect: string) => ({ key: 'gpu', value: 'yes', effect });
    const node = (...taints: readonly unknown[]) => ({ spec: { taints } });
    const [no, out] = [taint('NoSchedule'), taint('NoExecute')];
    expect(told(node(no), node(out))).toEqual([
      'spec.taints[gpu:NoSchedule].key: gpu -> ∅',
      'spec.taints[gpu:NoSchedule].value: yes -> ∅',
      'spec.taints[gpu:NoSchedule].effect: NoSchedule -> ∅',
      'spec.taints[gpu:NoExecute].key: ∅ -> gpu',
      'spec.taints[gpu:NoExecute].value: ∅ -> yes',
      'spec.taints[gpu:NoExecute].effect: ∅ -> NoExecute',
    ]);
    expect(told(node(no), node(no, out)).every((line) => line.startsWith('spec.taints[gpu:NoExecute].'))).toBe(true);
    expect(told(node(no, out), node(out)).every((line) => line.startsWith('spec.taints[gpu:NoSchedule].'))).toBe(true);
    expect(told(node(no, out), node(out, no))).toEqual([]);
    expect(told(node(no), node({ ...no, value: 'no' }))).toEqual(['spec.taints[gpu:NoSchedule].value: yes -> no']);
  });

  it('tolerations: key, value and effect together', () => {
    const ready = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' };
    const own = { ...ready, effect: 'NoSchedule' };
    const pod = (...tolerations: readonly unknown[]) => ({ spec: { tolerations } });
    expect(told(pod({ ...ready, tolerationSeconds: 300 }), pod(own, { ...ready, tolerationSeconds: 5 }))).toEqual([
      'spec.tolerations[node.kubernetes.io/not-ready:NoExecute].tolerationSeconds: 300 -> 5',
      'spec.tolerations[node.kubernetes.io/not-ready:NoSchedule].key: ∅ -> node.kubernetes.io/not-ready',
      'spec.tolerations[node.kubernetes.io/not-ready:NoSchedule].operator: ∅ -> Exists',
      'spec.tolerations[node.kubernetes.io/not-ready:NoSchedule].effect: ∅ -> NoSchedule',
    ]);
    expect(told(pod({ key: 'a', value: '1' }), pod({ key: 'a', value: '2' }))).toHaveLength(4);
    expect(told(pod(), pod({ operator: 'Exists' }))).toEqual(['spec.tolerations[*].operator: ∅ -> Exists']);
  });

  it('ports: by name, else by number and protocol', () => {
    const dns = [{ containerPort: 53, protocol: 'UDP' }];
    const both = [{ containerPort: 53, protocol: 'TCP' }, ...dns];
    expect(told({ ports: dns }, { ports: both })).toEqual([
      'ports[53/TCP].containerPort: ∅ -> 53',
      'ports[53/TCP].protocol: ∅ -> TCP',
    ]);
    const service = (nodePort: number) => ({ ports: [{ port: 443 }, { name: 'http', port: 80, nodePort }] });
    expect(told(service(30_080), service(30_081))).toEqual(['ports[http].nodePort: 30080 -> 30081']);
  });

  it('conditions by type, in whatever order they stand', () => {
    const ready = (status: string) => ({ type: 'Ready', status });
    const scheduled = { type: 'PodScheduled', status: 'True' };
    expect(
      told(
        { status: { conditions: [scheduled, ready('False')] } },
        { status: { conditions: [ready('True'), scheduled] } },
      ),
    ).toEqual(['status.conditions[Ready].status: False -> True']);
  });

  it('spread constraints, expressions, mounts, addresses and metrics that share their first word', () => {
    const hard = { topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', maxSkew: 1 };
    const soft = { ...hard, whenUnsatisfiable: 'ScheduleAnyway' };
    const first = (before: unknown[], after: unknown[], list: string): string[] => [
      ...new Set(told({ [list]: before }, { [list]: after }).map((line) => line.slice(0, line.indexOf(']') + 1))),
    ];
    expect(first([hard, soft], [soft], 'topologySpreadConstraints')).toEqual([
      'topologySpreadConstraints[zone:DoNotSchedule]',
    ]);
    const [more, less] = [
      { key: 'cores', operator: 'Gt', values: ['2'] },
      { key: 'cores', operator: 'Lt', values: ['9'] },
    ];
    expect(first([more, less], [less], 'matchExpressions')).toEqual(['matchExpressions[cores Gt]']);
    const [a, b] = [
      { name: 'etc', mountPath: '/a' },
      { name: 'etc', mountPath: '/b' },
    ];
    expect(first([a, b], [b], 'volumeMounts')).toEqual(['volumeMounts[/a]']);
    const [four, six] = [
      { type: 'InternalIP', address: '10.0.0.1' },
      { type: 'InternalIP', address: 'fd00::1' },
    ];
    expect(first([four, six], [six], 'addresses')).toEqual(['addresses[InternalIP 10.0.0.1]']);
    const [cpu, memory] = [
      { type: 'Resource', resource: { name: 'cpu' } },
      { type: 'Resource', resource: { name: 'memory' } },
    ];
    expect(first([cpu, memory], [memory], 'metrics')).toEqual(['metrics[Resource cpu]']);
  });

  it('finalizers: the one that goes', () => {
    const of = (...finalizers: readonly string[]) => ({ metadata: { finalizers } });
    expect(told(of('orphan', 'example.com/keep'), of('example.com/keep'))).toEqual([
      'metadata.finalizers[orphan]: orphan -> ∅',
    ]);
  });

  it('what is known by the same is counted, and never lost', () => {
    const env = (...values: readonly string[]) => ({ env: values.map((value) => ({ name: 'A', value })) });
    expect(told(env('1', '2'), env('1', '3'))).toEqual(['env[A #2].value: 2 -> 3']);
    expect(told(env('1'), env('1', '1'))).toEqual(['env[A #2].name: ∅ -> A', 'env[A #2].value: ∅ -> 1']);
    expect(told({ args: ['a', 'b'] }, { args: ['b'] })).toEqual(['args[0]: a -> b', 'args[1]: b -> ∅']);
  });
});
