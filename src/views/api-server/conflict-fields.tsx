/** Read, sent and stored beside each other, a row a field. */
import { useState, type ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { ConflictAnswer } from '../../protocol/protocol.ts';
import { MoreButton } from '../kit/controls.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useRoomWords } from './room.ts';

type Field = ConflictAnswer['fields'][number];

const FIRST = 10;

export function ConflictFields({ conflict }: { readonly conflict: ConflictAnswer }): ReactElement {
  const own = useRoomWords();
  const [all, setAll] = useState(false);
  const { fields } = conflict;
  const shown = all ? fields : fields.slice(0, FIRST);
  return (
    <section className="plain" aria-label={own.sideBySide}>
      <h2>{own.sideBySide}</h2>
      {fields.length === 0 ? (
        <p className="i2">{own.noFields}</p>
      ) : (
        <ScrollRegion className="table-scroll" label={own.sideBySide}>
          <table className="t aps-sides" data-testid="conflict-fields">
            <Heads conflict={conflict} />
            <tbody>
              {shown.map((field) => (
                <Row key={field.path} field={field} conflict={conflict} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {fields.length > FIRST && (
        <MoreButton
          open={all}
          onOpen={setAll}
          more={own.moreFields(count(fields.length - FIRST))}
          fewer={own.fewerFields}
        />
      )}
    </section>
  );
}

const lastColumn = ({ fields }: ConflictAnswer): 'owner' | 'problem' | undefined => {
  if (fields.some(({ owner }) => owner !== undefined)) return 'owner';
  return fields.some(({ problem }) => problem !== undefined) ? 'problem' : undefined;
};

function Heads({ conflict }: { readonly conflict: ConflictAnswer }): ReactElement {
  const own = useRoomWords();
  const { readRevision, storedRevision, fieldManager } = conflict;
  const last = lastColumn(conflict);
  const at = (revision: string): string => own.atRevision(count(Number(revision)));
  return (
    <thead>
      <tr>
        <th scope="col">{own.field}</th>
        <th scope="col">
          {fieldManager === undefined ? own.read : own.applied}
          <span className="under num">{readRevision === undefined ? own.unnamed : at(readRevision)}</span>
        </th>
        <th scope="col">{own.sent}</th>
        <th scope="col">
          {own.stored}
          <span className="under num">{storedRevision === '' ? own.nothingThere : at(storedRevision)}</span>
        </th>
        {last !== undefined && <th scope="col">{own[last]}</th>}
      </tr>
    </thead>
  );
}

function Row({ field, conflict }: { readonly field: Field; readonly conflict: ConflictAnswer }): ReactElement {
  const own = useRoomWords();
  const { path, read, sent, stored, ignored, owner, problem } = field;
  const moved = conflict.readRevision !== undefined && read !== stored;
  return (
    <tr data-path={path}>
      <th scope="row" className="mono">
        {path}
      </th>
      <td className={moved ? 'was' : ''} data-read={read}>
        <Value value={read} />
      </td>
      <td data-sent={sent} className={ignored !== true && sent !== stored ? 'mine' : ''}>
        {ignored === true ? <span className="i3">{own.ignored}</span> : <Value value={sent} />}
        {ignored !== true && sent !== stored && (
          <span className="aps-not" role="img" aria-label={own.differs} title={own.differs}>
            {' '}
            ≠
          </span>
        )}
      </td>
      <td className={moved ? 'is' : ''} data-stored={stored}>
        <Value value={stored} />
      </td>
      {lastColumn(conflict) !== undefined && (
        <td className="wrap" data-owner={owner}>
          {owner === undefined ? <span className="i2">{problem}</span> : <span className="mono">{owner}</span>}
        </td>
      )}
    </tr>
  );
}

function Value({ value }: { readonly value: string | undefined }): ReactElement {
  const own = useRoomWords();
  return value === undefined ? <span className="i3">{own.absent}</span> : <span className="mono">{value}</span>;
}
