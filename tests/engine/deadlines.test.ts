/**
 * What is set to happen once keeps a run from rest until it has happened, if that is before the ten minutes; what is due
 * later, or comes again and again, is told. Times follow from the objects' own fields.
 */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import type { KubeObject, Pod } from '../../src/model/objects.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const SECOND = 1_000_000;

function run(timeline: string, ...objects: readonly string[]): Engine {
  const data = `apiVersion: steplane.dev/v1
kind: Scenario
spec:
  now: '2026-01-01T00:00:00Z'
  generate: {nodes: 3}
  timeline: [${timeline}]
---
${objects.join('\n---\n')}
`;
  return runToRest(openEngine({ name: 'deadlines.yaml', data }));
}

const job = (name: string, spec: string, command: string): string => `apiVersion: batch/v1
kind: Job
metadata: {name: ${name}}
spec:
  ${spec}
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: busybox, command: [sh, -c, '${command}']}]}}`;

const web = (spec: string, pod = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  ${spec}
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {${pod} containers: [{name: c, image: nginx}]}}`;

const cronJob = (schedule: string): string => `apiVersion: batch/v1
kind: CronJob
metadata: {name: report}
spec:
  schedule: '${schedule}'
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: busybox, command: [sh, -c, 'sleep 1']}]}}}}`;

const pods = (engine: Engine): readonly Pod[] => engine.cluster.apiServer.list('pods') as readonly Pod[];
const get = (engine: Engine, key: string): KubeObject | undefined => engine.cluster.apiServer.get(key);
const failedFor = (engine: Engine, key: string): string | undefined =>
  (get(engine, key)?.status as { conditions?: readonly { type: string; reason?: string }[] }).conditions?.find(
    ({ type }) => type === 'Failed',
  )?.reason;

/** Tick of the first event of that kind about the object. */
function timeOf(engine: Engine, holds: (k: number) => boolean): number {
  const { trace } = engine.cluster.world;
  for (let k = 1; k <= trace.length; k++) if (holds(k)) return trace.time(k) / SECOND;
  return Infinity;
}

describe('a run goes on to', () => {
  it('the eviction of the Pods of a silent node, 300 s after its taint', () => {
    const engine = run('{at: 10s, kubeletStops: node-0001}', web('replicas: 6'));
    const { state, simMicros } = engine.run.status;
    expect(state).toBe('quiescent');
    // The node is given up 50 to 55 s after its last renewal, which is at most 10 s before.
    expect(simMicros / SECOND).toBeGreaterThan(10 + 40 + 300);
    const lost = pods(engine).filter(({ spec }) => spec.nodeName === 'node-0001');
    expect(lost.length).toBeGreaterThan(0);
    for (const { metadata } of lost) expect(metadata.deletionTimestamp).toBeDefined();
    const well = pods(engine).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    expect(well.map(({ status }) => status?.phase)).toEqual(Array(6).fill('Running'));
    expect(engine.left().due).toEqual([]);
  });

  it('the end of a Job that takes its time, its activeDeadlineSeconds, and its time to live', () => {
    const engine = run(
      '',
      job('long', 'ttlSecondsAfterFinished: 100', 'sleep 200'),
      job('late', 'activeDeadlineSeconds: 250', 'sleep 2000'),
    );
    expect(engine.run.status.state).toBe('quiescent');
    expect(failedFor(engine, 'Job/default/late')).toBe('DeadlineExceeded');
    expect(get(engine, 'Job/default/long')).toBeUndefined();
    expect(engine.breaches(engine.run.status.steps)).toEqual([]);
  });

  it('the end of a Pod that takes long to stop: nothing is broken by that', () => {
    const slow = `apiVersion: v1
kind: Pod
metadata: {name: slow}
spec: {terminationGracePeriodSeconds: 300, containers: [{name: c, image: nginx, lifecycle: {preStop: {sleep: {seconds: 250}}}}]}`;
    const engine = run('{at: 10s, delete: {kind: Pod, name: slow}}', slow);
    expect(pods(engine)).toEqual([]);
    expect(engine.run.status.simMicros / SECOND).toBeGreaterThan(260);
    expect(engine.breaches(engine.run.status.steps)).toEqual([]);
  });

  it('the end of minReadySeconds', () => {
    const engine = run('', web('replicas: 2\n  minReadySeconds: 150'));
    expect(get(engine, 'Deployment/default/web')?.status).toMatchObject({ availableReplicas: 2 });
  });

  it('a probe with a long initialDelaySeconds', () => {
    const probed = `apiVersion: v1
kind: Pod
metadata: {name: probed}
spec: {containers: [{name: c, image: nginx, readinessProbe: {initialDelaySeconds: 200, httpGet: {port: 80}}}]}`;
    const engine = run('', probed);
    const ready = pods(engine)[0]?.status?.conditions?.find(({ type }) => type === 'Ready');
    expect(ready?.status).toBe('True');
    expect(engine.run.status.simMicros / SECOND).toBeGreaterThan(260);
  });
});

describe('what has been called off keeps no run', () => {
  it('the sleep of a Pod that was deleted, the deadline of a Job that is over', () => {
    const engine = run(
      '{at: 20s, delete: {kind: Job, name: long}}',
      job('long', 'backoffLimit: 1', 'sleep 500'),
      job('quick', 'activeDeadlineSeconds: 500', 'sleep 1'),
    );
    expect(engine.run.status.state).toBe('quiescent');
    expect(engine.run.status.simMicros / SECOND).toBeLessThan(150);
    expect(engine.left().due).toEqual([]);
  });

  it('the eviction of Pods whose node is heard again', () => {
    const engine = run('{at: 10s, kubeletPauses: node-0001, for: 90s}', web('replicas: 6'));
    expect(engine.run.status.simMicros / SECOND).toBeLessThan(250);
    expect(engine.left().due).toEqual([]);
  });
});

describe('what is still due at rest', () => {
  it('is the next run of a CronJob, at its time of the clock', () => {
    const engine = run('', cronJob('58 9 * * *'));
    expect(engine.run.status.simMicros / SECOND).toBeLessThan(150);
    const [due, ...others] = engine.left().due;
    expect(others).toEqual([]);
    expect(due).toMatchObject({ what: 'next-run', object: 'CronJob/default/report' });
    // nextScheduledTimeDuration adds 100 ms.
    expect(Math.abs((due?.at ?? 0) - (9 * 3600 + 58 * 60) * SECOND - 100_000)).toBeLessThan(1000);
  });

  it('is not that of one that is suspended', () => {
    const engine = run(
      '{at: 5s, patch: {kind: CronJob, name: report, patch: {spec: {suspend: true}}}}',
      cronJob('58 9 * * *'),
    );
    expect(engine.left().due).toEqual([]);
  });

  it('is what comes after the ten minutes, and the progress deadline that nobody set', () => {
    const stuck = web('replicas: 1', 'nodeSelector: {not: there},');
    const engine = run('', job('late', 'activeDeadlineSeconds: 900', 'sleep 2000'), stuck);
    expect(engine.run.status.simMicros / SECOND).toBeLessThan(150);
    const started = (get(engine, 'Job/default/late')?.status as { startTime: string }).startTime;
    const at = Date.parse(started) - Date.parse('2026-01-01T00:00:00Z') + 900_000;
    expect(engine.left().due).toContainEqual({ at: at * 1000, what: 'active-deadline', object: 'Job/default/late' });
    const progress = engine.left().due.find(({ what }) => what === 'progress-deadline');
    expect(progress?.object).toBe('Deployment/default/web');
    // Upstream looks a second after it.
    expect(Math.abs((progress?.at ?? 0) / SECOND - 601)).toBeLessThanOrEqual(2);
  });

  it.each([60, 400])('is not a progress deadline of %i s: the run goes on to it', (seconds) => {
    const stuck = web(`replicas: 1\n  progressDeadlineSeconds: ${String(seconds)}`, 'nodeSelector: {not: there},');
    const engine = run('', stuck);
    const { status } = get(engine, 'Deployment/default/web') as {
      status?: { conditions: readonly { type: string; reason: string }[] };
    };
    expect(status?.conditions.find(({ type }) => type === 'Progressing')?.reason).toBe('ProgressDeadlineExceeded');
    expect(engine.run.status.state).toBe('quiescent');
    expect(engine.left().due).toEqual([]);
  });

  it('is the end of a crash loop’s back-off', () => {
    const crash = `apiVersion: v1
kind: Pod
metadata: {name: crash}
spec: {containers: [{name: c, image: busybox, command: [sh, -c, 'sleep 1; exit 1']}]}`;
    const engine = run('', crash);
    const rows = engine.left().due;
    expect(rows.map(({ what, object }) => [what, object])).toEqual([['back-off', 'Pod/default/crash']]);
    const [{ at, node } = { at: 0, node: '' }] = rows;
    expect(node).toMatch(/^node-000[0-2]$/);
    engine.run.goOn(at);
    runToRest(engine);
    const restarted = timeOf(engine, (k) => engine.cluster.world.trace.time(k) >= at && isStart(engine, k));
    expect(restarted).toBeLessThan(at / SECOND + 2);
  });
});

function isStart(engine: Engine, k: number): boolean {
  return engine.cluster.world.trace.object(k) === 'Pod/default/crash' && engine.cluster.world.trace.detail(k) === 'c';
}

describe('on past rest', () => {
  it('a run goes to what is due and to the rest after it', () => {
    const engine = run('', cronJob('58 9 * * *'));
    const [{ at } = { at: 0 }] = engine.left().due;
    engine.run.goOn(at);
    runToRest(engine);
    expect(engine.cluster.apiServer.list('jobs')).toHaveLength(1);
    expect(engine.run.status.state).toBe('quiescent');
    expect(engine.run.status.simMicros).toBeGreaterThan(at + 60 * SECOND);
    // The next day.
    expect(Math.abs((engine.left().due[0]?.at ?? 0) - at - 24 * 3600 * SECOND)).toBeLessThan(1000);
  });

  it('a fork made there rests by its own clock, and undoing it brings the way back', () => {
    const engine = run('', cronJob('58 9 * * *'));
    const { steps } = engine.run.status;
    engine.run.goOn(3 * 3600 * SECOND);
    runToRest(engine);
    const long = engine.run.status;
    expect(engine.fork(steps, [{ verb: 'cordon', body: 'node-0001' }]).ok).toBe(true);
    runToRest(engine);
    expect(engine.run.status.simMicros / SECOND).toBeLessThan(250);
    engine.undo();
    expect(engine.run.status).toEqual(long);
  });
});
