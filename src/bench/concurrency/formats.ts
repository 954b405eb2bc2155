/** Results as other tools read them. */
import type { Cell, Results, ScoreRow, Stamp } from './results.ts';
import { ROWS, type RowId } from './rows.ts';

/** "channel-256" -> "Channel/buffer=256": names as Go's own benchmarks have them. */
function goName(row: RowId): string {
  const kind = ROWS[row];
  switch (kind.kind) {
    case 'mutex':
      return 'Mutex';
    case 'rwmutex':
      return 'RWMutex';
    case 'counter':
      return 'Counter';
    case 'message':
      return 'MessagePort';
    case 'handover':
      return `Channel/buffer=0/wait=${kind.waits}`;
    case 'channel':
      return `Channel/buffer=${kind.buffer}`;
  }
}

const figure = (n: number): string => (n >= 100 ? n.toFixed(0) : n.toPrecision(3));

/**
 * The text that `go test -bench` prints and benchstat reads: configuration lines, then a line a batch with name, count of
 * operations and nanoseconds an operation.
 * https://go.googlesource.com/proposal/+/master/design/14313-benchmark-format.md
 */
export function goText({ stamp, cells, scoring }: Results): string {
  const lines = [
    ...configuration(stamp),
    ...cells.flatMap((cell) => cellLines(cell, stamp)),
    ...scoring.flatMap((row) => scoreLines(row, stamp)),
  ];
  return `${lines.join('\n')}\n`;
}

const configuration = ({ agent, system, cores, isolated, stepMillis, date, warmUp }: Stamp): string[] => [
  'pkg: steplane/bench/concurrency',
  `agent: ${agent}`,
  `system: ${system}`,
  `cores: ${cores}`,
  `isolated: ${isolated}`,
  `clock-step-ns: ${Math.round(stepMillis * 1e6)}`,
  `warm-up-batches: ${warmUp}`,
  `date: ${date}`,
];

const cellLines = ({ row, writers, writesPerBatch, nanos }: Cell, { cores }: Stamp): string[] =>
  nanos.map((n) => `Benchmark${goName(row)}/writers=${writers}-${cores}\t${writesPerBatch}\t${figure(n)} ns/op`);

const scoreLines = ({ workers, chunk, micros }: ScoreRow, { cores, nodes }: Stamp): string[] =>
  micros.map(
    (n) => `BenchmarkScore/nodes=${nodes}/workers=${workers}/chunk=${chunk}-${cores}\t1\t${figure(n * 1000)} ns/op`,
  );

const HEAD = 'what,row,writers,workers,batch,operations,ns_per_op';

/** One line a batch; the stamp stands in lines that begin with "#". */
export function csv({ stamp, cells, scoring }: Results): string {
  const stampLines = Object.entries(stamp).map(([key, value]) => `# ${key}: ${String(value)}`);
  const writes = cells.flatMap(({ row, writers, workers, writesPerBatch, nanos }) =>
    nanos.map((n, i) => `write,${row},${writers},${workers},${i + 1},${writesPerBatch},${n.toFixed(3)}`),
  );
  const scores = scoring.flatMap(({ workers, chunk, micros }) =>
    micros.map((n, i) => `score,chunk-${chunk},,${workers},${i + 1},1,${(n * 1000).toFixed(0)}`),
  );
  return `${[...stampLines, HEAD, ...writes, ...scores].join('\n')}\n`;
}
