/** A Namespace comes and goes: pkg/controller/namespace and pkg/controller/serviceaccount (v1.37). */
import { describe, expect, it } from 'vitest';
import type { Condition, KubeObject } from '../../../src/model/objects.ts';
import { cluster, create, NODES, type TestCluster } from './harness.ts';

const shop: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };

const configMap = (name: string, finalizers: readonly string[] = []): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop', ...(finalizers.length === 0 ? {} : { finalizers }) },
});

const pod = (terminationGracePeriodSeconds = 30): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'shop' },
  spec: { terminationGracePeriodSeconds, containers: [{ name: 'c', image: 'i' }] },
});

const remove = { verb: 'delete', resource: 'namespaces', name: 'shop' } as const;

const namespaceOf = (run: TestCluster): KubeObject | undefined => run.apiServer.get('Namespace/shop');
const conditionsOf = (object: KubeObject | undefined): readonly (readonly unknown[])[] =>
  ((object?.status as { conditions?: readonly Condition[] } | undefined)?.conditions ?? []).map((one) => [
    one.type,
    one.status,
    one.reason,
    one.message,
  ]);

const FINE = [
  ['NamespaceDeletionDiscoveryFailure', 'False', 'ResourcesDiscovered', 'All resources successfully discovered'],
  [
    'NamespaceDeletionGroupVersionParsingFailure',
    'False',
    'ParsedGroupVersions',
    'All legacy kube types successfully parsed',
  ],
  [
    'NamespaceDeletionContentFailure',
    'False',
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
];
const EMPTY = [
  ['NamespaceContentRemaining', 'False', 'ContentRemoved', 'All content successfully removed'],
  ['NamespaceFinalizersRemaining', 'False', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
];

describe('a Namespace with a Pod', () => {
  const run = cluster({
    objects: NODES,
    acts: [
      { at: 1, request: create(shop, 'namespaces') },
      { at: 2, request: create(configMap('settings'), 'configmaps') },
      { at: 2, request: create(pod(), 'pods') },
      { at: 10, request: remove },
      { at: 11, request: create(configMap('late'), 'configmaps') },
    ],
  });

  it('gets the account "default" when it comes', () => {
    run.runUntil(1.5);
    expect(run.writes('ServiceAccount').map(({ who, verb, key }) => [who, verb, key])).toEqual([
      ['kube-controller-manager', 'create', 'ServiceAccount/shop/default'],
    ]);
  });

  it('is Terminating at once and lets nothing in; for five seconds nothing is taken out', () => {
    run.runUntil(14.9);
    expect(namespaceOf(run)?.status).toMatchObject({ phase: 'Terminating' });
    expect(run.apiServer.get('ConfigMap/shop/late')).toBeUndefined();
    const late = run.apiServer.handle(create(configMap('late'), 'configmaps'), 'kubectl');
    expect(late.code).toBe(403);
    expect(late.status?.message).toBe(
      'configmaps "late" is forbidden: unable to create new content in namespace shop because it is being terminated',
    );
    expect(run.apiServer.get('Pod/shop/p')?.metadata.deletionTimestamp).toBeUndefined();
  });

  it('its Pods go first, and all else waits for them (OrderedNamespaceDeletion)', () => {
    run.runUntil(15.5);
    expect(run.apiServer.get('Pod/shop/p')?.metadata.deletionTimestamp).toBeDefined();
    expect(run.apiServer.get('ConfigMap/shop/settings')).toBeDefined();
    expect(conditionsOf(namespaceOf(run))).toEqual([
      ...FINE,
      [
        'NamespaceContentRemaining',
        'True',
        'SomeResourcesRemain',
        'Some resources are remaining: pods. has 1 resource instances',
      ],
      EMPTY[1],
    ]);
  });

  it('is gone once it is empty: the conditions say so, then the finalizer goes', () => {
    run.runUntil(60);
    const [settings, told, gone] = [
      run.writes('ConfigMap').at(-1),
      run.writes('Namespace').at(-2),
      run.writes('Namespace').at(-1),
    ];
    expect(settings?.after).toBeUndefined();
    expect(told?.verb).toBe('update status');
    expect(conditionsOf(told?.after)).toEqual([...FINE, ...EMPTY]);
    expect([gone?.who, gone?.verb, gone?.after]).toEqual(['kube-controller-manager', 'update finalize', undefined]);
    expect(settings?.step).toBeLessThan(told?.step ?? 0);
    expect(run.apiServer.list('serviceaccounts', 'shop')).toEqual([]);
  });
});

it('before 1.33 Pods and all else go in one round', () => {
  const run = cluster({
    version: '1.32',
    objects: NODES,
    acts: [
      { at: 1, request: create(shop, 'namespaces') },
      { at: 2, request: create(configMap('settings'), 'configmaps') },
      { at: 2, request: create(pod(), 'pods') },
      { at: 10, request: remove },
    ],
  }).runUntil(15.5);
  expect(run.apiServer.get('Pod/shop/p')?.metadata.deletionTimestamp).toBeDefined();
  expect(run.apiServer.get('ConfigMap/shop/settings')).toBeUndefined();
});

it('an object that a finalizer holds keeps the Namespace, which says by whom', () => {
  const run = cluster({
    acts: [
      { at: 1, request: create(shop, 'namespaces') },
      { at: 2, request: create(configMap('a', ['example.com/guard']), 'configmaps') },
      { at: 2, request: create(configMap('b', ['example.com/guard', 'example.com/other']), 'configmaps') },
      { at: 10, request: remove },
      {
        at: 60,
        request: {
          verb: 'patch',
          resource: 'configmaps',
          namespace: 'shop',
          name: 'a',
          patchType: 'merge',
          body: { metadata: { finalizers: null } },
        },
      },
      {
        at: 60,
        request: {
          verb: 'patch',
          resource: 'configmaps',
          namespace: 'shop',
          name: 'b',
          patchType: 'merge',
          body: { metadata: { finalizers: null } },
        },
      },
    ],
  }).runUntil(50);
  expect(conditionsOf(namespaceOf(run)).slice(3)).toEqual([
    [
      'NamespaceContentRemaining',
      'True',
      'SomeResourcesRemain',
      'Some resources are remaining: configmaps. has 2 resource instances',
    ],
    [
      'NamespaceFinalizersRemaining',
      'True',
      'SomeFinalizersRemain',
      'Some content in the namespace has finalizers remaining: example.com/guard in 2 resource instances, example.com/other in 1 resource instances',
    ],
  ]);
  // Conditions that stay as they are are not written again.
  expect(run.writes('Namespace').filter(({ verb }) => verb === 'update status')).toHaveLength(1);
  run.runUntil(75);
  expect(namespaceOf(run)).toBeUndefined();
});

it('a Namespace with a finalizer of its own stays until that is gone, and then needs nobody', () => {
  const held = { ...shop, metadata: { name: 'shop', finalizers: ['example.com/own'] } };
  const release = { verb: 'patch', resource: 'namespaces', name: 'shop', patchType: 'merge' } as const;
  const run = cluster({
    acts: [
      { at: 1, request: create(held, 'namespaces') },
      { at: 2, request: remove },
      { at: 20, request: { ...release, body: { metadata: { finalizers: null } } } },
    ],
  }).runUntil(19);
  expect(namespaceOf(run)?.spec).toEqual({ finalizers: [] });
  expect(run.runUntil(21).apiServer.get('Namespace/shop')).toBeUndefined();
});

it('the account "default" that is deleted comes back', () => {
  const run = cluster({
    acts: [
      { at: 1, request: create(shop, 'namespaces') },
      { at: 5, request: { verb: 'delete', resource: 'serviceaccounts', namespace: 'shop', name: 'default' } },
    ],
  }).runUntil(6);
  expect(run.writes('ServiceAccount').map(({ verb }) => verb)).toEqual(['create', 'delete', 'create']);
});
