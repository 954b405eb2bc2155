import { useId, useState, type ReactElement } from 'react';
import { keyParts, objectName } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import { problemPlace, problemWords } from '../../derive/words/problems.ts';
import type { FitAnswer, ObjectRow, Outcome, Problem } from '../../protocol/protocol.ts';
import { Segmented } from '../kit/controls.tsx';
import { useLayout } from '../kit/shell.ts';
import { editWhatIf, FITS_LIKE, useWhatIfDraft } from '../kit/what-if-draft.ts';
import { AskForm, NumberField, SelectField, wholeNumber } from './what-if-fields.tsx';
import { useWhatIfWords, type Trial } from './what-if-trial.ts';

interface FitFormProps {
  readonly rows: readonly ObjectRow[];
  readonly trial: Trial<Outcome<FitAnswer>>;
}

const FITS_MAX = 1000;
/** How an error names the text. */
const FILE = 'pod.yaml';

export function FitForm({ rows, trial }: FitFormProps): ReactElement {
  const words = useWhatIfWords();
  const { typed, text, max: limit } = useWhatIfDraft();
  const [empty, setEmpty] = useState(false);
  const choices = useChoices(rows);
  const max = wholeNumber(limit, FITS_MAX);
  const answer = trial.tried?.answer;
  const problem = typed && answer?.ok === false ? answer.problem : undefined;
  const askText = (most: number): void => {
    setEmpty(text.trim() === '');
    if (text.trim() === '') return;
    trial.ask(FILE, (run, step) => run.fitText(step, { name: FILE, data: text }, most));
  };
  const askLike = (most: number): void => {
    const { like } = choices;
    trial.ask(objectName(like), async (run, step) => {
      const value = await run.fit(step, like, most);
      return value === undefined ? undefined : { ok: true, value };
    });
  };
  const ask = max === undefined || (!typed && choices.like === '') ? undefined : () => (typed ? askText : askLike)(max);
  return (
    <AskForm ask={words.ask.fit} busy={trial.trying !== undefined} onAsk={ask}>
      <div className="wi-field wi-whole">
        <Segmented
          small
          label={words.source}
          value={typed ? 'text' : 'like'}
          options={[
            { value: 'like', text: words.sources.like },
            { value: 'text', text: words.sources.text },
          ]}
          onChange={(value) => {
            editWhatIf({ typed: value === 'text' });
          }}
        />
      </div>
      {typed ? <TextField problem={problem} empty={empty && text.trim() === ''} /> : <LikeField {...choices} />}
      <NumberField
        label={words.max}
        value={limit}
        hint={words.maxHint(count(FITS_MAX))}
        wrong={max === undefined ? words.wrongNumber(count(FITS_MAX)) : undefined}
        onChange={(value) => {
          editWhatIf({ max: value });
        }}
      />
    </AskForm>
  );
}

interface Choices {
  readonly workloads: readonly string[];
  readonly pods: readonly string[];
  readonly podsInAll: number;
  /** Chosen, else the first; "" where there is none. */
  readonly like: string;
}

/** A list of more is no help. */
const PODS_MAX = 500;

function useChoices(rows: readonly ObjectRow[]): Choices {
  const { like } = useWhatIfDraft();
  const keys = rows.map(({ key }) => key).filter((key) => FITS_LIKE.test(key));
  const workloads = keys.filter((key) => !key.startsWith('Pod/'));
  const all = keys.filter((key) => key.startsWith('Pod/'));
  const first = all.slice(0, PODS_MAX);
  const chosen = like !== undefined && keys.includes(like) ? like : undefined;
  const pods =
    chosen === undefined || workloads.includes(chosen) || first.includes(chosen) ? first : [chosen, ...first];
  return { workloads, pods, podsInAll: all.length, like: chosen ?? workloads[0] ?? pods[0] ?? '' };
}

/** Within its group the kind of a Pod goes without saying. */
const optionText = (key: string): string => {
  const { kind, namespace, name } = keyParts(key);
  return kind === 'Pod' ? `${namespace}/${name}` : `${kind} ${namespace}/${name}`;
};

function LikeField({ workloads, pods, podsInAll, like }: Choices): ReactElement {
  const words = useWhatIfWords();
  if (like === '') return <p className="i2">{words.noLike}</p>;
  const cut = pods.length < podsInAll ? { hint: words.morePods(count(PODS_MAX), count(podsInAll)) } : {};
  const options = (keys: readonly string[]): ReactElement[] =>
    keys.map((key) => (
      <option key={key} value={key}>
        {optionText(key)}
      </option>
    ));
  return (
    <SelectField
      label={words.like}
      value={like}
      onChange={(value) => {
        editWhatIf({ like: value });
      }}
      {...cut}
    >
      {workloads.length > 0 && <optgroup label={words.workloads}>{options(workloads)}</optgroup>}
      {pods.length > 0 && <optgroup label={words.pods}>{options(pods)}</optgroup>}
    </SelectField>
  );
}

interface TextFieldProps {
  readonly problem: Problem | undefined;
  readonly empty: boolean;
}

function TextField({ problem, empty }: TextFieldProps): ReactElement {
  const words = useWhatIfWords();
  const { text } = useWhatIfDraft();
  const id = useId();
  return (
    <div className="wi-field wi-whole">
      <label htmlFor={id}>{words.text}</label>
      <textarea
        id={id}
        className="field mono wi-text"
        rows={12}
        spellCheck={false}
        autoComplete="off"
        value={text}
        placeholder={EXAMPLE}
        aria-invalid={problem !== undefined || empty}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          editWhatIf({ text: event.target.value });
        }}
      />
      <div id={`${id}-hint`}>
        {problem !== undefined && <Wrong problem={problem} />}
        {empty && (
          <p className="bad" role="alert">
            {words.nothingTyped}
          </p>
        )}
        <p className="t1 i3">{words.textHint}</p>
      </div>
    </div>
  );
}

const EXAMPLE = `apiVersion: v1
kind: Pod
metadata: { name: extra }
spec:
  containers:
    - name: app
      image: example.com/app:1
      resources: { requests: { cpu: 500m, memory: 256Mi } }`;

/** What is wrong with the text, and where. */
function Wrong({ problem }: { readonly problem: Problem }): ReactElement {
  const lang = useLayout((s) => s.language);
  const { what, todo } = problemWords(problem, lang);
  const place = problemPlace(problem);
  return (
    <div className="wi-wrong" role="alert" data-testid="what-if-problem" data-code={problem.code}>
      <b className="bad">{what}</b>
      {place !== '' && <p className="mono">{place}</p>}
      <p className="i2">{todo}</p>
    </div>
  );
}
