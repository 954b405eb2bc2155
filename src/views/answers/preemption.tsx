/** Who had to go for a Pod, or for whom it had to go: candidates, victims, the rule that chose, and what came of it. */
import type { ReactElement } from 'react';
import { choiceOf, mainOf } from '../../derive/preemption.ts';
import { keyParts } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import { preemptionWords, type PreemptionWords } from '../../derive/words/preemption.ts';
import type { PreemptionAnswer } from '../../protocol/protocol.ts';
import { useLayout, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { ToStep } from './answer-page.tsx';
import { Aftermath } from './preemption-aftermath.tsx';
import { Candidates } from './preemption-candidates.tsx';
import { RuleSieve } from './preemption-rules.tsx';
import { OtherTries, Unhelpful } from './preemption-others.tsx';
import './preemption.css';

interface PreemptionProps {
  /** "Pod/ns/name". */
  readonly pod: string;
  readonly step: number;
}

export function Preemption({ pod, step }: PreemptionProps): ReactElement | undefined {
  const { run } = useShell();
  const asked = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}:${pod}`, async () => {
    const answers = await run?.preemption(step, pod);
    return answers === undefined ? undefined : { pod, answers };
  });
  const answers = asked?.pod === pod ? asked.answers : [];
  const shown = mainOf(answers);
  if (shown === undefined) return undefined;
  return (
    <Section
      key={`${pod}:${String(shown.step)}`}
      pod={pod}
      answer={shown}
      others={answers.filter((answer) => answer !== shown)}
    />
  );
}

interface SectionProps {
  readonly pod: string;
  readonly answer: PreemptionAnswer;
  readonly others: readonly PreemptionAnswer[];
}

function Section({ pod, answer, others }: SectionProps): ReactElement {
  const words = preemptionWords(useLayout((s) => s.language));
  const choice = choiceOf(answer);
  return (
    <section
      className="pre"
      aria-label={words.title}
      data-testid="preemption"
      data-role={answer.role}
      data-outcome={answer.outcome}
      data-nominated={answer.nominated}
    >
      <h2>{words.title}</h2>
      <p>
        {leadOf(pod, answer, words)} <ToStep step={answer.foundAt} />
        <span className="i2 num"> · {words.attempt(count(answer.attempt))}</span>
      </p>
      {answer.message !== '' && <p className="message mono">{answer.message}</p>}
      {answer.candidates.length > 0 && (
        <>
          <h3>{words.candidates(count(answer.candidates.length))}</h3>
          {choice.rules.length === 0 ? (
            <p className="i2">{words.oneCandidate}</p>
          ) : (
            <RuleSieve choice={choice} words={words} />
          )}
          <Candidates choice={choice} words={words} />
          <Aftermath answer={answer} words={words} />
        </>
      )}
      <Unhelpful answer={answer} words={words} />
      <OtherTries answers={others} words={words} />
    </section>
  );
}

function leadOf(pod: string, answer: PreemptionAnswer, words: PreemptionWords): string {
  const { name } = keyParts(answer.pod);
  const priority = count(answer.priority);
  if (answer.role === 'victim') return words.suffered(keyParts(pod).name, name, priority, answer.nominated);
  const freed = answer.candidates.find(({ node }) => node === answer.nominated);
  return words.lead[answer.outcome](name, priority, answer.nominated, count(freed?.victims.length ?? 0));
}
