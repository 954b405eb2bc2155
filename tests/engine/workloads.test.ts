/**
 * The workload views' answers: rollouts and lives, with values that follow from upstream's rules (deployment_util.go; v1.37),
 * never from our own output.
 */
import { describe, expect, it } from 'vitest';
import { runToRest } from '../fixtures/dumps.ts';
import { file, text, at, look, stageAt, node, head, deployment } from './workload-runs.ts';

describe('bounds of a rollout', () => {
  // ResolveFenceposts: surge rounds up, unavailable rounds down; both 0 would stand still, so then one may be missing.
  it.each([
    [1, '25%', '25%', 1, 0],
    [3, '25%', '25%', 1, 0],
    [4, '25%', '25%', 1, 1],
    [10, '25%', '25%', 3, 2],
    [10, '0', '1%', 0, 1],
    [5, '0', '0', 0, 1],
    [4, '100%', '50%', 4, 2],
    [7, '2', '3', 2, 3],
  ])('of %i replicas with %s and %s', (replicas, maxSurge, maxUnavailable, surge, unavailable) => {
    const quoted = (value: string): string => (value.endsWith('%') ? `'${value}'` : value);
    const rolling = `{maxSurge: ${quoted(maxSurge)}, maxUnavailable: ${quoted(maxUnavailable)}}`;
    const engine = text(head() + deployment('web', replicas, rolling) + node('node-a'));
    const { rollout } = engine.workload(0, 'Deployment/default/web');
    expect(rollout?.surge).toEqual({ asked: maxSurge, pods: surge });
    expect(rollout?.unavailable).toEqual({ asked: maxUnavailable, pods: unavailable });
    expect(rollout?.bounds).toEqual([
      { step: 0, tick: 0, replicas, most: replicas + surge, least: replicas - unavailable },
    ]);
  });
});

describe('a rollout', () => {
  const engine = file('rollout');
  const KEY = 'Deployment/default/web';
  const end = engine.run.status.steps;

  it('keeps between 10 - 2 available and 10 + 3 in all, at every step, as its status counts', () => {
    const { rollout } = engine.workload(end, KEY);
    const later = rollout?.counts.filter(({ tick }) => tick > 12e6) ?? [];
    expect(later.length).toBeGreaterThan(10);
    for (const { replicas, available } of later) {
      expect(replicas).toBeLessThanOrEqual(13);
      expect(available).toBeGreaterThanOrEqual(8);
    }
  });

  it('has a revision for each template, the newest is the current one', () => {
    const { rollout } = engine.workload(end, KEY);
    expect(
      rollout?.sets.map(({ revision, current, images, wanted }) => [revision, current, images[0], wanted]),
    ).toEqual([
      [1, false, 'example.com/web:1', 0],
      [2, false, 'example.com/web:2', 0],
      [3, true, 'example.com/web:3', 10],
    ]);
    const before = engine.workload(at(engine, 50), KEY).rollout;
    expect(before?.sets.map(({ current, exists }) => [current, exists])).toEqual([
      [false, true],
      [true, true],
      [false, false],
    ]);
  });

  it('says why it is not further: the fewest that must be available, and each Pod that is not ready for long enough', () => {
    const step = at(engine, 24);
    const waits = engine.workload(step, KEY).rollout?.waits ?? [];
    expect(waits.find(({ code }) => code === 'too-few-available')?.params).toMatchObject({ available: 8, least: 8 });
    const young = waits.filter(({ code }) => code === 'not-long-enough');
    expect(young).toHaveLength(5);
    for (const { params } of young) expect(Number(params['micros'])).toBeLessThanOrEqual(5_000_000);
    expect(waits.some(({ code }) => code === 'complete')).toBe(false);
  });

  it('is paused until it is resumed, and complete at the end', () => {
    const codes = (seconds: number): readonly string[] =>
      (look(engine, seconds, KEY).rollout?.waits ?? []).map(({ code }) => code);
    expect(codes(65)).toContain('paused');
    expect(codes(71)).not.toContain('paused');
    expect(codes(140)).toEqual(['complete']);
  });

  it('counts 600 s from the last progress, and no longer once it is through', () => {
    const { deadline } = look(engine, 24, KEY).rollout ?? {};
    expect(deadline?.seconds).toBe(600);
    expect((deadline?.dueTick ?? 0) - (deadline?.sinceTick ?? 0)).toBe(600_000_000);
    expect(look(engine, 140, KEY).rollout?.deadline).toMatchObject({ reason: 'NewReplicaSetAvailable' });
    expect(look(engine, 140, KEY).rollout?.deadline?.dueTick).toBeUndefined();
  });

  it('tells the same lives from every step, forward and back', () => {
    const { pods } = engine.workload(end, KEY);
    expect(pods).toHaveLength(30);
    expect(engine.workload(at(engine, 24), KEY).pods).toEqual(pods);
    const [first] = pods;
    expect(first?.stretches.map(({ stage }) => stage)).toEqual([
      'pending',
      'scheduling',
      'bound',
      'starting',
      'pulling',
      'starting',
      'running',
      'terminating',
      'succeeded',
      'gone',
    ]);
  });
});

describe('by ordinal and by node', () => {
  const pod = (ordinal: number, hash: string): string => `
---
apiVersion: v1
kind: Pod
metadata:
  name: db-${String(ordinal)}
  namespace: default
  uid: u-db-${String(ordinal)}
  labels: {app: db, controller-revision-hash: ${hash}}
  ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: db, uid: u-db, controller: true}]
spec: {nodeName: node-a, containers: [{name: app, image: 'i:1'}]}
status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}
`;
  const set = (update: string): string => `
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: default, uid: u-db, generation: 2}
spec:
  replicas: 5
  serviceName: db
  updateStrategy: ${update}
  selector: {matchLabels: {app: db}}
  template: {metadata: {labels: {app: db}}, spec: {containers: [{name: app, image: 'i:2'}]}}
status: {observedGeneration: 2, replicas: 5, readyReplicas: 5, availableReplicas: 5, currentRevision: db-a, updateRevision: db-b}
`;
  const pods = [pod(0, 'db-a'), pod(1, 'db-a'), pod(2, 'db-a'), pod(3, 'db-a'), pod(4, 'db-b')].join('');
  const plansOf = (update: string): readonly string[] => {
    const { rollout } = text(head() + set(update) + pods + node('node-a')).workload(0, 'StatefulSet/default/db');
    return rollout?.slots.map(({ ordinal, plan }) => `${String(ordinal)} ${plan}`) ?? [];
  };

  it('updates from the highest down, and leaves what is below the partition', () => {
    expect(plansOf('{type: RollingUpdate, rollingUpdate: {partition: 2}}')).toEqual([
      '0 keeps',
      '1 keeps',
      '2 waits',
      '3 next',
      '4 done',
    ]);
  });

  it('leaves all to whoever deletes them where it says OnDelete', () => {
    expect(plansOf('{type: OnDelete}')).toEqual(['0 keeps', '1 keeps', '2 keeps', '3 keeps', '4 done']);
  });

  it('follows a live one: the highest goes first, one at a time, and the partition is kept to the end', () => {
    const engine = file('ordinals');
    const KEY = 'StatefulSet/default/db';
    const plans = (seconds: number): readonly string[] =>
      (look(engine, seconds, KEY).rollout?.slots ?? []).map(({ plan }) => plan);
    expect(plans(19)).toEqual(['done', 'done', 'done', 'done']);
    expect(plans(20.5)).toEqual(['keeps', 'keeps', 'waits', 'leaving']);
    const last = look(engine, 80, KEY).rollout;
    expect(last?.slots.map(({ plan }) => plan)).toEqual(['keeps', 'keeps', 'done', 'done']);
    expect(last?.waits.find(({ code }) => code === 'partition')?.params).toEqual({ pods: 2, partition: 2 });
    const revisions = last?.sets.map(({ revision, current, images }) => [revision, current, images[0]]);
    expect(revisions).toEqual([
      [1, false, 'example.com/db:1'],
      [2, true, 'example.com/db:2'],
    ]);
  });

  it('replaces one daemon at a time by default', () => {
    const engine = file('drain');
    const before = look(engine, 49, 'DaemonSet/default/agent').rollout;
    expect(before?.slots.map(({ name, plan }) => [name, plan])).toEqual([
      ['node-a', 'done'],
      ['node-b', 'done'],
    ]);
    expect(before?.unavailable).toEqual({ asked: '1', pods: 1 });
    const { slots = [] } = look(engine, 50.5, 'DaemonSet/default/agent').rollout ?? {};
    expect(slots.filter(({ plan }) => plan === 'leaving')).toHaveLength(1);
    expect(look(engine, 116, 'DaemonSet/default/agent').rollout?.slots.every(({ updated }) => updated)).toBe(true);
  });
});

describe('lives', () => {
  it('mark restarts, with how the run before ended, and the back-off', () => {
    const engine = runToRest(
      text(`${head()}
---
apiVersion: v1
kind: Pod
metadata: {name: crash, namespace: default}
spec: {containers: [{name: app, image: 'i:1', command: [sh, -c, 'sleep 2; exit 3']}]}
${node('node-a')}`),
    );
    const [life] = engine.workload(engine.run.status.steps, 'Pod/default/crash').pods;
    const [container] = life?.containers ?? [];
    expect(container?.restarts.length).toBeGreaterThan(2);
    expect(container?.restarts[0]).toMatchObject({ count: 1, exitCode: 3, reason: 'Error' });
    expect(life?.stretches.some(({ stage, reason }) => stage === 'crashLoop' && reason === 'CrashLoopBackOff')).toBe(
      true,
    );
  });

  it('say why a Pod waits, in the scheduler’s words', () => {
    const engine = runToRest(
      text(`${head()}
---
apiVersion: v1
kind: Pod
metadata: {name: big, namespace: default}
spec: {containers: [{name: app, image: 'i:1', resources: {requests: {cpu: '100'}}}]}
${node('node-a')}`),
    );
    const step = engine.run.status.steps;
    const [life] = engine.workload(step, 'Pod/default/big').pods;
    expect(life === undefined ? '' : stageAt(life, step)).toBe('unschedulable');
    expect(life?.stretches.at(-1)).toMatchObject({ reason: 'Unschedulable', phase: 'unsched' });
    expect(life?.stretches.at(-1)?.message).toContain('0/1 nodes are available: 1 Insufficient cpu.');
  });

  it('of another kind, or of what never was, there are none', () => {
    const engine = file('drain');
    expect(engine.workload(100, 'ConfigMap/default/none')).toMatchObject({ exists: false, pods: [], podCount: 0 });
    expect(engine.workload(100, 'Deployment/default/none').rollout).toBeUndefined();
  });

  it('follow the branch after a fork, and come back with it', () => {
    const engine = file('drain');
    const step = at(engine, 19);
    const before = engine.workload(step, 'Node/node-a');
    engine.fork(step, [{ verb: 'delete', body: { kind: 'Deployment', name: 'web', namespace: 'default' } }]);
    runToRest(engine);
    const forked = engine.workload(engine.run.status.steps, 'Node/node-a');
    expect(forked.drain?.pods.map(({ state }) => state)).toEqual(['daemonset']);
    expect(engine.undo()).toBe(true);
    expect(engine.workload(step, 'Node/node-a')).toEqual(before);
  });
});
