/** Owners that go and what they owned, and dumps that leave a kind out: recordings of Kubernetes 1.35.4. */
import { describe, expect, it } from 'vitest';
import { cluster, create, deleteWeb, NODES, podsOf, web, type TestCluster } from './harness.ts';
import { deployed } from './rollout-runs.ts';

describe('garbage (background, foreground, orphan)', () => {
  const gone = (run: TestCluster): string[] =>
    run
      .writes()
      .filter(({ after, key }) => after === undefined && /^(Deployment|ReplicaSet|Pod)/.test(key))
      .map(({ key }) => key.split('/')[0] ?? '');

  it('background: owner first, then what it owned', () => {
    const run = deployed([{ at: 10, request: deleteWeb() }]).runUntil(20);
    expect(gone(run)).toEqual(['Deployment', 'ReplicaSet', 'Pod', 'Pod', 'Pod']);
  });

  it('foreground: owner and ReplicaSet wait for the last Pod', () => {
    const run = deployed([{ at: 10, request: deleteWeb({ propagationPolicy: 'Foreground' }) }]).runUntil(20);
    expect(gone(run)).toEqual(['Pod', 'Pod', 'Pod', 'ReplicaSet', 'Deployment']);
    const marked = run.writes('ReplicaSet').find(({ verb }) => verb === 'delete')?.after?.metadata;
    expect(marked?.finalizers).toEqual(['foregroundDeletion']);
  });

  it('orphan: the child lives on, and a new Deployment adopts it without a new Pod', () => {
    const run = deployed([
      { at: 10, request: deleteWeb({ propagationPolicy: 'Orphan' }) },
      { at: 15, request: create(web(), 'deployments') },
    ]).runUntil(25);
    expect(gone(run)).toEqual(['Deployment']);
    const sets = run.apiServer.list('replicasets');
    expect(sets).toHaveLength(1);
    const owner = run.apiServer.get('Deployment/default/web');
    expect(sets[0]?.metadata.ownerReferences?.[0]?.uid).toBe(owner?.metadata.uid);
    expect(run.writes('Pod').filter(({ verb }) => verb === 'create')).toHaveLength(3);
  });

  it('an object whose owner is not there is deleted within 3 s', () => {
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'nobody', uid: 'no-such-uid' }];
    const child = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'child', namespace: 'default', ownerReferences },
    };
    const run = cluster({ objects: NODES, acts: [{ at: 1, request: create(child, 'configmaps') }] }).runUntil(4);
    expect(run.writes('ConfigMap').map(({ verb }) => verb)).toEqual(['create', 'delete']);
  });
});

describe('a dump that lacks a kind', () => {
  it('an observed ReplicaSet without known Pods is left alone', () => {
    const run = deployed().runUntil(5);
    const objects = [...NODES, ...run.apiServer.list('deployments'), ...run.apiServer.list('replicasets')];
    const dump = cluster({ objects, unknownKinds: new Set(['Pod']) }).runUntil(60);
    expect(dump.writes().filter(({ key }) => !key.startsWith('Lease/'))).toEqual([]);
    // The same objects with Pods known to be none are acted on.
    const empty = cluster({ objects }).runUntil(60);
    expect(podsOf(empty)).toHaveLength(3);
  });

  it('at rest, 60 seconds write nothing but leases', () => {
    const run = deployed().runUntil(9);
    const objects = ['nodes', 'deployments', 'replicasets', 'pods'].flatMap((resource) => run.apiServer.list(resource));
    const dump = cluster({ objects }).runUntil(60);
    expect(dump.writes().filter(({ key }) => !key.startsWith('Lease/'))).toEqual([]);
    expect(dump.writes('Lease').length).toBeGreaterThanOrEqual(15);
  });
});

describe('W-3: what is derived is rebuilt', () => {
  it('an orphan found before a fork is adopted after it', () => {
    const run = deployed([
      { at: 10, request: deleteWeb({ propagationPolicy: 'Orphan' }) },
      { at: 15, request: create(web(), 'deployments') },
    ]).runUntil(25);
    const { world } = run;
    const digest = world.digest();
    // Back to before the ReplicaSet was an orphan, and then to after it: what stood in memory is of no use twice.
    for (const second of [8, 14]) {
      let step = world.trace.length;
      while (step > 0 && world.trace.time(step) > second * 1_000_000) step--;
      world.fork(step);
      run.runUntil(25);
      expect(world.digest()).toBe(digest);
    }
    expect(run.apiServer.list('replicasets')).toHaveLength(1);
  });
});
