import { afterEach, describe, expect, it } from 'vitest';
import { nodeScorer, runCycle } from '../../../src/components/scheduler/scheduler.ts';
import { Conductor } from '../../../src/bench/concurrency/conductor.ts';
import { Crew } from '../../../src/bench/concurrency/crew.ts';
import { spawnNodeWorker } from '../../../src/bench/concurrency/node-crew.ts';
import { type Plan, planOf } from '../../../src/bench/concurrency/plan.ts';
import type { Results, Stamp } from '../../../src/bench/concurrency/results.ts';
import { chunkSizeFor } from '../../../src/bench/concurrency/score-layout.ts';
import { deepFreeze, snapshotOf } from '../../../src/bench/concurrency/snapshot.ts';

const PLAN: Plan = {
  ...planOf('quick'),
  rows: ['mutex', 'rwmutex', 'counter', 'handover-park', 'channel-16', 'message'],
  writers: [1, 2],
  batches: 2,
  warmUp: 1,
  writes: 2_000,
  slowWrites: 2_000,
  scoring: { nodes: 60, workers: [1, 2] },
};
const stamp = (isolated: boolean): Stamp => ({
  ...{ agent: 'test', system: 'test', cores: 2, isolated, stepMillis: 0.0001, batches: 2, warmUp: 1, nodes: 60 },
  date: '2026-11-30T00:00:00.000Z',
});

const crews: Crew[] = [];
function newCrew(): Crew {
  const crew = new Crew(spawnNodeWorker);
  crews.push(crew);
  return crew;
}
afterEach(() => {
  for (const crew of crews.splice(0)) crew.dismiss();
});

describe('a run with workers of Node', () => {
  it('measures every row, each batch checked and right, scores included', async () => {
    const told: number[] = [];
    const changed = ({ done }: Results): void => void told.push(done);
    const results = await new Conductor({ crew: newCrew(), plan: PLAN, stamp: stamp(true), changed }).run();
    expect(results.cells).toHaveLength(12);
    for (const cell of results.cells) {
      expect(cell.state).toEqual({ kind: 'measured' });
      expect([cell.nanos.length, cell.checked]).toEqual([2, 3]);
      expect(Math.min(...cell.nanos)).toBeGreaterThan(0);
    }
    expect(results.scoring.map(({ state, scores, micros }) => [state.kind, scores, micros.length])).toEqual([
      ['measured', 120, 2],
      ['measured', 120, 2],
    ]);
    // The root of 60, or a sixteenth and one: a row each for one and two workers, and for upstream's sixteen.
    expect(results.virtual.map(({ workers, chunk }) => [workers, chunk])).toEqual([
      [1, 7],
      [2, 7],
      [16, 4],
    ]);
    expect([results.done, results.total]).toEqual([42, 42]);
    expect(told).toEqual(Array.from({ length: 42 }, (_, i) => i + 1));
  });

  it('without shared memory measures messages only, and says so of the rest', async () => {
    const results = await new Conductor({
      crew: newCrew(),
      plan: { ...PLAN, rows: ['mutex', 'message'], writers: [2] },
      stamp: stamp(false),
      changed: () => undefined,
    }).run();
    expect(results.cells.map(({ state }) => state)).toEqual([
      { kind: 'unavailable', why: 'not-isolated' },
      { kind: 'measured' },
    ]);
    expect(results.scoring.every(({ state }) => state.kind === 'unavailable')).toBe(true);
    // The cost model shares no memory.
    expect(results.virtual.map(({ workers }) => workers)).toEqual([1, 2, 16]);
    expect([results.done, results.total]).toEqual([3, 3]);
  });

  it('ends when the crew is dismissed, and leaves no worker', async () => {
    const crew = newCrew();
    const running = new Conductor({ crew, plan: PLAN, stamp: stamp(true), changed: () => crew.dismiss() }).run();
    await expect(running).rejects.toThrow('cancelled');
    expect(crew.size).toBe(0);
    await expect(crew.run([{ job: { kind: 'clock' } }])).rejects.toThrow('cancelled');
  });

  it('visits all rows before it comes back to the first', async () => {
    const visits: string[] = [];
    await new Conductor({
      crew: newCrew(),
      plan: { ...PLAN, rows: ['mutex', 'counter'], writers: [1], scoring: { nodes: 10, workers: [1] } },
      stamp: stamp(true),
      changed: () => undefined,
      peer: ({ row }, isWarmUp) => Promise.resolve(void visits.push(`${row}${isWarmUp ? '*' : ''}`)),
    }).run();
    expect(visits).toEqual(['mutex*', 'counter*', 'mutex', 'counter', 'mutex', 'counter']);
  });
});

describe('scoring', () => {
  it('a node at a time gives the raw scores of the cycle', () => {
    const input = deepFreeze(snapshotOf(50));
    const { feasible, scores } = runCycle(input, () => 0);
    const scorer = nodeScorer(input, feasible);
    expect(feasible).toHaveLength(50);
    expect(scorer.plugins).toEqual(scores.map(({ plugin }) => plugin));
    expect(scorer.plugins).toContain('NodeResourcesFit');
    for (const [p, { raw }] of scores.entries()) expect(feasible.map((_, n) => scorer.score(p, n))).toEqual(raw);
    // Nodes differ, or checking them would tell nothing.
    for (const name of ['NodeResourcesFit', 'TaintToleration', 'NodeAffinity', 'ImageLocality'])
      expect(new Set(scores.find(({ plugin }) => plugin === name)?.raw).size, name).toBeGreaterThan(1);
  });

  it('an unknown node is an error', () => {
    expect(() => nodeScorer(snapshotOf(2), ['nowhere'])).toThrow('no node nowhere');
  });

  // 1,000 pieces and 16 workers: the recorded Go benchmark names its chunk, 31.
  it.each([
    [1_000, 16, 31],
    [10, 16, 1],
    [2_000, 2, 44],
    [100, 16, 7],
    [5, 1, 2],
    [0, 16, 1],
  ])('chunks of %i nodes for %i workers: %i', (nodes, workers, chunk) => {
    expect(chunkSizeFor(nodes, workers)).toBe(chunk);
  });
});
