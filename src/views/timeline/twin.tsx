/** The timeline in words, for who does not see the picture: counts by row, cause and effects, faults. */
import type { ReactElement } from 'react';
import { stageWords } from '../../derive/stage-words.ts';
import type { StepWindow } from '../../derive/timeline-layout.ts';
import { causesOf } from '../../derive/timeline-marks.ts';
import type { TimelineRow, TimelineRows } from '../../derive/timeline-rows.ts';
import { count } from '../../derive/words/numbers.ts';
import { timelineWords, type TimelineWords } from '../../derive/words/timeline.ts';
import type { TimelineProps } from './timeline.tsx';

interface TwinProps extends TimelineProps {
  readonly rows: TimelineRows;
  readonly window: StepWindow;
}

const MOST_EFFECTS = 8;
const MOST_CAUSES = 64;

export function Twin(props: TwinProps): ReactElement {
  const { trace, rows, window, step, steps, lang, words: sentence, chain } = props;
  const words = timelineWords(lang);
  const { lanes, windowText } = stageWords(lang);
  const [from, to] = [Math.ceil(window.from), Math.floor(window.from + window.span)];
  const cause = step < 1 ? 0 : trace.cause(step);
  const effects = trace.effectsOf(step).slice(0, MOST_EFFECTS);
  return (
    <section className="tl-twin" aria-label={words.twin} data-testid="timeline-twin">
      <table>
        <caption>
          {words.twinRows}, {windowText(count(from), count(to))}
        </caption>
        <thead>
          <tr>
            <th scope="col">{words.row}</th>
            <th scope="col">{words.inWindow}</th>
            <th scope="col">{words.inAll}</th>
          </tr>
        </thead>
        <tbody>
          {rows.rows.map((row, i) => (
            <tr key={i} data-row={row.kind === 'lane' ? trace.tables.lanes[row.lane] : row.name}>
              <th scope="row">{nameOf(row, trace.tables.lanes, lanes, words)}</th>
              <td>{count(row.steps.within(Math.max(1, from), to))}</td>
              <td>{count(row.steps.length)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul>
        <li data-cause={cause}>{cause > 0 ? words.cause(count(cause), sentence(cause)) : words.noCause}</li>
        {effects.map((k) => (
          <li key={k} data-effect={k}>
            {words.effect(count(k), sentence(k))}
          </li>
        ))}
        {chain && (
          <li data-chain>
            {words.chainOf(
              causesOf(trace, step)
                .slice(0, MOST_CAUSES)
                .map((k) => count(k))
                .join(', '),
            )}
          </li>
        )}
        {rows.faults.spans.map(({ began, ended }) => (
          <li key={`fault ${String(began)}`} data-fault={began}>
            {ended === undefined
              ? words.lasting(sentence(began), count(began))
              : words.fault(sentence(began), count(began), count(Math.min(ended, steps)))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf(
  row: TimelineRow,
  names: readonly string[],
  lanes: Readonly<Record<string, string>>,
  words: TimelineWords,
): string {
  const lane = names[row.lane] ?? '';
  if (row.kind === 'lane') return lanes[lane] ?? lane;
  return row.kind === 'others' ? words.others(count(row.names)) : row.name === '' ? words.nobody : row.name;
}
