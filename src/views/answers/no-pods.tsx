/** Pods that were never made: an owner whose creates the api-server refuses. And, where nothing is chosen, who waits. */
import type { ReactElement } from 'react';
import { keyParts, objectName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { InspectAnswer, RefusedRow } from '../../protocol/protocol.ts';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { usePlayback, useShell, useWords } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { AnswerPage, ToQueues, ToStep, useAnswerWords } from './answer-page.tsx';
import { Fixes } from './fixes.tsx';

interface Closing {
  readonly onClose?: () => void;
}

const WAITING_MAX = 200;
const WARNINGS_MAX = 6;

function useRefused(step: number): readonly RefusedRow[] {
  const { run } = useShell();
  const rows = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.refused(step),
  );
  return rows ?? [];
}

export function WhoWaits({ onClose }: Closing): ReactElement {
  const words = useWords();
  const { run, selection } = useShell();
  const answers = useAnswerWords();
  const step = usePlayback((s) => s.step);
  const steps = usePlayback((s) => s.steps);
  const rows = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.objects(step),
  );
  const refused = useRefused(step);
  const waiting = rows?.filter(({ phase }) => phase === 'unsched' || phase === 'pending') ?? [];
  return (
    <AnswerPage
      testId="why"
      label={words.whyPending}
      phase="unsched"
      title={words.whyPending}
      lead={words.selectPodHint}
      onClose={onClose}
    >
      {waiting.length === 0 && refused.length === 0 && (
        <section className="plain">
          <h2>{words.noPendingPods}</h2>
          {step < steps && (
            <p className="i2">
              {answers.laterPerhaps} <ToStep step={steps} />
            </p>
          )}
        </section>
      )}
      {waiting.length > 0 && (
        <section className="plain">
          <h2>{words.pendingPods}</h2>
          <ul className="plain-list">
            {waiting.slice(0, WAITING_MAX).map(({ key, phase }) => (
              <li key={key}>
                <button
                  type="button"
                  className="row-name"
                  onClick={() => {
                    selection.select(key);
                  }}
                >
                  <PodGlyph phase={phase === 'unsched' ? 'unsched' : 'pending'} />
                  <span className="mono">{objectName(key)}</span>
                </button>
              </li>
            ))}
          </ul>
          {waiting.length > WAITING_MAX && (
            <p className="i3 num">{words.moreRows(count(waiting.length - WAITING_MAX))}</p>
          )}
        </section>
      )}
      {refused.length > 0 && <Refused rows={refused} />}
      <p className="plain">
        <ToQueues />
      </p>
    </AnswerPage>
  );
}

function Refused({ rows }: { readonly rows: readonly RefusedRow[] }): ReactElement {
  const words = useAnswerWords();
  const { selection } = useShell();
  return (
    <section className="plain" data-testid="refused">
      <h2>{words.noPods}</h2>
      <p className="i2">{words.noPodsHint}</p>
      <ul className="plain-list">
        {rows.map(({ key, message }) => (
          <li key={key}>
            <button
              type="button"
              className="row-name"
              onClick={() => {
                selection.select(key);
              }}
            >
              <b className="mono">{objectName(key)}</b>
            </button>
            <p className="msg-text">{message}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The owner's own owner as a key: "Deployment/cart" of a ReplicaSet. */
function makerOf(owner: string, its: string): string {
  const at = its.indexOf('/');
  return at < 0 ? '' : `${its.slice(0, at)}/${keyParts(owner).namespace}/${its.slice(its.lastIndexOf('/') + 1)}`;
}

/** Why an owner has no Pods, in the words that the api-server and its controllers left behind. */
export function NoPods({ owner, onClose }: Closing & { readonly owner: string }): ReactElement {
  const page = useWords();
  const words = useAnswerWords();
  const { run } = useShell();
  const step = usePlayback((s) => s.step);
  const inspected = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.inspect(step, owner),
  );
  const about = inspected?.key === owner ? inspected : undefined;
  const maker = makerOf(owner, about?.owner ?? '');
  const rows = useRefused(step);
  const refused = rows.find(({ key }) => key === owner) ?? rows.find(({ key }) => key === maker);
  const warnings = about?.events.filter(({ type }) => type === 'Warning') ?? [];
  return (
    <AnswerPage
      testId="why"
      label={page.whyPending}
      phase="unsched"
      title={words.whyNone(keyParts(owner).name)}
      lead={refused === undefined ? objectName(owner) : words.noPodsHint}
      onClose={onClose}
      {...(refused === undefined ? {} : { action: <Fixes pod={refused.key} step={step} /> })}
    >
      {refused !== undefined && (
        <div className="msg">
          <p className="msg-text" data-testid="fit-error">
            {refused.message}
          </p>
        </div>
      )}
      {refused === undefined && warnings.length === 0 && <p className="i2">{words.nothingRefused}</p>}
      <Warnings warnings={warnings} />
    </AnswerPage>
  );
}

function Warnings({ warnings }: { readonly warnings: InspectAnswer['events'] }): ReactElement | undefined {
  const words = useAnswerWords();
  if (warnings.length === 0) return undefined;
  return (
    <section className="plain">
      <h2>{words.warningsAbout}</h2>
      <ul className="plain-list num">
        {[...warnings]
          .reverse()
          .slice(0, WARNINGS_MAX)
          .map(({ step, reason, message, count: times }, i) => (
            <li key={i}>
              <b>{reason}</b> × {count(times)} {step > 0 && <ToStep step={step} />}
              <p className="msg-text">{message}</p>
            </li>
          ))}
      </ul>
    </section>
  );
}
