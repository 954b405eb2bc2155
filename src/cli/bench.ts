import { clusterBench } from '../bench/cluster-bench.ts';
import { kernelBench } from '../bench/kernel-bench.ts';
import { median } from '../bench/rows.ts';
import type { BenchRow } from '../bench/rows.ts';
import { BadInput } from './exit.ts';
import { printTable } from './table.ts';

interface BenchOptions {
  readonly repeat: number;
  readonly json?: boolean;
}

const SUITE: Readonly<Record<string, (repeat: number) => BenchRow[]>> = { kernel: kernelBench, cluster: clusterBench };

/** `steplane bench`: medians, and how each stands to its target. */
export function bench(names: readonly string[], options: BenchOptions): void {
  const chosen = names.length > 0 ? names : Object.keys(SUITE);
  const rows = chosen.flatMap((name) => {
    const run = SUITE[name];
    if (run === undefined) {
      throw new BadInput({
        kind: 'bad-scenario',
        code: 'no-such-bench',
        params: { name, known: Object.keys(SUITE).join(', ') },
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
