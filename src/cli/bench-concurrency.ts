/** `steplane bench concurrency`: the page's benchmark in Node, and with `--with-go` beside our Go program of the same work. */
import {
  type Cell,
  compare,
  type Comparison,
  goKey,
  median,
  medianInterval,
  type NodeRun,
  outliers,
  planOf,
  runInNode,
} from '../bench/concurrency/node.ts';
import { printTable } from './table.ts';

interface Options {
  readonly json?: boolean;
  readonly withGo?: boolean;
  readonly quick?: boolean;
}

interface Row {
  readonly name: string;
  readonly unit: string;
  readonly median: number;
  readonly n: number;
  readonly interval: readonly [low: number, high: number] | undefined;
  readonly outliers: { readonly mild: number; readonly severe: number };
  readonly workers: number;
  /** Batches whose outcome was checked and right. */
  readonly checked: number;
  readonly go: (Comparison & { readonly median: number; readonly n: number }) | undefined;
}

/** Errors: a worker fails, or a row is void. Where there is no Go it says so, and goes on without. */
export async function benchConcurrency({ json, withGo, quick }: Options): Promise<void> {
  const plan = planOf(quick === true ? 'quick' : 'standard');
  const run = await runInNode(plan, withGo === true, (done, total) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${total} batches`);
  });
  if (withGo === true && run.go === undefined) process.stderr.write('no "go" was found: measured without it\n');
  const rows = rowsOf(run);
  const { stamp } = run.results;
  if (json === true) {
    console.log(JSON.stringify({ stamp, go: run.go?.version, rows }));
    return;
  }
  console.log(`${stamp.agent}, ${stamp.system}, ${stamp.cores} cores, clock step ${stamp.stepMillis * 1e6} ns`);
  if (run.go !== undefined) console.log(`${run.go.version}, batches in turn with ours`);
  printTable(['WHAT', 'MEDIAN', '95 %', 'UNIT', 'N', 'OUTLIERS', 'WORKERS', 'GO', 'RATIO', 'P'], rows.map(cellsOf));
}

const figure = (n: number): string => n.toPrecision(4);

const cellsOf = (row: Row): string[] => [
  row.name,
  figure(row.median),
  row.interval === undefined ? '-' : row.interval.map(figure).join('..'),
  row.unit,
  String(row.n),
  `${row.outliers.mild}+${row.outliers.severe}`,
  String(row.workers),
  ...(row.go === undefined
    ? ['-', '-', '-']
    : [
        figure(row.go.median),
        row.go.proven ? row.go.ratio.toFixed(2) : `~${row.go.ratio.toFixed(2)}`,
        row.go.p.toFixed(3),
      ]),
];

function rowsOf({ results, go }: NodeRun): Row[] {
  const writes = results.cells.map((cell) => {
    const nanos = cell.nanos;
    const theirs = go?.nanos.get(goKey(cell.row, cell.writers));
    return { ...summary(nameOf(cell), 'ns/write', nanos, cell), go: theirs && goFigures(nanos, theirs) };
  });
  const scoring = results.scoring.map((row) => {
    if (row.state.kind === 'void') throw new Error(`scoring by ${row.workers}: ${row.state.found}`);
    const name = `score ${results.stamp.nodes} nodes, ${row.workers} workers`;
    return { ...summary(name, 'us', row.micros, { workers: row.workers, checked: row.micros.length }), go: undefined };
  });
  return [...writes, ...scoring];
}

function nameOf({ row, writers, state }: Cell): string {
  if (state.kind === 'void') throw new Error(`${row}, ${writers} writers: ${state.found}`);
  return `${row}, ${writers} ${writers === 1 ? 'writer' : 'writers'}`;
}

function summary(
  name: string,
  unit: string,
  samples: readonly number[],
  { workers, checked }: { readonly workers: number; readonly checked: number },
): Omit<Row, 'go'> {
  const found = medianInterval(samples);
  const interval = found && ([found.low, found.high] as const);
  return {
    name,
    unit,
    median: median(samples),
    n: samples.length,
    interval,
    outliers: outliers(samples),
    workers,
    checked,
  };
}

function goFigures(ours: readonly number[], theirs: readonly number[]): Row['go'] {
  const compared = compare(ours, theirs);
  return compared && { ...compared, median: median(theirs), n: theirs.length };
}
