import type { ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { InspectAnswer } from '../../protocol/protocol.ts';
import { Empty, StepLink } from '../kit/controls.tsx';
import { useSelection, useSession, useShell, useWords } from '../kit/shell.ts';
import { Causes } from './causes.tsx';
import { Diff } from './diff.tsx';
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
          <Diff key={answer.key} changes={answer.changes} fresh={answer.changedAt === step} />
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
