/** A run rests when nothing but periodic work was done for 60 s, and not before its timeline is through. */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const MINUTE = 60_000_000;

function run(timeline: string): Engine {
  const data = `apiVersion: steplane.dev/v1
kind: Scenario
spec:
  timeline:
${timeline}
---
apiVersion: v1
kind: Node
metadata: { name: node-a, labels: { kubernetes.io/hostname: node-a } }
status: { allocatable: { cpu: '4', memory: 8Gi, pods: '110' }, conditions: [{ type: Ready, status: 'True' }] }
`;
  return runToRest(openEngine({ name: 'ahead.yaml', data }));
}

const LABEL = 'label: {kind: Node, name: node-a, labels: {seen: "yes"}}';

function seen(engine: Engine): number | undefined {
  const { trace } = engine.cluster.world;
  for (let k = 1; k <= trace.length; k++) {
    if (trace.object(k) === 'Node/node-a' && trace.subject(k) === 'kubectl') return trace.time(k);
  }
  return undefined;
}

describe('a timeline with a long gap', () => {
  it.each([
    ['at', `  - {at: 1s, cordon: node-a}\n  - {at: 5m, ${LABEL}}`, 5 * MINUTE],
    ['afterMillis', `  - {at: 1s, cordon: node-a}\n  - {afterMillis: 120000, ${LABEL}}`, 2 * MINUTE],
    ['the end of a fault', '  - {at: 10s, slow: {watch: kube-scheduler pods, by: 1s}, for: 3m}', 3 * MINUTE],
  ])('is carried out to its end: %s', (_what, timeline, until) => {
    const { state, simMicros } = run(timeline).run.status;
    expect(state).toBe('quiescent');
    expect(simMicros).toBeGreaterThanOrEqual(until);
    expect(simMicros).toBeLessThan(until + 2 * MINUTE);
  });

  it('what is behind the ten minutes is not reached', () => {
    const engine = run(`  - {at: 11m, ${LABEL}}`);
    expect(engine.run.status.state).toBe('time-limit');
    expect(seen(engine)).toBeUndefined();
    expect(engine.left().unreached).toEqual([{ index: 0, verb: 'label', at: 11 * MINUTE }]);
  });

  it('a step that does not come is not waited for beyond the ten minutes', () => {
    const follower = '{afterMillis: 1000, uncordon: node-a}';
    const engine = run(`  - {at: 1s, cordon: node-a}\n  - {afterStep: 99999999, ${LABEL}}\n  - ${follower}`);
    const { state, simMicros } = engine.run.status;
    expect(state).toBe('time-limit');
    expect(simMicros).toBeLessThan(11 * MINUTE);
    expect(engine.left().unreached).toEqual([
      { index: 1, verb: 'label', afterStep: 99_999_999 },
      { index: 2, verb: 'uncordon' },
    ]);
  });

  it('the ten minutes are counted anew from the step that an entry waited for', () => {
    // A lease each 10 s and a report each 5 minutes: three steps a lease.
    const engine = run(`  - {afterStep: 150, ${LABEL}}\n  - {afterMillis: 300000, uncordon: node-a}`);
    const { state, simMicros } = engine.run.status;
    expect(state).toBe('quiescent');
    expect(simMicros).toBeGreaterThan((seen(engine) ?? Infinity) + 5 * MINUTE - 1);
    expect(engine.left().unreached).toEqual([]);
  });

  it('of several entries behind the limit each is told, and none that was reached', () => {
    const engine = run(
      `  - {at: 1s, cordon: node-a}\n  - {at: 12m, ${LABEL}}\n  - {afterMillis: 5, uncordon: node-a}\n  - {at: 11m, cordon: node-a}`,
    );
    expect(engine.left().unreached.map(({ index }) => index)).toEqual([1, 2, 3]);
  });
});

const cronJob = (schedule: string): string => `apiVersion: v1
kind: Node
metadata: { name: node-a, labels: { kubernetes.io/hostname: node-a } }
status: { allocatable: { cpu: '4', memory: 8Gi, pods: '110' }, conditions: [{ type: Ready, status: 'True' }] }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: tick }
spec:
  schedule: '${schedule}'
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: c, image: busybox, command: [sh, -c, 'sleep 1'] }] } } } }
---
apiVersion: steplane.dev/v1
kind: Scenario
spec: { now: '2026-01-01T00:00:00Z' }
`;

const jobs = (engine: Engine): number => engine.cluster.apiServer.list('jobs').length;

describe('a CronJob', () => {
  it('of each minute never rests and is stopped after ten minutes', () => {
    const engine = runToRest(openEngine({ name: 'minute.yaml', data: cronJob('* * * * *') }));
    expect(engine.run.status.state).toBe('time-limit');
    expect(jobs(engine)).toBeGreaterThan(0);
  });

  it('whose next run is more than a minute away lets it rest', () => {
    const engine = runToRest(openEngine({ name: 'hour.yaml', data: cronJob('5 * * * *') }));
    expect(engine.run.status.state).toBe('quiescent');
    expect(jobs(engine)).toBe(0);
  });

  it('a run to a time goes on past rest and past ten minutes', () => {
    const engine = openEngine({ name: 'hour.yaml', data: cronJob('5 * * * *') });
    engine.run.reach(4 * MINUTE);
    expect(engine.run.status.simMicros).toBeGreaterThan(3.8 * MINUTE);
    expect(jobs(engine)).toBe(0);
    engine.run.reach(15 * MINUTE);
    expect(engine.run.status.simMicros).toBeGreaterThan(14.8 * MINUTE);
    expect(engine.run.status.simMicros).toBeLessThanOrEqual(15 * MINUTE);
    expect(jobs(engine)).toBe(1);
  });
});

describe('a drain that a budget holds up', () => {
  const labelled = (engine: Engine): readonly number[] => {
    const { trace } = engine.cluster.world;
    const times: number[] = [];
    for (let k = 1; k <= trace.length; k++) {
      if (trace.object(k) === 'Node/node-b' && trace.subject(k) === 'kubectl') times.push(trace.time(k) / 1e6);
    }
    return times;
  };

  it('keeps no entry with a time of its own waiting, in whatever order they stand', () => {
    const data = `apiVersion: v1
kind: List
items:
${['node-a', 'node-b']
  .map(
    (name) => `- apiVersion: v1
  kind: Node
  metadata: { name: ${name}, labels: { kubernetes.io/hostname: ${name} } }
  status: { allocatable: { cpu: '4', memory: 8Gi, pods: '110' }, conditions: [{ type: Ready, status: 'True' }] }`,
  )
  .join('\n')}
- apiVersion: apps/v1
  kind: Deployment
  metadata: { name: api }
  spec:
    replicas: 2
    selector: { matchLabels: { app: api } }
    template:
      metadata: { labels: { app: api } }
      spec: { nodeSelector: { kubernetes.io/hostname: node-a }, containers: [{ name: c, image: 'nginx:1' }] }
- apiVersion: policy/v1
  kind: PodDisruptionBudget
  metadata: { name: api }
  spec: { minAvailable: 2, selector: { matchLabels: { app: api } } }
---
apiVersion: steplane.dev/v1
kind: Scenario
spec:
  timeline:
  - { at: 20s, drain: node-a, ignoreDaemonSets: true }
  - { afterMillis: 1000, label: { kind: Node, name: node-b, labels: { drained: 'yes' } } }
  - { at: 50s, patch: { kind: PodDisruptionBudget, name: api, type: merge, patch: { spec: { minAvailable: 1 } } } }
  - { at: 30s, label: { kind: Node, name: node-b, labels: { meanwhile: 'yes' } } }
`;
    const engine = runToRest(openEngine({ name: 'drain.yaml', data }));
    const labels = engine.cluster.apiServer.get('Node/node-b')?.metadata.labels;
    // One goes when the budget is relaxed; its successor has no place, so the other never may and the drain never ends.
    expect(labels?.['meanwhile']).toBe('yes');
    expect(labels?.['drained']).toBeUndefined();
    // It waits for the drain.
    expect(engine.left().unreached).toEqual([{ index: 1, verb: 'label' }]);
    const [first = 0] = labelled(engine);
    expect(first).toBeGreaterThanOrEqual(30);
    expect(first).toBeLessThan(31);
    const on = engine.cluster.apiServer
      .list('pods')
      .filter(({ spec }) => (spec as { nodeName?: string }).nodeName === 'node-a');
    expect(on).toHaveLength(1);
  });
});
