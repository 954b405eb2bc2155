/** The Job and TTL controllers on a small cluster; texts and orders as recorded (g-jobs) or from k8s.io/api batch/v1. */
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/components/controllers/job/types.ts';
import { nextRecord, remaining } from '../../../src/components/controllers/job/backoff.ts';
import { verdictOf } from '../../../src/components/controllers/job/failure-policy.ts';
import { formatIndexes, parseIndexes, successByPolicy } from '../../../src/components/controllers/job/indexes.ts';
import type { Pod } from '../../../src/model/objects.ts';
import { cluster, create, NODES, podsOf, type Act, type TestCluster } from './harness.ts';

const TRACKING = 'batch.kubernetes.io/job-tracking';
const INDEX = 'batch.kubernetes.io/job-completion-index';

const job = (command: string, spec: Partial<Job['spec']> = {}, restartPolicy = 'Never'): Job =>
  ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'work', namespace: 'default' },
    spec: {
      template: {
        spec: { restartPolicy, containers: [{ name: 'w', image: 'busybox:1', command: ['sh', '-c', command] }] },
      },
      ...spec,
    },
  }) as unknown as Job;

const post = (object: Job): Act => ({ at: 1, request: create(object, 'jobs') });

const patch = (at: number, body: object): Act => ({
  at,
  request: { verb: 'patch', resource: 'jobs', namespace: 'default', name: 'work', patchType: 'merge', body },
});

const remove = (at: number): Act => ({
  at,
  request: {
    verb: 'delete',
    resource: 'jobs',
    namespace: 'default',
    name: 'work',
    options: { propagationPolicy: 'Background' },
  },
});

const run = (acts: readonly Act[], seconds: number): TestCluster => cluster({ objects: NODES, acts }).runUntil(seconds);

const found = ({ apiServer }: TestCluster): Job | undefined => apiServer.list('jobs')[0] as Job | undefined;

const conditions = (cluster: TestCluster): string[] =>
  (found(cluster)?.status?.conditions ?? []).map(({ type, status, reason }) => `${type} ${status} ${reason ?? ''}`);

/** Seconds at which Pods were made. */
const births = (cluster: TestCluster): number[] =>
  cluster
    .writes('Pod')
    .filter(({ before }) => before === undefined)
    .map(({ time }) => time);

const LIVE = new Set(['Pending', 'Running']);

describe('a Job to its end', () => {
  const done = run([post(job('sleep 3', { parallelism: 2, completions: 5 }))], 40);

  it('reaches its completions, counted once each', () => {
    expect(conditions(done)).toEqual([
      'SuccessCriteriaMet True CompletionsReached',
      'Complete True CompletionsReached',
    ]);
    expect(found(done)?.status).toMatchObject({ succeeded: 5, ready: 0, terminating: 0, uncountedTerminatedPods: {} });
    expect(found(done)?.status?.active).toBeUndefined();
    expect(births(done)).toHaveLength(5);
    expect(done.events().filter((text) => text === 'Completed: Job completed')).toHaveLength(1);
  });

  it('never has more Pods at work than its parallelism', () => {
    const phases = new Map<string, string>();
    for (const { key, after } of done.writes('Pod')) {
      phases.set(key, (after as Pod | undefined)?.status?.phase ?? '');
      expect([...phases.values()].filter((phase) => LIVE.has(phase)).length).toBeLessThanOrEqual(2);
    }
  });

  it('a Pod is named in the status before it loses its finalizer, and counted after', () => {
    const [first] = podsOf(done);
    const uid = first?.metadata.uid ?? '';
    const steps = done
      .writes()
      .filter(({ key }) => key.startsWith('Job/') || key === `Pod/default/${first?.metadata.name}`);
    const named = steps.findIndex(({ after }) =>
      ((after as Job | undefined)?.status?.uncountedTerminatedPods?.succeeded ?? []).includes(uid),
    );
    const freed = steps.findIndex(
      ({ key, before, after }) =>
        key.startsWith('Pod/') &&
        before?.metadata.finalizers?.includes(TRACKING) === true &&
        (after?.metadata.finalizers ?? []).length === 0,
    );
    const counted = steps.findIndex(({ after }, at) => at > named && ((after as Job).status?.succeeded ?? 0) > 0);
    expect(named).toBeGreaterThan(-1);
    expect(freed).toBeGreaterThan(named);
    expect(counted).toBeGreaterThan(freed);
  });

  it('writes its status at most once a second but for the end of Pods', () => {
    const writes = done.writes('Job').filter(({ before, after }) => {
      const [old, now] = [before, after] as (Job | undefined)[];
      return old?.status?.ready !== now?.status?.ready && old?.status?.active === now?.status?.active;
    });
    for (let i = 1; i < writes.length; i++) {
      expect((writes[i]?.time ?? 0) - (writes[i - 1]?.time ?? 0)).toBeGreaterThan(0.99);
    }
  });
});

describe('a Job that fails', () => {
  it('waits 10 s, then 20 s after the end of a Pod; beyond the limit it has failed', () => {
    const failed = run([post(job('sleep 1; exit 3', { backoffLimit: 2 }))], 60);
    const times = births(failed);
    expect(times).toHaveLength(3);
    const ends = podsOf(failed).map(
      ({ status }) => status?.containerStatuses?.[0]?.state?.terminated?.['finishedAt'] as string,
    );
    const second = (text: string): number => (Date.parse(text) - Date.UTC(2026, 0, 1)) / 1000;
    const sorted = ends.map(second).sort((a, b) => a - b);
    expect((times[1] ?? 0) - (sorted[0] ?? 0)).toBeCloseTo(10, 0);
    expect((times[2] ?? 0) - (sorted[1] ?? 0)).toBeCloseTo(20, 0);
    expect(conditions(failed)).toEqual(['FailureTarget True BackoffLimitExceeded', 'Failed True BackoffLimitExceeded']);
    expect(found(failed)?.status?.failed).toBe(3);
    expect(failed.events()).toContain('BackoffLimitExceeded: Job has reached the specified backoff limit');
  });

  it('OnFailure: restarts within the Pod count', () => {
    const failed = run([post(job('sleep 1; exit 1', { backoffLimit: 1 }, 'OnFailure'))], 60);
    expect(births(failed)).toHaveLength(1);
    expect(conditions(failed)).toContain('Failed True BackoffLimitExceeded');
  });

  it('past its deadline its Pods are deleted', () => {
    const failed = run([post(job('sleep 600', { activeDeadlineSeconds: 5 }))], 30);
    expect(conditions(failed)).toEqual(['FailureTarget True DeadlineExceeded', 'Failed True DeadlineExceeded']);
    expect(podsOf(failed).filter(({ metadata }) => metadata.deletionTimestamp === undefined)).toEqual([]);
    expect(failed.events()).toContain('DeadlineExceeded: Job was active longer than specified deadline');
  });

  it('a rule of its policy ends it at once', () => {
    const rules = [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } }];
    const failed = run([post(job('sleep 1; exit 42', { podFailurePolicy: { rules } }))], 30);
    expect(births(failed)).toHaveLength(1);
    expect(conditions(failed)).toEqual(['FailureTarget True PodFailurePolicy', 'Failed True PodFailurePolicy']);
  });

  it('a failure that is to be ignored does not count', () => {
    const rules = [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [42] } }];
    const going = run([post(job('sleep 1; exit 42', { podFailurePolicy: { rules }, backoffLimit: 0 }))], 30);
    expect(births(going).length).toBeGreaterThan(1);
    expect(conditions(going)).toEqual([]);
    expect(found(going)?.status?.failed).toBeUndefined();
  });
});

describe('suspended, indexed, deleted', () => {
  it('makes no Pod while suspended, and starts its clock when it goes on', () => {
    const acts = [post(job('sleep 2', { suspend: true })), patch(10, { spec: { suspend: false } })];
    const resumed = run(acts, 30);
    expect(births(resumed)[0]).toBeGreaterThan(10);
    expect(conditions(resumed)).toContain('Suspended False JobResumed');
    expect(conditions(resumed)).toContain('Complete True CompletionsReached');
    expect(resumed.events()).toContain('Suspended: Job suspended');
    expect(resumed.events()).toContain('Resumed: Job resumed');
  });

  it('suspending deletes what runs', () => {
    const acts = [post(job('sleep 600', { parallelism: 2, completions: 2 })), patch(5, { spec: { suspend: true } })];
    const held = run(acts, 20);
    expect(podsOf(held)).toEqual([]);
    expect(found(held)?.status?.active).toBeUndefined();
    expect(conditions(held)).toEqual(['Suspended True JobSuspended']);
  });

  it('an Indexed Job makes one Pod an index', () => {
    const spec = { completionMode: 'Indexed', completions: 3, parallelism: 2 };
    const done = run([post(job('sleep 1', spec))], 30);
    const indexes = podsOf(done).map(({ metadata, spec: { hostname } }) => [metadata.annotations?.[INDEX], hostname]);
    expect(indexes.sort()).toEqual([
      ['0', 'work-0'],
      ['1', 'work-1'],
      ['2', 'work-2'],
    ]);
    expect(found(done)?.status).toMatchObject({ succeeded: 3, completedIndexes: '0-2' });
  });

  it('a Job deleted while it works: its Pods lose their finalizer and go', () => {
    const gone = run([post(job('sleep 600', { parallelism: 3, completions: 3 })), remove(5)], 30);
    expect(found(gone)).toBeUndefined();
    expect(podsOf(gone)).toEqual([]);
  });

  it('is deleted ttlSecondsAfterFinished after its end, after its Pods', () => {
    const acts = [post(job('sleep 1', { ttlSecondsAfterFinished: 10 }))];
    const kept = run(acts, 13);
    const ended = kept.writes('Job').find(({ after }) => (after as Job).status?.completionTime !== undefined);
    expect(found(kept)).toBeDefined();
    const gone = run(acts, 30);
    expect(found(gone)).toBeUndefined();
    const order = gone.writes().filter(({ after }) => after === undefined);
    expect(order.map(({ key }) => key.split('/')[0])).toEqual(['Pod', 'Job']);
    expect((order[1]?.time ?? 0) - (ended?.time ?? 0)).toBeGreaterThan(9);
    expect((order[1]?.time ?? 0) - (ended?.time ?? 0)).toBeLessThan(12);
  });

  it('observed without its Pods it is left alone', () => {
    const known = { ...job('sleep 1'), metadata: { name: 'work', namespace: 'default', uid: 'u-1' } } as Job;
    const spec = { ...known.spec, parallelism: 1, completions: 1, selector: { matchLabels: { job: 'work' } } };
    const quiet = cluster({ objects: [...NODES, { ...known, spec }], unknownKinds: new Set(['Pod']) }).runUntil(20);
    expect(quiet.writes('Pod')).toEqual([]);
    expect(quiet.writes('Job')).toEqual([]);
  });
});

it('W-3 forked anywhere and run on, it is the same run', () => {
  const whole = run([post(job('sleep 1; exit 1', { backoffLimit: 1, ttlSecondsAfterFinished: 5 }))], 30);
  const digest = whole.world.digest();
  const last = whole.world.step;
  expect(last).toBeGreaterThan(100);
  for (let at = 20; at < last; at += 29) {
    whole.world.fork(at);
    whole.runUntil(30);
    expect(whole.world.digest()).toBe(digest);
  }
});

describe('the pure parts', () => {
  it('indexes: neighbours apart, longer rows as ranges', () => {
    expect(formatIndexes([0, 1, 3, 4, 5, 9])).toBe('0,1,3-5,9');
    expect([...parseIndexes('0,1,3-5,9', 6)]).toEqual([0, 1, 3, 4, 5]);
  });

  it('back-off: doubles from 10 s to 10 min, a success forgets', () => {
    const second = 1_000_000;
    let record = nextRecord(undefined, [], [0]);
    expect(remaining(record, 0)).toBe(10 * second);
    record = nextRecord(record, [], [100 * second]);
    expect(remaining(record, 105 * second)).toBe(15 * second);
    for (let n = 0; n < 20; n++) record = nextRecord(record, [], [200 * second]);
    expect(remaining(record, 200 * second)).toBe(600 * second);
    expect(remaining(nextRecord(record, [300 * second], [250 * second]), 300 * second)).toBe(0);
    expect(nextRecord(record, [300 * second], [300 * second]).failures).toBe(1);
  });

  it('success policy: the first rule that is met', () => {
    const rules = [{ succeededIndexes: '0-2', succeededCount: 2 }, { succeededIndexes: '4' }];
    expect(successByPolicy(rules, new Set([0]), 5)).toBeUndefined();
    expect(successByPolicy(rules, new Set([4]), 5)).toBe('Matched rules at index 1');
    expect(successByPolicy(rules, new Set([0, 2, 4]), 5)).toBe('Matched rules at index 0');
  });

  it('failure policy: upstream words', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'ns' },
      spec: { containers: [] },
      status: {
        phase: 'Failed',
        conditions: [{ type: 'DisruptionTarget', status: 'True' }],
        containerStatuses: [{ name: 'w', state: { terminated: { exitCode: 42 } } }],
      },
    } as unknown as Pod;
    const withRules = (rules: readonly object[]): Job =>
      job('', { podFailurePolicy: { rules } } as Partial<Job['spec']>);
    const byCode = { action: 'FailJob', onExitCodes: { operator: 'In', values: [1, 42] } };
    expect(verdictOf(withRules([byCode]), pod).message).toBe(
      'Container w for pod ns/p failed with exit code 42 matching FailJob rule at index 0',
    );
    const byCondition = { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] };
    expect(verdictOf(withRules([byCondition, byCode]), pod).action).toBe('Ignore');
    expect(verdictOf(withRules([]), pod).action).toBe('Count');
  });
});
