import { describe, expect, it } from 'vitest';
import { configurationOf, profileFor } from '../../../src/components/scheduler/configuration.ts';
import { DEFAULT_PLUGINS, runCycle } from '../../../src/components/scheduler/scheduler.ts';
import { node, pod } from './cluster.ts';

const weights = (given: unknown, version: '1.33' | '1.35' = '1.35') =>
  Object.fromEntries(
    (configurationOf(given, version).profiles[0]?.plugins ?? []).filter((p) => p.scores).map((p) => [p.name, p.weight]),
  );

describe('registry of plugins', () => {
  it('stands in the order of the default profile, with its weights (scheduler.md section 3)', () => {
    expect(DEFAULT_PLUGINS.map(({ name }) => name)).toEqual([
      'SchedulingGates',
      'PrioritySort',
      'NodeUnschedulable',
      'NodeName',
      'TaintToleration',
      'NodeAffinity',
      'NodePorts',
      'NodeResourcesFit',
      'VolumeRestrictions',
      'NodeVolumeLimits',
      'VolumeBinding',
      'VolumeZone',
      'PodTopologySpread',
      'InterPodAffinity',
      'DynamicResources',
      'DefaultPreemption',
      'NodeResourcesBalancedAllocation',
      'ImageLocality',
      'DefaultBinder',
    ]);
    expect(weights(undefined)).toEqual({
      TaintToleration: 3,
      NodeAffinity: 2,
      NodeResourcesFit: 1,
      VolumeBinding: 1,
      PodTopologySpread: 2,
      InterPodAffinity: 2,
      DynamicResources: 2,
      NodeResourcesBalancedAllocation: 1,
      ImageLocality: 1,
    });
  });

  it('lists for each plugin the points at which it does something', () => {
    for (const { plugin, points } of DEFAULT_PLUGINS) {
      expect([plugin.name, points.includes('preFilter')]).toEqual([plugin.name, plugin.preFilter !== undefined]);
      expect([plugin.name, points.includes('score')]).toEqual([plugin.name, plugin.preScore !== undefined]);
      expect([plugin.name, points.includes('preEnqueue')]).toEqual([plugin.name, plugin.preEnqueue !== undefined]);
      if (plugin.filter !== undefined) expect(points).toContain('filter');
    }
  });

  it('has DynamicResources since 1.34', () => {
    expect(Object.keys(weights(undefined, '1.33'))).not.toContain('DynamicResources');
  });
});

describe('KubeSchedulerConfiguration', () => {
  it('sets weights and switches plugins off', () => {
    const plugins = {
      score: { enabled: [{ name: 'NodeResourcesFit', weight: 5 }], disabled: [{ name: 'ImageLocality' }] },
      multiPoint: { disabled: [{ name: 'InterPodAffinity' }] },
    };
    const set = weights({ profiles: [{ plugins }] });
    expect(set['NodeResourcesFit']).toBe(5);
    expect(Object.keys(set)).not.toContain('ImageLocality');
    expect(Object.keys(set)).not.toContain('InterPodAffinity');
  });

  it('finds the profile by schedulerName; nobody serves an unknown one', () => {
    const configuration = configurationOf({ profiles: [{ schedulerName: 'mine' }, {}] }, '1.35');
    expect(profileFor(configuration, 'mine')?.schedulerName).toBe('mine');
    expect(profileFor(configuration, undefined)?.schedulerName).toBe('default-scheduler');
    expect(profileFor(configuration, 'other')).toBeUndefined();
  });

  it('takes bounds of back-off and the number of workers, 1 to 10 s and 16 by default', () => {
    const bounds = (given: object) => {
      const { initialBackoffSeconds, maxBackoffSeconds, parallelism } = configurationOf(given, '1.35');
      return [initialBackoffSeconds, maxBackoffSeconds, parallelism];
    };
    expect(bounds({})).toEqual([1, 10, 16]);
    expect(bounds({ podInitialBackoffSeconds: 2, podMaxBackoffSeconds: 60, parallelism: 4 })).toEqual([2, 60, 4]);
  });

  it('changes what a cycle decides', () => {
    // MostAllocated packs: the node that has a Pod wins over the empty one.
    const nodes = [node('empty'), node('busy')].map((each) => ({
      node: each,
      pods: each.metadata.name === 'busy' ? [pod('there', '2', { nodeName: 'busy' })] : [],
    }));
    const input = { pod: pod('x'), nodes, startIndex: 0, version: '1.35', namespaceLabels: {} } as const;
    const pluginConfig = [{ name: 'NodeResourcesFit', args: { scoringStrategy: { type: 'MostAllocated' } } }];
    const plugins = { score: { disabled: [{ name: 'NodeResourcesBalancedAllocation' }] } };
    expect(runCycle(input, () => 0).host).toBe('empty');
    expect(runCycle({ ...input, configuration: { profiles: [{ pluginConfig, plugins }] } }, () => 0).host).toBe('busy');
  });
});
