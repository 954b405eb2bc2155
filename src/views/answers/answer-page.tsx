import { useState, type ReactElement, type ReactNode } from 'react';
import { answerWords, type AnswerWords } from '../../derive/words/answers.ts';
import { count } from '../../derive/words/numbers.ts';
import type { TokenPhase } from '../../protocol/protocol.ts';
import { Icon } from '../kit/icons.tsx';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useLayout, useShell, useWords } from '../kit/shell.ts';
import { StepLink } from '../kit/controls.tsx';
import './answers.css';

export const useAnswerWords = (): AnswerWords => answerWords(useLayout((s) => s.language));

interface AnswerPageProps {
  readonly testId: string;
  readonly label: string;
  /** Undefined: it is about no Pod. */
  readonly phase: TokenPhase | undefined;
  readonly title: string;
  readonly lead: ReactNode;
  readonly onClose: (() => void) | undefined;
  /** The argument. */
  readonly children: ReactNode;
  /** What can be done; undefined = nothing. */
  readonly action?: ReactNode;
}

/** An answer: the argument left, the action right; one column where there is no room for two. */
export function AnswerPage(props: AnswerPageProps): ReactElement {
  const { testId, label, phase, title, lead, onClose, children, action } = props;
  const words = useWords();
  return (
    <section className={`ans ${action === undefined ? 'alone' : ''}`} data-testid={testId} aria-label={label}>
      <div className="ans-cols">
        <div className="ans-left">
          <header className="ans-head">
            {phase === undefined ? <Icon name="fork" size={28} /> : <PodGlyph phase={phase} size={28} />}
            <div>
              <h1>{title}</h1>
              <p>{lead}</p>
            </div>
            {onClose !== undefined && (
              <button type="button" className="btn to-stage" onClick={onClose}>
                <Icon name="close" />
                <span>{words.backToStage}</span>
              </button>
            )}
          </header>
          {children}
        </div>
        {action !== undefined && <aside className="ans-right">{action}</aside>}
      </div>
    </section>
  );
}

/** A step as a link with its number. */
export function ToStep({ step }: { readonly step: number }): ReactElement {
  const words = useWords();
  const { commands } = useShell();
  const name = words.stepN(count(step));
  return (
    <StepLink step={step} onJump={commands.jump} name={name}>
      {name}
    </StepLink>
  );
}

/** The way to the scheduler's queues in full. */
export function ToQueues(): ReactElement {
  const words = useAnswerWords();
  const { session } = useShell();
  return (
    <button
      type="button"
      className="link"
      onClick={() => {
        session.setView('queues');
      }}
    >
      {words.queues}
    </button>
  );
}

const SHOWN_MILLIS = 2000;

/** Copies; says so for a while. Where the browser does not allow it, it stays silent: the text stands beside it. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): ReactElement {
  const words = useAnswerWords();
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => {
        setDone(false);
      }, SHOWN_MILLIS);
    } catch {
      setDone(false);
    }
  };
  return (
    <button
      type="button"
      className="btn icon copy"
      aria-label={done ? words.copied : label}
      title={done ? words.copied : label}
      onClick={() => void copy()}
    >
      <Icon name={done ? 'check' : 'copy'} />
    </button>
  );
}
