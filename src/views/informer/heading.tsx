/** The title of the step, the queue's generation, and the ways to the next and the previous event of this informer. */
import { useState, type ReactElement } from 'react';
import { headlineOf, nextOf, scopeOf, slowest, type Headline, type Hop } from '../../derive/informer.ts';
import { QUEUE_NAMES, QUEUE_VERSIONS } from '../../derive/words/informer-names.ts';
import type { InformerWords } from '../../derive/words/informer.ts';
import { count, span } from '../../derive/words/numbers.ts';
import { shortSentence } from '../../derive/words/sentence.ts';
import type { InformerAnswer } from '../../protocol/protocol.ts';
import { Segmented } from '../kit/controls.tsx';
import { BackToStage } from '../kit/back-to-stage.tsx';
import { Icon } from '../kit/icons.tsx';
import { eventAt, useLayout, usePlayback, useShell, type LiveRun } from '../kit/shell.ts';
import { Chooser } from './chooser.tsx';
import { useInformerWords } from './use-informer.ts';

interface HeadingProps {
  readonly id: string;
  readonly answer: InformerAnswer | undefined;
  readonly hop: Hop;
  readonly onClose: (() => void) | undefined;
}

export function Heading({ id, answer, hop, onClose }: HeadingProps): ReactElement {
  const { run } = useShell();
  return (
    <header className="inf-head">
      <div className="inf-titles">
        {answer !== undefined && run !== undefined && <Titles run={run} answer={answer} hop={hop} />}
      </div>
      {answer !== undefined && <Generation answer={answer} />}
      <div className="inf-tools">
        <Chooser id={id} />
        {answer !== undefined && <Walk answer={answer} />}
        <BackToStage onClose={onClose} />
      </div>
    </header>
  );
}

interface TitlesProps {
  readonly run: LiveRun;
  readonly answer: InformerAnswer;
  readonly hop: Hop;
}

function Titles({ run, answer, hop }: TitlesProps): ReactElement {
  const own = useInformerWords();
  const lang = useLayout((s) => s.language);
  const headline = headlineOf(answer, hop);
  const title = headline.code === 'hop' ? shortSentence(eventAt(run.trace, answer.step), lang) : titleOf(headline, own);
  const { process, kind, indexer, reflector } = answer;
  return (
    <>
      <h1 data-headline={headline.code}>{title}</h1>
      <p className="i2">
        {leadOf(headline, answer, own, run) ??
          own.lead(process, kind, count(indexer.objects), count(reflector.lastRevision))}
      </p>
    </>
  );
}

function titleOf(headline: Exclude<Headline, { code: 'hop' }>, own: InformerWords): string {
  switch (headline.code) {
    case 'blocked':
      return own.blocked(headline.listener.name);
    case 'dedup':
      return own.dedupTitle(headline.dedup.key);
    case 'slow':
      return own.slow;
    case 'quiet':
      return own.quiet;
  }
}

/** A longer way back is not worth the wait. */
const LOOK_BACK = 50_000;

function leadOf(
  headline: Headline,
  answer: InformerAnswer,
  own: InformerWords,
  { trace }: LiveRun,
): string | undefined {
  if (headline.code === 'blocked') {
    const { lockHeldBy, blockedWrites } = answer.queue;
    return own.blockedWhy(headline.listener.capacity, lockHeldBy !== undefined, blockedWrites);
  }
  const slow = slowest(answer);
  if (slow !== undefined && headline.code !== 'dedup') return own.slowWhy(slow.name, span(slow.handlerTicks));
  if (headline.code !== 'quiet') return undefined;
  const last = nextOf(trace, answer.step, -1, scopeOf(answer), LOOK_BACK);
  return last === undefined ? undefined : own.quietAt(count(last));
}

/** The steps of this informer alone. */
function Walk({ answer }: { readonly answer: InformerAnswer }): ReactElement {
  const own = useInformerWords();
  const { run, commands } = useShell();
  const step = usePlayback((s) => s.step);
  const [note, setNote] = useState({ step: -1, text: '' });
  const go = (by: 1 | -1): void => {
    const next = run === undefined ? undefined : nextOf(run.trace, step, by, scopeOf(answer));
    if (next === undefined) setNote({ step, text: by === 1 ? own.noNext : own.noPrevious });
    else commands.jump(next);
  };
  return (
    <>
      <button
        type="button"
        className="btn"
        onClick={() => {
          go(-1);
        }}
      >
        <Icon name="left" />
        {own.previous}
      </button>
      <button
        type="button"
        className="btn"
        onClick={() => {
          go(1);
        }}
      >
        {own.next}
        <Icon name="right" />
      </button>
      <span className="t1 i3" role="status">
        {note.step === step ? note.text : ''}
      </span>
    </>
  );
}

const GENERATIONS = ['deltafifo', 'realfifo', 'atomic'] as const;

/** The same scenario and moment with another queue. */
function Generation({ answer }: { readonly answer: InformerAnswer }): ReactElement {
  const own = useInformerWords();
  const { commands } = useShell();
  return (
    <div className="inf-generation">
      <span className="t1 i3" aria-hidden="true">
        {own.generation}
      </span>
      <Segmented
        small
        label={own.generation}
        value={answer.generation}
        options={GENERATIONS.map((value) => ({ value, text: `${QUEUE_VERSIONS[value]} ${QUEUE_NAMES[value]}` }))}
        onChange={(value) => {
          if (value !== answer.generation) commands.regenerate(value);
        }}
      />
    </div>
  );
}
