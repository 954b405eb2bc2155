import type { ReactElement } from 'react';
import {
  type Cell,
  medianInterval,
  outliers,
  RECORDED,
  type Results,
  ROW_IDS,
  type RowId,
  workersOf,
  WRITERS,
} from '../../bench/concurrency/page.ts';
import { shortTime } from '../../derive/words/bench.ts';
import { count } from '../../derive/words/numbers.ts';
import { figureOf } from './bench-chart.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { rowName, useBenchWords } from './bench-words.ts';

/** The same figures in words and numbers: for whoever does not see the chart, and for copying. */
export function BenchTable({ results }: { readonly results: Results | undefined }): ReactElement {
  const words = useBenchWords();
  const { columns } = words;
  const numbers = [
    columns.workers,
    columns.median,
    columns.interval,
    columns.n,
    columns.outliers,
    columns.batch,
    columns.checked,
    columns.go,
  ];
  return (
    <details className="bench-table">
      <summary>{words.table}</summary>
      <ScrollRegion className="table-scroll" label={words.table}>
        <table className="t num">
          <thead>
            <tr>
              <th scope="col">{columns.row}</th>
              <th scope="col" className="n">
                {columns.writers}
              </th>
              {numbers.map((name) => (
                <th key={name} scope="col" className="n">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WRITERS.flatMap((writers) =>
              ROW_IDS.map((row) => (
                <Line
                  key={`${row} ${String(writers)}`}
                  row={row}
                  writers={writers}
                  cell={results?.cells.find((cell) => cell.row === row && cell.writers === writers)}
                />
              )),
            )}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}

interface LineProps {
  readonly row: RowId;
  readonly writers: number;
  readonly cell: Cell | undefined;
}

function Line({ row, writers, cell }: LineProps): ReactElement {
  const words = useBenchWords();
  const nanos = cell?.nanos ?? [];
  const interval = medianInterval(nanos);
  const { mild, severe } = outliers(nanos);
  const recorded = RECORDED.nanos[row]?.[writers];
  return (
    <tr
      data-row={row}
      data-writers={writers}
      data-state={cell?.state.kind ?? 'idle'}
      data-n={nanos.length}
      data-checked={cell?.checked ?? 0}
    >
      <th scope="row">{rowName(row, words)}</th>
      <td className="n">{count(writers)}</td>
      <td className="n">{count(workersOf(row, writers))}</td>
      <td className="n">{figureOf(row, cell, words)}</td>
      <td className="n">{interval === undefined ? '' : `${shortTime(interval.low)} … ${shortTime(interval.high)}`}</td>
      <td className="n">{nanos.length === 0 ? '' : count(nanos.length)}</td>
      <td className="n">{nanos.length === 0 ? '' : `${count(mild)} + ${count(severe)}`}</td>
      <td className="n">{nanos.length === 0 ? '' : count(cell?.writesPerBatch ?? 0)}</td>
      <td className="n">{cell === undefined || cell.checked === 0 ? '' : count(cell.checked)}</td>
      <td className="n">{recorded === undefined ? '' : shortTime(recorded)}</td>
    </tr>
  );
}
