/** The scheduler's queues in full: order, count-downs, what rejected each Pod, what would move it, and why it is there. */
import type { ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import { QUEUE_TITLES, queueWords } from '../../derive/words/queues.ts';
import type { QueuesAnswer } from '../../protocol/protocol.ts';
import { useLayout, usePlayback, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { AnswerPage, useAnswerWords } from './answer-page.tsx';
import { QueueRows } from './queues-rows.tsx';
import './queues.css';

export default function Queues({ onClose }: { readonly onClose?: () => void }): ReactElement {
  const words = useAnswerWords();
  const own = queueWords(useLayout((s) => s.language));
  const step = usePlayback((s) => s.step);
  const { run } = useShell();
  const answer = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.queueRows(step),
  );
  return (
    <AnswerPage
      testId="queues"
      label={words.queues}
      phase="pending"
      title={words.queues}
      lead={own.lead}
      onClose={onClose}
    >
      {answer?.queues.map((queue) => (
        <Section key={queue.id} queue={queue} />
      ))}
    </AnswerPage>
  );
}

function Section({ queue }: { readonly queue: QueuesAnswer['queues'][number] }): ReactElement {
  const words = useAnswerWords();
  const own = queueWords(useLayout((s) => s.language));
  const { id, length, rows } = queue;
  return (
    <section className="plain queue" data-queue={id} data-length={length}>
      <h2>
        {QUEUE_TITLES[id]} <span className="num i2">{count(length)}</span>
      </h2>
      <p className="i2">{own.hints[id]}</p>
      {rows.length === 0 ? <p className="i3">{words.queueEmpty}</p> : <QueueRows id={id} rows={rows} />}
      {rows.length < length && <p className="t1 i3">{words.cutTo(count(rows.length), count(length))}</p>}
    </section>
  );
}
