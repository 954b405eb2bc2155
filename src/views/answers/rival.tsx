/** The winner against another node, plugin by plugin; the bars add up to the margin. */
import type { ReactElement } from 'react';
import { marginsOver, type ScoreRow, type ScoreTable } from '../../derive/scores.ts';
import { count } from '../../derive/words/numbers.ts';
import { Segmented } from '../kit/controls.tsx';
import { useAnswerWords } from './answer-page.tsx';

interface RivalProps {
  readonly table: ScoreTable;
  readonly chosen: string | undefined;
  readonly onChoose: (node: string) => void;
}

const BESIDE = 2;

export function Rival({ table, chosen, onChoose }: RivalProps): ReactElement | undefined {
  const words = useAnswerWords();
  const [winner, ...others] = table.rows;
  const rival = others.find(({ node }) => node === chosen) ?? others[0];
  if (winner === undefined || rival === undefined) return undefined;
  const named = (row: ScoreRow): string =>
    row.total === winner.total ? words.tieWith(row.node) : words.ahead(row.node, count(winner.total - row.total));
  return (
    <section className="rival">
      <h2>{words.against(winner.node)}</h2>
      <div className="rival-choice">
        <Segmented
          small
          label={words.against(winner.node)}
          value={rival.node}
          options={others.slice(0, BESIDE).map((row) => ({ value: row.node, text: named(row) }))}
          onChange={onChoose}
        />
        {others.length > BESIDE && (
          <select
            className="field"
            aria-label={words.anyNode}
            value={others.slice(BESIDE).some((row) => row === rival) ? rival.node : ''}
            onChange={(event) => {
              onChoose(event.target.value);
            }}
          >
            <option value="" disabled>
              {words.anyNode}
            </option>
            {others.slice(BESIDE).map((row) => (
              <option key={row.node} value={row.node}>
                {named(row)}
              </option>
            ))}
          </select>
        )}
      </div>
      <Margins table={table} winner={winner} rival={rival} />
      <p className="t1 i2">{words.barsSpeak(winner.node, rival.node)}</p>
    </section>
  );
}

interface MarginsProps {
  readonly table: ScoreTable;
  readonly winner: ScoreRow;
  readonly rival: ScoreRow;
}

const signed = (points: number): string => (points > 0 ? `+${count(points)}` : count(points));

function Margins({ table, winner, rival }: MarginsProps): ReactElement {
  const words = useAnswerWords();
  const margins = marginsOver(table, winner, rival);
  const most = Math.max(1, ...margins.map(({ points }) => Math.abs(points)));
  const sum = winner.total - rival.total;
  return (
    <table className="margins num" data-testid="margins">
      <tbody>
        {margins.map(({ plugin, points }) => (
          <tr key={plugin} className={points === 0 ? 'i3' : ''}>
            <th scope="row" title={plugin}>
              {plugin.replace(/^NodeResources(?=Balanced)/, '')}
            </th>
            <td>
              <svg viewBox="-100 0 200 12" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  x={points > 0 ? 0 : (points / most) * 100}
                  width={(Math.abs(points) / most) * 100}
                  height={12}
                  className={points > 0 ? 'for' : 'against'}
                />
              </svg>
            </td>
            <td className="n">{signed(points)}</td>
          </tr>
        ))}
        <tr className="sum">
          <th scope="row">{words.sum}</th>
          <td />
          <td className="n">{sum === 0 ? words.tieSum : signed(sum)}</td>
        </tr>
      </tbody>
    </table>
  );
}
