/** Etcd's revisions: the newest as a strip, and all that are kept for looking as a table. */
import { useState, type ReactElement } from 'react';
import { commitsLike } from '../../derive/api-server.ts';
import { objectName, shortKey } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { ApiServerAnswer, CommitView } from '../../protocol/protocol.ts';
import { ToStep } from '../answers/answer-page.tsx';
import { MoreButton, SearchField } from '../kit/controls.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useCommit } from './commit.tsx';
import { useGo, useRoomWords } from './room.ts';

const ROWS_FIRST = 40;
const STRIP = 16;

export function Revisions({ answer }: { readonly answer: ApiServerAnswer }): ReactElement {
  const own = useRoomWords();
  const [filter, setFilter] = useState('');
  const [all, setAll] = useState(false);
  const { commits } = answer;
  const found = commitsLike(commits, filter);
  const shown = all ? found : found.slice(0, ROWS_FIRST);
  return (
    <section className="plain" aria-label={own.log}>
      <div className="aps-line">
        <h2>{own.log}</h2>
        <span className="i3 t1 num">{own.logHint(count(found.length))}</span>
        <span className="sp" />
        <SearchField value={filter} onChange={setFilter} label={own.filter} placeholder={own.filterHint} />
      </div>
      {commits.length === 0 ? (
        <p className="i2">{own.noCommits}</p>
      ) : (
        <>
          <Strip answer={answer} />
          {found.length === 0 ? <p className="i2 aps-none">{own.noMatch}</p> : <Table answer={answer} shown={shown} />}
        </>
      )}
      {found.length > ROWS_FIRST && (
        <MoreButton open={all} onOpen={setAll} more={own.allRows(count(found.length))} fewer={own.fewerRows} />
      )}
    </section>
  );
}

/** Newest right, kind over number; the one of this step in accent. */
function Strip({ answer }: { readonly answer: ApiServerAnswer }): ReactElement {
  const own = useRoomWords();
  const go = useGo();
  const chosen = useCommit(answer);
  return (
    <div className="aps-strip" role="group" aria-label={own.strip}>
      {answer.commits.slice(0, STRIP).map(({ revision, key, step }) => (
        <button
          key={revision}
          type="button"
          className={`aps-cell ${step === answer.step ? 'is-now' : ''}`}
          title={objectName(key)}
          aria-pressed={revision === chosen?.revision}
          aria-label={`${own.revisionN(count(revision))}, ${objectName(key)}`}
          onClick={() => {
            go({ part: 'revisions', at: revision });
          }}
        >
          <span className="ell">{key.slice(0, key.indexOf('/'))}</span>
          <span className="num">{count(revision)}</span>
        </button>
      ))}
    </div>
  );
}

interface TableProps {
  readonly answer: ApiServerAnswer;
  readonly shown: readonly CommitView[];
}

function Table({ answer, shown }: TableProps): ReactElement {
  const own = useRoomWords();
  const chosen = useCommit(answer);
  const { columns } = own;
  return (
    <ScrollRegion className="table-scroll aps-table" label={own.log}>
      <table className="t" data-testid="revisions">
        <thead>
          <tr>
            <th scope="col" className="n">
              {columns.revision}
            </th>
            <th scope="col">{columns.type}</th>
            <th scope="col">{columns.object}</th>
            <th scope="col">{columns.client}</th>
            <th scope="col">{columns.verb}</th>
            <th scope="col">{columns.step}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((commit) => (
            <Row
              key={commit.revision}
              commit={commit}
              now={commit.step === answer.step}
              chosen={commit.revision === chosen?.revision}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface RowProps {
  readonly commit: CommitView;
  readonly now: boolean;
  readonly chosen: boolean;
}

function Row({ commit, now, chosen }: RowProps): ReactElement {
  const go = useGo();
  const { revision, type, key, client, verb, step } = commit;
  return (
    <tr
      data-revision={revision}
      data-type={type}
      data-object={key}
      className={`${now ? 'is-now' : ''} ${chosen ? 'sel' : ''}`}
      aria-current={now ? 'step' : undefined}
    >
      <td className="n num">{count(revision)}</td>
      <td>
        <span className="aps-type">{type}</span>
      </td>
      <td>
        <button
          type="button"
          className="row-name mono"
          title={key}
          aria-pressed={chosen}
          onClick={() => {
            go({ part: 'revisions', at: revision });
          }}
        >
          {shortKey(key)}
        </button>
      </td>
      <td className="mono">{client}</td>
      <td className="mono">{verb}</td>
      <td>
        <ToStep step={step} />
      </td>
    </tr>
  );
}
