import type { ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { FieldChange, InspectAnswer } from '../../protocol/protocol.ts';
import { Empty, StepLink } from '../kit/controls.tsx';
import { useSelection, useSession, useShell, useWords } from '../kit/shell.ts';
import { Causes } from './causes.tsx';
import { Life } from './life.tsx';

/** What the last write changed, because of what, and the particulars. */
export function Now({ answer, step }: { readonly answer: InspectAnswer; readonly step: number }): ReactElement {
  const words = useWords();
  const { commands } = useShell();
  return (
    <>
      {!answer.exists && (
        <div className="sec">
          <Empty title={answer.yaml === '' ? words.notThereYet : words.goneNow}>
            {answer.yaml === '' ? words.notThereYetHint : words.goneNowHint}
          </Empty>
        </div>
      )}
      <section className="sec">
        <h3>
          {answer.changedAt === 0 ? (
            words.unchanged
          ) : (
            <>
              {words.changedAt}{' '}
              <StepLink step={answer.changedAt} onJump={commands.jump} name={words.stepN(count(answer.changedAt))}>
                {words.stepN(count(answer.changedAt))}
              </StepLink>
            </>
          )}
        </h3>
        {answer.changedAt === 0 ? (
          <p className="i2">{words.asItCame}</p>
        ) : (
          <Diff changes={answer.changes} fresh={answer.changedAt === step} />
        )}
      </section>
      {answer.changedAt > 0 && (
        <section className="sec">
          <h3>{words.because}</h3>
          <Causes answer={answer} whole={false} />
        </section>
      )}
      <Waiting answer={answer} />
      {answer.phase !== '' && (
        <section className="sec">
          <h3>{words.lifeSoFar}</h3>
          <Life podKey={answer.key} step={step} />
        </section>
      )}
      <Particulars answer={answer} />
    </>
  );
}

const ROWS_MAX = 24;

function Diff({ changes, fresh }: { readonly changes: readonly FieldChange[]; readonly fresh: boolean }): ReactElement {
  const words = useWords();
  if (changes.length === 0) return <p className="i2">{words.onlyBookkeeping}</p>;
  return (
    <>
      <div className={`diff ${fresh ? 'fresh' : ''}`}>
        {changes.slice(0, ROWS_MAX).map((change) => (
          <div key={change.path} className="diff-field" data-path={change.path}>
            <div className="p">{change.path}</div>
            {(change.before !== undefined || change.after === undefined) && (
              <div className="d">
                <span aria-label={words.before}>−</span> {change.before ?? words.none}
              </div>
            )}
            {change.before === undefined && change.after !== undefined && fresh && isScalar(change.after) && (
              <div className="d">
                <span aria-label={words.before}>−</span> {words.none}
              </div>
            )}
            {change.after !== undefined && (
              <div className="a">
                <span aria-label={words.after}>+</span> {change.after}
              </div>
            )}
          </div>
        ))}
      </div>
      {changes.length > ROWS_MAX && <p className="t1 i3">{words.moreFields(count(changes.length - ROWS_MAX))}</p>}
    </>
  );
}

const isScalar = (text: string): boolean => !text.includes('\n') && text.length < 40;

/** A Pod that waits: the message it was given, and the way to the answer. */
function Waiting({ answer }: { readonly answer: InspectAnswer }): ReactElement | undefined {
  const words = useWords();
  const { session } = useShell();
  const why = useSession((s) => s.view === 'why');
  const selected = useSelection((s) => s.object);
  const waits = answer.phase === 'unsched' || answer.phase === 'pending' || answer.schedulingMessage !== '';
  if (!waits || selected === undefined) return undefined;
  return (
    <section className="sec">
      {answer.schedulingMessage !== '' && <p className="message mono">{answer.schedulingMessage}</p>}
      <button
        type="button"
        className="btn"
        aria-pressed={why}
        onClick={() => {
          session.setView(why ? 'stage' : 'why');
        }}
      >
        {words.whyPending}
      </button>
    </section>
  );
}

function Particulars({ answer }: { readonly answer: InspectAnswer }): ReactElement | undefined {
  const words = useWords();
  const rows: [string, string][] = [];
  if (answer.owner !== '') rows.push([words.owner, answer.owner]);
  if (answer.node !== '') rows.push([words.node, answer.node]);
  if (answer.requests !== '') rows.push([words.requests, answer.requests]);
  if (rows.length === 0) return undefined;
  return (
    <section className="sec">
      <dl className="kv">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
