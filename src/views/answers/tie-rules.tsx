import type { ReactElement } from 'react';
import type { ScoreTable } from '../../derive/scores.ts';
import { useAnswerWords } from './answer-page.tsx';

/** How equal totals are settled, in each version. @param props.heap the rule of the version that runs */
export function TieRules({ table, heap }: { readonly table: ScoreTable; readonly heap: boolean }): ReactElement {
  const words = useAnswerWords();
  const tied = table.tied.length > 1;
  const { version, rule, picks } = words.tieColumns;
  const rules = words.tieRules;
  const rows = [
    { of: rules.upTo, rule: rules.random, picks: words.either, on: !heap },
    { of: rules.from, rule: rules.heap, picks: heap ? table.host : '', on: heap },
  ];
  return (
    <section className="tie">
      <h2 className="sub">{words.tieRule}</h2>
      {!tied && <p className="i2">{words.noTie}</p>}
      <table className="t num">
        <thead>
          <tr>
            <th scope="col">{version}</th>
            <th scope="col">{rule}</th>
            {tied && (
              <th scope="col" className="n">
                {picks}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.of} className={row.on ? 'sel' : ''}>
              <th scope="row">{row.on ? <b>{row.of}</b> : row.of}</th>
              <td className="wrap">{row.rule}</td>
              {tied && <td className="n">{row.picks}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
