/** Chooses the object that is looked at, among those that have a picture at this step. */
import type { ReactElement } from 'react';
import { keyParts } from '../../derive/words/names.ts';
import { firstPart, isCordoned } from '../../derive/workload-choice.ts';
import { kindOf, subjectsAmong, type WorkloadPart } from '../../derive/workload-parts.ts';
import { usePlayback, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { useWorkloadWords } from './room.ts';

/** A list of more is no list. */
const PODS_MAX = 200;

/** A drain is a thing of its own to whoever looks for one. No key of an object ends so. */
const DRAIN = ' drain';

interface ChoiceProps {
  readonly subject: string | undefined;
  readonly part: WorkloadPart;
}

export function SubjectChoice({ subject, part }: ChoiceProps): ReactElement {
  const own = useWorkloadWords();
  const { run, selection, session } = useShell();
  const step = usePlayback((s) => s.step);
  const objects = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.objects(step),
  );
  const rows = subjectsAmong(objects ?? []);
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const drained = rows.filter(({ key, status }) => kindOf(key) === 'Node' && isCordoned(status));
  const ofDrain = part === 'drain' && drained.some(({ key }) => key === subject);
  const choose = (value: string): void => {
    const key = value.endsWith(DRAIN) ? value.slice(0, -DRAIN.length) : value;
    selection.select(key);
    // Among objects of a kind the picture stays.
    if (key !== value) session.setView('workloads', 'drain');
    else if (key === subject || kindOf(key) !== kindOf(subject ?? '')) {
      const { status = '' } = rows.find((row) => row.key === key) ?? {};
      session.setView('workloads', key === subject ? 'clock' : firstPart({ key, status }));
    }
  };
  const missing = subject !== undefined && !rows.some(({ key }) => key === subject);
  return (
    <div className="wl-line wl-choose">
      <label htmlFor="wl-subject">{own.subject}</label>
      <select
        id="wl-subject"
        className="field mono"
        value={ofDrain ? `${subject ?? ''}${DRAIN}` : (subject ?? '')}
        onChange={(event) => {
          choose(event.target.value);
        }}
      >
        {missing && <option value={subject}>{subject}</option>}
        {drained.length > 0 && (
          <optgroup label={own.parts.drain}>
            {drained.slice(0, PODS_MAX).map(({ key }) => (
              <option key={key} value={`${key}${DRAIN}`}>
                {own.drainOf(nameOf(key))}
              </option>
            ))}
          </optgroup>
        )}
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
