/** Nodes by plugins. One of three beats is shown; the column that is pressed shows all three side by side. */
import { useState, type ReactElement } from 'react';
import { heatLevel, splitName } from '../../derive/heat-table.ts';
import { BEATS, type Beat, type ScoreCell, type ScoreRow, type ScoreTable } from '../../derive/scores.ts';
import { count } from '../../derive/words/numbers.ts';
import { Segmented } from '../kit/controls.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useWords } from '../kit/shell.ts';
import { useAnswerWords } from './answer-page.tsx';

const ROWS_AT_FIRST = 14;
const ROWS_MAX = 500;

/** How upstream brings raw scores to 0..100; plugins that are not named here score 0..100 by themselves. */
const NORMALISED: Readonly<Record<string, string>> = {
  TaintToleration: '100 − 100 × raw / max',
  NodeAffinity: '100 × raw / max',
  PodTopologySpread: '100 × (max + min − raw) / max',
  InterPodAffinity: '100 × (raw − min) / (max − min)',
};

export function ScoreMap({ table }: { readonly table: ScoreTable }): ReactElement {
  const words = useAnswerWords();
  const page = useWords();
  const [beat, setBeat] = useState<Beat>('weighted');
  const [opened, setOpened] = useState<string | undefined>(undefined);
  const [all, setAll] = useState(false);
  const shown = table.rows.slice(0, all ? ROWS_MAX : ROWS_AT_FIRST);
  const rest = table.rows.length - shown.length;
  const toggle = (plugin: string): void => {
    setOpened(plugin === opened ? undefined : plugin);
  };
  return (
    <section className="scores">
      <div className="scores-head">
        <h2 className="sub">{words.scores(count(shown.length), count(table.rows.length))}</h2>
        <span className="sp" />
        <span className="t1 i3" aria-hidden="true">
          {words.show}
        </span>
        <Segmented
          small
          label={words.show}
          value={beat}
          options={BEATS.map((value) => ({ value, text: words.beats[value] }))}
          onChange={setBeat}
        />
        <span className="t1 i3">{words.openColumn}</span>
      </div>
      <ScrollRegion className="table-scroll" label={words.scores(count(shown.length), count(table.rows.length))}>
        <table className="heat num">
          <Head table={table} opened={opened} onOpen={toggle} />
          <tbody>
            {shown.map((row) => (
              <Row key={row.node} row={row} table={table} beat={beat} opened={opened} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="ramp t1 i3 num">
        <span>0</span>
        <span className="ramp-steps" aria-hidden="true">
          {[0, 1, 2, 3, 4, 5, 6].map((level) => (
            <i key={level} className={`h${String(level)}`} />
          ))}
        </span>
        <span>{words.after}</span>
        <span className="sp" />
        {rest > 0 && (
          <>
            <span>{page.moreRows(count(rest))}</span>
            {!all && (
              <button
                type="button"
                className="link"
                onClick={() => {
                  setAll(true);
                }}
              >
                {words.showAll(count(table.rows.length))}
              </button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

interface HeadProps {
  readonly table: ScoreTable;
  readonly opened: string | undefined;
  readonly onOpen: (plugin: string) => void;
}

function Head({ table, opened, onOpen }: HeadProps): ReactElement {
  const words = useAnswerWords();
  const page = useWords();
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          {page.node}
        </th>
        {table.columns.map(({ plugin, weight }) => {
          const [first, second] = splitName(plugin);
          const on = plugin === opened;
          return (
            <th
              key={plugin}
              scope={on ? 'colgroup' : 'col'}
              colSpan={on ? 3 : 1}
              rowSpan={on ? 1 : 2}
              className={on ? 'on' : ''}
            >
              <button
                type="button"
                aria-expanded={on}
                aria-label={plugin}
                title={plugin}
                onClick={() => {
                  onOpen(plugin);
                }}
              >
                {on ? (
                  <>
                    <b>{plugin}</b>
                    <span>{NORMALISED[plugin] ?? ''}</span>
                  </>
                ) : (
                  <>
                    <span>{first}</span>
                    <span>{second}</span>
                    <span className="i2">{words.weight(String(weight))}</span>
                  </>
                )}
              </button>
            </th>
          );
        })}
        <th scope="col" rowSpan={2} className="n">
          {words.totalOf(count(table.maxTotal))}
        </th>
      </tr>
      <tr>
        {table.columns
          .filter(({ plugin }) => plugin === opened)
          .map(({ weight }) =>
            BEATS.map((beat) => (
              <th key={beat} scope="col" className="on beat">
                {beat === 'weighted' ? words.weight(String(weight)) : words.beats[beat]}
              </th>
            )),
          )}
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly row: ScoreRow;
  readonly table: ScoreTable;
  readonly beat: Beat;
  readonly opened: string | undefined;
}

function Row({ row, table, beat, opened }: RowProps): ReactElement {
  const host = row.node === table.host;
  const tied = table.tied.length > 1 && table.tied.includes(row);
  return (
    <tr className={host ? 'host' : tied ? 'tied' : ''} data-node={row.node} data-total={row.total}>
      <th scope="row">{row.node}</th>
      {row.cells.map((cell, i) =>
        table.columns[i]?.plugin === opened ? (
          BEATS.map((each) => <Cell key={each} cell={cell} beat={each} opened />)
        ) : (
          <Cell key={table.columns[i]?.plugin ?? i} cell={cell} beat={beat} />
        ),
      )}
      <td className="total">
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect width={100} height={6} className="track" />
          <rect width={table.maxTotal === 0 ? 0 : (row.total / table.maxTotal) * 100} height={6} className="mark" />
        </svg>
        <span>{count(row.total)}</span>
      </td>
    </tr>
  );
}

interface CellProps {
  readonly cell: ScoreCell;
  readonly beat: Beat;
  readonly opened?: boolean;
}

/** Raw scores have no common scale, so they have no shade. */
function Cell({ cell, beat, opened = false }: CellProps): ReactElement {
  const shade = beat === 'raw' ? 'raw' : `h${String(heatLevel(cell.normalized))}`;
  return <td className={`cell ${shade} ${opened ? 'opened' : ''}`}>{count(cell[beat])}</td>;
}
