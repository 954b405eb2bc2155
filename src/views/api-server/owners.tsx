/** Who owns what of the object, when, and by which way: the legend of its lines. */
import type { ReactElement } from 'react';
import { lineCounts } from '../../derive/api-server.ts';
import { count } from '../../derive/words/numbers.ts';
import type { OwnershipAnswer, OwnerView } from '../../protocol/protocol.ts';
import { OwnerLetter, type OwnershipState } from './ownership.tsx';
import { useRoomWords } from './room.ts';

type OwnersProps = Omit<OwnershipState, 'answer'> & { readonly answer: OwnershipAnswer };

export function Owners({ answer, marked, mark }: OwnersProps): ReactElement {
  const own = useRoomWords();
  const { owned, nobodys } = lineCounts(answer);
  return (
    <>
      <section aria-label={own.owners} data-testid="owners">
        <h2>{own.owners}</h2>
        {answer.owners.length === 0 && <p className="i2">{own.noOwners}</p>}
        <ul className="aps-owners">
          {answer.owners.map((owner, i) => (
            <li key={`${owner.manager} ${owner.operation} ${owner.subresource} ${owner.time}`}>
              <button
                type="button"
                data-owner={owner.manager}
                data-operation={owner.operation}
                data-lines={owned[i]}
                aria-pressed={marked === i}
                onClick={() => {
                  mark(marked === i ? undefined : i);
                }}
              >
                <OwnerLetter owner={i} />
                <Owner owner={owner} lines={owned[i] ?? 0} />
              </button>
            </li>
          ))}
        </ul>
        <p className="t1 i3" data-nobodys={nobodys}>
          {own.nobodys(count(nobodys))}
        </p>
        <p className="t1 i3">{own.nobodysHint}</p>
      </section>
      <section>
        <ul className="aps-rules i2">
          {own.howItWorks.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Owner({ owner, lines }: { readonly owner: OwnerView; readonly lines: number }): ReactElement {
  const own = useRoomWords();
  const { manager, operation, subresource, time } = owner;
  return (
    <span className="aps-owner">
      <span className="row">
        <b className="mono">{manager}</b>
        <span className="tag">{operation}</span>
        <span className="sp" />
        <span className="num t1 i3">{own.lineCount(count(lines))}</span>
      </span>
      <span className="t1 i3">
        {[time, subresource === '' ? '' : own.subresource(subresource)].filter((text) => text !== '').join(' · ')}
      </span>
      <span className="t1 i2">{own.operations[operation]}</span>
    </span>
  );
}
