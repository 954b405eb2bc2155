import { describe, expect, it } from 'vitest';
import { virtualRows } from '../../../src/bench/concurrency/virtual.ts';
import { DEFAULT_LATENCIES } from '../../../src/model/latencies.ts';

/** A node takes 3 ticks, and nothing else takes time. */
const T = 3;
const latencies = { ...DEFAULT_LATENCIES, extensionPoint: 0, pluginPerNode: T };

describe('the cost model beside the measured speed-up', () => {
  // 16: eight chunks of 2. 100: fifteen chunks of 7 or fewer, one a worker. 1,000: two rounds of sixteen chunks of 31, then
  // 8 more.
  it.each([
    [16, 2, 2, 8, 8],
    [100, 7, 7, 15, 15],
    [1_000, 31, 70, 16, 33],
  ])('%i equal tasks on 16 workers: chunks of %i, done after %i', (nodes, chunk, times, started, chunks) => {
    const [row] = virtualRows({ nodes, plugins: 1 }, [16], latencies);
    expect(row).toMatchObject({ workers: 16, chunk, ticks: times * T, alone: nodes * T });
    expect(row?.chunks).toHaveLength(chunks);
    expect(new Set(row?.chunks.map(({ worker }) => worker)).size).toBe(started);
    expect(row?.chunks.reduce((n, { count }) => n + count, 0)).toBe(nodes);
  });

  it('one worker alone is as fast as one worker, and each number of workers has a row', () => {
    // Ten nodes, chunks of 3: two workers take 3 + 3 and 3 + 1.
    const rows = virtualRows({ nodes: 10, plugins: 2 }, [1, 2], latencies);
    expect(rows.map(({ workers, ticks, alone }) => [workers, ticks, alone])).toEqual([
      [1, 60, 60],
      [2, 36, 60],
    ]);
  });
});
