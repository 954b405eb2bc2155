/** One commit of etcd: who wrote it, when, and what it changed. */
import type { ReactElement } from 'react';
import { actor, objectName } from '../../derive/words/names.ts';
import { count, simTime } from '../../derive/words/numbers.ts';
import type { ApiServerAnswer, CommitView } from '../../protocol/protocol.ts';
import { ToStep } from '../answers/answer-page.tsx';
import { Empty } from '../kit/controls.tsx';
import { useLayout, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { Diff } from '../panels/diff.tsx';
import { goTo, useFocus, useRoomWords } from './room.ts';

/** The one that was chosen; else the newest. */
export function useCommit({ commits }: ApiServerAnswer): CommitView | undefined {
  const { at } = useFocus();
  return commits.find(({ revision }) => revision === at) ?? commits[0];
}

export function Commit({ answer }: { readonly answer: ApiServerAnswer }): ReactElement {
  const own = useRoomWords();
  const commit = useCommit(answer);
  if (commit === undefined) return <Empty title={own.noCommits} />;
  return (
    <>
      <About commit={commit} fresh={commit.step === answer.step} />
      <Changed commit={commit} fresh={commit.step === answer.step} />
    </>
  );
}

interface CommitProps {
  readonly commit: CommitView;
  /** It was written at the step shown. */
  readonly fresh: boolean;
}

function About({ commit, fresh }: CommitProps): ReactElement {
  const own = useRoomWords();
  const shell = useShell();
  const lang = useLayout((s) => s.language);
  const perSecond = shell.run?.answer.ticksPerSecond ?? 1;
  const { revision, key, type, client, verb, step, tick } = commit;
  return (
    <section data-testid="commit" data-revision={revision}>
      <h2 className={fresh ? 'acc' : ''}>{own.revisionN(count(revision))}</h2>
      <p className="mono aps-key">{key}</p>
      <dl className="kv aps-kv">
        <div>
          <dt>{own.columns.client}</dt>
          <dd>
            {actor(client, lang)} <span className="mono i3">{client}</span>
          </dd>
        </div>
        <div>
          <dt>{own.columns.verb}</dt>
          <dd className="mono">
            {verb} · {type}
          </dd>
        </div>
        <div>
          <dt>{own.columns.step}</dt>
          <dd>
            <ToStep step={step} /> <span className="i3 num">{simTime((tick / perSecond) * 1e6)}</span>
          </dd>
        </div>
      </dl>
      {type !== 'DELETED' && (
        <p className="aps-buttons">
          <button
            type="button"
            className="btn"
            onClick={() => {
              shell.selection.select(key);
              goTo(shell, { part: 'fields', at: undefined });
            }}
          >
            {own.toOwners}
          </button>
          <button
            type="button"
            className="btn"
            title={objectName(key)}
            onClick={() => {
              shell.selection.select(key);
              shell.session.setView('stage');
            }}
          >
            {own.inspect}
          </button>
        </p>
      )}
    </section>
  );
}

function Changed({ commit, fresh }: CommitProps): ReactElement {
  const own = useRoomWords();
  const { run } = useShell();
  const { step, key, type } = commit;
  const asked = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}:${key}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.inspect(step, key),
  );
  const here = asked?.key === key && asked.changedAt === step;
  return (
    <section>
      <h3>{own.whatItChanged}</h3>
      {type === 'DELETED' && <p className="i2">{own.gone}</p>}
      {type !== 'DELETED' && here && <Diff key={`${String(step)} ${key}`} changes={asked.changes} fresh={fresh} />}
    </section>
  );
}
