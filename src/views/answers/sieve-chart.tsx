/** One column a node, one row a plugin: a bar stops where the first plugin said no. */
import type { ReactElement } from 'react';
import type { Sieve, SieveRow } from '../../derive/sieve.ts';
import { count } from '../../derive/words/numbers.ts';
import { useAnswerWords } from './answer-page.tsx';

interface SieveChartProps {
  readonly sieve: Sieve;
  readonly open: string;
  readonly onOpen: (plugin: string) => void;
}

/** More nodes than this have no column each: they stand side by side as areas. */
const COLUMNS_MAX = 120;
const WIDEST = 18;

export function SieveChart({ sieve, open, onOpen }: SieveChartProps): ReactElement {
  const words = useAnswerWords();
  const { looked, rows, unreached } = sieve;
  const single = looked <= COLUMNS_MAX;
  return (
    <section className="sieve-chart" aria-label={words.sieveLabel}>
      <div className="sieve-line t1 i3">
        <span>{words.filtersInOrder}</span>
        <span className="num">
          {single ? words.oneColumnANode(count(looked)) : words.manyNodes(count(looked))}
          {unreached > 0 && ` ${words.unreachedNodes(count(unreached))}`}
        </span>
        <span />
        <span className="r">{words.left}</span>
      </div>
      {rows.map((row) => {
        const on = row.plugin === open;
        return (
          <div key={row.plugin} className={`sieve-line ${on ? 'on' : ''}`}>
            <button
              type="button"
              className="sieve-name"
              aria-pressed={on}
              aria-label={words.sieveRow(row.plugin, count(row.nodes.length), count(row.left))}
              onClick={() => {
                onOpen(row.plugin);
              }}
            >
              {row.plugin}
            </button>
            {single ? <Columns row={row} looked={looked} /> : <Areas row={row} looked={looked} />}
            <span className="t1 i3 num r">−{count(row.nodes.length)}</span>
            <b className={`num r ${row.left === 0 ? 'bad' : ''}`}>{count(row.left)}</b>
          </div>
        );
      })}
    </section>
  );
}

interface RowProps {
  readonly row: SieveRow;
  readonly looked: number;
}

function Columns({ row, looked }: RowProps): ReactElement {
  const fallen = row.first + row.nodes.length;
  return (
    <span
      className="sieve-cols"
      aria-hidden="true"
      style={{ gridTemplateColumns: `repeat(${String(looked)}, minmax(0, ${String(WIDEST)}px))` }}
    >
      {Array.from({ length: looked }, (_, i) => {
        const node = row.nodes[i - row.first];
        if (i < row.first) return <i key={i} />;
        if (i >= fallen || node === undefined) return <i key={i} className="through" />;
        return <i key={i} className="no" title={node.name} />;
      })}
    </span>
  );
}

function Areas({ row, looked }: RowProps): ReactElement {
  const part = (n: number): number => (n / looked) * 100;
  return (
    <svg className="sieve-areas" viewBox="0 0 100 26" preserveAspectRatio="none" aria-hidden="true">
      <rect x={part(row.first)} y={9} width={part(row.nodes.length)} height={8} className="fell" />
      <rect x={part(row.first + row.nodes.length)} width={part(row.left)} height={26} className="through" />
    </svg>
  );
}
