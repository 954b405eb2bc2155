/** Changes that nobody made yet, tried on the same engine: how many more fit, a drained node, more nodes. */
import { useEffect, useState, type ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { ObjectRow } from '../../protocol/protocol.ts';
import { Segmented } from '../kit/controls.tsx';
import { usePlayback, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { leaveWhatIf, whatIfAnswers } from '../kit/what-if-answers.ts';
import { editWhatIf, takeUpSelection, useWhatIfDraft, type WhatIfQuestion } from '../kit/what-if-draft.ts';
import { AnswerPage, useAnswerWords } from './answer-page.tsx';
import { AddForm, DrainForm } from './what-if-change-forms.tsx';
import { AddResult, DrainResult } from './what-if-change.tsx';
import { Bounds, ChangeDeed, FitDeed } from './what-if-deed.tsx';
import { FitForm } from './what-if-fit-form.tsx';
import { FitResult } from './what-if-fit.tsx';
import { Result } from './what-if-result.tsx';
import { useTrial, useWhatIfWords } from './what-if-trial.ts';
import './what-if.css';

const QUESTIONS: readonly WhatIfQuestion[] = ['fit', 'drain', 'add'];
const NOTHING: readonly ObjectRow[] = [];

export default function WhatIf({ onClose }: { readonly onClose?: () => void }): ReactElement {
  const answers = useAnswerWords();
  const words = useWhatIfWords();
  const shell = useShell();
  const { run } = shell;
  const step = usePlayback((s) => s.step);
  const { question } = useWhatIfDraft();
  const objects = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.objects(step),
  );
  const fit = useTrial(whatIfAnswers.fit);
  const drain = useTrial(whatIfAnswers.drain);
  const add = useTrial(whatIfAnswers.add);
  const [first] = useState(shell);
  useEffect(() => {
    takeUpSelection(first);
    return () => {
      leaveWhatIf(first);
    };
  }, [first]);

  const rows = objects ?? NOTHING;
  const deeds = {
    fit: <FitDeed trial={fit} />,
    drain: <ChangeDeed trial={drain} />,
    add: <ChangeDeed trial={add} />,
  };
  return (
    <AnswerPage
      testId="what-if"
      label={answers.whatIf}
      phase={undefined}
      title={answers.whatIf}
      lead={<span className="num">{words.lead(count(step))}</span>}
      onClose={onClose}
      action={
        <>
          {deeds[question]}
          <Bounds question={question} />
        </>
      }
    >
      <div className="wi-questions">
        <Segmented
          label={words.question}
          value={question}
          options={QUESTIONS.map((value) => ({ value, text: words.questions[value] }))}
          onChange={(value) => {
            editWhatIf({ question: value });
          }}
        />
      </div>
      <section className="plain wi" data-question={question} aria-labelledby="what-if-title">
        <h2 id="what-if-title">{words.titles[question]}</h2>
        {question === 'fit' && (
          <>
            <FitForm rows={rows} trial={fit} />
            <Result trial={fit}>{(tried) => <FitResult answer={tried.answer} about={tried.about} />}</Result>
          </>
        )}
        {question === 'drain' && (
          <>
            <DrainForm rows={rows} trial={drain} />
            <Result trial={drain}>{(tried) => <DrainResult answer={tried.answer} node={tried.about} />}</Result>
          </>
        )}
        {question === 'add' && (
          <>
            <AddForm rows={rows} trial={add} />
            <Result trial={add}>{(tried) => <AddResult answer={tried.answer} like={tried.about} />}</Result>
          </>
        )}
      </section>
    </AnswerPage>
  );
}
