import type { ReactElement } from 'react';
import { type Cell, compare, outliers, type Results, type RowId, WRITERS } from '../../bench/concurrency/page.ts';
import { chance, shortTime } from '../../derive/words/bench.ts';
import { count } from '../../derive/words/numbers.ts';
import { useLayout } from '../kit/shell.ts';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { rowName, useBenchWords } from './bench-words.ts';

/** Where, on what and how it was measured. */
export function Stamp({ results }: { readonly results: Results }): ReactElement {
  const words = useBenchWords();
  const language = useLayout((s) => s.language);
  const { stamp, cells } = results;
  const seen = cells.map(({ nanos }) => outliers(nanos));
  const sum = (of: (o: { mild: number; severe: number }) => number): string =>
    count(seen.reduce((n, o) => n + of(o), 0));
  const wrong = cells.filter(({ state }) => state.kind === 'void').length;
  const checked = cells.reduce((n, cell) => n + cell.checked, 0);
  const { stamp: say } = words;
  return (
    <ul className="bench-stamp num i2" data-testid="bench-stamp">
      <li>{`${stamp.agent}, ${stamp.system}`}</li>
      <li>{say.cores(count(stamp.cores))}</li>
      <li>{stamp.isolated ? say.isolated : say.notIsolated}</li>
      <li>{say.step(shortTime(stamp.stepMillis * 1e6))}</li>
      <li>{say.batch(shortTime(stamp.stepMillis * 1e8))}</li>
      <li>{say.warmUp(count(stamp.warmUp))}</li>
      <li>
        {say.outliers(
          sum((o) => o.severe),
          sum((o) => o.mild),
        )}
      </li>
      <li data-checked={checked}>{wrong === 0 ? say.checked(count(checked)) : say.wrong(count(wrong))}</li>
      <li>
        <time dateTime={stamp.date}>
          {new Date(stamp.date).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
      </li>
    </ul>
  );
}

/** What the article asks, and where a larger buffer stops to help. */
const PAIRS: readonly (readonly [RowId, RowId])[] = [
  ['channel-256', 'mutex'],
  ['channel-256', 'channel-1'],
  ['channel-4096', 'channel-256'],
  ['handover-park', 'handover-spin'],
];

export function Comparisons({ results }: { readonly results: Results | undefined }): ReactElement | undefined {
  const words = useBenchWords();
  if (results === undefined) return undefined;
  const samples = (row: RowId, writers: number): Cell['nanos'] =>
    results.cells.find((cell) => cell.row === row && cell.writers === writers)?.nanos ?? [];
  return (
    <section className="bench-compare">
      <h3>{words.compareTitle}</h3>
      <ScrollRegion className="table-scroll" label={words.compareTitle}>
        <table className="t num">
          <thead>
            <tr>
              <th scope="col">{words.columns.row}</th>
              {WRITERS.map((writers) => (
                <th key={writers} scope="col" className="n">
                  {words.writers(count(writers))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PAIRS.map(([a, b]) => (
              <tr key={`${a} ${b}`}>
                <th scope="row">{words.against(rowName(a, words), rowName(b, words))}</th>
                {WRITERS.map((writers) => (
                  <td key={writers} className="n">
                    <Verdict a={samples(a, writers)} b={samples(b, writers)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="t1 i3">{words.compareNote}</p>
    </section>
  );
}

/** Three figures: 54.9, 2.96, 0.0192. */
const figure = (ratio: number): string => (ratio >= 100 ? count(ratio) : String(Number(ratio.toPrecision(3))));

interface VerdictProps {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

function Verdict({ a, b }: VerdictProps): ReactElement | undefined {
  const words = useBenchWords();
  const found = compare(a, b);
  if (found === undefined) return undefined;
  return (
    <>
      <span className="nowrap">{found.proven ? `${figure(found.ratio)}×` : '~'}</span>{' '}
      <span className="nowrap t1 i3">{chance(found.p, words)}</span>
    </>
  );
}
