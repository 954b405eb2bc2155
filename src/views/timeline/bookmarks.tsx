import type { ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { TimelineWords } from '../../derive/words/timeline.ts';
import { IconButton, StepLink } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { useMarks, usePlayback, useShell, type LiveRun } from '../kit/shell.ts';
import { toggleBookmark } from '../kit/toggle-bookmark.ts';

/** Every bookmark, with its name in a field; and one for the step shown. */
export function BookmarkList({ run, words }: { readonly run: LiveRun; readonly words: TimelineWords }): ReactElement {
  const shell = useShell();
  const { marks, commands } = shell;
  const bookmarks = useMarks((s) => s.bookmarks);
  const step = usePlayback((s) => s.step);
  const here = bookmarks.some((one) => one.step === step);
  return (
    <>
      {bookmarks.length === 0 && <p className="t1 i2">{words.noBookmark}</p>}
      <ul className="tl-bookmarks" data-run={run.id}>
        {bookmarks.map((one) => (
          <li key={one.step} className="row" data-bookmark={one.step}>
            <StepLink step={one.step} name={words.goTo(count(one.step))} onJump={commands.jump}>
              {count(one.step)}
            </StepLink>
            <input
              className="field"
              aria-label={words.nameOf(count(one.step))}
              value={one.name}
              onChange={(event) => {
                marks.rename(one.step, event.target.value);
              }}
            />
            <IconButton
              icon="close"
              label={words.remove(one.name)}
              onClick={() => {
                marks.removeBookmark(one.step);
              }}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="btn"
        onClick={() => {
          toggleBookmark(shell);
        }}
      >
        <Icon name="bookmark" />
        {here ? words.unbookmark : words.bookmark}
      </button>
    </>
  );
}
