/** Nodes that no removal would help, by the scheduler's own words; and the Pod's other preemptions. */
import type { ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { PreemptionWords } from '../../derive/words/preemption.ts';
import type { PreemptionAnswer } from '../../protocol/protocol.ts';
import { ToStep } from './answer-page.tsx';

interface UnhelpfulProps {
  readonly answer: PreemptionAnswer;
  readonly words: PreemptionWords;
}

const NAMES_SHOWN = 200;

export function Unhelpful({ answer, words }: UnhelpfulProps): ReactElement | undefined {
  const { unhelpful, untried } = answer;
  const nodes = new Set(unhelpful.flatMap((group) => group.nodes));
  if (nodes.size + untried.length === 0) return undefined;
  return (
    <>
      {nodes.size > 0 && (
        <details className="pre-fold" open={answer.outcome === 'helpless'}>
          <summary>{words.unhelpful(count(nodes.size))}</summary>
          <ul>
            {unhelpful.map((group) => (
              <li key={group.reason} data-reason={group.reason} data-nodes={group.nodes.length}>
                <details>
                  <summary>
                    <b className="num">{words.reasonNodes(count(group.nodes.length))}</b> {group.reason}
                    <span className="i2"> · {meaning(group.reason, words)}</span>
                  </summary>
                  <p className="mono t1">
                    {group.nodes.slice(0, NAMES_SHOWN).join(' ')}
                    {group.nodes.length > NAMES_SHOWN && ' …'}
                  </p>
                </details>
              </li>
            ))}
          </ul>
        </details>
      )}
      {untried.length > 0 && <p className="i2 num">{words.untried(count(untried.length))}</p>}
    </>
  );
}

function meaning(reason: string, words: PreemptionWords): string {
  if (reason === 'No preemption victims found for incoming pod') return words.nobodyLower;
  return reason === 'Preemption is not helpful for scheduling' ? words.notHelpful : words.stillNot;
}

interface OtherTriesProps {
  readonly answers: readonly PreemptionAnswer[];
  readonly words: PreemptionWords;
}

export function OtherTries({ answers, words }: OtherTriesProps): ReactElement | undefined {
  if (answers.length === 0) return undefined;
  return (
    <details className="pre-fold">
      <summary>{words.others(count(answers.length))}</summary>
      <ul className="num">
        {answers.map(({ foundAt, attempt, outcome, nominated }) => (
          <li key={foundAt}>
            <ToStep step={foundAt} /> {words.attempt(count(attempt))} · {words.outcomes[outcome](nominated)}
          </li>
        ))}
      </ul>
    </details>
  );
}
