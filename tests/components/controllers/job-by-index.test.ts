/** Failures that count by index: KEP 3850; pkg/controller/job/job_controller_test.go and indexed_job_utils_test.go (v1.37). */
import { describe, expect, it } from 'vitest';
import { dueIndexes, failedIndexes, failureCounts } from '../../../src/components/controllers/job/index-failures.ts';
import type { Job } from '../../../src/components/controllers/job/types.ts';
import type { KubeObject, Pod } from '../../../src/model/objects.ts';
import { cluster, create, NODES, type TestCluster } from './harness.ts';

const COUNT = 'batch.kubernetes.io/job-index-failure-count';
const IGNORED = 'batch.kubernetes.io/job-index-ignored-failure-count';
const INDEX = 'batch.kubernetes.io/job-completion-index';

const job = (command: string, spec: Partial<Job['spec']>): Job =>
  ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'work', namespace: 'default' },
    spec: {
      completionMode: 'Indexed',
      backoffLimitPerIndex: 1,
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [{ name: 'w', image: 'busybox:1', command: ['sh', '-c', command] }],
        },
      },
      ...spec,
    },
  }) as unknown as Job;

const run = (object: Job, seconds: number): TestCluster =>
  cluster({ objects: NODES, acts: [{ at: 1, request: create(object, 'jobs') }] }).runUntil(seconds);
const found = ({ apiServer }: TestCluster): Job => apiServer.list('jobs')[0] as Job;
const conditions = (of: TestCluster): string[] =>
  (found(of).status?.conditions ?? []).map(({ type, reason, message }) => `${type} ${reason ?? ''}: ${message ?? ''}`);
/** [index, failures before] of each Pod, in the order in which they were made. */
const births = (of: TestCluster): string[] =>
  of
    .writes('Pod')
    .filter(({ verb }) => verb === 'create')
    .map(({ after }) => `${after?.metadata.annotations?.[INDEX] ?? ''} ${after?.metadata.annotations?.[COUNT] ?? ''}`);

describe('a Job whose failures count by index', () => {
  const lost = run(job('sleep 1; exit 1', { parallelism: 2, completions: 2 }), 60);

  it('tries each index once more, ten seconds after it failed, and fails when none is left', () => {
    expect(births(lost).sort()).toEqual(['0 0', '0 1', '1 0', '1 1']);
    const times = lost
      .writes('Pod')
      .filter(({ verb }) => verb === 'create')
      .map(({ time }) => time);
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(10);
    expect(conditions(lost)).toEqual([
      'FailureTarget FailedIndexes: Job has failed indexes',
      'Failed FailedIndexes: Job has failed indexes',
    ]);
    expect(found(lost).status).toMatchObject({ failedIndexes: '0,1', failed: 4, uncountedTerminatedPods: {} });
    expect(lost.events()).toContain('FailedIndexes: Job has failed indexes');
  });

  it('a Pod that failed keeps its finalizer until its successor is there', () => {
    const writes = lost.writes('Pod');
    const made = writes.filter(({ verb, key }) => verb === 'create' && key.includes('/work-0-'));
    const isHeld = (pod: KubeObject | undefined): boolean => (pod?.metadata.finalizers ?? []).length > 0;
    const [first, second] = made.map(({ step }) => step);
    const freed = writes.find(({ key, before, after }) => key === made[0]?.key && isHeld(before) && !isHeld(after));
    expect(first).toBeLessThan(second ?? 0);
    expect(freed?.step).toBeGreaterThan(second ?? Infinity);
  });

  it('maxFailedIndexes: one too many ends it at once', () => {
    const spec = { parallelism: 1, completions: 3, backoffLimitPerIndex: 0, maxFailedIndexes: 1 };
    const ended = run(job('sleep 1; exit 1', spec), 60);
    expect(births(ended)).toEqual(['0 0', '1 0']);
    expect(conditions(ended)[0]).toBe(
      'FailureTarget MaxFailedIndexesExceeded: Job has exceeded the specified maximal number of failed indexes',
    );
    expect(found(ended).status).toMatchObject({ failedIndexes: '0,1', failed: 2 });
  });

  it('FailIndex: the index is not tried again', () => {
    const podFailurePolicy = {
      rules: [{ action: 'FailIndex', onExitCodes: { operator: 'In', values: [42] } }],
    };
    const ended = run(
      job('sleep 1; exit 42', { parallelism: 2, completions: 2, backoffLimitPerIndex: 5, podFailurePolicy }),
      40,
    );
    expect(births(ended).sort()).toEqual(['0 0', '1 0']);
    expect(conditions(ended).at(-1)).toBe('Failed FailedIndexes: Job has failed indexes');
  });

  it('without a failure it says so: no index is lost', () => {
    const done = run(job('sleep 1', { parallelism: 2, completions: 2 }), 20);
    expect(found(done).status).toMatchObject({ failedIndexes: '', completedIndexes: '0,1', succeeded: 2 });
  });

  it('W-3 forked anywhere and run on, it is the same run', () => {
    const digest = lost.world.digest();
    const last = lost.world.step;
    for (let at = 20; at < last; at += 83) {
      lost.world.fork(at);
      expect(lost.runUntil(60).world.digest()).toBe(digest);
    }
  });
});

describe('the pure parts', () => {
  const SECOND = 1_000_000;
  const pod = (index: number, before: number, finished: string, code = 1): Pod =>
    ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `p-${index}`,
        namespace: 'default',
        uid: `u-${index}-${before}`,
        finalizers: ['batch.kubernetes.io/job-tracking'],
        annotations: { [INDEX]: String(index), [COUNT]: String(before) },
      },
      spec: { containers: [] },
      status: {
        phase: 'Failed',
        containerStatuses: [{ name: 'w', state: { terminated: { exitCode: code, finishedAt: finished } } }],
      },
    }) as unknown as Pod;

  it('back-off doubles by index, from its own last failure', () => {
    const at = Date.UTC(2026, 0, 1) * 1000;
    const last = new Map([
      [0, pod(0, 0, '2026-01-01T00:00:00Z')],
      [1, pod(1, 1, '2026-01-01T00:00:00Z')],
    ]);
    expect(dueIndexes([0, 1, 2], last, at)).toEqual({ now: [2], wait: 0 });
    expect(dueIndexes([0, 1], last, at + 5 * SECOND)).toEqual({ now: [], wait: 5 * SECOND });
    expect(dueIndexes([0, 1], last, at + 10 * SECOND)).toEqual({ now: [0], wait: 0 });
    expect(dueIndexes([1], last, at + 10 * SECOND)).toEqual({ now: [], wait: 10 * SECOND });
  });

  it('an ignored failure is counted apart, and loses no index', () => {
    const ignoring = job('', {
      completions: 2,
      podFailurePolicy: { rules: [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [7] } }] },
    });
    const failed = pod(0, 1, '2026-01-01T00:00:00Z', 7);
    expect(failureCounts(ignoring, failed)).toEqual({ [COUNT]: '1', [IGNORED]: '1' });
    expect([...(failedIndexes(ignoring, [failed]) ?? [])]).toEqual([]);
    expect([...(failedIndexes(ignoring, [pod(0, 1, '2026-01-01T00:00:00Z')]) ?? [])]).toEqual([0]);
  });
});

it('the api-server refuses limits by index where there are no indexes', () => {
  const { apiServer } = cluster({
    objects: NODES,
    acts: [
      {
        at: 1,
        request: create(job('sleep 1', { completionMode: 'NonIndexed', maxFailedIndexes: 1 }), 'jobs'),
      },
    ],
  }).runUntil(3);
  expect(apiServer.list('jobs')).toEqual([]);
});
