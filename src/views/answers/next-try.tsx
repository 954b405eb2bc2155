/** When the Pod is tried next, what would wake it, and every try so far. Time moves only with the step. */
import type { ReactElement } from 'react';
import { attemptsOf, type Attempt } from '../../derive/attempts.ts';
import { sieveOf } from '../../derive/sieve.ts';
import { wakers } from '../../derive/words/wakers.ts';
import { count } from '../../derive/words/numbers.ts';
import { shortSentence } from '../../derive/words/sentence.ts';
import type { QueueMark, StageView, WhyAnswer } from '../../protocol/protocol.ts';
import { eventAt, useLayout, useShell, useView, type LiveRun } from '../kit/shell.ts';
import { ToQueues, ToStep, useAnswerWords } from './answer-page.tsx';
import { AttemptChart } from './attempt-chart.tsx';

interface Place {
  readonly queue: 'active' | 'backoff' | 'unschedulable';
  readonly mark: QueueMark;
  /** From 1. */
  readonly place: number;
}

function placeOf(view: StageView | undefined, pod: string): Place | undefined {
  for (const queue of ['active', 'backoff', 'unschedulable'] as const) {
    const at = view?.[queue].findIndex(({ key }) => key === pod) ?? -1;
    const mark = view?.[queue][at];
    if (mark !== undefined) return { queue, mark, place: at + 1 };
  }
  return undefined;
}

const seconds = (ticks: number, perSecond: number): string => (ticks / perSecond).toFixed(1);

export function NextTry({
  answer,
  step,
}: {
  readonly answer: WhyAnswer;
  readonly step: number;
}): ReactElement | undefined {
  const words = useAnswerWords();
  const { run } = useShell();
  const view = useView(step);
  if (run === undefined || view === undefined) return undefined;
  const place = placeOf(view, answer.pod);
  const attempts = attemptsOf(run.trace, answer.pod, step);
  const wait = place?.mark.waitTicks;
  return (
    <section className="next-try">
      <h2 className="next-head">
        {words.nextTry}
        <span className="sp" />
        {place !== undefined && (
          <b className="acc num" data-testid="next-try">
            {wait !== undefined && place.queue === 'backoff'
              ? words.inSeconds(seconds(wait, run.answer.ticksPerSecond))
              : place.queue === 'active'
                ? words.atOnce
                : words.whenWoken}
          </b>
        )}
      </h2>
      <Waiting place={place} view={view} answer={answer} last={attempts.at(-1)} />
      {attempts.length > 0 && (
        <AttemptChart
          attempts={attempts}
          now={run.trace.time(step)}
          perSecond={run.answer.ticksPerSecond}
          place={place?.queue}
          {...(wait === undefined ? {} : { until: run.trace.time(step) + wait })}
        />
      )}
      {attempts.length > 0 && <Tries attempts={attempts} run={run} />}
      <p>
        <ToQueues />
      </p>
    </section>
  );
}

interface WaitingProps {
  readonly place: Place | undefined;
  readonly view: StageView;
  readonly answer: WhyAnswer;
  readonly last: Attempt | undefined;
}

function Waiting({ place, view, answer, last }: WaitingProps): ReactElement {
  const words = useAnswerWords();
  const lang = useLayout((s) => s.language);
  if (place === undefined) {
    const isTried = last !== undefined && last.end === undefined;
    return <p className="i2">{isTried ? words.beingTried : words.notQueued}</p>;
  }
  const { queue, mark } = place;
  if (queue === 'active') {
    return <p className="i2 num">{words.waitsInActive(count(place.place), count(view.lengths.active))}</p>;
  }
  const plugins = mark.plugins.length > 0 ? mark.plugins : sieveOf(answer.nodes).rows.map(({ plugin }) => plugin);
  return (
    <>
      <p className="i2 num">
        {queue === 'backoff' ? words.waitsInBackoff(count(mark.attempts)) : words.waitsInUnschedulable}
      </p>
      {queue === 'unschedulable' && (
        <ul className="wakers">
          {plugins
            .filter((plugin) => wakers(plugin, lang) !== '')
            .map((plugin) => (
              <li key={plugin}>
                <b>{plugin}</b> {wakers(plugin, lang)}
              </li>
            ))}
          {answer.state !== 'gated' && <li className="i3">{words.flushedAtLatest}</li>}
        </ul>
      )}
    </>
  );
}

const TRIES_MAX = 12;

/** Newest first: when, because of what, and how it ended. */
function Tries({ attempts, run }: { readonly attempts: readonly Attempt[]; readonly run: LiveRun }): ReactElement {
  const words = useAnswerWords();
  const lang = useLayout((s) => s.language);
  const newest = [...attempts].reverse();
  return (
    <>
      <h3>{words.attempts}</h3>
      <ol className="tries num">
        {newest.slice(0, TRIES_MAX).map((attempt) => (
          <li key={attempt.step}>
            <span>
              <b>{words.attemptRow(count(attempt.number))}</b> <ToStep step={attempt.step} />{' '}
              <span className="i2">{words.outcome[attempt.end?.outcome ?? 'open'] ?? attempt.end?.outcome}</span>
            </span>
            {attempt.because > 0 && (
              <span className="t1 i3">
                {words.because} <ToStep step={attempt.because} />{' '}
                {shortSentence(eventAt(run.trace, attempt.because), lang)}
              </span>
            )}
          </li>
        ))}
      </ol>
      {attempts.length > TRIES_MAX && <p className="t1 i3 num">{words.moreRows(count(attempts.length - TRIES_MAX))}</p>}
    </>
  );
}
