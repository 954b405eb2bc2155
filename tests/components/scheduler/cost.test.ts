import { describe, expect, it } from 'vitest';
import { aloneTicks, chunkSize, chunksOf, makespan, pointTicks } from '../../../src/components/scheduler/cost.ts';
import { DEFAULT_LATENCIES } from '../../../src/model/latencies.ts';
import { failuresOf, runCases } from '../../conformance/cases.ts';

/** 5 ticks to begin, then 4 a node: 2 plugins of 2 each. */
const latencies = { ...DEFAULT_LATENCIES, extensionPoint: 5, pluginPerNode: 2 };
const point = (nodes: number, workers = 16, looked = nodes) => ({ nodes, looked, plugins: 2, workers });

describe('the Parallelizer (labs.md 5.4, client-go.md 8)', () => {
  it('chunks as the real one recorded them', () => {
    const report = runCases('client-go/parallelizer.ndjson');
    expect(failuresOf(report)).toEqual([]);
    expect([report.passed, report.skipped]).toEqual([85, 0]);
  });

  it.each([
    [0, 1],
    [10, 1],
    [16, 2],
    [50, 4],
    [100, 7],
    [500, 22],
    [1000, 31],
    [5000, 70],
    [10_000, 100],
  ])('of %i nodes sixteen workers take chunks of %i', (nodes, size) => {
    expect(chunkSize(nodes, 16)).toBe(size);
  });

  it('sixteen nodes are eight chunks: half of the workers stand idle', () => {
    const chunks = chunksOf(latencies, point(16));
    expect(chunks.map(({ worker, first, count }) => [worker, first, count])).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k, 2 * k, 2]),
    );
    expect(makespan(latencies, chunks)).toBe(5 + 2 * 4);
    expect(aloneTicks(latencies, point(16))).toBe(5 + 16 * 4);
  });

  it('who is free first takes the next chunk', () => {
    // Chunks of 3, 3, 3, 1 on two workers.
    expect(chunksOf(latencies, point(10, 2))).toEqual([
      { worker: 0, first: 0, count: 3, start: 5, end: 17 },
      { worker: 1, first: 3, count: 3, start: 5, end: 17 },
      { worker: 0, first: 6, count: 3, start: 17, end: 29 },
      { worker: 1, first: 9, count: 1, start: 17, end: 21 },
    ]);
  });

  it.each([
    // A thousand are 33 chunks of 31 in three rounds; the last chunk, of 8, is the third of worker 0.
    [1000, 16, 1000, 31 + 31 + 8],
    // Where 421 are enough, 14 chunks of 31 hold them.
    [1000, 16, 421, 31],
    // Chunks are as large as all nodes ask, not those that were looked at: 14 of them, and the last is cut.
    [1000, 8, 421, 31 + 31],
    [100, 16, 100, 7],
    [5000, 16, 5000, 5 * 70],
    [100, 1, 100, 100],
    [3, 16, 3, 1],
    [0, 16, 0, 0],
  ])('%i nodes, %i workers, %i looked at: as long as %i nodes', (nodes, workers, looked, busiest) => {
    expect(pointTicks(latencies, point(nodes, workers, looked))).toBe(5 + 4 * busiest);
  });

  it('no node is looked at twice or left out, and none after the search has enough', () => {
    for (const [nodes, workers, looked] of [
      [997, 16, 997],
      [997, 16, 420],
      [241, 3, 101],
      [5000, 32, 501],
    ] as const) {
      const seen = chunksOf(latencies, point(nodes, workers, looked)).flatMap(({ first, count }) =>
        Array.from({ length: count }, (_, i) => first + i),
      );
      expect(seen).toEqual(Array.from({ length: looked }, (_, i) => i));
    }
  });
});
