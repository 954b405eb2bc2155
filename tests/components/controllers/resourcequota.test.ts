/** What a ResourceQuota says is used: pkg/controller/resourcequota and the evaluators of pkg/quota/v1 (v1.37). */
import { describe, expect, it } from 'vitest';
import { quotaUsage } from '../../../src/components/apiserver/apiserver.ts';
import type { KubeObject } from '../../../src/model/objects.ts';
import { resourceOfKind, type ResourceInfo } from '../../../src/model/resources.ts';
import { cluster, create, NODES } from './harness.ts';

const quota = (hard: Readonly<Record<string, string | number>>): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'q', namespace: 'default' },
  spec: { hard },
});

const pod = (name: string, cpu: string, command: readonly string[] = []): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: {
    restartPolicy: 'Never',
    containers: [
      { name: 'c', image: 'i', command, resources: { requests: { cpu, memory: '64Mi' }, limits: { memory: '128Mi' } } },
    ],
  },
});

const service = (name: string, spec: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'default' },
  spec,
});

const HARD = {
  pods: 10,
  'requests.cpu': '2',
  'limits.memory': '1Gi',
  'count/pods': '20',
  'count/deployments.apps': '3',
};

const statusAt = (run: ReturnType<typeof cluster>): unknown => run.apiServer.get('ResourceQuota/default/q')?.status;

describe('status of a quota', () => {
  const run = cluster({
    objects: NODES,
    acts: [
      { at: 1, request: create(quota(HARD), 'resourcequotas') },
      { at: 2, request: create(pod('a', '250m'), 'pods') },
      { at: 2, request: create(pod('b', '500m', ['sh', '-c', 'sleep 5']), 'pods') },
      { at: 20, request: { verb: 'delete', resource: 'pods', namespace: 'default', name: 'a' } },
    ],
  });
  const hard = {
    pods: '10',
    'requests.cpu': '2',
    'limits.memory': '1Gi',
    'count/pods': '20',
    'count/deployments.apps': '3',
  };

  it('is written as soon as the quota is there: what nobody uses is "0"', () => {
    run.runUntil(1.5);
    const used = {
      pods: '0',
      'requests.cpu': '0',
      'limits.memory': '0',
      'count/pods': '0',
      'count/deployments.apps': '0',
    };
    expect(statusAt(run)).toEqual({ hard, used });
    expect(run.writes('ResourceQuota').map(({ who, verb }) => [who, verb])).toEqual([
      ['kubectl', 'create'],
      ['kube-controller-manager', 'update status'],
    ]);
  });

  it('counts Pods and what their containers ask for', () => {
    run.runUntil(3);
    expect(statusAt(run)).toMatchObject({
      used: { pods: '2', 'requests.cpu': '750m', 'limits.memory': '256Mi', 'count/pods': '2' },
    });
  });

  it('a Pod that has ended uses nothing, but is still there to be counted', () => {
    run.runUntil(15);
    expect(statusAt(run)).toMatchObject({
      used: { pods: '1', 'requests.cpu': '250m', 'limits.memory': '128Mi', 'count/pods': '2' },
    });
  });

  it('a Pod that is deleted gives its share back when it is gone', () => {
    run.runUntil(40);
    expect(statusAt(run)).toMatchObject({
      used: { pods: '0', 'requests.cpu': '0', 'limits.memory': '0', 'count/pods': '1' },
    });
  });
});

it('a quota whose status is right is left alone, one with scopes too', () => {
  const status = { hard: { pods: '1' }, used: { pods: '0' } };
  const right = { ...quota({ pods: '1' }), status };
  const scoped = { ...quota({ pods: '1' }), metadata: { name: 's', namespace: 'default' } };
  const spec = { hard: { pods: '1' }, scopes: ['BestEffort'] };
  const run = cluster({ objects: [...NODES, right, { ...scoped, spec, status }] }).runUntil(30);
  expect(run.writes('ResourceQuota')).toEqual([]);
});

describe('usage by kind', () => {
  const usage = (kind: string, names: readonly string[], ...objects: KubeObject[]): unknown =>
    quotaUsage(names, new Map([[resourceOfKind(kind) as ResourceInfo, objects]]), Date.UTC(2026, 0, 1) * 1000);

  it('ports of Services', () => {
    const ports = [{ port: 80 }, { port: 443 }];
    const names = ['services', 'services.nodeports', 'services.loadbalancers', 'pods'];
    expect(
      usage(
        'Service',
        names,
        service('a', { type: 'ClusterIP', ports }),
        service('b', { type: 'NodePort', ports }),
        service('c', { type: 'LoadBalancer', ports }),
        service('d', { type: 'LoadBalancer', ports, allocateLoadBalancerNodePorts: false }),
      ),
    ).toEqual({ services: '4', 'services.nodeports': '4', 'services.loadbalancers': '2' });
  });

  it('storage of claims, in all and by class', () => {
    const claim = (storage: string, storageClassName?: string): KubeObject => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: storage, namespace: 'default' },
      spec: { resources: { requests: { storage } }, ...(storageClassName === undefined ? {} : { storageClassName }) },
    });
    const gold = 'gold.storageclass.storage.k8s.io/';
    const names = [
      'persistentvolumeclaims',
      'requests.storage',
      `${gold}requests.storage`,
      `${gold}persistentvolumeclaims`,
    ];
    expect(usage('PersistentVolumeClaim', names, claim('1Gi', 'gold'), claim('2Gi'))).toEqual({
      persistentvolumeclaims: '2',
      'requests.storage': '3Gi',
      [`${gold}requests.storage`]: '1Gi',
      [`${gold}persistentvolumeclaims`]: '1',
    });
  });

  it('a Pod that its node has not taken away in time counts no more (QuotaV1Pod)', () => {
    const late = (deletionTimestamp: string): KubeObject => ({
      ...pod('p', '1'),
      metadata: { name: 'p', namespace: 'default', deletionTimestamp, deletionGracePeriodSeconds: 30 },
    });
    expect(usage('Pod', ['pods', 'count/pods'], late('2025-12-31T23:59:00Z'))).toEqual({
      pods: '0',
      'count/pods': '1',
    });
    expect(usage('Pod', ['pods', 'count/pods'], late('2025-12-31T23:59:45Z'))).toEqual({
      pods: '1',
      'count/pods': '1',
    });
  });
});

/** pods_test.go of pkg/quota/v1/evaluator/core: which Pods a quota with scopes counts, and refuses. */
describe('scopes', () => {
  const scoped = (spec: object): KubeObject => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q', namespace: 'default' },
    spec: { hard: { pods: '1' }, ...spec },
  });
  const plain = (name: string, spec: object = {}, resources: object = {}): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: { containers: [{ name: 'c', image: 'i', resources }], ...spec },
  });
  const asks = { requests: { cpu: '100m' } };
  const inClass = (...values: readonly string[]): object => ({
    scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values }] },
  });
  const high = {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'high' },
    value: 1000,
  } as KubeObject;

  const term = { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'x' } } };

  it.each<[string, object, object, object, object, object]>([
    ['Terminating', { scopes: ['Terminating'] }, { activeDeadlineSeconds: 60 }, {}, {}, {}],
    ['NotTerminating', { scopes: ['NotTerminating'] }, {}, {}, { activeDeadlineSeconds: 60 }, {}],
    ['BestEffort', { scopes: ['BestEffort'] }, {}, {}, {}, asks],
    ['NotBestEffort', { scopes: ['NotBestEffort'] }, {}, asks, {}, {}],
    ['PriorityClass In', inClass('high'), { priorityClassName: 'high' }, {}, {}, {}],
    [
      'PriorityClass NotIn',
      { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'NotIn', values: ['high'] }] } },
      {},
      {},
      { priorityClassName: 'high' },
      {},
    ],
    [
      'PriorityClass Exists',
      { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Exists' }] } },
      { priorityClassName: 'high' },
      {},
      {},
      {},
    ],
    [
      'CrossNamespacePodAffinity',
      { scopes: ['CrossNamespacePodAffinity'] },
      {
        affinity: {
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 1, podAffinityTerm: { ...term, namespaceSelector: {} } },
            ],
          },
        },
      },
      {},
      { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } },
      {},
    ],
    [
      'two scopes, both of which count',
      { scopes: ['Terminating', 'BestEffort'] },
      { activeDeadlineSeconds: 9 },
      {},
      {},
      {},
    ],
  ])('%s', (_what, spec, own, ownAsks, other, otherAsks) => {
    const run = cluster({
      objects: [...NODES, high],
      acts: [
        { at: 1, request: create(scoped(spec), 'resourcequotas') },
        ...['o1', 'o2'].map((name) => ({ at: 2, request: create(plain(name, other, otherAsks), 'pods') })),
        ...['p1', 'p2'].map((name) => ({ at: 3, request: create(plain(name, own, ownAsks), 'pods') })),
      ],
    }).runUntil(8);
    const names = run.apiServer.list('pods').map(({ metadata }) => metadata.name);
    expect(names.sort()).toEqual(['o1', 'o2', 'p1']);
    expect(statusAt(run)).toEqual({ hard: { pods: '1' }, used: { pods: '1' } });
  });

  it('what is no Pod is in no scope: MatchesNoScopeFunc', () => {
    const spec = { hard: { services: '0', pods: '5' }, scopes: ['BestEffort'] };
    const run = cluster({
      objects: NODES,
      acts: [
        { at: 1, request: create(scoped(spec), 'resourcequotas') },
        { at: 2, request: create(service('s', { ports: [{ port: 80 }] }), 'services') },
      ],
    }).runUntil(5);
    expect(run.apiServer.get('Service/default/s')).toBeDefined();
    expect(statusAt(run)).toMatchObject({ used: { services: '0', pods: '0' } });
  });
});
