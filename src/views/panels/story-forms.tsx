import type { ReactElement } from 'react';
import { prepared } from '../../store/gallery.ts';
import { anchorOf } from '../kit/anchors.ts';
import { Segmented } from '../kit/controls.tsx';
import { useLayout, useSession, useShell, useWords } from '../kit/shell.ts';
import type { Chapter } from './chapters.ts';

/** Forms of the scenario that is open, with its fault or cured for instance. Where they part at the story's question, the moment stays. */
export function StoryForms({ chapters }: { readonly chapters: readonly Chapter[] }): ReactElement | undefined {
  const { commands, playback, run } = useShell();
  const words = useWords();
  const language = useLayout((s) => s.language);
  const source = useSession((s) => s.source);
  const item = source.kind === 'gallery' ? prepared(source.name) : undefined;
  if (source.kind !== 'gallery' || item === undefined || item.variants.length === 0 || run === undefined)
    return undefined;
  const asked = chapters.find(({ question }) => question !== undefined)?.step ?? 0;
  const parting = item.partAtQuestion ? asked : 0;
  return (
    <div className="story-forms">
      <Segmented
        small
        label={words.forms}
        value={source.name}
        options={item.variants.map(({ name, label }) => ({ value: name, text: label[language] }))}
        onChange={(name) => {
          commands.openGallery(name, anchorOf(run.trace, Math.min(playback.state.step, parting)));
        }}
      />
    </div>
  );
}
