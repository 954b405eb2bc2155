import { useState, type ReactElement } from 'react';
import type { ConditionWords } from '../../derive/words/conditions.ts';
import { count } from '../../derive/words/numbers.ts';
import type { WatchAnswer } from '../../protocol/protocol.ts';
import { IconButton, StepLink } from '../kit/controls.tsx';
import { useMarks, usePlayback, useShell, type LiveRun } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import type { FieldProps } from './breakpoints.tsx';

interface WatchesProps {
  readonly run: LiveRun;
  readonly words: ConditionWords;
  readonly field: (props: Omit<FieldProps, 'read'>) => ReactElement;
}

/** Each expression, its value at the play-head and since when it is that. */
export function Watches({ run, words, field: Field }: WatchesProps): ReactElement {
  const { marks } = useShell();
  const [text, setText] = useState('');
  const watches = useMarks((s) => s.watches);
  const step = usePlayback((s) => s.step);
  const answer = useAsk(
    watches.length === 0 ? undefined : `${String(run.id)}:${String(step)}:${watches.join('\n')}`,
    () => run.watches(watches, step).then((values) => values?.map((value, i) => ({ text: watches[i], value }))),
  );
  return (
    <>
      <Field
        label={words.watchField}
        add={words.watchAdd}
        hint="count(pods where phase = Pending)"
        words={words}
        text={text}
        setText={setText}
        onAdd={(added) => {
          marks.add('watches', added);
        }}
      />
      {watches.length === 0 && <p className="t1 i2">{words.watchNone}</p>}
      <ul className="bp-list">
        {watches.map((one) => (
          <li key={one} className="bp-watch" data-watch={one}>
            <div className="row">
              <code className="t1">{one}</code>
              <span className="sp" />
              <IconButton
                icon="close"
                label={words.remove(one)}
                onClick={() => {
                  marks.remove('watches', one);
                }}
              />
            </div>
            <Value answer={answer?.find(({ text: asked }) => asked === one)?.value} words={words} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Value({
  answer,
  words,
}: {
  readonly answer: WatchAnswer | undefined;
  readonly words: ConditionWords;
}): ReactElement {
  const { commands } = useShell();
  if (answer === undefined) return <p className="t1 i3">…</p>;
  const { value, changedAt } = answer;
  return (
    <p className="row t1" data-value={value ?? ''} data-changed={changedAt}>
      <b className="mono">{value ?? words.absent}</b>
      {changedAt === 0 ? (
        <span className="i2">{words.always}</span>
      ) : (
        <StepLink step={changedAt} name={words.since(count(changedAt))} onJump={commands.jump}>
          {words.since(count(changedAt))}
        </StepLink>
      )}
      {'before' in answer && <span className="i2">{words.was(answer.before ?? words.absent)}</span>}
    </p>
  );
}
