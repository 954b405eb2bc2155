/** The horizontal autoscaler; numbers from replica_calculator_test.go and horizontal_test.go (v1.37), texts from horizontal.go. */
import { describe, expect, it } from 'vitest';
import { normalize, remember, type Memory } from '../../../src/components/controllers/podautoscaler/behavior.ts';
import {
  byAverage,
  byShare,
  byUtilization,
  byValue,
  type Asking,
} from '../../../src/components/controllers/podautoscaler/replicas.ts';
import type { Autoscaler, AutoscalerStatus } from '../../../src/components/controllers/podautoscaler/types.ts';
import type { ScriptedMetric } from '../../../src/model/metrics.ts';
import type { Pod } from '../../../src/model/objects.ts';
import { cluster, create, NODES, web, type TestCluster } from './harness.ts';

const SECOND = 1_000_000;
const TOLERANCES = { up: 0.1, down: 0.1 };

const pod = (n: number, request: string, isReady = true, phase = 'Running'): Pod =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `p-${String(n)}`, namespace: 'default' },
    spec: { containers: [{ name: 'c', resources: { requests: { cpu: request } } }] },
    status: {
      phase,
      startTime: '2026-01-01T00:00:00Z',
      conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False', lastTransitionTime: '2026-01-01T00:00:01Z' }],
    },
  }) as unknown as Pod;

const AT = (Date.UTC(2026, 0, 1) + 100_000) * 1000;

/** Pods without a level have no metric. */
const asking = (levels: readonly number[], pods: readonly Pod[], current = pods.length): Asking => ({
  current,
  pods,
  measured: ({ metadata }) => levels[Number(metadata.name.slice(2))],
  tolerances: TOLERANCES,
  nowMicros: AT,
  resource: 'cpu',
});
const alike = (count: number, request = '1'): Pod[] => Array.from({ length: count }, (_, n) => pod(n, request));

describe('how many Pods a metric asks for', () => {
  it.each([
    ['TestReplicaCalcScaleUp', [300, 500, 700], alike(3), 30, [5, 50, 500]],
    ['TestReplicaCalcScaleDown', [100, 300, 500, 250, 250], alike(5), 50, [3, 28, 280]],
    ['TestReplicaCalcTolerance', [1010, 1030, 1020], [pod(0, '0.9'), pod(1, '1'), pod(2, '1.1')], 100, [3, 102, 1020]],
    [
      'TestReplicaCalcUnreadyScaleUp',
      [300, 500, 700],
      [pod(0, '1', false), pod(1, '1'), pod(2, '1')],
      30,
      [4, 60, 600],
    ],
    ['TestReplicaCalcMissingMetrics', [400, 95], alike(4), 100, [3, 24, 247]],
    ['TestReplicaCalcMissingMetricsNoChangeEq', [1000], alike(2), 100, [2, 100, 1000]],
  ] as const)('%s', (_name, levels, pods, target, [replicas, utilization, raw]) => {
    expect(byUtilization(asking(levels, pods), target, undefined)).toEqual({ replicas, utilization, raw });
  });

  it('a Pod that waits counts as idle on the way up (TestReplicaCalcScaleUpIgnoresFailedPods and its kin)', () => {
    const pods = [...alike(2), pod(2, '1', false, 'Failed'), pod(3, '1', false, 'Pending')];
    expect(byUtilization(asking([500, 700], pods, 2), 30, undefined).replicas).toBe(4);
  });

  it('averages, values and shares (TestReplicaCalcScaleUpCM, ...ObjectMetric, ...PerPodCMExternal)', () => {
    expect(byAverage(asking([20_000, 10_000, 30_000], alike(3)), 15_000)).toEqual({ replicas: 4, raw: 20_000 });
    expect(byValue(asking([], alike(3)), 20_000, 15_000)).toEqual({ replicas: 4, raw: 20_000 });
    expect(byShare(TOLERANCES, 3, 8600, 2150)).toEqual({ replicas: 4, raw: 2867 });
  });

  it('says why it cannot', () => {
    const without = [{ ...pod(0, '1'), spec: { containers: [{ name: 'c' }] } }];
    expect(() => byUtilization(asking([1], without), 50, undefined)).toThrow(
      'missing request for cpu in container c of Pod p-0',
    );
    expect(() => byAverage(asking([], []), 1)).toThrow('no pods returned by selector while calculating replica count');
  });
});

describe('how fast it may change', () => {
  const empty: Memory = { recommendations: [], ups: [], downs: [] };
  const wish = (current: number, desired: number, more: object = {}) => ({
    ...{ current, desired, least: 1, most: 100, now: 1000 * SECOND },
    ...more,
  });

  it('without rules: twice as many, or four; the highest wish of five minutes on the way down', () => {
    expect(normalize(wish(3, 50), undefined, empty)).toMatchObject({
      replicas: 6,
      limited: { isLimited: true, reason: 'ScaleUpLimit' },
    });
    expect(normalize(wish(1, 50), undefined, empty).replicas).toBe(4);
    expect(normalize(wish(3, 50, { most: 5 }), undefined, empty).limited.reason).toBe('TooManyReplicas');
    const before = { ...empty, recommendations: [{ count: 8, at: 750 * SECOND }] };
    expect(normalize(wish(10, 2), undefined, before)).toMatchObject({
      replicas: 8,
      able: { reason: 'ScaleDownStabilized' },
      limited: { isLimited: false, reason: 'DesiredWithinRange' },
    });
    expect(normalize(wish(10, 2, { now: 1100 * SECOND }), undefined, before).replicas).toBe(2);
  });

  it('with rules: so many Pods or percent a period, counted from when the period began', () => {
    const behavior = {
      scaleUp: {
        stabilizationWindowSeconds: 0,
        selectPolicy: 'Max',
        policies: [
          { type: 'Pods', value: 4, periodSeconds: 60 },
          { type: 'Percent', value: 50, periodSeconds: 60 },
        ],
      },
      scaleDown: {
        stabilizationWindowSeconds: 0,
        selectPolicy: 'Min',
        policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }],
      },
    };
    const up = normalize(wish(10, 100), behavior, empty);
    expect(up).toMatchObject({ replicas: 15, limited: { reason: 'ScaleUpLimit' } });
    const after = remember(up.memory, behavior, 10, 15, 1000 * SECOND);
    expect(normalize(wish(15, 100, { now: 1030 * SECOND }), behavior, after).replicas).toBe(15);
    expect(normalize(wish(15, 100, { now: 1061 * SECOND }), behavior, after).replicas).toBe(23);
    expect(normalize(wish(10, 2), behavior, empty)).toMatchObject({
      replicas: 9,
      limited: { reason: 'ScaleDownLimit' },
    });
    const off = { ...behavior, scaleDown: { ...behavior.scaleDown, selectPolicy: 'Disabled' } };
    expect(normalize(wish(10, 2), off, empty).replicas).toBe(10);
  });
});

const autoscaler = (spec: Partial<Autoscaler['spec']> = {}): Autoscaler => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    minReplicas: 2,
    maxReplicas: 6,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }],
    ...spec,
  },
});

const cpu = (from: number, milli: number | null): ScriptedMetric => ({
  ...{ fromMicros: from * SECOND, namespace: 'default', of: { kind: 'pods', labels: { app: 'web' } } },
  ...{ name: 'cpu', milli },
});

const run = (
  seconds: number,
  metrics: readonly ScriptedMetric[],
  spec: Partial<Autoscaler['spec']> = {},
): TestCluster =>
  cluster({
    objects: NODES,
    metrics,
    acts: [
      { at: 1, request: create(web({ replicas: 2 }), 'deployments') },
      { at: 1, request: create(autoscaler(spec), 'horizontalpodautoscalers') },
    ],
  }).runUntil(seconds);

const statusOf = ({ apiServer }: TestCluster): AutoscalerStatus =>
  (apiServer.list('horizontalpodautoscalers')[0] as Autoscaler).status ?? {};
const conditions = (of: TestCluster): string[] =>
  (statusOf(of).conditions ?? []).map(
    ({ type, status, reason, message }) => `${type} ${status} ${reason ?? ''}: ${message ?? ''}`,
  );
const told = (of: TestCluster): string[] => of.events().filter((text) => /Rescale|FailedGet|FailedCompute/.test(text));
/** [second, replicas] of each change of the Deployment. */
const sizes = (of: TestCluster): [number, number][] =>
  of
    .writes('Deployment')
    .filter(
      ({ before, after }) =>
        (before?.spec as { replicas?: number } | undefined)?.replicas !==
        (after?.spec as { replicas?: number }).replicas,
    )
    .map(({ time, after }) => [Math.round(time), (after?.spec as { replicas: number }).replicas]);

describe('an autoscaler at work', () => {
  // 250m are asked for by each Pod: 250m used are 100 percent.
  const script = [cpu(0, 250), cpu(40, 125), cpu(90, 30)];
  const whole = run(420, script);

  it('looks every 15 s, grows at once, and shrinks when five minutes have passed', () => {
    const [made, up, down, ...more] = sizes(whole);
    expect(made).toEqual([1, 2]);
    // Fifteen seconds after it was heard of, no sample is old enough; thirty seconds after, it is.
    expect(up).toEqual([31, 4]);
    expect(down?.[1]).toBe(2);
    // At 76 s four were asked for the last time.
    expect(down?.[0]).toBeGreaterThanOrEqual(76 + 300);
    expect(down?.[0]).toBeLessThan(76 + 300 + 30);
    expect(more).toEqual([]);
  });

  it('says so in its conditions, events and numbers', () => {
    expect(told(whole)).toEqual([
      'FailedGetResourceMetric: failed to get cpu utilization: did not receive metrics for any ready pods',
      'FailedComputeMetricsReplicas: invalid metrics (1 invalid out of 1), first error is: failed to get cpu resource metric value: failed to get cpu utilization: did not receive metrics for any ready pods',
      'SuccessfulRescale: New size: 4; reason: cpu resource utilization (percentage of request) above target',
      'SuccessfulRescale: New size: 2; reason: All metrics below target',
    ]);
    expect(conditions(run(35, script))).toEqual([
      'AbleToScale True SucceededRescale: the HPA controller was able to update the target scale to 4',
      'ScalingActive True ValidMetricFound: the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)',
      'ScalingLimited False DesiredWithinRange: the desired count is within the acceptable range',
    ]);
    expect(statusOf(run(35, script))).toMatchObject({
      currentReplicas: 2,
      desiredReplicas: 4,
      currentMetrics: [
        { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 100, averageValue: '250m' } } },
      ],
    });
    expect(conditions(run(120, script))).toEqual([
      'AbleToScale True ScaleDownStabilized: recent recommendations were higher than current one, applying the highest recent recommendation',
      'ScalingActive True ValidMetricFound: the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)',
      'ScalingLimited False DesiredWithinRange: the desired count is within the acceptable range',
    ]);
    // Twelve percent of what is asked for would be one Pod; two is the least.
    expect(conditions(whole)[2]).toBe(
      'ScalingLimited True TooFewReplicas: the desired replica count is less than the minimum replica count',
    );
  });

  it('without a metric it leaves the size alone and says why', () => {
    const blind = run(40, []);
    expect(sizes(blind)).toEqual([[1, 2]]);
    expect(conditions(blind)[1]).toBe(
      'ScalingActive False FailedGetResourceMetric: the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: no metrics returned from resource metrics API',
    );
  });

  it('what lies outside of its bounds is brought in, whatever is measured', () => {
    const more = run(20, [], { minReplicas: 3 });
    expect(told(more)).toEqual([
      'SuccessfulRescale: New size: 3; reason: Current number of replicas below Spec.MinReplicas',
    ]);
    const less = run(20, [], { minReplicas: 1, maxReplicas: 1 });
    expect(told(less)).toEqual([
      'SuccessfulRescale: New size: 1; reason: Current number of replicas above Spec.MaxReplicas',
    ]);
  });

  it('two for the same Pods: neither scales them, and both say so (AmbiguousSelector)', () => {
    const other = { ...autoscaler({}), metadata: { name: 'also', namespace: 'default' } };
    const both = cluster({
      objects: NODES,
      metrics: script,
      acts: [
        { at: 1, request: create(web({ replicas: 2 }), 'deployments') },
        { at: 1, request: create(autoscaler({}), 'horizontalpodautoscalers') },
        { at: 2, request: create(other, 'horizontalpodautoscalers') },
      ],
    }).runUntil(60);
    expect(sizes(both)).toEqual([[1, 2]]);
    const message = 'pods by selector app=web are controlled by multiple HPAs: [default/also default/web]';
    for (const found of both.apiServer.list('horizontalpodautoscalers')) {
      expect((found as Autoscaler).status?.conditions?.[1]).toMatchObject({
        ...{ type: 'ScalingActive', status: 'False', reason: 'AmbiguousSelector', message },
      });
    }
    expect(told(both)).toContain(`FailedComputeMetricsReplicas: ${message}`);
  });

  it('a target that is not there', () => {
    const lost = run(20, [], { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'gone' } });
    expect(conditions(lost)).toEqual([
      'AbleToScale False FailedGetScale: the HPA controller was unable to get the target\'s current scale: deployments.apps "gone" not found',
    ]);
  });

  it('objects and things outside: the one that asks for most decides', () => {
    const metrics: ScriptedMetric[] = [
      { fromMicros: 0, namespace: 'default', of: { kind: 'external' }, name: 'queue', milli: 50_000 },
      {
        fromMicros: 0,
        namespace: 'default',
        of: { kind: 'object', object: 'Service/web' },
        name: 'hits',
        milli: 30_000,
      },
    ];
    const both = run(40, metrics, {
      metrics: [
        {
          type: 'External',
          external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '10' } },
        },
        {
          type: 'Object',
          object: {
            describedObject: { apiVersion: 'v1', kind: 'Service', name: 'web' },
            metric: { name: 'hits' },
            target: { type: 'Value', value: '20' },
          },
        },
      ],
    });
    // Of the object by the Pods that are ready: three of two, six of four.
    expect(told(both)).toEqual([
      'SuccessfulRescale: New size: 4; reason: external metric queue(nil) above target',
      'SuccessfulRescale: New size: 6; reason: Service metric hits above target',
    ]);
    expect(sizes(both).map(([, replicas]) => replicas)).toEqual([2, 4, 6]);
  });

  it('defaults, and what the api-server refuses', () => {
    const { apiServer } = run(3, [], { metrics: [], behavior: { scaleDown: { selectPolicy: 'Disabled' } } });
    const [found] = apiServer.list('horizontalpodautoscalers') as readonly Autoscaler[];
    expect(found?.spec.metrics).toEqual([
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
    ]);
    expect(found?.spec.behavior).toMatchObject({
      scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: 'Max' },
      scaleDown: { selectPolicy: 'Disabled', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
    });
    expect(run(3, [], { maxReplicas: 1 }).apiServer.list('horizontalpodautoscalers')).toEqual([]);
  });

  it('W-3 forked anywhere and run on, it is the same run', () => {
    const digest = whole.world.digest();
    const last = whole.world.step;
    for (let at = 100; at < last; at += 301) {
      whole.world.fork(at);
      expect(whole.runUntil(420).world.digest()).toBe(digest);
    }
  });
});
