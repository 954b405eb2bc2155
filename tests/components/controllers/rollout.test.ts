/** Expected orders, writers and texts: recordings of Kubernetes 1.35.4 (a Deployment of 3, scale to 5, new image, rollback). */
import { describe, expect, it } from 'vitest';
import type { Deployment, KubeObject, Pod, ReplicaSet } from '../../../src/model/objects.ts';
import {
  cluster,
  create,
  deleteWeb,
  isReady,
  NODES,
  patchWeb,
  podsOf,
  scaleTo,
  setImage,
  web,
  type Act,
  type TestCluster,
  type Write,
} from './harness.ts';
import { made, deployed } from './rollout-runs.ts';

const conditionsOf = (object: KubeObject | undefined): string[] =>
  ((object as Deployment | undefined)?.status?.conditions ?? []).map(
    ({ type, status, reason }) => `${type}=${status} ${reason}`,
  );

/** Distinct lists of conditions that an object had, in order. */
function conditionHistory(writes: readonly Write[]): string[] {
  const lists = writes.map(({ after }) => conditionsOf(after).join(', ')).filter((text) => text !== '');
  return lists.filter((text, i) => text !== lists[i - 1]);
}

const setOf = ({ after }: Write): ReplicaSet => after as ReplicaSet;

describe('Deployment create', () => {
  const run = deployed().runUntil(5);

  it('the ReplicaSet is made with its size and annotations', () => {
    const [first] = run.writes('ReplicaSet');
    expect(first?.verb).toBe('create');
    expect(setOf(first as Write).spec.replicas).toBe(3);
    expect(first?.after?.metadata.annotations).toEqual({
      'deployment.kubernetes.io/desired-replicas': '3',
      'deployment.kubernetes.io/max-replicas': '4',
      'deployment.kubernetes.io/revision': '1',
    });
    expect(first?.after?.metadata.ownerReferences?.[0]).toMatchObject({ kind: 'Deployment', controller: true });
  });

  it('the Deployment says in turn: made, unavailable, progressing, done; what changes moves to the end', () => {
    expect(conditionHistory(run.writes('Deployment'))).toEqual([
      'Progressing=True NewReplicaSetCreated',
      'Progressing=True NewReplicaSetCreated, Available=False MinimumReplicasUnavailable',
      'Available=False MinimumReplicasUnavailable, Progressing=True ReplicaSetUpdated',
      'Available=True MinimumReplicasAvailable, Progressing=True NewReplicaSetAvailable',
    ]);
  });

  it('revision and Progressing come in one write, observedGeneration only in the next', () => {
    const [, second, third] = run.writes('Deployment').map(({ after }) => after as Deployment);
    expect(second?.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('1');
    expect(second?.status?.observedGeneration).toBeUndefined();
    expect(third?.status).toMatchObject({ observedGeneration: 1, unavailableReplicas: 3, terminatingReplicas: 0 });
    expect(third?.status?.replicas).toBeUndefined();
  });

  it('Pods come in a slow start: one, then two; the sync that made them counts those it listed before', () => {
    const times = run
      .writes('Pod')
      .filter(({ verb }) => verb === 'create')
      .map(({ time }) => time);
    expect(times).toHaveLength(3);
    expect(times[1]).toBeGreaterThan(times[0] as number);
    expect(times[2]).toBe(times[1]);
    const statuses = run
      .writes('ReplicaSet')
      .slice(1)
      .map((write) => setOf(write).status);
    expect(statuses[0]).toMatchObject({ replicas: 0, observedGeneration: 1, terminatingReplicas: 0 });
    expect(statuses[1]).toMatchObject({ replicas: 3, fullyLabeledReplicas: 3 });
  });

  it('seven come as 1, 2, 4', () => {
    const seven = cluster({ objects: NODES, acts: [{ at: 1, request: create(web({ replicas: 7 }), 'deployments') }] });
    const creates = seven
      .runUntil(3)
      .writes('Pod')
      .filter(({ verb }) => verb === 'create');
    const sizes = [...new Set(creates.map(({ time }) => time))].map(
      (t) => creates.filter(({ time }) => time === t).length,
    );
    expect(sizes).toEqual([1, 2, 4]);
  });

  it('Events', () => {
    const [set] = run.apiServer.list('replicasets');
    const scaled = `ScalingReplicaSet: Scaled up replica set ${set?.metadata.name} from 0 to 3`;
    expect(run.events().filter((text) => text.startsWith('ScalingReplicaSet'))).toEqual([scaled]);
    const created = podsOf(run).map(({ metadata }) => `SuccessfulCreate: Created pod: ${metadata.name}`);
    expect(
      run
        .events()
        .filter((text) => text.startsWith('SuccessfulCreate'))
        .sort(),
    ).toEqual(created.sort());
  });

  it('at the end all is ready and counted', () => {
    const [deployment] = run.apiServer.list('deployments') as readonly Deployment[];
    expect(deployment?.status).toMatchObject({
      replicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      updatedReplicas: 3,
    });
    expect(deployment?.status).not.toHaveProperty('unavailableReplicas');
    expect(podsOf(run).every(isReady)).toBe(true);
  });

  it('1.34 knows no terminatingReplicas', () => {
    const older = deployed([], 1, '1.34').runUntil(5);
    for (const { after } of [...older.writes('Deployment'), ...older.writes('ReplicaSet')]) {
      expect((after as ReplicaSet).status ?? {}).not.toHaveProperty('terminatingReplicas');
    }
  });
});

describe('scale 3 -> 5', () => {
  const run = deployed([{ at: 10, request: scaleTo(5) }]).runUntil(15);
  const later = run.writes().filter(({ time }) => time >= 10);

  it('ReplicaSet first, its annotations with it; then the Deployment tells, Available False again', () => {
    const kinds = later.filter(({ key }) => /^(Deployment|ReplicaSet)/.test(key)).map(({ key }) => key.split('/')[0]);
    expect(kinds.slice(0, 3)).toEqual(['Deployment', 'ReplicaSet', 'Deployment']);
    const set = later.find(({ key }) => key.startsWith('ReplicaSet'))?.after as ReplicaSet;
    expect(set.spec.replicas).toBe(5);
    expect(set.metadata.generation).toBe(2);
    expect(set.metadata.annotations).toMatchObject({
      'deployment.kubernetes.io/desired-replicas': '5',
      'deployment.kubernetes.io/max-replicas': '7',
    });
    const told = later.filter(({ key }) => key.startsWith('Deployment'))[1]?.after;
    expect(conditionsOf(told)).toContain('Available=False MinimumReplicasUnavailable');
    expect((told as Deployment).status?.observedGeneration).toBe(2);
    expect(run.events()).toContain(`ScalingReplicaSet: Scaled up replica set ${set.metadata.name} from 3 to 5`);
  });
});

/** Pods of the Deployment after each write, and what each marks for deletion. */
function checkRollingLimits(run: TestCluster, replicas: number, surge: number, unavailable: number): number {
  const pods = new Map<string, Pod>();
  const sets = new Map<string, ReplicaSet>();
  let marked = 0;
  for (const { key, after, before, verb } of run.writes()) {
    if (key.startsWith('ReplicaSet/')) {
      const grew =
        ((after as ReplicaSet | undefined)?.spec.replicas ?? 0) >
        ((before as ReplicaSet | undefined)?.spec.replicas ?? 0);
      if (after === undefined) sets.delete(key);
      else sets.set(key, after as ReplicaSet);
      const total = [...sets.values()].reduce((sum, set) => sum + (set.spec.replicas ?? 0), 0);
      if (grew) expect(total).toBeLessThanOrEqual(replicas + surge);
    }
    if (!key.startsWith('Pod/')) continue;
    const pod = after as Pod | undefined;
    const goes =
      pod?.metadata.deletionTimestamp !== undefined &&
      (before as Pod | undefined)?.metadata.deletionTimestamp === undefined;
    if (goes && verb === 'delete' && isReady(before as Pod)) {
      marked++;
      const others = [...pods].filter(
        ([other, p]) => other !== key && isReady(p) && p.metadata.deletionTimestamp === undefined,
      );
      expect(others.length).toBeGreaterThanOrEqual(replicas - unavailable);
    }
    if (pod === undefined) pods.delete(key);
    else pods.set(key, pod);
  }
  return marked;
}

describe('rolling update of 5 (25 % / 25 %)', () => {
  const acts = [
    { at: 10, request: scaleTo(5) },
    { at: 20, request: setImage('nginx:1.28') },
  ];
  const run = deployed(acts).runUntil(40);

  it('the new ReplicaSet is made with the surge, then one scaling a sync', () => {
    const later = run.writes('ReplicaSet').filter(({ time, verb }) => time >= 20 && !verb.includes('status'));
    const sizes = later.map(
      (write) =>
        `${write.verb} ${(write.before as ReplicaSet | undefined)?.spec.replicas ?? 0}->${setOf(write).spec.replicas}`,
    );
    expect(sizes.slice(0, 3)).toEqual(['create 0->2', 'update 5->4', 'update 2->3']);
    expect(setOf(later.at(-1) as Write).spec.replicas).toBe(0);
    const end = run.apiServer.list('replicasets') as readonly ReplicaSet[];
    expect(end.map(({ spec }) => spec.replicas).sort()).toEqual([0, 5]);
  });

  it('revision 2, and the old ReplicaSet drops a going Pod at once', () => {
    const deployment = run.apiServer.get('Deployment/default/web');
    expect(deployment?.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('2');
    const terminating = run.writes('ReplicaSet').map((write) => setOf(write).status);
    expect(terminating.some((status) => (status?.terminatingReplicas ?? 0) > 0)).toBe(true);
    for (const status of terminating) expect(status?.replicas ?? 0).toBeLessThanOrEqual(5);
  });

  it.each([1, 2, 3, 4, 5, 6])('law rolling-limits, seed %i', (seed) => {
    const rolled = deployed(acts, seed).runUntil(40);
    expect(checkRollingLimits(rolled, 5, 2, 1)).toBeGreaterThanOrEqual(5);
    expect(podsOf(rolled).map(({ spec }) => spec.containers[0]?.image)).toEqual(Array(5).fill('nginx:1.28'));
  });

  it('rolling back keeps the history and asks for no new ReplicaSet', () => {
    const back = deployed([...acts, { at: 40, request: setImage('nginx:1.27') }]).runUntil(60);
    const sets = back.apiServer.list('replicasets') as readonly ReplicaSet[];
    expect(sets).toHaveLength(2);
    const active = sets.find(({ spec }) => spec.replicas === 5);
    expect(active?.metadata.annotations).toMatchObject({
      'deployment.kubernetes.io/revision': '3',
      'deployment.kubernetes.io/revision-history': '1',
    });
    const first = back.writes('ReplicaSet').find(({ time }) => time >= 40);
    expect(setOf(first as Write).spec.replicas).toBe(0);
    expect(first?.after?.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('3');
  });
});

describe('Recreate', () => {
  const made3: Act = { at: 1, request: create(web({ strategy: { type: 'Recreate' } }), 'deployments') };
  const run = cluster({ objects: NODES, acts: [made3, { at: 10, request: setImage('nginx:1.28') }] }).runUntil(20);

  it('no new Pod as long as an old one has not ended', () => {
    const alive = new Set<string>();
    let fresh = 0;
    for (const { key, after, verb } of run.writes('Pod')) {
      const pod = after as Pod | undefined;
      const image = pod?.spec.containers[0]?.image;
      if (verb === 'create' && image === 'nginx:1.28') {
        fresh++;
        expect([...alive]).toEqual([]);
      }
      const ended = pod === undefined || pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
      if (ended) alive.delete(key);
      else if (image === 'nginx:1.27') alive.add(key);
    }
    expect(fresh).toBe(3);
  });

  it('max-replicas has no surge', () => {
    const [set] = run.apiServer.list('replicasets');
    expect(set?.metadata.annotations?.['deployment.kubernetes.io/max-replicas']).toBe('3');
  });
});

describe('pause and resume (recorded with Recreate)', () => {
  const recreating: Act = { at: 1, request: create(web({ strategy: { type: 'Recreate' } }), 'deployments') };
  const acts: readonly Act[] = [
    recreating,
    { at: 10, request: patchWeb({ spec: { paused: true } }) },
    { at: 11, request: setImage('nginx:1.28') },
    { at: 15, request: patchWeb({ spec: { paused: false } }) },
  ];
  const run = cluster({ objects: NODES, acts }).runUntil(30);

  it('a paused Deployment takes the template and makes nothing', () => {
    const between = run.writes('ReplicaSet').filter(({ time }) => time >= 10 && time < 15);
    expect(between).toEqual([]);
  });

  it('says so, and that it goes on', () => {
    const history = conditionHistory(run.writes('Deployment').filter(({ time }) => time >= 10));
    expect(
      history.map((text) => /Progressing=\S+ (\w+)/.exec(text)?.[1]).filter((r, i, all) => r !== all[i - 1]),
    ).toEqual([
      'NewReplicaSetAvailable',
      'DeploymentPaused',
      'DeploymentResumed',
      'ReplicaSetUpdated',
      'NewReplicaSetCreated',
      'ReplicaSetUpdated',
      'NewReplicaSetAvailable',
    ]);
  });
});

describe('expectations', () => {
  it('a slow watch makes no Pod twice', () => {
    const run = cluster({ objects: NODES, acts: [made], latencies: { watch: 400_000, informerPop: 50_000 } }).runUntil(
      30,
    );
    expect(run.writes('Pod').filter(({ verb }) => verb === 'create')).toHaveLength(3);
    expect(podsOf(run)).toHaveLength(3);
  });

  it('a Pod that somebody deletes is replaced once', () => {
    const run = deployed().runUntil(5);
    const [victim] = podsOf(run);
    const again = deployed([
      {
        at: 10,
        request: { verb: 'delete', resource: 'pods', namespace: 'default', name: victim?.metadata.name ?? '' },
      },
    ]).runUntil(20);
    expect(again.writes('Pod').filter(({ verb }) => verb === 'create')).toHaveLength(4);
    expect(podsOf(again)).toHaveLength(3);
    expect(podsOf(again).every(isReady)).toBe(true);
  });
});

describe('W-3: a fork in the middle of a rollout goes the same way', () => {
  it.each([0.2, 0.45, 0.7, 0.9])('from %d of the run', (part) => {
    const acts = [
      { at: 8, request: setImage('nginx:1.28') },
      { at: 20, request: deleteWeb({ propagationPolicy: 'Foreground' }) },
    ];
    const run = deployed(acts).runUntil(25);
    const { world } = run;
    const [end, digest] = [world.step, world.digest()];
    world.fork(Math.floor(end * part));
    run.runUntil(25);
    expect(world.step).toBe(end);
    expect(world.digest()).toBe(digest);
    expect(world.undoFork()).toBe(true);
    expect(world.digest()).toBe(digest);
  });
});
