/** All requests that were refused up to this step, newest first. */
import type { ReactElement } from 'react';
import { refusedClients, refusedCountOf, refusedTo } from '../../derive/refusals.ts';
import { objectName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { ApiServerAnswer, ConflictRow } from '../../protocol/protocol.ts';
import { useFocus, useGo, useRoomWords } from './room.ts';

/** The one that was chosen, if it has come already; else the newest. */
export function useRefusal({ conflicts }: Pick<ApiServerAnswer, 'conflicts'>): ConflictRow | undefined {
  const { at } = useFocus();
  return conflicts.find(({ step }) => step === at) ?? conflicts[0];
}

interface RefusedProps {
  /** With the refusals of all clients. */
  readonly answer: ApiServerAnswer;
  /** Whose are listed; "" = all. */
  readonly client: string;
  readonly onClient: (client: string) => void;
}

function ClientChoice({ answer, client, onClient }: RefusedProps): ReactElement | undefined {
  const own = useRoomWords();
  const clients = refusedClients(answer.refusedBy, client);
  if (clients.length < 2) return undefined;
  return (
    <label className="aps-client t1">
      <span className="i3">{own.refusedFrom}</span>
      <select
        className="field"
        value={client}
        onChange={(event) => {
          onClient(event.target.value);
        }}
      >
        <option value="">{own.refusedFromAll(count(answer.refused))}</option>
        {clients.map((row) => (
          <option key={row.client} value={row.client}>{`${row.client} (${count(row.count)})`}</option>
        ))}
      </select>
    </label>
  );
}

export function Refused(props: RefusedProps): ReactElement {
  const own = useRoomWords();
  const go = useGo();
  const { answer, client } = props;
  const { conflicts } = refusedTo(answer, client);
  const chosen = useRefusal({ conflicts });
  const refused = refusedCountOf(answer, client);
  return (
    <section aria-label={own.allRefused} data-testid="refused" data-count={refused} data-client={client}>
      <h2>{own.allRefused}</h2>
      <ClientChoice {...props} />
      {conflicts.length === 0 ? (
        <p className="i2">{client === '' ? own.noneRefused : own.noneRefusedTo(client)}</p>
      ) : (
        <p className="t1 i3 num">{own.newestFirst(count(conflicts.length), count(refused))}</p>
      )}
      <ul className="aps-refused">
        {conflicts.map((row) => (
          <li key={row.step}>
            <button
              type="button"
              data-refused={row.step}
              data-code={row.code}
              className={row.step === answer.step ? 'is-now' : ''}
              aria-pressed={row.step === chosen?.step}
              title={row.key}
              onClick={() => {
                go({ part: 'refused', at: row.step });
              }}
            >
              <span className="num i3">{count(row.step)}</span>
              <span>
                <span className="num">{row.code}</span> {row.reason}
              </span>
              <span className="ell">
                {row.verb} {objectName(row.key)}
              </span>
              <span className="ell mono t1 i3">{row.client}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
