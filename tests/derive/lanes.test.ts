import { describe, expect, it } from 'vitest';
import { chunkAt, chunkPath, laneChart, nodePath } from '../../src/derive/lanes.ts';
import { laneTime, laneWords } from '../../src/derive/words/lanes.ts';
import type { LanesOfPoint } from '../../src/protocol/protocol.ts';

/** Five nodes, chunks of two, two workers of three: 10 ticks to begin, 20 a node. */
const point: LanesOfPoint = {
  point: 'Score',
  nodes: 5,
  walk: ['a', 'b', 'c', 'd', 'e'],
  plugins: 1,
  workers: 3,
  chunkSize: 2,
  began: 100,
  chunks: [
    { worker: 0, first: 0, count: 2, start: 10, end: 50 },
    { worker: 1, first: 2, count: 2, start: 10, end: 50 },
    { worker: 0, first: 4, count: 1, start: 50, end: 70 },
  ],
  makespan: 100,
  alone: 110,
};

describe('lanes as a picture', () => {
  it('a row a worker, also for one that does not start; the chunk of the chosen node is known', () => {
    const chart = laneChart(point, 'd');
    expect(chart.rows.map(({ worker, chunks }) => [worker, chunks.map(({ first }) => first)])).toEqual([
      [0, [0, 4]],
      [1, [2]],
      [2, []],
    ]);
    expect([chart.started, chart.hidden, chart.host, chart.hostChunk]).toEqual([2, 0, 3, 1]);
    expect(laneChart(point, '').hostChunk).toBe(-1);
  });

  it('of very many workers the first 32 have a row', () => {
    const { rows, hidden } = laneChart({ ...point, workers: 100 }, '');
    expect([rows.length, hidden]).toEqual([32, 68]);
  });

  it('a node is a block where there is room, else its chunk is one', () => {
    const [chunk] = point.chunks;
    if (chunk === undefined) throw new Error('no chunk');
    // 400 wide: 200 a node, with a slit of 1 after the first and of 3 after the last.
    expect(chunkPath(chunk, 100, 1000)).toBe('M100.00 0h199.00v1H100.00zM300.00 0h197.00v1H300.00z');
    expect(nodePath(chunk, 1, 100, 1000)).toBe('M300.00 0h197.00v1H300.00z');
    // 4 wide for both: one block.
    expect(chunkPath(chunk, 100, 10)).toBe('M1.00 0h3.00v1H1.00z');
    expect(nodePath(chunk, 1, 100, 10)).toBe('M1.00 0h3.00v1H1.00z');
  });

  it('a point of a lane is in the chunk that its worker has at that time', () => {
    expect(chunkAt(point, 0, 0.05)).toBe(-1);
    expect(chunkAt(point, 0, 0.2)).toBe(0);
    expect(chunkAt(point, 0, 0.6)).toBe(2);
    expect(chunkAt(point, 1, 0.2)).toBe(1);
    expect(chunkAt(point, 1, 0.6)).toBe(-1);
    expect(chunkAt(point, 2, 0.2)).toBe(-1);
  });

  it('the head says who starts, in both languages', () => {
    const figures = { nodes: 120, chunks: 15, size: 8, started: 15, workers: 16, text: String };
    expect(laneWords('en').head(figures)).toBe('120 nodes make 15 chunks of 8, so 15 of 16 workers start');
    expect(laneWords('en').head({ ...figures, started: 16, chunks: 23 })).toBe(
      '120 nodes make 23 chunks of 8 for 16 workers',
    );
    expect(laneWords('en').head({ nodes: 1, chunks: 1, size: 1, started: 1, workers: 16, text: String })).toBe(
      '1 node makes 1 chunk of 1, so 1 of 16 workers starts',
    );
    expect(laneWords('ja').head(figures)).toContain('16 worker のうち 15');
  });
});

it('times have the digits that the quotient of two of them needs: 140 / 44 is 3.2', () => {
  expect([laneTime(140, 1_000_000), laneTime(44, 1_000_000)]).toEqual(['140 µs', '44 µs']);
  expect(laneTime(12_345, 1_000_000)).toBe('12,345 µs');
  expect(laneTime(3, 1000)).toBe('3,000 µs');
});

it('a chunk of one node has one place in the walk', () => {
  expect(laneWords('en').chosen('1', '2', '2', '1 ms')).toBe('worker 1, place 2 of the walk, 1 ms');
  expect(laneWords('en').chosen('1', '2', '3', '1 ms')).toBe('worker 1, places 2 to 3 of the walk, 1 ms');
  expect(laneWords('ja').chosen('1', '2', '2', '1 ms')).toBe('worker 1、探索順の 2 番目、1 ms');
});
