import type { ReactElement } from 'react';
import { partsOf } from '../../derive/workload-parts.ts';
import { count } from '../../derive/words/numbers.ts';
import type { InspectAnswer } from '../../protocol/protocol.ts';
import { Empty, StepLink } from '../kit/controls.tsx';
import { useSession, useShell, useWords } from '../kit/shell.ts';
import { Causes } from './causes.tsx';
import { Diff } from './diff.tsx';
import { Facts } from './facts.tsx';
import { hasWhatIf, WhatIfButtons } from './inspector-what-if.tsx';
import { Life } from './life.tsx';
import { PreemptedBy } from './preempted-by.tsx';

/** What the last write changed, because of what, and the particulars. */
export function Now({ answer, step }: { readonly answer: InspectAnswer; readonly step: number }): ReactElement {
  const words = useWords();
  return (
    <>
      {!answer.exists && (
        <div className="sec">
          <Empty title={answer.yaml === '' ? words.notThereYet : words.goneNow}>
            {answer.yaml === '' ? words.notThereYetHint : words.goneNowHint}
          </Empty>
        </div>
      )}
      <Answers answer={answer} step={step} />
      <Facts answer={answer} step={step} />
      {answer.yaml !== '' && <Changed answer={answer} step={step} />}
      {answer.changedAt > 0 && (
        <section className="sec">
          <h3>{words.because}</h3>
          <Causes answer={answer} whole={false} />
        </section>
      )}
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

/** The last write, and what it changed. */
function Changed({ answer, step }: { readonly answer: InspectAnswer; readonly step: number }): ReactElement {
  const words = useWords();
  const { commands } = useShell();
  return (
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
  );
}

const MAKES_PODS = /^(?:ReplicaSet|Deployment|StatefulSet|DaemonSet|Job)\//;

/** The ways to the answers: why it waits, with the message it was given; why it is where it is; why it has no Pods. */
function Answers({
  answer,
  step,
}: {
  readonly answer: InspectAnswer;
  readonly step: number;
}): ReactElement | undefined {
  const words = useWords();
  const { run } = useShell();
  const refused = run?.trace.kindName(step) === 'request.refused' && run.trace.object(step) === answer.key;
  const pod = answer.key.startsWith('Pod/');
  const bound = pod && answer.node !== '';
  const waits = pod && (answer.phase === 'unsched' || answer.phase === 'pending' || answer.phase === 'bound' || !bound);
  const warned = MAKES_PODS.test(answer.key) && answer.events.some(({ type }) => type === 'Warning');
  if (!waits && !bound && !warned && !refused && !answer.exists && !hasWhatIf(answer)) return undefined;
  return (
    <section className="sec">
      {answer.schedulingMessage !== '' && <p className="message mono">{answer.schedulingMessage}</p>}
      <div className="answers-row">
        <PreemptedBy answer={answer} />
        {bound && (
          <AnswerButton objectKey={answer.key} view="why-node">
            {words.whyThisNode}
          </AnswerButton>
        )}
        {(waits || warned) && (
          <AnswerButton objectKey={answer.key} view="why">
            {warned ? words.whyNoPods : answer.phase === 'bound' ? words.whyNotRunning : words.whyPending}
          </AnswerButton>
        )}
        {refused && (
          <AnswerButton objectKey={answer.key} view="api-server" focus={`refused/${String(step)}`}>
            {words.whyRefused}
          </AnswerButton>
        )}
        <WhatIfButtons answer={answer} />
        {partsOf(answer.key).length > 0 && answer.yaml !== '' && (
          <AnswerButton objectKey={answer.key} view="workloads">
            {words.asPicture}
          </AnswerButton>
        )}
        {answer.exists && (
          <AnswerButton objectKey={answer.key} view="api-server" focus="fields">
            {words.whoOwns}
          </AnswerButton>
        )}
      </div>
    </section>
  );
}

interface AnswerButtonProps {
  readonly objectKey: string;
  readonly view: 'why' | 'why-node' | 'api-server' | 'workloads';
  readonly focus?: string;
  readonly children: string;
}

/** The object is chosen by that, so that the answer does not follow the steps to another one. */
function AnswerButton({ objectKey, view, focus = '', children }: AnswerButtonProps): ReactElement {
  const { session, selection } = useShell();
  const on = useSession((s) => s.view === view && s.focus === focus);
  return (
    <button
      type="button"
      className="btn"
      aria-pressed={on}
      onClick={() => {
        selection.select(objectKey);
        session.setView(on ? 'stage' : view, on ? '' : focus);
      }}
    >
      {children}
    </button>
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
