import { useEffect, useRef, useState, type ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import { readPlace } from '../../store/view-name.ts';
import { useLayout, usePlayback, useShell, useWords } from '../kit/shell.ts';
import { useChapters, type Chapter } from './chapters.ts';
import { currentChapter } from './current-chapter.ts';
import { StoryForms } from './story-forms.tsx';
import { StoryQuestion } from './story-question.tsx';

type Answers = Readonly<Record<string, number>>;

/** The notes of the scenario, each at its step. */
export function Story(): ReactElement {
  const { run } = useShell();
  const words = useWords();
  const chapters = useChapters();
  if (chapters.length === 0) return <p className="story-none">{words.noStory}</p>;
  return (
    <>
      <StoryForms chapters={chapters} />
      <Notes key={run?.id} chapters={chapters} />
    </>
  );
}

/** Notes behind a question that is open are told when it is answered, passed over, or the steps have come to them. */
function told(chapters: readonly Chapter[], answers: Answers, current: number): readonly Chapter[] {
  const asked = chapters.findIndex(({ note, question }) => question !== undefined && answers[note.id] === undefined);
  return asked < 0 ? chapters : chapters.slice(0, Math.max(asked, current) + 1);
}

function Notes({ chapters }: { readonly chapters: readonly Chapter[] }): ReactElement {
  const { commands } = useShell();
  const words = useWords();
  const language = useLayout((s) => s.language);
  const step = usePlayback((s) => s.step);
  const current = currentChapter(chapters, step) - 1;
  const [answers, setAnswers] = useState<Answers>({});
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const row = list.current?.children[current];
    row?.scrollIntoView({ block: 'nearest' });
    // With its question it may be taller than the list: then its title matters most.
    row?.querySelector('.story-note')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <ol className="story-list" ref={list}>
      {told(chapters, answers, current).map(({ note, step: at, question }, i) => (
        <li key={note.id} className={i === current ? 'on' : ''} data-note={note.id}>
          {note.ofOriginalRun === true && chapters[i - 1]?.note.ofOriginalRun !== true && (
            <p className="story-original t1 i3">{words.ofOriginalRun}</p>
          )}
          <button
            type="button"
            className="story-note"
            disabled={at === undefined}
            aria-current={i === current ? 'step' : undefined}
            onClick={() => {
              if (at !== undefined) commands.jump(at);
            }}
          >
            <i className="num">{i + 1}</i>
            <b>{note.title[language]}</b>
            <u className="num">{at === undefined ? '' : count(at)}</u>
            <span className="story-text">{note.text[language]}</span>
          </button>
          {note.view !== undefined && i === current && <LookInside place={note.view} object={note.select} />}
          {question !== undefined && i === current && (
            <StoryQuestion
              question={question}
              answer={answers[note.id]}
              onAnswer={(answer) => {
                setAnswers((before) => ({ ...before, [note.id]: answer }));
              }}
              onSee={jumpTo(commands.jump, chapters[i + 1]?.step)}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

interface Inside {
  /** As a link names it. */
  readonly place: string;
  /** What the view is about, where it does not find that by itself. */
  readonly object: string | undefined;
}

function LookInside({ place, object }: Inside): ReactElement | undefined {
  const { selection, session } = useShell();
  const words = useWords();
  const found = readPlace(place);
  if (found === undefined) return undefined;
  return (
    <button
      type="button"
      className="link story-inside"
      onClick={() => {
        if (object !== undefined) selection.select(object);
        session.setView(found.view, found.focus);
      }}
    >
      {words.lookInside}
    </button>
  );
}

const jumpTo = (jump: (step: number) => void, step: number | undefined): (() => void) | undefined =>
  step === undefined
    ? undefined
    : () => {
        jump(step);
      };
