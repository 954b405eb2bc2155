import { describe, expect, it } from 'vitest';
import { clockStep } from '../../../src/bench/concurrency/clock.ts';
import { compare, mannWhitney, median, medianInterval, outliers } from '../../../src/bench/concurrency/statistics.ts';

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

it('median: the middle one, or the mean of the middle two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 6])).toBe(5.5);
});

// The ranks stand in every table of the sign test's interval for the median at 95 %.
it.each([
  [6, 1, 6],
  [8, 1, 8],
  [9, 2, 8],
  [10, 2, 9],
  [15, 4, 12],
  [20, 6, 15],
  [40, 14, 27],
])('interval of the median of %i samples: from the %ith to the %ith', (n, low, high) => {
  expect(medianInterval(upTo(n).reverse())).toEqual({ low, high });
});

it('interval of the median: none below six samples', () => {
  expect(medianInterval(upTo(5))).toBeUndefined();
  expect(medianInterval([])).toBeUndefined();
});

describe('Mann-Whitney, two-sided', () => {
  it.each([
    // All of one side below the other: 2 of C(n+m, n) orders are as far apart.
    [[1, 2, 3], [4, 5, 6], 2 / 20],
    [[1, 2, 3, 4], [5, 6, 7, 8], 2 / 70],
    // benchstat's "p=0.008 n=5+5".
    [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 2 / 252],
    // U = 3 of 16: 1 + 1 + 2 + 3 of 70 orders lie at or below it.
    [[1, 2, 3, 7], [4, 5, 6, 8], 14 / 70],
    // Side by side: U = 1 of 4, 2 of 6 orders at or below it.
    [[1, 3], [2, 4], 4 / 6],
  ])('exact: %j against %j', (a, b, p) => {
    expect(mannWhitney(a, b)).toBeCloseTo(p, 12);
    expect(mannWhitney(b, a)).toBeCloseTo(p, 12);
  });

  it('with ties, by the normal distribution: U = 1, spread sqrt(4.65), z = 1.391', () => {
    expect(mannWhitney([1, 2, 2], [2, 3, 4])).toBeCloseTo(0.1642, 3);
  });

  it('tells nothing where all are equal, or a side is empty', () => {
    expect(mannWhitney([5, 5, 5], [5, 5, 5])).toBe(1);
    expect(mannWhitney([], [1, 2])).toBe(1);
  });

  it('above 50 samples a side it is the normal distribution, and sure of a shift', () => {
    const a = upTo(60);
    expect(
      mannWhitney(
        a,
        a.map((x) => x + 0.5),
      ),
    ).toBeGreaterThan(0.5);
    expect(
      mannWhitney(
        a,
        a.map((x) => x + 60.5),
      ),
    ).toBeLessThan(1e-6);
  });
});

it('a comparison proves nothing at p = 0.1, and something at p = 0.008', () => {
  expect(compare([1, 2, 3], [4, 5, 6])).toMatchObject({ ratio: 0.4, proven: false });
  expect(compare([6, 7, 8, 9, 10], [1, 2, 3, 4, 5])).toMatchObject({ ratio: 8 / 3, proven: true });
  expect(compare([], [1])).toBeUndefined();
});

it('outliers by Tukey: quartiles 11 and 14, so mild beyond 18.5 and severe beyond 23', () => {
  expect(outliers([10, 40, 10, 11, 11, 12, 12, 13, 13, 14, 14, 22])).toEqual({ mild: 1, severe: 1 });
  expect(outliers([10, 11, 12, 13, 14, 15, 16, 17])).toEqual({ mild: 0, severe: 0 });
});

it('the step of a clock that moves by 0.1 ms at every third look', () => {
  let looks = 0;
  expect(clockStep(() => Math.floor(looks++ / 3) / 10)).toBeCloseTo(0.1, 9);
});
