import { useEffect, useRef, type ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import { useLayout, usePlayback, useShell, useWords } from '../kit/shell.ts';
import { useChapters } from './chapters.ts';
import { currentChapter } from './current-chapter.ts';

/** The notes of the scenario, each at its step. */
export function Story(): ReactElement {
  const { commands } = useShell();
  const words = useWords();
  const language = useLayout((s) => s.language);
  const chapters = useChapters();
  const step = usePlayback((s) => s.step);
  const current = currentChapter(chapters, step) - 1;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const row = list.current?.children[current];
    row?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  if (chapters.length === 0) return <p className="story-none">{words.noStory}</p>;
  return (
    <ol className="story-list" ref={list}>
      {chapters.map(({ note, step: at }, i) => (
        <li key={note.id} className={i === current ? 'on' : ''}>
          <button
            type="button"
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
        </li>
      ))}
    </ol>
  );
}
