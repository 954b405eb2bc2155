import { describe, expect, test } from 'vitest';
import { diffLines } from '../../src/derive/lab-diff.ts';
import { axisOf, layOutLanes } from '../../src/derive/lab-lanes.ts';
import type { LabOp, LabRun } from '../../src/protocol/lab.ts';

const op = (goroutine: number, time: number, cost: number, more: Partial<LabOp> = {}): LabOp => ({
  goroutine,
  kind: 'write',
  line: 1,
  object: '',
  detail: '',
  time,
  cost,
  options: 1,
  turned: [],
  buffers: [],
  owners: [],
  groups: [],
  ...more,
});
const run = (ops: readonly LabOp[], names = ['main', 'func1 of main']): LabRun => ({
  ops,
  names,
  cut: false,
  endless: undefined,
  outcome: undefined,
  races: [],
});

describe('lanes', () => {
  test('runs, waits for its turn, is blocked, holds the lock', () => {
    const { goroutines, locks, end } = layOutLanes(
      run([
        op(1, 0, 10, { turned: [{ goroutine: 2, state: 'runnable' }] }),
        op(2, 30, 10, { owners: [{ name: 'mu', owner: 2 }] }),
        op(1, 40, 5, { turned: [{ goroutine: 1, state: 'blocked' }] }),
        op(2, 50, 10, { owners: [{ name: 'mu', owner: 1 }], turned: [{ goroutine: 1, state: 'runnable' }] }),
        op(1, 60, 10, { turned: [{ goroutine: 1, state: 'done' }] }),
      ]),
    );
    const short = goroutines.map((lane) => lane.map(({ from, to, state }) => [from, to, state]));
    expect(short[0]).toEqual([
      [0, 10, 'running'],
      [10, 40, 'runnable'],
      [40, 45, 'running'],
      [45, 60, 'blocked'],
      [60, 70, 'holding'],
    ]);
    expect(short[1]).toEqual([
      [10, 30, 'runnable'],
      [30, 40, 'holding'],
      [40, 50, 'runnable'],
      [50, 60, 'running'],
      [60, 70, 'runnable'],
    ]);
    expect(locks).toEqual([
      {
        name: 'mu',
        spans: [
          { from: 30, to: 50, owner: 2 },
          { from: 50, to: 70, owner: 1 },
        ],
      },
    ]);
    expect(end).toBe(70);
  });

  test('a long pause is cut short on the axis, and time still goes forward', () => {
    const lanes = layOutLanes(run([op(1, 0, 100), op(0, 1_000_000_000, 0), op(1, 1_000_000_000, 100)], ['main']));
    expect(lanes.pauses).toEqual([{ from: 100, to: 1_000_000_000 }]);
    const x = axisOf(lanes);
    // 100 of work, 120 for the pause, 100 of work.
    expect([x(0), x(100), x(1_000_000_000), x(1_000_000_100)]).toEqual([0, 100 / 320, 220 / 320, 1]);
  });

  test('a wait group is drawn while it counts or somebody waits', () => {
    const { groups } = layOutLanes(
      run([
        op(1, 0, 10, { groups: [{ name: 'wg', count: 2, waiters: [] }] }),
        op(1, 10, 10, { groups: [{ name: 'wg', count: 2, waiters: [1] }] }),
        op(2, 20, 10, { groups: [{ name: 'wg', count: 1, waiters: [1] }] }),
        op(2, 30, 10, { groups: [{ name: 'wg', count: 0, waiters: [] }] }),
        op(1, 40, 10),
      ]),
    );
    expect(groups).toEqual([
      {
        name: 'wg',
        spans: [
          { from: 0, to: 10, count: 2, waiters: [] },
          { from: 10, to: 20, count: 2, waiters: [1] },
          { from: 20, to: 30, count: 1, waiters: [1] },
        ],
      },
    ]);
  });

  test('a buffer is told at each change; one without places is none', () => {
    const { buffers } = layOutLanes(
      run([
        op(1, 0, 5, { buffers: [{ name: 'ch', length: 1, capacity: 2 }] }),
        op(1, 5, 5, { buffers: [{ name: 'un', length: 0, capacity: 0 }] }),
      ]),
    );
    expect(buffers).toEqual([{ name: 'ch', capacity: 2, points: [{ time: 0, length: 1 }] }]);
  });
});

test('a difference keeps one line around it', () => {
  expect(diffLines('a\nb\nc\nd\ne\n', 'a\nb\nX\nd\ne\n').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'gap ',
    'same b',
    'old c',
    'new X',
    'same d',
    'gap ',
  ]);
});
