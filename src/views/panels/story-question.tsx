import type { ReactElement } from 'react';
import type { StoryQuestion as Asked } from '../../protocol/protocol.ts';
import { Icon } from '../kit/icons.tsx';
import { useLayout, useWords } from '../kit/shell.ts';

interface StoryQuestionProps {
  readonly question: Asked;
  /** Index of an option, -1: passed over, undefined: open. */
  readonly answer: number | undefined;
  readonly onAnswer: (index: number) => void;
  /** Undefined while the run has not come to what answers it. */
  readonly onSee: (() => void) | undefined;
}

/** What a note asks before the notes behind it are told. */
export function StoryQuestion({ question, answer, onAnswer, onSee }: StoryQuestionProps): ReactElement {
  const words = useWords();
  const language = useLayout((s) => s.language);
  const open = answer === undefined;
  const chosen = open ? undefined : question.options[answer];
  return (
    <div className="story-question" data-testid="story-question" data-answer={answer ?? ''}>
      <p>{question.text[language]}</p>
      <ul>
        {question.options.map((option, index) => (
          <li key={index}>
            <button
              type="button"
              className="btn"
              aria-pressed={answer === index}
              data-right={open ? undefined : String(option.right)}
              onClick={() => {
                onAnswer(index);
              }}
            >
              {!open && <Icon name={option.right ? 'check' : 'close'} />}
              {option.text[language]}
            </button>
            {!open && (index === answer || option.right) && <p className="t1 i2">{option.why[language]}</p>}
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <p role="status">
          <b>{chosen.right ? words.rightAnswer : words.wrongAnswer}</b>
        </p>
      )}
      {open ? (
        <button
          type="button"
          className="link"
          onClick={() => {
            onAnswer(-1);
          }}
        >
          {words.skipQuestion}
        </button>
      ) : (
        <button type="button" className="btn" disabled={onSee === undefined} onClick={onSee}>
          <Icon name="arrow" />
          {words.seeAnswer}
        </button>
      )}
    </div>
  );
}
