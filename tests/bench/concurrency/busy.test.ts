import { expect, it } from 'vitest';
import { isBusy, spreadOf } from '../../../src/bench/concurrency/busy.ts';
import type { Cell, Results } from '../../../src/bench/concurrency/results.ts';
import { isRough, spread } from '../../../src/bench/concurrency/statistics.ts';

const QUIET = [98, 99, 100, 100, 101, 102];
const BUSY = [60, 80, 90, 110, 120, 180];

const cell = (workers: number, nanos: readonly number[]): Cell => ({
  row: 'mutex',
  writers: workers,
  workers,
  state: { kind: 'measured' },
  writesPerBatch: 1,
  nanos,
  checked: nanos.length,
});
const results = (cells: readonly Cell[]): Results => ({
  stamp: {
    agent: '',
    system: '',
    cores: 2,
    isolated: true,
    stepMillis: 0.005,
    batches: 6,
    warmUp: 2,
    nodes: 0,
    date: '2026-01-01T00:00:00Z',
  },
  cells,
  scoring: [],
  virtual: [],
  done: 0,
  total: 0,
  end: 'complete',
});

// Of six, the interval of the median at 95 % is all of them (sign test).
it('spread: half the interval against the median', () => {
  expect(spread(QUIET)).toBeCloseTo((102 - 98) / 2 / 100);
  expect(spread(BUSY)).toBeCloseTo((180 - 60) / 2 / 100);
  expect(spread([])).toBe(0);
  expect([isRough(QUIET), isRough(BUSY)]).toEqual([false, true]);
});

it('busy: the middle row spreads much; rows with more workers than cores do not count', () => {
  expect(isBusy(results([cell(1, QUIET), cell(2, QUIET), cell(8, BUSY), cell(8, BUSY), cell(8, BUSY)]))).toBe(false);
  const busy = results([cell(1, BUSY), cell(2, BUSY), cell(2, QUIET)]);
  expect(isBusy(busy)).toBe(true);
  expect(spreadOf(busy)).toBeCloseTo(0.6);
  expect(spreadOf(results([]))).toBe(0);
});
