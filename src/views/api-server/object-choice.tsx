/** Chooses an object by its key: what is typed is looked for among those that are there at this step. */
import { useId, useState, type ReactElement } from 'react';
import type { ObjectRow } from '../../protocol/protocol.ts';
import { useShell } from '../kit/shell.ts';
import { useRoomWords } from './room.ts';

const OFFERED = 50;

interface ObjectChoiceProps {
  readonly objectKey: string | undefined;
  readonly objects: readonly ObjectRow[];
}

export function ObjectChoice({ objectKey, objects }: ObjectChoiceProps): ReactElement {
  const own = useRoomWords();
  const { selection } = useShell();
  const [text, setText] = useState(objectKey ?? '');
  const list = useId();
  const wanted = text.trim().toLowerCase();
  const found = objects.filter(({ key }) => key.toLowerCase().includes(wanted));
  const take = (value: string): void => {
    setText(value);
    if (objects.some(({ key }) => key === value)) selection.select(value);
  };
  return (
    <form
      className="aps-choose"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const [first] = found;
        if (first !== undefined) selection.select(first.key);
      }}
    >
      <label htmlFor={`${list}-field`}>{own.chooseObject}</label>
      <input
        id={`${list}-field`}
        className="field mono"
        type="search"
        list={list}
        autoComplete="off"
        spellCheck={false}
        placeholder={own.objectPlaceholder}
        value={text}
        onChange={(event) => {
          take(event.target.value);
        }}
      />
      <datalist id={list}>
        {found.slice(0, OFFERED).map(({ key }) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </form>
  );
}
