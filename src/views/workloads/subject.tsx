/** Chooses the object that is looked at, among those that have a picture at this step. */
import type { ReactElement } from 'react';
import { keyParts } from '../../derive/words/names.ts';
import { kindOf, subjectsAmong } from '../../derive/workload-parts.ts';
import { usePlayback, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { useWorkloadWords } from './room.ts';

/** A list of more is no list. */
const PODS_MAX = 200;

export function SubjectChoice({ subject }: { readonly subject: string | undefined }): ReactElement {
  const own = useWorkloadWords();
  const { run, selection } = useShell();
  const step = usePlayback((s) => s.step);
  const objects = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.objects(step),
  );
  const rows = subjectsAmong(objects ?? []);
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const missing = subject !== undefined && !rows.some(({ key }) => key === subject);
  return (
    <div className="wl-line wl-choose">
      <label htmlFor="wl-subject">{own.subject}</label>
      <select
        id="wl-subject"
        className="field mono"
        value={subject ?? ''}
        onChange={(event) => {
          selection.select(event.target.value);
        }}
      >
        {missing && <option value={subject}>{subject}</option>}
        {kinds.map((kind) => (
          <optgroup key={kind} label={kind}>
            {rows
              .filter((row) => kindOf(row.key) === kind)
              .slice(0, PODS_MAX)
              .map(({ key }) => (
                <option key={key} value={key}>
                  {nameOf(key)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}

function nameOf(key: string): string {
  const { namespace, name } = keyParts(key);
  return namespace === '' || namespace === 'default' ? name : `${namespace}/${name}`;
}
