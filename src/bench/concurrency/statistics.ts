/** How samples are summed up: as benchstat does where it has a rule, and never by leaving samples out. */
import { medianSorted, quantileSorted } from 'simple-statistics';

export const CONFIDENCE = 0.95;
export const ALPHA = 0.05;

const sorted = (samples: readonly number[]): number[] => [...samples].sort((a, b) => a - b);

/** Errors: no samples. */
export const median = (samples: readonly number[]): number => medianSorted(sorted(samples));

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** P(X <= k) of a fair coin thrown n times. */
function coin(k: number, n: number): number {
  let term = 0.5 ** n;
  let sum = 0;
  for (let i = 0; i <= k; i++) {
    sum += term;
    term *= (n - i) / (i + 1);
  }
  return sum;
}

/**
 * The interval of the median by order statistics: the narrowest pair, as far from the ends as each other, that covers it
 * with at least 95 %. @returns undefined below 6 samples, where no pair does
 */
export function medianInterval(samples: readonly number[]): Interval | undefined {
  const n = samples.length;
  let rank = -1;
  // From the k-th smallest to the k-th largest, counted from 0, misses the median with 2 P(X <= k).
  while (rank + 1 < n / 2 && 2 * coin(rank + 1, n) <= 1 - CONFIDENCE) rank++;
  if (rank < 0) return undefined;
  const order = sorted(samples);
  return { low: order[rank] as number, high: order[n - 1 - rank] as number };
}

export interface Outliers {
  /** Beyond 1.5 times the middle half's width. */
  readonly mild: number;
  /** Beyond 3 times; not counted as mild. */
  readonly severe: number;
}

/** Tukey's fences. Outliers are told, and stay in. */
export function outliers(samples: readonly number[]): Outliers {
  if (samples.length < 4) return { mild: 0, severe: 0 };
  const order = sorted(samples);
  const low = quantileSorted(order, 0.25);
  const high = quantileSorted(order, 0.75);
  const beyond = (by: number): number =>
    order.filter((x) => x < low - by * (high - low) || x > high + by * (high - low)).length;
  const severe = beyond(3);
  return { mild: beyond(1.5) - severe, severe };
}

/** P(U <= u) for n and m samples without ties. */
function exactBelow(u: number, n: number, m: number): number {
  // ways[j][k]: subsets of j ranks among those seen so far whose U is k.
  const most = n * m;
  let ways = Array.from({ length: n + 1 }, () => new Float64Array(most + 1));
  const start = ways[0];
  if (start !== undefined) start[0] = 1;
  for (let rank = 0; rank < n + m; rank++) {
    const next = ways.map((row) => row.slice());
    for (let j = 1; j <= n; j++) {
      const above = rank - (j - 1);
      if (above < 0 || above > m) continue;
      const from = ways[j - 1] as Float64Array;
      const into = next[j] as Float64Array;
      for (let k = 0; k + above <= most; k++) into[k + above] = (into[k + above] as number) + (from[k] as number);
    }
    ways = next;
  }
  const all = ways[n] as Float64Array;
  let below = 0;
  let total = 0;
  for (let k = 0; k <= most; k++) {
    total += all[k] as number;
    if (k <= u) below += all[k] as number;
  }
  return below / total;
}

/** Of the normal distribution above z >= 0 (Abramowitz and Stegun 7.1.26; error below 1e-7). */
function above(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return 0.5 * poly * Math.exp(-x * x);
}

const EXACT_MAX = 50;

/**
 * Mann-Whitney: how likely it is that two sets of samples differ so much by chance, two-sided. Exact up to 50 samples a side
 * without ties, else by the normal distribution with the correction for ties.
 * @returns 1 where a side is empty or all samples are equal
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const n = a.length;
  const m = b.length;
  if (n === 0 || m === 0) return 1;
  const { rankSum, ties } = ranks(a, b);
  const u1 = rankSum - (n * (n + 1)) / 2;
  const u = Math.min(u1, n * m - u1);
  if (ties === 0 && Math.max(n, m) <= EXACT_MAX) return Math.min(1, 2 * exactBelow(u, n, m));
  const size = n + m;
  const spread = Math.sqrt(((n * m) / 12) * (size + 1 - ties / (size * (size - 1))));
  if (spread === 0) return 1;
  return Math.min(1, 2 * above(Math.max(0, (Math.abs(u - (n * m) / 2) - 0.5) / spread)));
}

/** Ranks of `a` among all, summed; equal samples share theirs. `ties` = sum of t^3 - t over groups of t. */
function ranks(a: readonly number[], b: readonly number[]): { readonly rankSum: number; readonly ties: number } {
  const all = [...a.map((x) => ({ x, mine: true })), ...b.map((x) => ({ x, mine: false }))].sort((p, q) => p.x - q.x);
  let rankSum = 0;
  let ties = 0;
  for (let i = 0; i < all.length;) {
    let j = i;
    while (j < all.length && all[j]?.x === all[i]?.x) j++;
    const shared = (i + 1 + j) / 2;
    for (let k = i; k < j; k++) if (all[k]?.mine === true) rankSum += shared;
    ties += (j - i) ** 3 - (j - i);
    i = j;
  }
  return { rankSum, ties };
}

export interface Comparison {
  /** Median of the first over median of the second. */
  readonly ratio: number;
  readonly p: number;
  /** False = "~": nothing is proven. */
  readonly proven: boolean;
}

/** @returns undefined where a side has no samples */
export function compare(a: readonly number[], b: readonly number[]): Comparison | undefined {
  if (a.length === 0 || b.length === 0) return undefined;
  const p = mannWhitney(a, b);
  return { ratio: median(a) / median(b), p, proven: p < ALPHA };
}

/** Half the width of the median's interval, against the median; 0 where there is none. */
export function spread(samples: readonly number[]): number {
  const interval = medianInterval(samples);
  return interval === undefined ? 0 : (interval.high - interval.low) / 2 / median(samples);
}

/** A median that is known no closer than this is written with "~": another run may give another figure. */
export const ROUGH = 0.25;
export const isRough = (samples: readonly number[]): boolean => spread(samples) > ROUGH;
