import { clusterBench } from '../bench/cluster-bench.ts';
import { kernelBench } from '../bench/kernel-bench.ts';
import { median } from '../bench/rows.ts';
import type { BenchRow } from '../bench/rows.ts';
import { benchConcurrency } from './bench-concurrency.ts';
import { BadInput } from './exit.ts';
import { printTable } from './table.ts';

interface BenchOptions {
  readonly repeat: number;
  readonly json?: boolean;
  readonly withGo?: boolean;
  readonly quick?: boolean;
}

/** Measured by a method of its own: batches, intervals, comparisons. */
const CONCURRENCY = 'concurrency';

const SUITE: Readonly<Record<string, (repeat: number) => BenchRow[]>> = { kernel: kernelBench, cluster: clusterBench };

/** `steplane bench`: medians, and how each stands to its target. */
export async function bench(names: readonly string[], options: BenchOptions): Promise<void> {
  const isConcurrency = names.length === 0 ? options.withGo === true : names.includes(CONCURRENCY);
  if (isConcurrency) await benchConcurrency(options);
  const others = names.filter((name) => name !== CONCURRENCY);
  if (isConcurrency && others.length === 0) return;
  const chosen = others.length > 0 ? others : Object.keys(SUITE);
  const rows = chosen.flatMap((name) => {
    const run = SUITE[name];
    if (run === undefined) {
      throw new BadInput({
        kind: 'bad-scenario',
        code: 'no-such-bench',
        params: { name, known: [...Object.keys(SUITE), CONCURRENCY].join(', ') },
      });
    }
    process.stderr.write(`running ${name} ...\n`);
    return run(options.repeat);
  });
  if (options.json === true) {
    console.log(JSON.stringify(rows.map(toJson)));
    return;
  }
  printTable(
    ['WHAT', 'MEDIAN', 'UNIT', 'N', 'TARGET', 'RATIO'],
    rows.map((r) => {
      const m = median(r.samples);
      const target = r.target === undefined ? ['-', '-'] : [String(r.target), (m / r.target).toFixed(2)];
      return [r.name, m.toPrecision(4), r.unit, String(r.samples.length), ...target];
    }),
  );
}

function toJson(row: BenchRow): object {
  const m = median(row.samples);
  const { name, unit, samples, target } = row;
  return {
    name,
    unit,
    median: m,
    n: samples.length,
    ...(target === undefined ? {} : { ratioTo: { target, ratio: m / target } }),
  };
}
