import type { ReactElement } from 'react';
import { problemPlace, problemWords } from '../../derive/words/problems.ts';
import { bytes, count } from '../../derive/words/numbers.ts';
import type { ImportedKind, ImportSummary } from '../../protocol/protocol.ts';
import { Icon } from '../kit/icons.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useLayout, useSession, useShell, useWords } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { kubectlFor } from '../kit/kubectl-for.ts';

/** What came in, and what becomes of it: nothing is dropped in silence. */
export default function Summary({ onClose }: { readonly onClose: () => void }): ReactElement | undefined {
  const words = useWords();
  const { session } = useShell();
  const answer = useSession((s) => s.answer);
  if (answer === undefined) return undefined;
  const { summary } = answer;
  const of = (treatment: ImportedKind['treatment']): readonly ImportedKind[] =>
    summary.kinds.filter((kind) => kind.treatment === treatment);
  return (
    <section className="answer" data-testid="import-summary" aria-label={words.whatWasRead}>
      <header className="q">
        <Icon name="file" size={24} />
        <div>
          <h1>{words.whatWasRead}</h1>
          <p className="i2 num">
            <Counts summary={summary} />
          </p>
        </div>
        {summary.pendingPods > 0 && (
          <button
            type="button"
            className="btn"
            onClick={() => {
              session.setView('why');
            }}
          >
            {words.whyPending}
          </button>
        )}
        <button type="button" className="btn pri" onClick={onClose}>
          {words.toTheStage}
        </button>
      </header>
      <div className="answer-body">
        <Files summary={summary} />
        {(of('acted').length > 0 || summary.scripted.verbs.length === 0) && (
          <section>
            <h2>{words.kindsRead}</h2>
            <Kinds kinds={of('acted')} />
          </section>
        )}
        <Scripted summary={summary} />
        <KindList title={words.kept} hint={words.keptHint} kinds={of('kept')} />
        <KindList title={words.unknownKinds} hint={words.unknownKindsHint} kinds={of('unknown')} />
        <Fields summary={summary} />
        <Missing summary={summary} />
        <Warnings summary={summary} />
        <section>
          <h2>{words.chosen}</h2>
          <dl className="kv">
            <div>
              <dt>Kubernetes</dt>
              <dd className="num">
                {summary.kubernetesVersion}
                {words.versionFrom[summary.versionFrom] ?? ''}
              </dd>
            </div>
            <div>
              <dt>{words.seed}</dt>
              <dd className="mono">{answer.seed}</dd>
            </div>
            <div>
              <dt>{words.mode}</dt>
              <dd>{summary.observed ? words.observed : words.applied}</dd>
            </div>
          </dl>
        </section>
      </div>
    </section>
  );
}

/** Nodes, and Pods by how they stood in what was read. */
function Counts({ summary }: { readonly summary: ImportSummary }): ReactElement {
  const { summaryLine, summaryMore: more, listComma, fullStop } = useWords();
  const { run } = useShell();
  const phases = useAsk(
    run === undefined ? undefined : String(run.id),
    () => run?.queues(0) ?? Promise.resolve(undefined),
  )?.phases;
  const some = (n: number | undefined, say: (n: string) => string): string[] =>
    n === undefined || n === 0 ? [] : [say(count(n))];
  const said = [
    summaryLine(count(summary.nodes), count(summary.runningPods), count(summary.pendingPods)),
    ...some(phases?.bound, more.starting),
    ...some(phases?.done, more.completed),
    ...some(phases?.fail, more.failed),
    ...some(phases?.term, more.terminating),
    ...some(sumOf(summary.scripted.verbs), more.entries),
    ...some(summary.scripted.lessons.length, more.lessons),
    ...some(summary.scripted.listeners, more.listeners),
    ...some(summary.scripted.metrics, more.metrics),
  ];
  return <>{said.join(listComma) + fullStop}</>;
}

const sumOf = (verbs: ImportSummary['scripted']['verbs']): number => verbs.reduce((sum, one) => sum + one.count, 0);

/** What a scenario does, beside the objects that it brings. */
function Scripted({ summary }: { readonly summary: ImportSummary }): ReactElement {
  const words = useWords();
  const { verbs, lessons } = summary.scripted;
  return (
    <>
      {verbs.length > 0 && (
        <section data-testid="import-timeline">
          <h2>{words.timelineRead}</h2>
          <p className="kind-list num">
            {verbs.map(({ verb, count: n }) => (
              <span key={verb} className="tag">
                {verb} {count(n)}
              </span>
            ))}
          </p>
        </section>
      )}
      {lessons.length > 0 && (
        <section>
          <h2>{words.lessonsRead}</h2>
          <p className="kind-list">
            {lessons.map((name) => (
              <span key={name} className="tag">
                {name}
              </span>
            ))}
          </p>
        </section>
      )}
    </>
  );
}

function Files({ summary }: { readonly summary: ImportSummary }): ReactElement {
  const words = useWords();
  return (
    <section>
      <h2>{words.files}</h2>
      <ul className="plain-list num">
        {summary.files.map((file) => (
          <li key={file.name}>
            <span className="mono">{file.name}</span>{' '}
            <span className="i3">{words.fileLine(bytes(file.bytes), count(file.documents))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Kinds({ kinds }: { readonly kinds: readonly ImportedKind[] }): ReactElement {
  const words = useWords();
  const most = Math.max(1, ...kinds.map((kind) => kind.count));
  if (kinds.length === 0) return <p className="i2">{words.none}</p>;
  return (
    <ul className="kind-bars">
      {kinds.map((kind) => (
        <li key={kind.kind}>
          <span>{kind.kind}</span>
          <b className="num">{count(kind.count)}</b>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width={Math.max(1, (kind.count / most) * 100)} height="10" fill="var(--mark)" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

interface KindListProps {
  readonly title: string;
  readonly hint: string;
  readonly kinds: readonly ImportedKind[];
}

function KindList({ title, hint, kinds }: KindListProps): ReactElement | undefined {
  if (kinds.length === 0) return undefined;
  return (
    <section>
      <h2>{title}</h2>
      <p className="i2">{hint}</p>
      <p className="kind-list num">
        {kinds.map((kind) => (
          <span key={kind.kind} className="tag">
            {kind.kind} {count(kind.count)}
          </span>
        ))}
      </p>
    </section>
  );
}

function Fields({ summary }: { readonly summary: ImportSummary }): ReactElement | undefined {
  const words = useWords();
  const { unmodelledFields } = summary;
  if (unmodelledFields.length === 0) return undefined;
  return (
    <section>
      <h2>{words.notModelled}</h2>
      <p className="i2">{words.notModelledHint}</p>
      <ScrollRegion className="table-scroll fields" label={words.notModelled}>
        <table className="t num">
          <tbody>
            {unmodelledFields.map((field) => (
              <tr key={field.path}>
                <td className="mono">{field.path}</td>
                <td className="n i3">{words.inObjects(count(field.count))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function Missing({ summary }: { readonly summary: ImportSummary }): ReactElement | undefined {
  const words = useWords();
  if (summary.missingKinds.length === 0) return undefined;
  return (
    <section>
      <h2>{words.missing}</h2>
      <p className="i2">{words.missingHint(summary.missingKinds.join(', '))}</p>
      <p>
        <code className="command">{kubectlFor(summary.missingKinds)}</code>
      </p>
    </section>
  );
}

function Warnings({ summary }: { readonly summary: ImportSummary }): ReactElement | undefined {
  const words = useWords();
  const lang = useLayout((s) => s.language);
  if (summary.warnings.length === 0) return undefined;
  return (
    <section>
      <h2>{words.warnings}</h2>
      <ul className="plain-list">
        {summary.warnings.slice(0, 100).map((warning, i) => {
          const { what, todo } = problemWords(warning, lang);
          return (
            <li key={i}>
              <span className="mono i3">{problemPlace(warning)}</span> {what} <span className="i2">{todo}</span>
            </li>
          );
        })}
      </ul>
      {summary.warnings.length > 100 && (
        <p className="i3 num">{words.moreRows(count(summary.warnings.length - 100))}</p>
      )}
    </section>
  );
}
