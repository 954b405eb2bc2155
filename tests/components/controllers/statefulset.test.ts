/** Expected orders and texts: k8s.io/kubernetes pkg/controller/statefulset and its tests; orders of writes as recorded of 1.35. */
import { describe, expect, it } from 'vitest';
import type { KubeObject, Pod } from '../../../src/model/objects.ts';
import { parentAndOrdinal } from '../../../src/components/controllers/statefulset/ordinals.ts';
import type { StatefulSet, StatefulSetSpec } from '../../../src/components/controllers/statefulset/types.ts';
import { maxUnavailable, updateVictims } from '../../../src/components/controllers/statefulset/update.ts';
import { NODES, podsOf } from './harness.ts';
import { set, post, patch, image, remove, run, found, names, imagesOf, deeds, told } from './statefulset-runs.ts';

describe('a StatefulSet is made', () => {
  const made = run([post(set())], 12);

  it('first its revision, then the first Pod, then who it is in the status, then the number', () => {
    const keys = made
      .writes()
      .filter(({ who, key }) => who === 'kube-controller-manager' && !key.startsWith('Event/'))
      .map(({ key }) => key.replace(/-[^-/]{6,}$/, '-HASH'));
    expect(keys.slice(0, 4)).toEqual([
      'ControllerRevision/default/db-HASH',
      'Pod/default/db-0',
      'StatefulSet/default/db',
      'StatefulSet/default/db',
    ]);
    const [, first, second] = made.writes('StatefulSet').map(({ after }) => (after as StatefulSet).status);
    const revision = made.apiServer.list('controllerrevisions')[0]?.metadata.name;
    const names = { currentRevision: revision, updateRevision: revision, collisionCount: 0 };
    expect(first).toEqual({ observedGeneration: 1, replicas: 0, availableReplicas: 0, ...names });
    expect(second).toMatchObject({ replicas: 1, currentReplicas: 1, updatedReplicas: 1 });
  });

  it('each ordinal once the one below is ready', () => {
    expect(deeds(made)).toEqual(['create db-0', 'create db-1', 'create db-2']);
    const readyAt = (name: string): number =>
      made.writes('Pod').find(({ key, after }) => key.endsWith(name) && (after as Pod).status?.phase === 'Running')
        ?.step ?? Infinity;
    const madeAt = (name: string): number => made.writes('Pod').find(({ key }) => key.endsWith(name))?.step ?? 0;
    expect(madeAt('db-1')).toBeGreaterThan(readyAt('db-0'));
    expect(madeAt('db-2')).toBeGreaterThan(readyAt('db-1'));
    expect(found(made).status).toMatchObject({
      replicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      currentReplicas: 3,
    });
  });

  it('Pods know who they are', () => {
    const [pod] = podsOf(made).filter(({ metadata }) => metadata.name === 'db-1');
    expect(pod?.metadata).toMatchObject({
      generateName: 'db-',
      labels: {
        app: 'db',
        'statefulset.kubernetes.io/pod-name': 'db-1',
        'apps.kubernetes.io/pod-index': '1',
        'controller-revision-hash': found(made).status?.currentRevision,
      },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', controller: true }],
    });
    expect(pod?.spec).toMatchObject({ hostname: 'db-1', subdomain: 'db' });
  });

  it('and says so', () => {
    expect(told(made)).toEqual([
      'Normal SuccessfulCreate 1: create Pod db-0 in StatefulSet db successful',
      'Normal SuccessfulCreate 1: create Pod db-1 in StatefulSet db successful',
      'Normal SuccessfulCreate 1: create Pod db-2 in StatefulSet db successful',
    ]);
  });

  it('W-3 forked anywhere and run on, it is the same run', () => {
    const digest = made.world.digest();
    for (let at = 1; at < made.world.step; at += 61) {
      const forked = run([post(set())], 12);
      forked.world.fork(at);
      expect(forked.runUntil(12).world.digest()).toBe(digest);
    }
  });
});

describe('it grows and shrinks', () => {
  it('from the highest ordinal down, each after the one above is gone', () => {
    const shrunk = run([post(set()), patch(15, { replicas: 1 })], 40);
    expect(deeds(shrunk).slice(3)).toEqual(['delete db-2', 'delete db-1']);
    const writes = shrunk.writes('Pod');
    const gone = writes.find(({ key, after }) => key.endsWith('db-2') && after === undefined)?.step ?? Infinity;
    const next = writes.find(({ key, verb }) => key.endsWith('db-1') && verb === 'delete')?.step ?? 0;
    expect(next).toBeGreaterThan(gone);
    expect(names(shrunk)).toEqual(['db-0']);
    expect(told(shrunk).slice(3)).toEqual([
      'Normal SuccessfulDelete 1: delete Pod db-2 in StatefulSet db successful',
      'Normal SuccessfulDelete 1: delete Pod db-1 in StatefulSet db successful',
    ]);
  });

  it('Parallel: all at once, and all at once away', () => {
    const parallel = run([post(set({ podManagementPolicy: 'Parallel', replicas: 4 })), patch(10, { replicas: 1 })], 11);
    const births = parallel.writes('Pod').filter(({ verb }) => verb === 'create');
    const ready = parallel.writes('Pod').find(({ after }) => (after as Pod).status?.phase === 'Running');
    expect(births).toHaveLength(4);
    expect(births.every(({ step }) => step < (ready?.step ?? 0))).toBe(true);
    expect(deeds(parallel).slice(4)).toEqual(['delete db-3', 'delete db-2', 'delete db-1']);
  });

  it('ordinals begin where spec.ordinals says; those before go when it moves', () => {
    const moved = run([post(set({ replicas: 2, ordinals: { start: 5 } })), patch(15, { ordinals: { start: 6 } })], 40);
    expect(deeds(moved)).toEqual(['create db-5', 'create db-6', 'create db-7', 'delete db-5']);
  });

  it('minReadySeconds: the next ordinal waits until the one below is available', () => {
    const slow = run([post(set({ minReadySeconds: 10, replicas: 2 }))], 60);
    const [first, second] = slow.writes('Pod').filter(({ verb }) => verb === 'create');
    expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThan(10);
    expect(found(slow).status).toMatchObject({ readyReplicas: 2, availableReplicas: 2 });
  });

  it('a Pod that was deleted comes again under its name; one that cannot start holds up the others', () => {
    const again = run([post(set()), remove(15, 'pods', 'db-1')], 40);
    expect(deeds(again).slice(3)).toEqual(['create db-1']);
    expect(names(again)).toEqual(['db-0', 'db-1', 'db-2']);
    expect(told(again).at(-1)).toBe('Normal SuccessfulCreate 2: create Pod db-1 in StatefulSet db successful');
    const huge = set();
    const [container] = huge.spec.template.spec.containers;
    const template = {
      ...huge.spec.template,
      spec: { containers: [{ ...container, name: 'db', resources: { requests: { cpu: '64' } } }] },
    };
    expect(names(run([post({ ...huge, spec: { ...huge.spec, template } })], 60))).toEqual(['db-0']);
  });
});

describe('it is updated', () => {
  it('from the highest ordinal down to the partition, then the rest', () => {
    const acts = [
      post(set({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } } })),
      image(15, 'db:2'),
      patch(60, { updateStrategy: { rollingUpdate: { partition: 0 } } }),
    ];
    const part = run(acts, 55);
    expect(deeds(part).slice(3)).toEqual(['delete db-2', 'create db-2', 'delete db-1', 'create db-1']);
    expect(imagesOf(part)).toEqual({ 'db-0': 'db:1', 'db-1': 'db:2', 'db-2': 'db:2' });
    const { currentRevision, updateRevision, currentReplicas, updatedReplicas } = found(part).status ?? {};
    expect(currentRevision).not.toBe(updateRevision);
    expect([currentReplicas, updatedReplicas]).toEqual([1, 2]);
    const whole = run(acts, 90);
    expect(imagesOf(whole)).toEqual({ 'db-0': 'db:2', 'db-1': 'db:2', 'db-2': 'db:2' });
    expect(found(whole).status).toMatchObject({
      currentRevision: updateRevision,
      updateRevision,
      currentReplicas: 3,
      updatedReplicas: 3,
    });
  });

  it('below the partition a Pod that is deleted comes back as it was', () => {
    const acts = [
      post(set({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } })),
      image(15, 'db:2'),
      remove(40, 'pods', 'db-0'),
    ];
    expect(imagesOf(run(acts, 70))).toEqual({ 'db-0': 'db:1', 'db-1': 'db:1', 'db-2': 'db:2' });
  });

  it('OnDelete: only what somebody deletes', () => {
    const acts = [post(set({ updateStrategy: { type: 'OnDelete' } })), image(15, 'db:2'), remove(25, 'pods', 'db-1')];
    expect(imagesOf(run(acts, 60))).toEqual({ 'db-0': 'db:1', 'db-1': 'db:2', 'db-2': 'db:1' });
  });

  it('back to a template of before: its revision gets a new number; old ones beyond the limit go', () => {
    const acts = [
      post(set({ replicas: 1, revisionHistoryLimit: 1 })),
      image(10, 'db:2'),
      image(25, 'db:3'),
      image(40, 'db:4'),
      image(55, 'db:3'),
    ];
    const back = run(acts, 75);
    const revisions = (
      back.apiServer.list('controllerrevisions') as readonly (KubeObject & { revision: number })[]
    ).map(({ revision }) => revision);
    expect(revisions.sort()).toEqual([4, 5]);
    expect(imagesOf(back)).toEqual({ 'db-0': 'db:3' });
  });
});

describe('which Pods go for an update (TestStatefulSetControlRollingUpdateWithMaxUnavailable and its kin)', () => {
  const pod = (ordinal: number, revision: string, isReady = true): Pod => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `db-${String(ordinal)}`, labels: { 'controller-revision-hash': revision } },
    spec: { containers: [] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] },
  });
  const victims = (spec: Partial<StatefulSetSpec>, replicas: readonly Pod[], version: '1.36' | '1.37'): string[] =>
    updateVictims({
      set: set({ replicas: replicas.length, ...spec }),
      replicas,
      revision: 'new',
      nowMicros: 0,
      version,
    }).map(({ metadata }) => metadata.name);
  const rolling = (rollingUpdate: object): Partial<StatefulSetSpec> => ({
    updateStrategy: { type: 'RollingUpdate', rollingUpdate },
  });
  const old = [0, 1, 2, 3].map((ordinal) => pod(ordinal, 'old'));

  it('one at a time up to 1.36, maxUnavailable from 1.37 on', () => {
    const two = rolling({ maxUnavailable: 2, partition: 0 });
    expect(victims(two, old, '1.36')).toEqual(['db-3']);
    expect(victims(two, old, '1.37')).toEqual(['db-3', 'db-2']);
    expect(victims(rolling({ maxUnavailable: 2, partition: 3 }), old, '1.37')).toEqual(['db-3']);
    expect(victims(rolling({}), old, '1.37')).toEqual(['db-3']);
  });

  it('what is unavailable already counts, updated or not', () => {
    const two = rolling({ maxUnavailable: 2 });
    const busy = [pod(0, 'old'), pod(1, 'old', false), pod(2, 'old'), pod(3, 'new')];
    expect(victims(two, busy, '1.37')).toEqual(['db-2']);
    expect(victims(rolling({ maxUnavailable: 1 }), busy, '1.37')).toEqual([]);
    expect(victims(two, [...old.slice(0, 3), pod(3, 'new', false)], '1.36')).toEqual([]);
  });

  it('Parallel from 1.37 on: first those that serve nobody, whatever the limit, then others within it', () => {
    const parallel = { podManagementPolicy: 'Parallel', ...rolling({ maxUnavailable: 2 }) };
    const busy = [pod(0, 'old', false), pod(1, 'old'), pod(2, 'old'), pod(3, 'old')];
    expect(victims(parallel, busy, '1.37')).toEqual(['db-0', 'db-3']);
    const down = old.map((_, ordinal) => pod(ordinal, 'old', false));
    expect(victims(parallel, down, '1.37')).toEqual(['db-3', 'db-2', 'db-1', 'db-0']);
  });

  it('a percentage is rounded down, to 1 at least', () => {
    expect(maxUnavailable(set({ replicas: 10, ...rolling({ maxUnavailable: '25%' }) }))).toBe(2);
    expect(maxUnavailable(set({ replicas: 3, ...rolling({ maxUnavailable: '10%' }) }))).toBe(1);
  });
});

describe('a dump without ControllerRevisions', () => {
  const unknownKinds = new Set(['ControllerRevision', 'PersistentVolumeClaim']);
  const before = run([post(set())], 15);
  const objects = [...NODES, found(before), ...podsOf(before)];

  it('keeps its Pods, and makes a missing one as its status names it', () => {
    const it = run([remove(5, 'pods', 'db-2')], 30, { objects, unknownKinds });
    expect(deeds(it)).toEqual(['create db-2']);
    expect(new Set(podsOf(it).map(({ metadata }) => metadata.labels?.['controller-revision-hash'])).size).toBe(1);
    expect(it.writes('ControllerRevision')).toEqual([]);
  });

  it('between two revisions it waits: one of the two is nowhere', () => {
    const set = found(before);
    const mixed = { ...set, status: { ...set.status, currentRevision: 'db-older' } };
    const it = run([remove(5, 'pods', 'db-2')], 30, { objects: [...NODES, mixed, ...podsOf(before)], unknownKinds });
    expect(deeds(it)).toEqual([]);
  });
});

it('names of Pods: TestGetParentNameAndOrdinal', () => {
  expect(parentAndOrdinal('foo-3')).toEqual({ parent: 'foo', ordinal: 3 });
  expect(parentAndOrdinal('a-b-10')).toEqual({ parent: 'a-b', ordinal: 10 });
  expect(parentAndOrdinal('foo-x')).toEqual({ parent: '', ordinal: -1 });
});
