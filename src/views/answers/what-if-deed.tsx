/** An answer made real: a fork from the step that it was tried from, and the same for a shell. */
import { useState, type ReactElement } from 'react';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import { count, span } from '../../derive/words/numbers.ts';
import type { ChangeAnswer, FitAnswer, ForkEntry, Outcome } from '../../protocol/protocol.ts';
import { Icon } from '../kit/icons.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { usePlayback, useShell, useWords } from '../kit/shell.ts';
import type { WhatIfQuestion } from '../kit/what-if-draft.ts';
import { CopyButton, useAnswerWords } from './answer-page.tsx';
import { useAsAnswered } from './as-answered.ts';
import { hasAnswer } from './what-if-result.tsx';
import { useWhatIfWords, type Trial } from './what-if-trial.ts';

export function FitDeed({ trial }: { readonly trial: Trial<Outcome<FitAnswer>> }): ReactElement | undefined {
  const words = useWhatIfWords();
  const { tried, trying } = trial;
  if (trying !== undefined || !hasAnswer(tried) || !tried.answer.ok) return undefined;
  const { entries, command, count: n } = tried.answer.value;
  return (
    <Deed
      step={tried.step}
      entries={entries}
      command={command}
      proof={words.created(count(n))}
      {...(n > 0 ? { nothing: words.oneANode } : {})}
      goal={(trace, from) => nthBinding(trace, from, n)}
    />
  );
}

/** Where the last of the new Pods has its node. */
function nthBinding(trace: TraceBuffer, from: number, n: number): number | undefined {
  let bound = 0;
  for (let k = from + 1; k <= trace.length; k++) {
    if (trace.kindName(k) === 'cycle.bound') bound++;
    if (bound === n) return k;
  }
  return undefined;
}

export function ChangeDeed({ trial }: { readonly trial: Trial<ChangeAnswer> }): ReactElement | undefined {
  const words = useWhatIfWords();
  const { tried, trying } = trial;
  if (trying !== undefined || !hasAnswer(tried)) return undefined;
  const { entries, command, steps, micros, rested } = tried.answer;
  return (
    <Deed
      step={tried.step}
      entries={entries}
      command={command}
      proof={rested ? words.cameToRest(span(micros), count(steps)) : words.cutOff(count(steps))}
      goal={(trace, from) => (trace.length >= from + steps ? from + steps : undefined)}
    />
  );
}

interface DeedProps {
  /** The step that it was tried from. */
  readonly step: number;
  readonly entries: readonly ForkEntry[];
  readonly command: string;
  readonly proof: string;
  /** Said where there is nothing to do. */
  readonly nothing?: string;
  readonly goal: (trace: TraceBuffer, from: number) => number | undefined;
}

function Deed({ step, entries, command, proof, nothing, goal }: DeedProps): ReactElement {
  const page = useWords();
  const answers = useAnswerWords();
  const words = useWhatIfWords();
  const { commands } = useShell();
  const here = usePlayback((s) => s.step);
  const asAnswered = useAsAnswered(step);
  const [busy, setBusy] = useState(false);
  const stale = here !== step;
  const act = async (): Promise<void> => {
    setBusy(true);
    const taken = await commands.fork({ entries: asAnswered.entries(entries), goal });
    if (!taken) setBusy(false);
  };
  if (entries.length === 0) {
    return (
      <section>
        <h2>{words.inBranch}</h2>
        <p className="i2">{nothing ?? words.nothingToDo}</p>
      </section>
    );
  }
  return (
    <section className="wi-deed">
      <h2>{words.inBranch}</h2>
      <p className="fix-outcome num">
        <span className="ok">
          <Icon name="check" />
        </span>
        <span>
          <b className="ok">{words.verified}</b>
          {page.listComma}
          {proof}
        </span>
      </p>
      <button
        type="button"
        className="btn"
        data-testid="what-if-do"
        aria-disabled={busy || stale}
        aria-describedby="what-if-do-hint"
        onClick={() => {
          if (!busy && !stale) void act();
        }}
      >
        <Icon name="fork" />
        {words.doIt}
      </button>
      <p id="what-if-do-hint" className="t1 i2 num">
        {stale ? words.doStale : words.doHint(count(step))}
        {!stale && asAnswered.leavesOut && ` ${answers.leavesOut}`}
      </p>
      <h3>{words.command}</h3>
      <div className="command-line">
        <ScrollRegion className="command-text" label={answers.asCommand}>
          <code data-testid="what-if-command">{command}</code>
        </ScrollRegion>
        <CopyButton text={command} label={answers.copyCommand} />
      </div>
    </section>
  );
}

/** What the engine does, and where it stops. */
export function Bounds({ question }: { readonly question: WhatIfQuestion }): ReactElement {
  const words = useWhatIfWords();
  return (
    <section>
      <h3>{words.bounds}</h3>
      <p className="i2">{words.boundsText[question]}</p>
    </section>
  );
}
