import type { ReactElement } from 'react';
import { totalBins, type ScoreTable } from '../../derive/scores.ts';
import { count } from '../../derive/words/numbers.ts';
import { useAnswerWords } from './answer-page.tsx';

const BINS = 44;

/** How all totals lie; the winner's is the last one. */
export function Totals({ table }: { readonly table: ScoreTable }): ReactElement | undefined {
  const words = useAnswerWords();
  if (table.rows.length < 3) return undefined;
  const { least, most, counts } = totalBins(table, BINS);
  const highest = Math.max(1, ...counts);
  const winner = table.rows[0]?.total ?? most;
  return (
    <section className="totals">
      <h2 className="sub">{words.allTotals(count(table.rows.length))}</h2>
      <svg
        viewBox={`0 0 ${String(BINS * 8)} 56`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.totalsLabel(count(least), count(most))}
      >
        {counts.map((n, i) => {
          const h = n === 0 ? 0 : Math.max(3, (n / highest) * 52);
          return (
            <rect key={i} x={i * 8 + 1} y={55 - h} width={6} height={h} className={i === BINS - 1 ? 'best' : ''} />
          );
        })}
        <path d={`M0 55.5H${String(BINS * 8)}`} />
      </svg>
      <div className="totals-axis t1 num">
        <span className="i3">{count(least)}</span>
        <b className="acc">{count(winner)}</b>
      </div>
    </section>
  );
}
