/** One refused request: the exact answer, the versions side by side, who wrote in between, and what to do. */
import type { ReactElement } from 'react';
import { adviceOf } from '../../derive/api-server.ts';
import { actor, objectName, sentenceCase } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { ApiServerAnswer, ConflictAnswer } from '../../protocol/protocol.ts';
import { CopyButton, ToStep, useAnswerWords } from '../answers/answer-page.tsx';
import { Empty } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { useLayout, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { ConflictFields } from './conflict-fields.tsx';
import { useRefusal } from './refused.tsx';
import { useGo, useRoomWords } from './room.ts';

interface ConflictProps {
  readonly answer: ApiServerAnswer;
  /** Whose refusals the answer is about; "" = all. */
  readonly client: string;
}

export function Conflict({ answer, client }: ConflictProps): ReactElement | undefined {
  const own = useRoomWords();
  const { run } = useShell();
  const at = useRefusal(answer)?.step;
  const asked = useAsk(run === undefined || at === undefined ? undefined : `${String(run.id)}:${String(at)}`, () =>
    run === undefined || at === undefined ? Promise.resolve(undefined) : run.conflict(at),
  );
  if (at === undefined) {
    return <Empty title={client === '' ? own.noneRefused : own.noneRefusedTo(client)}>{own.noneRefusedHint}</Empty>;
  }
  return asked?.step === at ? <Told conflict={asked} /> : undefined;
}

function Told({ conflict }: { readonly conflict: ConflictAnswer }): ReactElement {
  const own = useRoomWords();
  const words = useAnswerWords();
  const lang = useLayout((s) => s.language);
  const { step, client, verb, key, code, reason, message, fieldManager } = conflict;
  return (
    <div data-testid="conflict" data-step={step} data-code={code} data-advice={adviceOf(conflict)}>
      <div className="plain">
        <h2>{sentenceCase(own.refusedOf(actor(client, lang), verb, objectName(key)))}</h2>
        <p className="i2">
          <ToStep step={step} /> · {own.answered(String(code), reason)}
          {fieldManager !== undefined && (
            <>
              {' '}
              · {own.manager} <span className="mono">{fieldManager}</span>
            </>
          )}
        </p>
      </div>
      <div className="msg">
        <p className="msg-text" data-testid="conflict-message">
          {message}
        </p>
        <CopyButton text={message} label={words.copy} />
      </div>
      <section className="aps-advice note" aria-label={own.whatToDo}>
        <Icon name="info" />
        <p>
          <b>{own.whatToDo}</b> {own.advice[adviceOf(conflict)]}
        </p>
      </section>
      {conflict.budget === undefined ? <ConflictFields conflict={conflict} /> : <BudgetSaid budget={conflict.budget} />}
      <Between conflict={conflict} />
    </div>
  );
}

/** Of a refused eviction: which budget, in the server's own words and in numbers. */
function BudgetSaid({ budget }: { readonly budget: NonNullable<ConflictAnswer['budget']> }): ReactElement {
  const own = useRoomWords();
  const { selection } = useShell();
  const { key, cause, allowed, healthy, desired } = budget;
  const rows = [
    ['desiredHealthy', desired],
    ['currentHealthy', healthy],
    ['disruptionsAllowed', allowed],
  ] as const;
  return (
    <section className="plain" aria-label={own.budgetTitle} data-testid="conflict-budget" data-budget={key}>
      <h2>{own.budgetTitle}</h2>
      <p>
        <button
          type="button"
          className="link mono"
          onClick={() => {
            selection.select(key);
          }}
        >
          {objectName(key)}
        </button>
      </p>
      <p className="mono" data-testid="budget-cause">
        {cause}
      </p>
      <table className="t">
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name} data-number={name} data-value={value}>
              <th scope="row" className="mono">
                {name}
              </th>
              <td className="n num">{count(value)}</td>
              <td className="wrap i2">{own.budgetNumbers[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Commits that the client did not know of. */
function Between({ conflict }: { readonly conflict: ConflictAnswer }): ReactElement | undefined {
  const own = useRoomWords();
  const go = useGo();
  const lang = useLayout((s) => s.language);
  const { between, readRevision } = conflict;
  if (between.length === 0) return undefined;
  const title = readRevision === undefined ? own.madeIt : own.between(count(between.length));
  return (
    <section className="plain" aria-label={title}>
      <h2>{title}</h2>
      <table className="t" data-testid="between">
        <thead>
          <tr>
            <th scope="col" className="n">
              {own.columns.revision}
            </th>
            <th scope="col">{own.columns.client}</th>
            <th scope="col">{own.columns.verb}</th>
            <th scope="col">{own.columns.step}</th>
          </tr>
        </thead>
        <tbody>
          {between.map(({ revision, client, verb, step }) => (
            <tr key={revision} data-revision={revision}>
              <td className="n num">
                <button
                  type="button"
                  className="link num"
                  aria-label={own.revisionN(count(revision))}
                  onClick={() => {
                    go({ part: 'revisions', at: revision });
                  }}
                >
                  {count(revision)}
                </button>
              </td>
              <td className="wrap">{actor(client, lang)}</td>
              <td className="mono">{verb}</td>
              <td>
                <ToStep step={step} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
