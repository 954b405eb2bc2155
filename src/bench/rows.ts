export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  /** One value a run. */
  readonly samples: readonly number[];
  /** What the design aims at; smaller is better. */
  readonly target?: number;
}

export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}
