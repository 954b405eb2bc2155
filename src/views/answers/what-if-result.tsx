/** The frame of an answer: that it is being tried, what came, and from which step. */
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { count } from '../../derive/words/numbers.ts';
import { Icon } from '../kit/icons.tsx';
import { usePlayback, useShell } from '../kit/shell.ts';
import type { Tried } from '../kit/what-if-answers.ts';
import { useWhatIfWords, type Trial } from './what-if-trial.ts';

/** An answer that is there. */
export type Came<T> = Tried<T> & { readonly answer: T };

export const hasAnswer = <T,>(tried: Tried<T> | undefined): tried is Came<T> => tried?.answer !== undefined;

interface ResultProps<T> {
  readonly trial: Trial<T>;
  readonly children: (tried: Came<T>) => ReactNode;
}

export function Result<T>({ trial, children }: ResultProps<T>): ReactElement {
  const words = useWhatIfWords();
  const { trying, tried } = trial;
  const box = useRef<HTMLDivElement>(null);
  const came = tried?.answer;
  // The button that asked stands above it, on a phone a screen above.
  useEffect(() => {
    if (came !== undefined) box.current?.scrollIntoView({ block: 'nearest' });
  }, [came]);
  return (
    <div
      ref={box}
      className="wi-result"
      aria-busy={trying !== undefined}
      data-testid="what-if-result"
      data-step={tried?.step}
    >
      <p className="wi-status num" role="status">
        {trying !== undefined && words.trying(count(trying))}
        {trying === undefined && tried !== undefined && tried.answer === undefined && words.unanswered}
      </p>
      {trying === undefined && <Stale trial={trial} />}
      {trying === undefined && hasAnswer(tried) && children(tried)}
    </div>
  );
}

/** An answer is about one step; at another it offers to be asked again. */
function Stale<T>({ trial }: { readonly trial: Trial<T> }): ReactElement | undefined {
  const words = useWhatIfWords();
  const { commands } = useShell();
  const step = usePlayback((s) => s.step);
  const { tried, askAgain } = trial;
  if (tried === undefined || tried.step === step) return undefined;
  return (
    <div className="note wi-stale" data-testid="what-if-stale">
      <Icon name="clock" />
      <div>
        <p className="num">{words.stale(count(tried.step), count(step))}</p>
        <div className="wi-row num">
          <button type="button" className="btn" onClick={askAgain}>
            {words.askAgain(count(step))}
          </button>
          <button
            type="button"
            className="btn"
            onClick={() => {
              commands.jump(tried.step);
            }}
          >
            {words.backTo(count(tried.step))}
          </button>
        </div>
      </div>
    </div>
  );
}
