/** Whose Pods and claims: expected orders and texts of k8s.io/kubernetes pkg/controller/statefulset and its tests. */
import { describe, expect, it } from 'vitest';
import type { KubeObject, Pod } from '../../../src/model/objects.ts';
import { isUpToDate, withOwners } from '../../../src/components/controllers/statefulset/claims.ts';
import type { StatefulSet } from '../../../src/components/controllers/statefulset/types.ts';
import { NODES, podsOf, type TestCluster } from './harness.ts';
import { set, post, patch, remove, run, found, names, deeds, told, claims } from './statefulset-runs.ts';

describe('claims', () => {
  const volumeClaimTemplates = [
    {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ];
  const ownersOf = (claim: KubeObject | undefined): string[] =>
    (claim?.metadata.ownerReferences ?? []).map(({ kind, name }) => `${kind}/${name}`);
  const CLASS: KubeObject = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'fast', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: 'example.com/fast',
    volumeBindingMode: 'Immediate',
  } as KubeObject;
  const objects = [...NODES, CLASS];

  it('one a template and ordinal, before the Pod; they stay', () => {
    const it = run([post(set({ volumeClaimTemplates })), patch(25, { replicas: 1 })], 50, { objects });
    expect(claims(it).map(({ metadata }) => metadata.name)).toEqual(['data-db-0', 'data-db-1', 'data-db-2']);
    expect(claims(it)[0]?.metadata.labels).toEqual({ app: 'db' });
    expect(claims(it).flatMap(ownersOf)).toEqual([]);
    const [claim, pod] = it.writes().filter(({ key }) => key.endsWith('-0') && !key.startsWith('Event'));
    expect([claim?.key, pod?.key]).toEqual(['PersistentVolumeClaim/default/data-db-0', 'Pod/default/db-0']);
    expect((pod?.after as Pod).spec['volumes']).toContainEqual({
      name: 'data',
      persistentVolumeClaim: { claimName: 'data-db-0' },
    });
    expect(told(it)[0]).toBe('Normal SuccessfulCreate 1: create Claim data-db-0 Pod db-0 in StatefulSet db success');
  });

  it('whenScaled Delete: a claim goes with the Pod that was scaled away', () => {
    const persistentVolumeClaimRetentionPolicy = { whenScaled: 'Delete', whenDeleted: 'Retain' } as const;
    const it = run(
      [post(set({ volumeClaimTemplates, persistentVolumeClaimRetentionPolicy })), patch(25, { replicas: 2 })],
      60,
      { objects },
    );
    expect(claims(it).map(({ metadata }) => metadata.name)).toEqual(['data-db-0', 'data-db-1']);
    const last = it.writes('PersistentVolumeClaim').filter(({ key }) => key.endsWith('data-db-2'));
    expect(ownersOf(last.at(-1)?.before)).toEqual(['Pod/db-2']);
  });

  it('whenDeleted Delete: the set owns them, and they go with it', () => {
    const persistentVolumeClaimRetentionPolicy = { whenScaled: 'Retain', whenDeleted: 'Delete' } as const;
    const acts = [post(set({ volumeClaimTemplates, persistentVolumeClaimRetentionPolicy }))];
    // Though a claim is written while its Pod waits, the next ordinal waits for that Pod.
    const early = run(acts, 25, { objects }).writes('Pod');
    const isReady = (pod: KubeObject | undefined): boolean => (pod as Pod | undefined)?.status?.phase === 'Running';
    const readyAt = early.find(({ key, after }) => key.endsWith('db-0') && isReady(after))?.step ?? Infinity;
    expect(early.find(({ key }) => key.endsWith('db-1'))?.step).toBeGreaterThan(readyAt);
    expect(claims(run(acts, 25, { objects })).flatMap(ownersOf)).toEqual([
      'StatefulSet/db',
      'StatefulSet/db',
      'StatefulSet/db',
    ]);
    expect(claims(run([...acts, remove(25, 'statefulsets', 'db')], 60, { objects }))).toEqual([]);
  });

  it('what another set of the name owned, and what another controller owns, is left alone (TestIsClaimOwnerUpToDate)', () => {
    const both = set({
      volumeClaimTemplates,
      persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete', whenDeleted: 'Delete' },
    });
    const ours: StatefulSet = { ...both, metadata: { ...both.metadata, uid: 'set' } };
    const pod: Pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'db-0', uid: 'pod' },
      spec: { containers: [] },
    };
    const claim = (kind: string, name: string, uid: string): KubeObject => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        name: 'data-db-0',
        ownerReferences: [{ apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1', kind, name, uid, controller: true }],
      },
    });
    expect(isUpToDate(claim('StatefulSet', 'db', 'set'), ours, pod)).toBe(true);
    expect(isUpToDate(claim('StatefulSet', 'db', 'older'), ours, pod)).toBe(true);
    expect(isUpToDate(claim('Deployment', 'web', 'x'), ours, pod)).toBe(true);
    expect(isUpToDate(claim('Pod', 'db-0', 'pod'), ours, pod)).toBe(false);
    expect(ownersOf(withOwners(claim('Pod', 'db-0', 'pod'), ours, pod))).toEqual(['StatefulSet/db']);
  });
});

describe('whose Pods', () => {
  const stray = (name: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: `uid-${name}`, labels: { app: 'db' } },
    spec: { containers: [{ name: 'db', image: 'db:0' }], nodeName: 'node-0' },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  });
  const ownerOf = (of: TestCluster, name: string): string | undefined =>
    podsOf(of).find(({ metadata }) => metadata.name === name)?.metadata.ownerReferences?.[0]?.name;

  it('an orphan of its name is adopted, one of another name is not', () => {
    const it = run([post(set({ replicas: 1 }))], 20, { objects: [...NODES, stray('db-0'), stray('other-0')] });
    expect(ownerOf(it, 'db-0')).toBe('db');
    expect(ownerOf(it, 'other-0')).toBeUndefined();
  });

  it('orphaned with its revisions, both are adopted by the next of the name', () => {
    const acts = [post(set()), remove(15, 'statefulsets', 'db', 'Orphan'), { at: 25, request: post(set()).request }];
    const left = run(acts.slice(0, 2), 24);
    expect(left.apiServer.list('statefulsets')).toEqual([]);
    expect(podsOf(left).map((pod) => pod.metadata.ownerReferences ?? [])).toEqual([[], [], []]);
    const again = run(acts, 40);
    expect(names(again).map((name) => ownerOf(again, name))).toEqual(['db', 'db', 'db']);
    expect(again.apiServer.list('controllerrevisions')).toHaveLength(1);
    expect(deeds(again)).toHaveLength(3);
  });

  it('deleted: the set first, then its Pods and revisions', () => {
    const it = run([post(set()), remove(15, 'statefulsets', 'db')], 30);
    expect(names(it)).toEqual([]);
    expect(it.apiServer.list('controllerrevisions')).toEqual([]);
    const writes = it.writes();
    const gone = writes.find(({ key, after }) => key === 'StatefulSet/default/db' && after === undefined)?.step ?? 0;
    const next = writes.find(({ key, verb }) => key.startsWith('Pod/') && verb === 'delete')?.step ?? 0;
    expect(next).toBeGreaterThan(gone);
  });

  it('one that failed makes way for another of its name', () => {
    const at10 = run([post(set({ replicas: 1 }))], 10);
    const [pod] = podsOf(at10);
    const failed = { ...pod, status: { phase: 'Failed' } } as unknown as KubeObject;
    const it = run([], 20, { objects: [...NODES, found(at10), ...at10.apiServer.list('controllerrevisions'), failed] });
    // A Pod that has ended is marked and gone in one request.
    expect(deeds(it)).toEqual(['delete db-0', 'delete db-0', 'create db-0']);
    expect(podsOf(it)[0]?.status?.phase).toBe('Running');
  });
});
