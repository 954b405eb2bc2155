/** Pods that were never made: an owner whose creates the api-server refuses. And, where nothing is chosen, who waits. */
import type { ReactElement } from 'react';
import { keyParts, objectName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { InspectAnswer, ObjectRow, RefusedRow } from '../../protocol/protocol.ts';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { usePlayback, useShell, useWords } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { AnswerPage, ToQueues, ToStep, useAnswerWords } from './answer-page.tsx';
import { Fixes } from './fixes.tsx';

interface Closing {
  readonly onClose?: () => void;
}

/** Pods that are named of each workload, and of those that nobody made. */
const NAMES_MAX = 3;
const BARE_MAX = 50;
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
  const { run } = useShell();
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
          <Waiting rows={waiting} />
        </section>
      )}
      {refused.length > 0 && <Refused rows={refused} />}
      <p className="plain">
        <ToQueues />
      </p>
    </AnswerPage>
  );
}

interface Workload {
  /** "ReplicaSet/web-7d4b9c", "" = Pods that nobody made. */
  readonly maker: string;
  readonly pods: readonly ObjectRow[];
}

interface Cause {
  /** "" = the scheduler has said nothing of them yet. */
  readonly message: string;
  readonly pods: number;
  readonly workloads: readonly Workload[];
}

function groupedBy(rows: readonly ObjectRow[], by: (row: ObjectRow) => string): [string, ObjectRow[]][] {
  const groups = new Map<string, ObjectRow[]>();
  for (const row of rows) {
    const group = groups.get(by(row));
    if (group === undefined) groups.set(by(row), [row]);
    else group.push(row);
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}

/** Pods under the same message together: the largest group first, those without one last. */
function causesOf(rows: readonly ObjectRow[]): readonly Cause[] {
  return groupedBy(rows, ({ waits }) => waits?.message ?? '')
    .map(([message, pods]) => ({
      message,
      pods: pods.length,
      workloads: groupedBy(pods, ({ key, waits }) => `${keyParts(key).namespace} ${waits?.maker ?? ''}`).map(
        ([, members]) => ({ maker: members[0]?.waits?.maker ?? '', pods: members }),
      ),
    }))
    .sort((a, b) => Number(a.message === '') - Number(b.message === ''));
}

/** Who waits, under what each was told last: at step 0 of a dump, that is what stood in the cluster. */
function Waiting({ rows }: { readonly rows: readonly ObjectRow[] }): ReactElement {
  const words = useWords();
  return (
    <>
      {causesOf(rows).map(({ message, pods, workloads }) => (
        <section key={message} className="plain" data-testid="cause">
          <p className="num">
            <b>{words.podsOn(count(pods))}</b>
          </p>
          <p className={message === '' ? 'i2' : 'msg-text'}>{message === '' ? words.notTried : message}</p>
          <ul className="plain-list">
            {workloads.map((workload) => (
              <Members key={workload.pods[0]?.key} {...workload} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** The first Pods of a workload: what holds for one of a template holds for the others. */
function Members({ maker, pods }: Workload): ReactElement {
  const words = useWords();
  const { selection } = useShell();
  const shown = maker === '' ? BARE_MAX : NAMES_MAX;
  return (
    <>
      {pods.slice(0, shown).map(({ key, phase }) => (
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
      {pods.length > shown && (
        <li className="i3 num">
          {words.moreRows(count(pods.length - shown))} <span className="mono">{maker.replace('/', ' ')}</span>
        </li>
      )}
    </>
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
