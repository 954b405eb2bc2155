/** Where the run stands at its end: what is still to come, and the way there; and what stands still. */
import { Popover } from 'radix-ui';
import { useState, type ReactElement } from 'react';
import { clock, dueLines, dueWords, troubleLine, unreachedLines, type DueWords } from '../../derive/words/dues.ts';
import { count } from '../../derive/words/numbers.ts';
import { problemWords } from '../../derive/words/problems.ts';
import type { LeftAnswer } from '../../protocol/protocol.ts';
import { useLayout, usePlayback, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { PopoverHead, ToolPopover } from './tool-popover.tsx';

const LINES_MAX = 12;

export default function StillDue(): ReactElement | undefined {
  const { run } = useShell();
  const lang = useLayout((s) => s.language);
  const words = dueWords(lang);
  const end = usePlayback((s) => (s.runState === 'running' ? undefined : s.steps));
  const [rest, setRest] = useState<{ readonly run: number; readonly end: number }>();
  // While it runs on, what was due stays: the button that was pressed does not go away under the hand.
  if (run !== undefined && end !== undefined && (rest?.run !== run.id || rest.end !== end))
    setRest({ run: run.id, end });
  const key = rest === undefined || rest.run !== run?.id ? undefined : `${String(rest.run)}:${String(rest.end)}`;
  const left = useAsk(key, () => run?.left() ?? Promise.resolve(undefined));
  const lines = left === undefined ? NONE : linesOf(left, lang);
  const all = lines.due.length + lines.wrong.length;
  if (all === 0) return undefined;
  const name = words.open(count(all));
  return (
    <ToolPopover icon="clock" title={words.title} name={name} testId="due-open" panelId="due">
      <PopoverHead close={words.close}>
        <h2>{words.title}</h2>
        <span className="sp" />
      </PopoverHead>
      <Section title={words.due} lines={lines.due} words={words} />
      <Section title={words.wrong} lines={lines.wrong} words={words} />
    </ToolPopover>
  );
}

/** A line, and where its button leads. */
interface Line {
  readonly text: string;
  /** Ticks to run on to. */
  readonly at?: number;
  /** Key of an object to look at. */
  readonly object?: string;
}

interface Lines {
  readonly due: readonly Line[];
  readonly wrong: readonly Line[];
}

const NONE: Lines = { due: [], wrong: [] };

const linesOf = ({ due, unreached, troubles, idle }: LeftAnswer, lang: 'en' | 'ja'): Lines => ({
  due: [
    ...dueLines(due, lang),
    ...unreachedLines(unreached, lang).map((text, i) => {
      const at = unreached[i]?.at;
      return at === undefined ? { text } : { text, at };
    }),
  ],
  wrong: [
    ...troubles.map((trouble) => ({ text: troubleLine(trouble), object: trouble.object })),
    ...idle.map((problem) => ({ text: problemWords(problem, lang).what })),
  ],
});

interface SectionProps {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly words: DueWords;
}

function Section({ title, lines, words }: SectionProps): ReactElement | undefined {
  const { commands, playback, selection } = useShell();
  if (lines.length === 0) return undefined;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className="due-list">
        {lines.slice(0, LINES_MAX).map(({ text, at, object }) => (
          <li key={text} {...(at === undefined ? {} : { 'data-due': at })}>
            <span>{text}</span>
            {at !== undefined && (
              <Popover.Close className="btn" onClick={() => void commands.runOn(at)}>
                {words.runOn(clock(at))}
              </Popover.Close>
            )}
            {object !== undefined && (
              <Popover.Close
                className="btn"
                onClick={() => {
                  commands.jump(playback.store.getState().steps);
                  selection.select(object);
                }}
              >
                {words.show}
              </Popover.Close>
            )}
          </li>
        ))}
      </ul>
      {lines.length > LINES_MAX && <p className="t1 i2">{words.more(count(lines.length - LINES_MAX))}</p>}
    </section>
  );
}
