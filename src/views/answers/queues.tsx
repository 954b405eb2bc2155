/** The scheduler's three queues in full: order, count-downs, what rejected each Pod, and what would move it. */
import type { ReactElement } from 'react';
import { keyParts, objectName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import { wakers } from '../../derive/words/wakers.ts';
import type { QueueMark } from '../../protocol/protocol.ts';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useLayout, usePlayback, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { AnswerPage, useAnswerWords } from './answer-page.tsx';

type QueueName = 'active' | 'backoff' | 'unschedulable';
const TITLES: Readonly<Record<QueueName, string>> = {
  active: 'activeQ',
  backoff: 'backoffQ',
  unschedulable: 'unschedulablePods',
};
const QUEUES: readonly QueueName[] = ['active', 'backoff', 'unschedulable'];

export default function Queues({ onClose }: { readonly onClose?: () => void }): ReactElement {
  const words = useAnswerWords();
  const step = usePlayback((s) => s.step);
  const { run } = useShell();
  const view = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.queues(step),
  );
  return (
    <AnswerPage testId="queues" label={words.queues} phase="pending" title={words.queues} lead="" onClose={onClose}>
      {view !== undefined &&
        QUEUES.map((name) => (
          <section key={name} className="plain queue" data-queue={name}>
            <h2>
              {TITLES[name]} <span className="num i2">{count(view.lengths[name])}</span>
            </h2>
            <p className="i2">{words.queueHints[name]}</p>
            {view[name].length === 0 ? (
              <p className="i3">{words.queueEmpty}</p>
            ) : (
              <Rows name={name} marks={view[name]} length={view.lengths[name]} />
            )}
          </section>
        ))}
    </AnswerPage>
  );
}

interface RowsProps {
  readonly name: QueueName;
  readonly marks: readonly QueueMark[];
  readonly length: number;
}

function Rows({ name, marks, length }: RowsProps): ReactElement {
  const words = useAnswerWords();
  const lang = useLayout((s) => s.language);
  const { selection, session, run } = useShell();
  const perSecond = run?.answer.ticksPerSecond ?? 1;
  const why = (key: string): void => {
    selection.select(key);
    session.setView('why');
  };
  return (
    <ScrollRegion className="table-scroll" label={TITLES[name]}>
      <table className="t num">
        <thead>
          <tr>
            <th scope="col" className="n">
              {words.place}
            </th>
            <th scope="col">{words.pod}</th>
            <th scope="col" className="n">
              {words.tries}
            </th>
            {name === 'backoff' && (
              <th scope="col" className="n">
                {words.backoffEnds}
              </th>
            )}
            {name !== 'active' && <th scope="col">{words.rejectedBy}</th>}
            {name === 'unschedulable' && <th scope="col">{words.wouldMove}</th>}
          </tr>
        </thead>
        <tbody>
          {marks.map((mark, i) => (
            <tr key={mark.key} data-object={mark.key}>
              <td className="n">{count(i + 1)}</td>
              <th scope="row">
                <button
                  type="button"
                  className="row-name"
                  title={objectName(mark.key)}
                  onClick={() => {
                    why(mark.key);
                  }}
                >
                  <PodGlyph phase={mark.phase} />
                  <span className="mono">{keyParts(mark.key).name}</span>
                </button>
              </th>
              <td className="n">{count(mark.attempts)}</td>
              {name === 'backoff' && (
                <td className="n">
                  {mark.waitTicks === undefined ? '' : `${(mark.waitTicks / perSecond).toFixed(1)} s`}
                </td>
              )}
              {name !== 'active' && <td className="wrap">{mark.plugins.join(', ')}</td>}
              {name === 'unschedulable' && (
                <td className="wrap i2">
                  {mark.plugins
                    .map((plugin) => wakers(plugin, lang))
                    .filter((text) => text !== '')
                    .join('; ')}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {marks.length < length && <p className="t1 i3">{words.cutTo(count(marks.length), count(length))}</p>}
    </ScrollRegion>
  );
}
