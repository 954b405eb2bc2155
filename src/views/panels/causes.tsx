import type { ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import { shortSentence } from '../../derive/words/sentence.ts';
import type { InspectAnswer } from '../../protocol/protocol.ts';
import { Empty, StepLink } from '../kit/controls.tsx';
import { eventAt, useLayout, useShell, useWords } from '../kit/shell.ts';

const SHORT = 4;

/** The chain that led to the last write, oldest first; then the write, then what comes of it. */
export function Causes({ answer, whole }: { readonly answer: InspectAnswer; readonly whole: boolean }): ReactElement {
  const words = useWords();
  const { run, commands } = useShell();
  const lang = useLayout((s) => s.language);
  if (run === undefined || answer.changedAt === 0) return <Empty title={words.noCauses}>{words.asItCame}</Empty>;
  const { trace } = run;
  const chain = [...answer.because].reverse();
  const shown = whole ? chain : chain.slice(-SHORT);
  const next = trace.effectsOf(answer.changedAt)[0];
  const row = (step: number, className: string, prefix = ''): ReactElement => (
    <li key={step} className={className}>
      <StepLink step={step} onJump={commands.jump} name={words.becauseStep(count(step))}>
        {count(step)}
      </StepLink>
      <span>
        {prefix}
        {shortSentence(eventAt(trace, step), lang)}
      </span>
    </li>
  );
  return (
    <ol className="chain num">
      {shown.length < chain.length && (
        <li className="i3">
          <span />
          <span>{words.earlierCauses(count(chain.length - shown.length))}</span>
        </li>
      )}
      {shown.map((step) => row(step, ''))}
      {row(answer.changedAt, 'on')}
      {next !== undefined && row(next, 'i2', words.next)}
    </ol>
  );
}
