/**
 * The workload views' answers that run against a clock: evictions, calendars, drains, with values that follow from upstream's
 * rules (taint_eviction.go, cronjob utils.go, eviction.go; v1.37), never from our own output.
 */
import { describe, expect, it } from 'vitest';
import type { WorkloadAnswer } from '../../src/protocol/protocol.ts';
import { runToRest } from '../fixtures/dumps.ts';
import { file, text, at, look, node, head } from './workload-runs.ts';

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
