/**
 * Mistakes of a KubeSchedulerConfiguration. Texts are those of upstream's own tests (pkg/scheduler/apis/config/scheme and
 * validation) and of kube-scheduler 1.37 as tried.
 */
import { describe, expect, it } from 'vitest';
import { validateConfiguration } from '../../../src/components/scheduler/configuration-check/configuration-check.ts';

const texts = (given: unknown, version?: '1.33' | '1.36'): string[] =>
  validateConfiguration(given, version).map(({ message }) => message);
const profile = (fields: object): object => ({ profiles: [fields] });
const args = (name: string, given: object): object => profile({ pluginConfig: [{ name, args: given }] });
const ARGS = 'profiles[0].pluginConfig[0].args';

describe('a configuration that the real scheduler takes', () => {
  it.each([
    undefined,
    {},
    { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration', profiles: [] },
    { parallelism: 8, percentageOfNodesToScore: 50, podInitialBackoffSeconds: 2, podMaxBackoffSeconds: 20 },
    profile({ plugins: { score: { enabled: [{ name: 'NodeResourcesFit', weight: 5 }], disabled: [{ name: '*' }] } } }),
    profile({ plugins: { multiPoint: { enabled: [{ name: 'ImageLocality', weight: 9 }] } } }),
    profile({ plugins: { filter: { disabled: [{ name: 'TaintToleration' }] } } }),
    { profiles: [{ schedulerName: 'a' }, { schedulerName: 'b' }] },
    args('NodeResourcesFit', { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 3 }] } }),
    args('OutOfTree', { foo: 'bar' }),
    args('DefaultPreemption', { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'DefaultPreemptionArgs' }),
    // Nobody upstream asks whether a plugin's weight is negative.
    profile({ plugins: { score: { enabled: [{ name: 'ImageLocality', weight: -1 }] } } }),
    profile({ schedulerName: null, plugins: null, pluginConfig: null }),
  ])('%j', (given) => {
    expect(validateConfiguration(given)).toEqual([]);
  });
});

describe('decoding', () => {
  it('an unknown field', () => {
    expect(validateConfiguration({ percentageOfNodeToScore: 100 })).toEqual([
      {
        path: 'percentageOfNodeToScore',
        message: 'strict decoding error: unknown field "percentageOfNodeToScore"',
      },
    ]);
    expect(texts(profile({ plugins: { filters: {} }, weight: 1 }))).toEqual([
      'strict decoding error: unknown field "profiles[0].plugins.filters", unknown field "profiles[0].weight"',
    ]);
  });

  it('an unknown field of arguments', () => {
    const ratio = { requestedToCapacityRatio: { shape: [{ Score: 2, Utilization: 1 }] } };
    expect(texts(args('NodeResourcesFit', { scoringStrategy: ratio }))).toEqual([
      'strict decoding error: decoding .profiles[0].pluginConfig[0]: strict decoding error: decoding args for plugin NodeResourcesFit: strict decoding error: unknown field "scoringStrategy.requestedToCapacityRatio.shape[0].Score", unknown field "scoringStrategy.requestedToCapacityRatio.shape[0].Utilization"',
    ]);
  });

  it('arguments of another plugin', () => {
    expect(texts(args('DefaultPreemption', { kind: 'InterPodAffinityArgs' }))).toEqual([
      'decoding .profiles[0].pluginConfig[0]: args for plugin DefaultPreemption were not of type DefaultPreemptionArgs.kubescheduler.config.k8s.io, got InterPodAffinityArgs.kubescheduler.config.k8s.io',
    ]);
  });

  it('a value of the wrong type', () => {
    expect(validateConfiguration({ parallelism: 'many' })).toEqual([
      {
        path: 'parallelism',
        message:
          'json: cannot unmarshal string into Go struct field KubeSchedulerConfiguration.parallelism of type int32',
      },
    ]);
    expect(texts(profile({ schedulerName: 5 }))).toEqual([
      'json: cannot unmarshal number into Go struct field KubeSchedulerProfile.profiles.schedulerName of type string',
    ]);
    expect(texts({ profiles: { schedulerName: 'a' } })[0]).toContain('cannot unmarshal object into Go struct field');
  });

  it('a version that is gone', () => {
    const given = { apiVersion: 'kubescheduler.config.k8s.io/v1beta3', kind: 'KubeSchedulerConfiguration' };
    expect(validateConfiguration(given)[0]?.path).toBe('apiVersion');
    expect(texts(given)[0]).toMatch(
      /^no kind "KubeSchedulerConfiguration" is registered for version "kubescheduler.config.k8s.io\/v1beta3" in scheme /,
    );
  });
});

describe('validation', () => {
  it('numbers of the whole', () => {
    expect(
      texts({
        parallelism: 0,
        percentageOfNodesToScore: 101,
        podInitialBackoffSeconds: 0,
        podMaxBackoffSeconds: -1,
        leaderElection: { resourceLock: 'endpoints' },
        clientConnection: { burst: -1 },
      }),
    ).toEqual([
      'clientConnection.burst: Invalid value: -1: must be non-negative',
      'leaderElection.resourceLock: Invalid value: "endpoints": resourceLock value must be "leases"',
      'parallelism: Invalid value: 0: should be an integer value greater than zero',
      'percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]',
      'podInitialBackoffSeconds: Invalid value: 0: must be greater than 0',
      'podMaxBackoffSeconds: Invalid value: -1: must be greater than or equal to PodInitialBackoffSeconds',
    ]);
    // The default of the one is compared with the other.
    expect(texts({ podInitialBackoffSeconds: 20 })).toEqual([
      'podMaxBackoffSeconds: Invalid value: 10: must be greater than or equal to PodInitialBackoffSeconds',
    ]);
  });

  it('profiles without a name, or with one name', () => {
    expect(texts({ profiles: [{ schedulerName: 'a' }, {}] })).toEqual(['profiles[1].schedulerName: Required value']);
    expect(texts(profile({ schedulerName: '' }))).toEqual(['profiles[0].schedulerName: Required value']);
    expect(texts({ profiles: [{ schedulerName: 'a' }, { schedulerName: 'a' }] })).toEqual([
      'profiles[1].schedulerName: Duplicate value: {}',
    ]);
    expect(texts(profile({ percentageOfNodesToScore: -1 }))).toEqual([
      'profiles[0].percentageOfNodesToScore: Invalid value: -1: not in valid range [0-100]',
    ]);
  });

  it('several queue sorts, or others in other profiles', () => {
    const sorting = (...names: string[]) => ({ queueSort: { enabled: names.map((name) => ({ name })) } });
    expect(texts(profile({ plugins: sorting('PrioritySort', 'Mine') }))).toEqual([
      'profiles[0].plugins.queueSort.Enabled: Invalid value: 2: only one queue sort plugin can be enabled',
    ]);
    const two = { profiles: [{ schedulerName: 'a' }, { schedulerName: 'b', plugins: sorting('PrioritySort') }] };
    expect(texts(two)).toEqual([
      'profiles[1].plugins.queueSort: Invalid value: {"Enabled":[{"Name":"PrioritySort","Weight":0}],"Disabled":null}: must be the same for all profiles',
    ]);
  });

  it('plugins that are gone, and arguments given twice', () => {
    const was = 'was invalid in version "v1" (KubeSchedulerConfiguration is version "kubescheduler.config.k8s.io/v1")';
    expect(texts(profile({ plugins: { filter: { enabled: [{ name: 'EBSLimits' }] } } }))).toEqual([
      `profiles[0].plugins.filter.enabled[0]: Invalid value: "EBSLimits": ${was}`,
    ]);
    const pluginConfig = [{ name: 'NodeAffinity' }, { name: 'NodeAffinity' }];
    expect(texts(profile({ pluginConfig }))).toEqual(['profiles[0].pluginConfig[1]: Duplicate value: "NodeAffinity"']);
  });

  it('extenders', () => {
    const extenders = [
      { prioritizeVerb: 'p', bindVerb: 'b', weight: 0, managedResources: [{ name: 'cpu' }] },
      { bindVerb: 'b', managedResources: [{ name: 'x.io/a' }, { name: 'x.io/a' }] },
    ];
    expect(texts({ extenders })).toEqual([
      'extenders[0].weight: Invalid value: 0: must have a positive weight applied to it',
      'extenders[0].managedResources[0].name: Invalid value: "cpu": is an invalid extended resource name',
      'extenders[1].managedResources[1].name: Invalid value: "x.io/a": duplicate extender managed resource name',
      'extenders: Invalid value: "found 2 extenders implementing bind": only one extender can implement bind',
    ]);
  });
});

describe('arguments of plugins', () => {
  it('DefaultPreemption', () => {
    const given = { minCandidateNodesPercentage: 101, minCandidateNodesAbsolute: -1 };
    expect(texts(args('DefaultPreemption', given))).toEqual([
      `${ARGS}.minCandidateNodesPercentage: Invalid value: 101: not in valid range [0, 100]`,
      `${ARGS}.minCandidateNodesAbsolute: Invalid value: -1: not in valid range [0, inf)`,
    ]);
    const none = { minCandidateNodesPercentage: 0, minCandidateNodesAbsolute: 0 };
    expect(texts(args('DefaultPreemption', none))).toEqual([
      `${ARGS}.minCandidateNodesPercentage: Invalid value: 0: cannot be zero at the same time as minCandidateNodesAbsolute`,
      `${ARGS}.minCandidateNodesAbsolute: Invalid value: 0: cannot be zero at the same time as minCandidateNodesPercentage`,
    ]);
  });

  it('InterPodAffinity, VolumeBinding', () => {
    expect(texts(args('InterPodAffinity', { hardPodAffinityWeight: 101 }))).toEqual([
      `${ARGS}.hardPodAffinityWeight: Invalid value: 101: not in valid range [0, 100]`,
    ]);
    expect(texts(args('VolumeBinding', { bindTimeoutSeconds: -1, shape: [{ utilization: 0, score: 5 }] }))).toEqual([
      `${ARGS}.bindTimeoutSeconds: Invalid value: -1: invalid BindTimeoutSeconds, should not be a negative value`,
      `${ARGS}.shape: Invalid value: [{"Utilization":0,"Score":5}]: unexpected field \`shape\`, remove it or turn on the feature gate StorageCapacityScoring`,
    ]);
  });

  it('NodeAffinity', () => {
    const term = { matchExpressions: [{ key: 'foo', operator: 'Near', values: ['x'] }] };
    const addedAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } };
    const [found] = validateConfiguration(args('NodeAffinity', { addedAffinity }));
    const place = `${ARGS}.addedAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]`;
    expect(found?.path).toBe(place);
    expect(found?.message).toContain(`${place}.matchExpressions[0].operator: Unsupported value: "Near"`);
  });

  it('NodeResourcesBalancedAllocation', () => {
    const resources = [{ name: 'cpu', weight: 2 }, { name: 'memory', weight: 0 }, { name: 'cpu' }];
    expect(texts(args('NodeResourcesBalancedAllocation', { resources }))).toEqual([
      `${ARGS}.resources[0].weight: Invalid value: 2: must be 1`,
      `${ARGS}.resources[2].name: Duplicate value: "cpu"`,
    ]);
  });

  it('PodTopologySpread', () => {
    const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' };
    expect(texts(args('PodTopologySpread', { defaultConstraints: [spread] }))).toEqual([
      `${ARGS}.defaultingType: Invalid value: "System": when .defaultConstraints are not empty`,
    ]);
    const bad = { maxSkew: 0, whenUnsatisfiable: 'Never', labelSelector: {} };
    expect(
      texts(args('PodTopologySpread', { defaultingType: 'List', defaultConstraints: [spread, bad, spread] })),
    ).toEqual([
      `${ARGS}.defaultConstraints[1].maxSkew: Invalid value: 0: not in valid range (0, inf)`,
      `${ARGS}.defaultConstraints[1].topologyKey: Required value: can not be empty`,
      `${ARGS}.defaultConstraints[1].whenUnsatisfiable: Unsupported value: "Never": supported values: "DoNotSchedule", "ScheduleAnyway"`,
      `${ARGS}.defaultConstraints[1].labelSelector: Forbidden: constraint must not define a selector, as they deduced for each pod`,
      `${ARGS}.defaultConstraints[2]: Duplicate value: "{zone, ScheduleAnyway}"`,
    ]);
    expect(texts(args('PodTopologySpread', { defaultingType: 'Mine' }))).toEqual([
      `${ARGS}.defaultingType: Unsupported value: "Mine": supported values: "System", "List"`,
    ]);
  });
});

describe('plugins that cannot be started', () => {
  const start = 'initializing profiles: creating profile for scheduler name default-scheduler: ';

  it('NodeResourcesFit looks at its arguments itself', () => {
    const start_ = `${start}initializing plugin "NodeResourcesFit": `;
    expect(texts(args('NodeResourcesFit', { scoringStrategy: { type: 'Best' } }))).toEqual([
      `${start_}scoringStrategy.type: Unsupported value: "Best": supported values: "LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"`,
    ]);
    const resources = [{ name: 'cpu', weight: -1 }];
    expect(texts(args('NodeResourcesFit', { scoringStrategy: { type: 'LeastAllocated', resources } }))).toEqual([
      `${start_}scoringStrategy.resources[0].weight: Invalid value: -1: resource weight of cpu not in valid range (0, 100]`,
    ]);
    const shape = [
      { utilization: 50, score: 11 },
      { utilization: 50, score: 0 },
    ];
    const strategy = { type: 'RequestedToCapacityRatio', requestedToCapacityRatio: { shape } };
    expect(texts(args('NodeResourcesFit', { scoringStrategy: strategy, ignoredResourceGroups: ['a/b'] }))).toEqual([
      `${start_}[ignoredResourceGroups[0]: Invalid value: "a/b": resource group name can't contain '/', ` +
        'scoringStrategy.requestedToCapacityRatio.shape[1].utilization: Invalid value: 50: values must be sorted in increasing order, ' +
        'scoringStrategy.requestedToCapacityRatio.shape[0].score: Invalid value: 11: not in valid range [0, 10]]',
    ]);
    expect(texts(args('NodeResourcesFit', { scoringStrategy: { type: 'RequestedToCapacityRatio' } }))).toEqual([
      `${start_}scoringStrategy.requestedToCapacityRatio: Required value: must be specified when type is RequestedToCapacityRatio`,
    ]);
  });

  it('one that does not exist', () => {
    const enabled = [{ name: 'Mine' }];
    expect(validateConfiguration(profile({ plugins: { filter: { enabled } } }))).toEqual([
      { path: 'profiles[0].plugins.filter.enabled[0]', message: `${start}FilterPlugin "Mine" does not exist` },
    ]);
    expect(texts(profile({ plugins: { multiPoint: { enabled } } }))).toEqual([
      `${start}PreFilterPlugin "Mine" does not exist`,
    ]);
  });

  it('one that does nothing at that point, or is enabled twice', () => {
    expect(texts(profile({ plugins: { score: { enabled: [{ name: 'NodeName' }] } } }))).toEqual([
      `${start}plugin "NodeName" does not extend ScorePlugin plugin`,
    ]);
    const twice = [{ name: 'ImageLocality' }, { name: 'ImageLocality' }];
    expect(texts(profile({ plugins: { score: { enabled: twice } } }))).toEqual([
      `${start}plugin "ImageLocality" already registered as "ScorePlugin"`,
    ]);
    expect(texts(profile({ plugins: { multiPoint: { enabled: twice } } }))).toEqual([
      `${start}plugin "ImageLocality" already registered as "ScorePlugin"`,
    ]);
  });

  it('NodeName narrows before it filters since 1.37 (C-26)', () => {
    const given = profile({ plugins: { preFilter: { enabled: [{ name: 'NodeName' }] } } });
    expect(texts(given)).toEqual([]);
    expect(texts(given, '1.36')).toEqual([`${start}plugin "NodeName" does not extend PreFilterPlugin plugin`]);
  });

  it('no queue sort, no binder', () => {
    const disabled = [{ name: '*' }];
    expect(texts(profile({ schedulerName: 'bin-packing', plugins: { multiPoint: { disabled } } }))).toEqual([
      'initializing profiles: creating profile for scheduler name bin-packing: only one queue sort plugin required for profile with scheduler name "bin-packing", but got 0',
    ]);
    expect(texts(profile({ plugins: { bind: { disabled } } }))).toEqual([
      `${start}at least one bind plugin is needed for profile with scheduler name "default-scheduler"`,
    ]);
  });

  it('DynamicResources is not there before 1.34', () => {
    const given = profile({ plugins: { postFilter: { enabled: [{ name: 'DynamicResources' }] } } });
    expect(texts(given)).toEqual([]);
    expect(texts(given, '1.33')).toEqual([`${start}PostFilterPlugin "DynamicResources" does not exist`]);
  });
});
