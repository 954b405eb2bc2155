/**
 * The workload views' answers: rollouts, eviction clocks, calendars, drains and lives, with values that follow from upstream's
 * rules (deployment_util.go, taint_eviction.go, cronjob utils.go, eviction.go; v1.37), never from our own output.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import type { PodLife, WorkloadAnswer } from '../../src/protocol/protocol.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const file = (name: string): Engine => {
  const data = readFileSync(new URL(`../cases/workloads/${name}.yaml`, import.meta.url), 'utf8');
  return runToRest(openEngine({ name: `${name}.yaml`, data }));
};
const text = (data: string): Engine => openEngine({ name: 'a.yaml', data });

/** The last step at or before a second of simulated time. */
function at(engine: Engine, seconds: number): number {
  const { trace } = engine.cluster.world;
  let step = trace.length;
  while (step > 0 && trace.time(step) > seconds * 1e6) step--;
  return step;
}
const look = (engine: Engine, seconds: number, key: string): WorkloadAnswer =>
  engine.workload(at(engine, seconds), key);

const stageAt = ({ stretches }: PodLife, step: number): string =>
  stretches.filter((stretch) => stretch.step <= step).at(-1)?.stage ?? '';

const node = (name: string, rest = ''): string => `
---
apiVersion: v1
kind: Node
metadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}}}
${rest}
status: {allocatable: {cpu: '8', memory: 16Gi, pods: '110'}, conditions: [{type: Ready, status: 'True'}]}
`;
const head = (more = ''): string => `
apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: a}
spec: {kubernetesVersion: '1.37', mode: observed, now: '2026-12-01T10:21:30Z'${more}}
`;

const deployment = (name: string, replicas: number, rollingUpdate: string): string => `
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: default, uid: u-${name}}
spec:
  replicas: ${String(replicas)}
  strategy: {type: RollingUpdate, rollingUpdate: ${rollingUpdate}}
  selector: {matchLabels: {app: ${name}}}
  template: {metadata: {labels: {app: ${name}}}, spec: {containers: [{name: app, image: 'i:1'}]}}
`;

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

describe('the eviction clock', () => {
  const engine = file('taint');
  const podsAt = (seconds: number): Readonly<Record<string, readonly unknown[]>> => {
    const { clock } = look(engine, seconds, 'Node/node-a');
    const rows = (clock?.pods ?? []).map(
      ({ key, verdict, why, seconds: span, sinceTick, dueTick }): [string, readonly unknown[]] => [
        (key.split('/')[2] ?? '').replace(/^agent-.*/, 'agent'),
        [verdict, why, span, (dueTick ?? 0) - (sinceTick ?? 0)],
      ],
    );
    return Object.fromEntries(rows);
  };

  it('counts the shortest tolerationSeconds from the moment the taint is seen; who tolerates for ever stays', () => {
    expect(podsAt(25)).toEqual({
      soon: ['counts', 'seconds', 10, 10_000_000],
      // DefaultTolerationSeconds.
      usual: ['counts', 'seconds', 300, 300_000_000],
      stays: ['stays', 'tolerates', undefined, 0],
      agent: ['stays', 'daemonset', undefined, 0],
      'at-once': ['left', 'deleted', undefined, 0],
    });
  });

  it('marks the Pod when its date has come, and says that the taint did it', () => {
    expect(podsAt(30.5)['soon']?.slice(0, 2)).toEqual(['leaving', 'evicted']);
    expect(podsAt(40)['soon']?.slice(0, 2)).toEqual(['left', 'evicted']);
    expect(podsAt(40)['usual']?.[0]).toBe('counts');
  });

  it('says before any taint what each would have if the node fell silent', () => {
    expect(podsAt(15)['usual']?.slice(0, 3)).toEqual(['would', 'seconds', 300]);
    expect(podsAt(15)['stays']?.[0]).toBe('stays');
  });

  it('hears the node by its Lease, and gives it up 50 s later', () => {
    const { clock, tick } = look(engine, 25, 'Node/node-a');
    expect(tick - (clock?.heard?.tick ?? 0)).toBeLessThan(10_000_000);
    expect((clock?.graceTick ?? 0) - (clock?.heard?.tick ?? 0)).toBe(50_000_000);
    expect(clock?.marks.map(({ code, detail }) => [code, detail])).toEqual([
      ['tainted', 'node.kubernetes.io/unreachable:NoExecute'],
    ]);
  });
});

describe('a node that falls silent', () => {
  const engine = file('silent');
  const NODE = 'Node/node-a';
  const verdicts = (seconds: number): readonly string[] =>
    (look(engine, seconds, NODE).clock?.pods ?? [])
      .map(({ maker, verdict, why }) => `${maker.split('/')[0] ?? ''} ${verdict} ${why}`)
      .sort();

  it('is given up after 50 s, and its Pods have their tolerationSeconds from the taint on', () => {
    const before = look(engine, 60, NODE).clock;
    expect(before?.ready).toBe('True');
    expect(verdicts(60)).toEqual(['DaemonSet stays daemonset', 'ReplicaSet would seconds', 'ReplicaSet would seconds']);
    const after = look(engine, 80, NODE).clock;
    expect(after?.ready).toBe('Unknown');
    const unknown = after?.marks.find(({ code }) => code === 'unknown');
    // A look each 5 s: between 50 and 55 s after the last renewal.
    const silent = ((unknown?.tick ?? 0) - (after?.heard?.tick ?? 0)) / 1e6;
    expect(silent).toBeGreaterThan(50);
    expect(silent).toBeLessThanOrEqual(55.1);
    expect(verdicts(80)).toEqual([
      'DaemonSet stays daemonset',
      'ReplicaSet counts seconds',
      'ReplicaSet counts seconds',
    ]);
    expect(after?.pods.map(({ seconds }) => seconds)).toEqual([20, 20, undefined]);
  });

  it('keeps its evicted Pods as Terminating, for nobody confirms that they are gone', () => {
    expect(verdicts(150)).toEqual([
      'DaemonSet stays daemonset',
      'ReplicaSet leaving evicted',
      'ReplicaSet leaving evicted',
    ]);
    const { pods } = look(engine, 150, 'Deployment/default/web');
    expect(pods.filter(({ node: on }) => on === 'node-b')).toHaveLength(4);
  });

  it('says when its kubelet fell silent', () => {
    expect(look(engine, 150, NODE).clock?.marks[0]).toMatchObject({ code: 'stopped', tick: 20_000_000 });
  });
});

describe('a calendar', () => {
  const engine = file('calendar');
  const calendarAt = (seconds: number) => look(engine, seconds, 'CronJob/default/report').calendar;
  const told = (seconds: number): readonly (readonly string[])[] =>
    (calendarAt(seconds)?.runs ?? []).map(({ due, outcome, why, state }) => [due.slice(11, 16), outcome, why, state]);

  it('has every run that was due, and why the others were not started', () => {
    expect(told(600)).toEqual([
      ['18:59', 'started', '', 'complete'],
      ['19:00', 'started', '', 'complete'],
      ['19:01', 'skipped', 'forbid', ''],
      ['19:02', 'started', '', 'complete'],
      ['19:03', 'started', '', 'complete'],
      ['19:04', 'skipped', 'forbid', ''],
      ['19:05', 'skipped', 'suspended', ''],
      ['19:06', 'started', '', 'complete'],
      ['19:07', 'skipped', 'forbid', ''],
      ['19:08', 'started', '', 'active'],
    ]);
  });

  it('holds a run while another is on, and starts it late', () => {
    expect(told(95)).toEqual([
      ['18:59', 'started', '', 'active'],
      ['19:00', 'due', 'forbid', ''],
    ]);
    const late = calendarAt(130)?.runs[1];
    expect(late?.outcome).toBe('started');
    expect((late?.started?.tick ?? 0) - (late?.dueTick ?? 0)).toBeGreaterThan(30_000_000);
  });

  it('has the next times in the zone of the schedule', () => {
    expect(calendarAt(95)?.next.map(({ due }) => due)).toEqual(
      ['19:01', '19:02', '19:03', '19:04', '19:05'].map((time) => `2026-12-01T${time}:00+09:00`),
    );
  });

  const cronJob = (schedule: string, more: string, status = ''): string => `
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: timer, namespace: default, uid: u-timer, creationTimestamp: '2026-12-01T08:29:00Z'}
spec:
  schedule: '${schedule}'
  ${more}
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: app, image: 'i:1', command: [sleep, '5']}]}}}}
${status}
`;
  /** Jobs and Pods are known: without any, a dump would not say that there are none. */
  const OTHERS = `
---
apiVersion: batch/v1
kind: Job
metadata: {name: other, namespace: default, uid: u-other}
spec: {selector: {matchLabels: {job: other}}, template: {metadata: {labels: {job: other}}, spec: {restartPolicy: Never, containers: [{name: app, image: 'i:1'}]}}}
status: {conditions: [{type: Complete, status: 'True'}], succeeded: 1, completionTime: '2026-12-01T08:00:00Z', startTime: '2026-12-01T08:00:00Z'}
---
apiVersion: v1
kind: Pod
metadata: {name: other, namespace: default, uid: u-other-pod}
spec: {nodeName: node-a, containers: [{name: app, image: 'i:1'}]}
status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}
`;

  it('rings at ten: from one second before it is the same day, from ten on the next', () => {
    const next = (now: string): string | undefined =>
      text(head().replace('10:21:30', now) + cronJob('0 10 * * *', '') + node('node-a')).workload(
        0,
        'CronJob/default/timer',
      ).calendar?.next[0]?.due;
    expect(next('09:59:59')).toBe('2026-12-01T10:00:00Z');
    expect(next('10:00:00')).toBe('2026-12-02T10:00:00Z');
  });

  it('starts only the latest of more than a hundred missed runs, and says so of the others', () => {
    const status = "status: {lastScheduleTime: '2026-12-01T08:29:00Z'}";
    const missed = runToRest(text(head() + cronJob('* * * * *', '', status) + OTHERS + node('node-a')));
    const { runs = [] } = missed.workload(at(missed, 5), 'CronJob/default/timer').calendar ?? {};
    // 08:30 to 10:21.
    expect(runs).toHaveLength(112);
    expect(runs.at(-1)).toMatchObject({ due: '2026-12-01T10:21:00Z', outcome: 'started' });
    expect(new Set(runs.slice(0, -1).map(({ outcome, why }) => `${outcome} ${why}`))).toEqual(
      new Set(['skipped passed-over']),
    );
  });

  it('skips what is past its starting deadline', () => {
    const status = "status: {lastScheduleTime: '2026-12-01T08:00:00Z'}";
    const missed = runToRest(
      text(head() + cronJob('0 * * * *', 'startingDeadlineSeconds: 200', status) + OTHERS + node('node-a')),
    );
    const { runs = [] } = missed.workload(at(missed, 5), 'CronJob/default/timer').calendar ?? {};
    expect(runs.map(({ due, outcome, why }) => [due.slice(11, 16), outcome, why])).toEqual([
      ['09:00', 'skipped', 'deadline'],
      ['10:00', 'skipped', 'deadline'],
    ]);
  });

  it('says what the schedule’s reader says of one that cannot be read', () => {
    const { calendar } = text(head() + cronJob('0 10 * *', '') + node('node-a')).workload(0, 'CronJob/default/timer');
    expect(calendar?.problem).toBe('expected exactly 5 fields, found 4: [0 10 * *]');
    expect(calendar?.next).toEqual([]);
  });
});

describe('a drain with its budget', () => {
  const engine = file('drain');
  const NODE = 'Node/node-a';

  it('has the refused eviction, what the budget counted then, and when it was granted', () => {
    const { drain } = look(engine, 24, NODE);
    const states = drain?.pods.map(({ state }) => state);
    expect(states).toEqual(['gone', 'refused', 'daemonset']);
    const refused = drain?.pods.find(({ state }) => state === 'refused');
    // Of four healthy Pods one was granted a moment before, and three are needed.
    expect(refused?.tries).toMatchObject([
      { code: 429, budget: 'PodDisruptionBudget/default/web', healthy: 4, desired: 3, leaving: 1 },
    ]);
    const [first] = refused?.tries ?? [];
    // kubectl drain asks again after 5 s.
    expect(((refused?.granted?.tick ?? 0) - (first?.tick ?? 0)) / 1e6).toBeCloseTo(5, 1);
  });

  it('says what stands elsewhere instead', () => {
    const { drain } = look(engine, 40, NODE);
    const moved = drain?.pods.filter(({ state }) => state === 'gone') ?? [];
    expect(moved).toHaveLength(2);
    expect(moved.map(({ heir }) => heir?.node)).toEqual(['node-b', 'node-b']);
    expect(new Set(moved.map(({ heir }) => heir?.key)).size).toBe(2);
  });

  it('has the budget’s numbers over time: allowed is what is healthy beyond what is needed', () => {
    const budget = look(engine, 40, 'PodDisruptionBudget/default/web').drain?.budgets[0];
    expect(budget?.rule).toBe('minAvailable: 3');
    expect(budget?.pods).toHaveLength(4);
    expect(budget?.points.at(-1)).toMatchObject({ allowed: 1, healthy: 4, desired: 3, expected: 4 });
  });
});

describe('a drain that kubectl gave up', () => {
  // minAvailable: 2 of two Pods, timeout 20 s from second 20 on; at second 50 the budget needs one Pod less.
  const engine = file('drain-given-up');
  const podsAt = (seconds: number): NonNullable<WorkloadAnswer['drain']>['pods'] =>
    look(engine, seconds, 'Node/node-1').drain?.pods ?? [];

  it('refuses until the timeout, then nobody asks, whatever the budget allows', () => {
    expect(podsAt(39).map(({ state, gaveUp }) => [state, gaveUp])).toEqual([
      ['refused', undefined],
      ['refused', undefined],
    ]);
    for (const { state, tries, gaveUp } of podsAt(100)) {
      expect(state).toBe('left');
      // At once and every 5 s.
      expect(tries.map(({ tick }) => Math.floor(tick / 1e6))).toEqual([20, 25, 30, 35]);
      // kubectl looks once a second whether its Pods are gone.
      expect(Math.floor((gaveUp?.tick ?? 0) / 1e6)).toBe(40);
    }
    const budget = look(engine, 100, 'PodDisruptionBudget/default/api').drain;
    expect(budget?.pods.map(({ state }) => state)).toEqual(['left', 'left']);
    expect(budget?.budgets[0]?.points.at(-1)).toMatchObject({ allowed: 1, healthy: 2, desired: 1 });
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
