/** The Indexer: what the store has of each key, what waits for it, and the indexes over it. */
import type { ReactElement } from 'react';
import type { InformerWords } from '../../derive/words/informer.ts';
import { count } from '../../derive/words/numbers.ts';
import type { IndexerView } from '../../protocol/protocol.ts';
import { figure } from './parts.tsx';
import { useInformerWords } from './use-informer.ts';

/** Rows that have room beside the queue. */
const ROWS = 4;

interface IndexerProps {
  readonly indexer: IndexerView;
  /** Key that this step writes; "" = none. */
  readonly now: string;
}

export function IndexerBox({ indexer, now }: IndexerProps): ReactElement {
  const own = useInformerWords();
  const { objects, rows, indexes } = indexer;
  const shown = rowsShown(rows, now);
  const unseen = objects - shown.filter(({ revision }) => revision !== undefined).length;
  return (
    <section
      className={`inf-box inf-indexer ${now === '' ? '' : 'on'}`}
      aria-label="Indexer"
      data-part="indexer"
      data-objects={objects}
    >
      <header>
        <h2>Indexer</h2>
        <p className="inf-amount num">{own.objects(count(objects))}</p>
      </header>
      <p className="inf-hint">{own.indexerHint}</p>
      {shown.length === 0 ? <p className="i3 t1">{own.emptyStore}</p> : <Keys rows={shown} now={now} />}
      {unseen > 0 && <p className="inf-hint">{own.others(count(unseen))}</p>}
      {indexes.length > 0 && <h3>{own.indexes}</h3>}
      <dl className="inf-indexes">
        {indexes.map(({ name, values, all }) => (
          <div key={name}>
            <dt className="mono">{name}</dt>
            <dd>
              {values.map(({ value, keys }) => `${value === '' ? own.noValue : value} ${count(keys)}`).join(' · ')}
              {all > values.length && ` · ${own.more(count(all - values.length))}`}
              {all === 0 && own.nothing}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The key of this step is always there. */
function rowsShown(rows: IndexerView['rows'], now: string): IndexerView['rows'] {
  const at = rows.findIndex(({ key }) => key === now);
  const row = rows[at];
  return row === undefined || at < ROWS ? rows.slice(0, ROWS) : [...rows.slice(0, ROWS - 1), row];
}

function Keys({ rows, now }: { readonly rows: IndexerView['rows']; readonly now: string }): ReactElement {
  const own = useInformerWords();
  return (
    <table className="inf-keys">
      <thead>
        <tr>
          <th scope="col">{own.key}</th>
          <th scope="col">{own.storeHas}</th>
          <th scope="col">{own.newestWaiting}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, revision, waiting }) => (
          <tr
            key={key}
            className={key === now ? 'on' : ''}
            data-key={key}
            data-revision={revision}
            data-waiting={waiting?.type}
          >
            <th scope="row" className="mono" title={key}>
              {key}
            </th>
            <td>{revision === undefined ? own.notYet : figure(revision)}</td>
            <td>{waitingText(revision, waiting, own)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function waitingText(
  revision: string | undefined,
  waiting: IndexerView['rows'][number]['waiting'],
  own: InformerWords,
): string {
  if (waiting === undefined) return own.nothing;
  if (waiting.type === 'ReplacedAll') return own.asListed;
  if (waiting.type === 'Deleted') return own.gone;
  if (waiting.revision === undefined) return waiting.type;
  return waiting.revision === revision ? own.same : figure(waiting.revision);
}
