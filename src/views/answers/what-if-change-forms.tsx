import type { ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { ChangeAnswer, ObjectRow } from '../../protocol/protocol.ts';
import { editWhatIf, useWhatIfDraft } from '../kit/what-if-draft.ts';
import { AskForm, NumberField, SelectField, wholeNumber } from './what-if-fields.tsx';
import { useWhatIfWords, type Trial } from './what-if-trial.ts';

interface ChangeFormProps {
  readonly rows: readonly ObjectRow[];
  readonly trial: Trial<ChangeAnswer>;
}

const NODES_MAX = 100;

/** The node that was chosen while it is there, else the first one; "" where there is none. */
function useNode(rows: readonly ObjectRow[]): { readonly names: readonly string[]; readonly node: string } {
  const { node } = useWhatIfDraft();
  const names = rows.flatMap(({ kind, key }) => (kind === 'Node' ? [key.slice('Node/'.length)] : []));
  return { names, node: node !== undefined && names.includes(node) ? node : (names[0] ?? '') };
}

interface NodeFieldProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly node: string;
}

function NodeField({ label, names, node }: NodeFieldProps): ReactElement {
  const words = useWhatIfWords();
  if (names.length === 0) return <p className="i2">{words.noNode}</p>;
  return (
    <SelectField
      label={label}
      value={node}
      onChange={(value) => {
        editWhatIf({ node: value });
      }}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

export function DrainForm({ rows, trial }: ChangeFormProps): ReactElement {
  const words = useWhatIfWords();
  const { force } = useWhatIfDraft();
  const { names, node } = useNode(rows);
  const ask = (): void => {
    trial.ask(node, (run, step) => run.drain(step, node, force));
  };
  return (
    <AskForm ask={words.ask.drain} busy={trial.trying !== undefined} onAsk={node === '' ? undefined : ask}>
      <NodeField label={words.node} names={names} node={node} />
      <label className="wi-check">
        <input
          type="checkbox"
          checked={force}
          onChange={(event) => {
            editWhatIf({ force: event.target.checked });
          }}
        />
        {words.force}
      </label>
    </AskForm>
  );
}

export function AddForm({ rows, trial }: ChangeFormProps): ReactElement {
  const words = useWhatIfWords();
  const { count: text } = useWhatIfDraft();
  const { names, node } = useNode(rows);
  const n = wholeNumber(text, NODES_MAX);
  const ask =
    node === '' || n === undefined
      ? undefined
      : (): void => {
          trial.ask(node, (run, step) => run.addNodes(step, node, n));
        };
  return (
    <AskForm ask={words.ask.add} busy={trial.trying !== undefined} onAsk={ask}>
      <NumberField
        label={words.count}
        value={text}
        hint={words.maxHint(count(NODES_MAX))}
        wrong={n === undefined ? words.wrongNumber(count(NODES_MAX)) : undefined}
        onChange={(value) => {
          editWhatIf({ count: value });
        }}
      />
      <NodeField label={words.likeNode} names={names} node={node} />
    </AskForm>
  );
}
