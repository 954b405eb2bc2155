import { describe, expect, it } from 'vitest';
import type { Node, PodSpec, Toleration } from '../../src/model/objects.ts';
import {
  preferNoScheduleTolerations,
  toleratesTaint,
  toleratesUnschedulable,
  untoleratedHardTaint,
} from '../../src/model/tolerations.ts';
import { failuresOf, runCases } from '../conformance/cases.ts';

const spec = (...tolerations: Toleration[]): PodSpec => ({ containers: [], tolerations });

describe('tolerations', () => {
  it('answers all 109 recorded rows', () => {
    const report = runCases('scheduler/toleration.ndjson');
    expect(failuresOf(report)).toEqual([]);
    expect(report).toMatchObject({ passed: 109, failed: 0, skipped: 0 });
  });

  it('an empty key with Exists tolerates everything', () => {
    expect(toleratesTaint({ operator: 'Exists' }, { key: 'a', value: 'b', effect: 'NoExecute' })).toBe(true);
  });

  it('Lt and Gt are off: they tolerate nothing', () => {
    expect(
      toleratesTaint({ key: 'a', operator: 'Gt', value: '1' }, { key: 'a', value: '1', effect: 'NoSchedule' }),
    ).toBe(false);
  });

  it('a cordoned node is tolerated by the unschedulable key', () => {
    expect(toleratesUnschedulable(spec({ key: 'node.kubernetes.io/unschedulable', operator: 'Exists' }))).toBe(true);
    expect(toleratesUnschedulable(spec())).toBe(false);
  });

  it('the first hard taint that nothing tolerates decides; PreferNoSchedule does not', () => {
    const node: Node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n' },
      spec: {
        taints: [
          { key: 'soft', effect: 'PreferNoSchedule' },
          { key: 'a', effect: 'NoSchedule' },
          { key: 'b', effect: 'NoExecute' },
        ],
      },
    };
    expect(untoleratedHardTaint(spec(), node)?.key).toBe('a');
    expect(untoleratedHardTaint(spec({ key: 'a', operator: 'Exists' }), node)?.key).toBe('b');
    expect(untoleratedHardTaint(spec({ operator: 'Exists' }), node)).toBeUndefined();
  });

  it('only tolerations with effect PreferNoSchedule or none count in the score', () => {
    const listed = [{ key: 'a', effect: 'NoSchedule' }, { key: 'b' }, { key: 'c', effect: 'PreferNoSchedule' }];
    expect(preferNoScheduleTolerations(spec(...listed)).map((t) => t.key)).toEqual(['b', 'c']);
  });
});
