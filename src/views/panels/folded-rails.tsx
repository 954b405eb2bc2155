import type { ReactElement } from 'react';
import { IconButton } from '../kit/controls.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useLayout, usePlayback, useShell, useWords } from '../kit/shell.ts';
import { useChapters } from './chapters.ts';
import { currentChapter } from './current-chapter.ts';
import { Inspector } from './inspector.tsx';
import { Legend } from './legend.tsx';
import { LogOrObjects } from './rail.tsx';
import { Story } from './story.tsx';

/** The left rail where there is no room: a button a chapter, and one for the lists. */
export function FoldedLeft(): ReactElement {
  const { layout, commands } = useShell();
  const words = useWords();
  const language = useLayout((s) => s.language);
  const drawer = useLayout((s) => s.drawer);
  const step = usePlayback((s) => s.step);
  const chapters = useChapters();
  const current = currentChapter(chapters, step);
  return (
    <aside className="pane l folded" aria-label={words.openStory}>
      {chapters.map(({ note, step: at }, i) => (
        <button
          key={note.id}
          type="button"
          className={`mini num ${i + 1 === current ? 'on' : ''}`}
          aria-label={words.chapter(String(i + 1), note.title[language])}
          title={`${note.ofOriginalRun === true ? `${words.ofOriginalRun} ` : ''}${note.title[language]}: ${note.text[language]}`}
          aria-current={i + 1 === current ? 'step' : undefined}
          disabled={at === undefined}
          onClick={() => {
            if (at !== undefined) commands.jump(at);
          }}
        >
          {i + 1}
        </button>
      ))}
      <IconButton
        icon="list"
        className={drawer === 'log' ? 'on' : ''}
        label={words.openStory}
        aria-expanded={drawer === 'log'}
        onClick={() => {
          layout.toggleDrawer('log');
        }}
      />
    </aside>
  );
}

export function FoldedRight(): ReactElement {
  const { layout } = useShell();
  const words = useWords();
  const drawer = useLayout((s) => s.drawer);
  return (
    <aside className="pane rr folded" aria-label={words.inspector}>
      <IconButton
        icon="panel"
        className={drawer === 'inspector' ? 'on' : ''}
        label={words.openInspector}
        aria-expanded={drawer === 'inspector'}
        onClick={() => {
          layout.toggleDrawer('inspector');
        }}
      />
    </aside>
  );
}

/** What lies over the stage's edge while a folded rail is open. */
export function Drawer(): ReactElement | undefined {
  const { layout } = useShell();
  const words = useWords();
  const drawer = useLayout((s) => s.drawer);
  if (drawer === 'none') return undefined;
  return (
    <div className={`drawer ${drawer === 'inspector' ? 'right' : 'left'}`}>
      <IconButton
        icon="close"
        className="drawer-close"
        label={words.close}
        onClick={() => {
          layout.setDrawer('none');
        }}
      />
      {drawer === 'inspector' ? (
        <Inspector />
      ) : (
        <>
          <ScrollRegion className="rail-story" label={words.story}>
            <h2 className="cap">{words.story}</h2>
            <Story />
          </ScrollRegion>
          <LogOrObjects />
          <Legend />
        </>
      )}
    </div>
  );
}
