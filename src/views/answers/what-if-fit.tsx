/** How many more fit: the number, a bar a node, and what stops the next one. */
import type { ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { FitAnswer, FitStop, Outcome } from '../../protocol/protocol.ts';
import { useWhatIfWords } from './what-if-trial.ts';

interface FitResultProps {
  /** What is wrong with a text stands beside the text. */
  readonly answer: Outcome<FitAnswer>;
  readonly about: string;
}

export function FitResult({ answer, about }: FitResultProps): ReactElement | undefined {
  const words = useWhatIfWords();
  if (!answer.ok) return undefined;
  const { count: n, perNode, stop } = answer.value;
  const said = stop.kind === 'max' || stop.kind === 'cut-off' ? words.fitsAtLeast : words.fits;
  return (
    <>
      <h3 className="wi-sum num" data-testid="what-if-count" data-count={n}>
        {said(count(n))} <span className="i2">{words.likeThis(about)}</span>
      </h3>
      {perNode.length > 0 && <PerNode rows={perNode} />}
      <h3>{words.stopsNext}</h3>
      <Stop stop={stop} count={n} />
    </>
  );
}

const ROWS_MAX = 60;

function PerNode({ rows }: { readonly rows: FitAnswer['perNode'] }): ReactElement {
  const words = useWhatIfWords();
  const most = rows[0]?.count ?? 1;
  const rest = rows.slice(ROWS_MAX);
  return (
    <section className="wi-part">
      <h3 className="num">{words.perNode(count(rows.length))}</h3>
      <ul className="wi-bars num">
        {rows.slice(0, ROWS_MAX).map(({ node, count: n }) => (
          <li key={node} data-node={node} data-count={n}>
            <span className="mono">{node}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(100 * n) / most} height={10} />
            </svg>
            <b>{count(n)}</b>
          </li>
        ))}
      </ul>
      {rest.length > 0 && <p className="t1 i3 num">… {count(rest.length)}</p>}
    </section>
  );
}

function Stop({ stop, count: n }: { readonly stop: FitStop; readonly count: number }): ReactElement {
  const words = useWhatIfWords();
  switch (stop.kind) {
    case 'max':
      return <p className="i2 num">{words.stopMax(count(n))}</p>;
    case 'cut-off':
      return <p className="i2">{words.stopCutOff}</p>;
    case 'refused':
      return (
        <>
          <p className="i2">{words.stopRefused}</p>
          <p className="msg-text">{stop.message}</p>
        </>
      );
    case 'not-tried':
      return <p className="i2">{words.stopNotTried}</p>;
    case 'unschedulable':
      return <Reasons stop={stop} />;
  }
}

function Reasons({ stop }: { readonly stop: Extract<FitStop, { kind: 'unschedulable' }> }): ReactElement {
  const words = useWhatIfWords();
  return (
    <>
      {stop.reasons.length > 0 && (
        <table className="t num wi-reasons">
          <thead>
            <tr>
              <th scope="col" className="n">
                {words.reasonNodes}
              </th>
              <th scope="col">{words.reasonPlugin}</th>
              <th scope="col">{words.reasonText}</th>
            </tr>
          </thead>
          <tbody>
            {stop.reasons.map(({ plugin, reason, nodes }) => (
              <tr key={`${plugin} ${reason}`} data-plugin={plugin}>
                <td className="n">{count(nodes)}</td>
                <td className="wrap">{plugin}</td>
                <td className="wrap">{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="msg-text i2 wi-message">{stop.message}</p>
    </>
  );
}
