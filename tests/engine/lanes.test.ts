/** The lanes of a cycle are what its own time was taken from: where they end, the next event stands. */
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { EVENT } from '../../src/model/events.ts';

const POD = 'Pod/default/web';

function open(nodes: number, parallelism: number, more: object = {}, spec: object = {}): Engine {
  const engine = createEngine();
  const scenario = [
    {
      apiVersion: 'steplane.dev/v1',
      kind: 'Scenario',
      metadata: { name: 'lanes' },
      spec: {
        kubernetesVersion: '1.35',
        generate: { nodes, zones: 3 },
        schedulerConfiguration: {
          apiVersion: 'kubescheduler.config.k8s.io/v1',
          kind: 'KubeSchedulerConfiguration',
          parallelism,
          ...more,
        },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace: 'default' },
      spec: { containers: [{ name: 'c', image: 'web:1', resources: { requests: { cpu: '100m' } } }], ...spec },
    },
  ];
  const opened = engine.open({ files: [{ name: 'a.json', data: JSON.stringify(scenario) }] });
  expect(opened.ok).toBe(true);
  while (engine.advance(5000).status.state === 'running');
  return engine;
}

/** Ticks between two events of the Pod's first cycle, and when the first one was. */
function between(engine: Engine, from: number, to: number): { readonly began: number; readonly ticks: number } {
  const { trace } = engine.cluster.world;
  const at = (kind: number): number => {
    for (let step = 1; step <= trace.length; step++)
      if (trace.kind(step) === kind && trace.object(step) === POD) return trace.time(step);
    throw new Error(`no event of kind ${String(kind)}`);
  };
  return { began: at(from), ticks: at(to) - at(from) };
}

const stepOf = (engine: Engine, kind: number): number => {
  const { trace } = engine.cluster.world;
  for (let step = 1; step <= trace.length; step++)
    if (trace.kind(step) === kind && trace.object(step) === POD) return step;
  return -1;
};

describe('lanes', () => {
  it.each([
    [1, 16],
    [2, 16],
    [16, 16],
    [17, 3],
    [99, 1],
    [100, 16],
    [101, 16],
    [250, 7],
    [250, 32],
    [1000, 16],
    [5000, 16],
  ])('of %i nodes and %i workers end where the next event of the cycle stands', (nodes, parallelism) => {
    const engine = open(nodes, parallelism);
    const answer = engine.lanes(engine.run.status.steps, POD);
    const [filter, score] = answer.points;
    const filtered = between(engine, EVENT['cycle.prefilter'], EVENT['cycle.filter']);
    expect(filter).toMatchObject({ point: 'Filter', began: filtered.began, makespan: filtered.ticks });
    expect(Math.max(...(filter?.chunks ?? []).map(({ end }) => end))).toBe(filtered.ticks);
    const scored = between(engine, EVENT['cycle.filter'], EVENT['cycle.score']);
    if (nodes === 1) {
      expect([score, scored.ticks]).toEqual([undefined, 0]);
      return;
    }
    expect(score).toMatchObject({ point: 'Score', began: scored.began, makespan: scored.ticks });
    expect(Math.max(...(score?.chunks ?? []).map(({ end }) => end))).toBe(scored.ticks);
    expect(score?.walk).toContain(answer.host);
  });

  it('a search that has enough stops at the first node too many', () => {
    // Of 250 nodes 48 % are enough, 120: the 121st that fits ends it. All fit.
    const engine = open(250, 16);
    const [filter, score] = engine.lanes(engine.run.status.steps, POD).points;
    expect(filter).toMatchObject({ nodes: 250, stoppedAt: 120, chunkSize: 15, workers: 16 });
    expect(filter?.walk).toHaveLength(121);
    // Eight chunks of 15 hold 120; the ninth is the one node too many.
    expect(filter?.chunks.map(({ count }) => count)).toEqual([15, 15, 15, 15, 15, 15, 15, 15, 1]);
    expect(score).toMatchObject({ nodes: 120, chunkSize: 8 });
    expect(score?.stoppedAt).toBeUndefined();
    expect(score?.walk).toHaveLength(120);
  });

  it('a node that the Pod names is the only one that is looked at', () => {
    const matchFields = [{ key: 'metadata.name', operator: 'In', values: ['node-0007'] }];
    const required = { nodeSelectorTerms: [{ matchFields }] };
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };
    const engine = open(250, 16, {}, { affinity });
    const { host, points } = engine.lanes(engine.run.status.steps, POD);
    expect(host).toBe('node-0007');
    expect(points).toMatchObject([{ point: 'Filter', nodes: 1, walk: ['node-0007'] }]);
  });

  it('where no node fits there is no Score, and the lanes of Filter stand', () => {
    const engine = open(40, 16, {}, { nodeSelector: { nowhere: 'yes' } });
    const answer = engine.lanes(engine.run.status.steps, POD);
    expect(answer.host).toBe('');
    expect(answer.points.map(({ point }) => point)).toEqual(['Filter']);
    expect(answer.points[0]?.makespan).toBe(between(engine, EVENT['cycle.prefilter'], EVENT['cycle.filter']).ticks);
  });

  it('before the first cycle there is nothing, from its first step on there is', () => {
    const engine = open(10, 16);
    const started = stepOf(engine, EVENT['cycle.started']);
    expect(engine.lanes(started - 1, POD)).toEqual({ pod: POD, step: 0, host: '', points: [] });
    expect(engine.lanes(started, POD)).toMatchObject({ step: started });
  });
});
