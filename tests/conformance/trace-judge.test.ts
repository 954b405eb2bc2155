/** The judge of whole scenarios accepts what a real control plane did, and finds the mistakes that ROWS plants. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/model/objects.ts';
import { candidateOf } from '../../src/conformance/trace/candidate.ts';
import { judge, type ExpectedTrace } from '../../src/conformance/trace/judge.ts';
import type { GivenTrace } from '../../src/conformance/trace/drive.ts';
import { drive } from '../../src/conformance/trace/drive.ts';
import { brokenLaws } from '../../src/conformance/trace/laws.ts';
import type { Recording } from '../../src/conformance/trace/recording.ts';
import type { Plant } from './plant-tools.ts';
import { COMMON_PLANTS } from './plants.ts';
import { CONTROLLER_PLANTS, PREEMPTION_PLANTS, STATEFUL_PLANTS } from './plants-controllers.ts';
import type { Site } from './plant-tools.ts';
import { statefulRecording } from './stateful-recording.ts';
import { readRecorded, type Line } from './recorded-trace.ts';

const CASES = new URL('../cases/control-plane/', import.meta.url);

interface TraceRow {
  readonly id: string;
  readonly given: GivenTrace;
  readonly expect: ExpectedTrace;
}

const rows = gunzipSync(readFileSync(new URL('handed-trace.ndjson.gz', CASES)))
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as TraceRow);

function linesOf(id: string): readonly Line[] {
  const file = new URL(`traces/${id.replace('trace/', '')}.ndjson.gz`, CASES);
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

const quietOf = ({ given }: Pick<TraceRow, 'given'>): ReadonlySet<number> =>
  new Set(given.timeline.filter(({ afterQuiet }) => afterQuiet === true).map(({ entry }) => entry));

const recorded = new Map(
  rows.map((row) => {
    const recording = readRecorded(linesOf(row.id), row.given.objects);
    return [row.id, { recording, candidate: candidateOf(recording, quietOf(row)), expected: row.expect }];
  }),
);

describe('the judge of traces', () => {
  it.each(rows)('$id: accepts the recording of the real control plane', (row) => {
    const { candidate, expected } = recordedOf(row);
    expect(judge(candidate, expected)).toEqual([]);
  });
});

const recordedOf = (row: TraceRow): Site => {
  const site = recorded.get(row.id);
  if (site === undefined) throw new Error(row.id);
  return site;
};

/** Is about Deployments' specifications only: the rest is out of its scope. */
const OF_SPEC = 'trace/n-server-side-apply';

describe('the judge of traces finds each kind of mistake, wherever a recording has a place for it', () => {
  const missed = ({ what, words, ofSpec, plant }: Plant, row: TraceRow): readonly string[] | undefined => {
    const planted = row.id === OF_SPEC && ofSpec !== true ? undefined : plant(recordedOf(row));
    if (planted === undefined) return undefined;
    const failures = judge(candidateOf(planted, quietOf(row)), row.expect);
    return failures.some((failure) => words.test(failure)) ? [] : [`${row.id}: ${what}: ${failures.join('; ')}`];
  };

  it.each([...COMMON_PLANTS, ...CONTROLLER_PLANTS].map((plant) => [plant.what, plant] as const))(
    '%s',
    (_what, plant) => {
      const tried = rows.map((row) => missed(plant, row)).filter((found) => found !== undefined);
      expect(tried.length).toBeGreaterThan(0);
      expect(tried.flat()).toEqual([]);
    },
  );
});

/** Scenarios that no recording here has: the laws, and what is written down below, are held against runs of our own. */
const node = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, uid: name, labels: { 'kubernetes.io/hostname': name } },
  spec: {},
  status: {
    allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
    capacity: { cpu: '4', memory: '8Gi', pods: '110' },
    conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady' }],
  },
});

const run = (nodes: readonly KubeObject[], timeline: readonly Record<string, unknown>[]): Recording =>
  drive(
    {
      objects: nodes,
      environment: { imagePullMillis: 500, stopMillis: 1000 },
      timeline: timeline.map((verb, n) => ({ entry: n + 1, afterMillis: 500, afterQuiet: true, ...verb })),
    },
    '1.35',
    1,
  ).recording;

const container = (cpu: string): object => ({ name: 'app', image: 'app:1', resources: { requests: { cpu } } });

describe('StatefulSets', () => {
  /** Three Pods one after the other, then one left: written down as the real controller does it. */
  const recording = statefulRecording();
  const candidate = candidateOf(recording, new Set([1, 2]));
  const expected: ExpectedTrace = { objects: {}, before: [], events: [], mayEvents: [], final: {} };

  it('are made and deleted in order', () => {
    expect(brokenLaws(candidate)).toEqual([]);
  });

  it.each(STATEFUL_PLANTS.map((plant) => [plant.what, plant] as const))('%s', (_what, { plant, words }) => {
    const planted = plant({ recording, candidate, expected });
    if (planted === undefined) throw new Error('there is no place for it');
    expect(brokenLaws(candidateOf(planted, new Set([1, 2]))).join()).toMatch(words);
  });
});

describe('preemption', () => {
  const pod = (name: string, priority: number): object => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: { ...(priority > 0 ? { priorityClassName: 'high' } : {}), containers: [container('3')] },
  });
  const high = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 1000 };
  const recording = run([node('node-0')], [{ apply: [high, pod('humble', 0)] }, { apply: [pod('urgent', 1000)] }]);
  const quiet = new Set([1, 2]);
  const candidate = candidateOf(recording, quiet);
  /** The victim is told why, ends (its phase), and only then the preemptor is bound; its nomination goes with that. */
  const expected: ExpectedTrace = {
    objects: {
      'Pod/humble': {
        facts: [
          { id: 'v1', phase: 0, type: 'ADDED', set: { '@': 'ADDED' } },
          { id: 'v0', phase: 0, type: 'MODIFIED', by: 'kube-scheduler', set: { 'spec.nodeName': 'node-0' } },
          {
            id: 'v2',
            phase: 1,
            type: 'MODIFIED',
            by: 'kube-scheduler',
            set: {
              'condition[DisruptionTarget]': 'True PreemptionByScheduler',
              'condition[DisruptionTarget].message': '*',
            },
          },
          { id: 'v3', phase: 1, type: 'MODIFIED', by: 'kubelet', set: { 'status.phase': '*' } },
          { id: 'v4', phase: 1, type: 'DELETED', set: { '@': 'DELETED' } },
        ],
        loose: { 'status.phase': ['Pending', 'Running', 'Succeeded', 'Failed'] },
      },
      'Pod/urgent': {
        facts: [
          { id: 'p1', phase: 1, type: 'ADDED', set: { '@': 'ADDED' } },
          { id: 'p2', phase: 1, type: 'MODIFIED', by: 'kube-scheduler', set: { 'status.nominatedNodeName': 'node-0' } },
          {
            id: 'p3',
            phase: 1,
            type: 'MODIFIED',
            set: { 'spec.nodeName': 'node-0', 'status.nominatedNodeName': null },
          },
        ],
        loose: { 'status.phase': ['Pending', 'Running'] },
      },
    },
    before: [['v3', 'p3', 'the victim ends before the preemptor is bound']],
    events: [],
    mayEvents: [],
    final: {},
    scope: {
      kinds: ['Pod'],
      paths: ['@', 'spec.nodeName', 'status.phase', 'status.nominatedNodeName', 'condition[DisruptionTarget]'],
    },
  };

  it('goes in its order', () => {
    expect(judge(candidate, expected)).toEqual([]);
  });

  it.each(PREEMPTION_PLANTS.map((plant) => [plant.what, plant] as const))('%s', (_what, { plant, words }) => {
    const planted = plant({ recording, candidate, expected });
    if (planted === undefined) throw new Error('there is no place for it');
    expect(judge(candidateOf(planted, quiet), expected).join()).toMatch(words);
  });
});
