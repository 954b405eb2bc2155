/** All requests that were refused up to this step, newest first. */
import type { ReactElement } from 'react';
import { objectName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { ApiServerAnswer, ConflictRow } from '../../protocol/protocol.ts';
import { useFocus, useGo, useRoomWords } from './room.ts';

/** The one that was chosen, if it has come already; else the newest. */
export function useRefusal({ conflicts }: ApiServerAnswer): ConflictRow | undefined {
  const { at } = useFocus();
  return conflicts.find(({ step }) => step === at) ?? conflicts[0];
}

export function Refused({ answer }: { readonly answer: ApiServerAnswer }): ReactElement {
  const own = useRoomWords();
  const go = useGo();
  const chosen = useRefusal(answer);
  const { conflicts, refused } = answer;
  return (
    <section aria-label={own.allRefused} data-testid="refused" data-count={refused}>
      <h2>{own.allRefused}</h2>
      {conflicts.length === 0 ? (
        <p className="i2">{own.noneRefused}</p>
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
