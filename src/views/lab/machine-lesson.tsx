import { useMemo, type ReactElement } from 'react';
import { diffLines } from '../../derive/lab-diff.ts';
import { textOf, type Lab, type Variant } from '../../labs/lab.ts';
import { labOf, variantOf } from '../../store/lab-state.ts';
import { Icon } from '../kit/icons.tsx';
import { useLayout } from '../kit/shell.ts';
import { useLab, useLabState, useLabWords } from './use-lab.ts';

/** The question first; the answer, the note and the step that shows the point once it is answered or skipped. */
export function Lesson(): ReactElement | undefined {
  const words = useLabWords();
  const language = useLayout((s) => s.language);
  const lab = labOf(useLabState((s) => s.lab));
  const answer = useLabState((s) => s.answers[s.lab]);
  const variant = variantOf(
    lab,
    useLabState((s) => s.variant),
  );
  if (lab.question.options.length === 0) return undefined;
  return (
    <section className="lab-lesson" data-testid="lesson" data-answer={answer ?? ''}>
      <Question lab={lab} answer={answer} />
      {answer !== undefined && (
        <div className="lab-note">
          <h2 className="lab-h">{words.note}</h2>
          <p>{lab.note[language]}</p>
        </div>
      )}
      <Cure lab={lab} variant={variant} />
    </section>
  );
}

interface QuestionProps {
  readonly lab: Lab;
  readonly answer: number | undefined;
}

function Question({ lab, answer }: QuestionProps): ReactElement {
  const store = useLab();
  const words = useLabWords();
  const language = useLayout((s) => s.language);
  const { text, options } = lab.question;
  const chosen = answer === undefined ? undefined : options[answer];
  return (
    <div className="lab-question">
      <h2 className="lab-h">{words.question}</h2>
      <p>{text[language]}</p>
      <ul>
        {options.map((option, index) => (
          <li key={index}>
            <button
              type="button"
              className="btn lab-option"
              aria-pressed={answer === index}
              data-right={answer === undefined ? undefined : String(option.right)}
              onClick={() => {
                store.answer(index);
              }}
            >
              {answer !== undefined && <Icon name={option.right ? 'check' : 'close'} />}
              {option.text[language]}
            </button>
            {answer !== undefined && (index === answer || option.right) && (
              <p className="t1 i2">{option.why[language]}</p>
            )}
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <p role="status">
          <b>{chosen.right ? words.right : words.wrong}</b>
        </p>
      )}
      {answer === undefined ? (
        <button
          type="button"
          className="link"
          onClick={() => {
            store.answer(-1);
          }}
        >
          {words.skip}
        </button>
      ) : (
        <button type="button" className="btn" onClick={() => void store.showPoint()}>
          <Icon name="arrow" />
          {words.seePoint}
        </button>
      )}
    </div>
  );
}

function Cure({ lab, variant }: { readonly lab: Lab; readonly variant: Variant }): ReactElement | undefined {
  const store = useLab();
  const words = useLabWords();
  const language = useLayout((s) => s.language);
  const params = useLabState((s) => s.params);
  const cured = lab.variants.find((one) => one.id === variant.cure);
  const lines = useMemo(
    () => (cured === undefined ? [] : diffLines(textOf(variant, params), textOf(cured, params))),
    [variant, cured, params],
  );
  if (cured === undefined) return undefined;
  return (
    <div className="lab-cure">
      <div className="row">
        <h2 className="lab-h">{words.cureTo(cured.title[language])}</h2>
        <span className="sp" />
        <button type="button" className="btn" onClick={() => void store.chooseVariant(cured.id)}>
          <Icon name="check" />
          {words.cure}
        </button>
      </div>
      <details>
        <summary>{words.diff}</summary>
        <pre className="lab-diff mono t1">
          {lines.map(({ kind, text }, index) => (
            <span key={index} className={kind}>
              {kind === 'gap' ? '⋯' : `${kind === 'old' ? '−' : kind === 'new' ? '+' : ' '} ${text}`}
            </span>
          ))}
        </pre>
      </details>
    </div>
  );
}
