/** The way into the components: the scheduler's queues, the informers, the api-server. */
import type { ReactElement } from 'react';
import { insideWords } from '../../derive/words/inside.ts';
import type { Lang } from '../../derive/words/lang.ts';
import type { View } from '../../store/session.ts';
import { Icon } from '../kit/icons.tsx';
import { Menu, type MenuEntry } from '../kit/menu.tsx';
import { useLayout, useSession, useShell, type Shell } from '../kit/shell.ts';

/** @param at the view that is open */
export function insideEntries({ session }: Shell, lang: Lang, at: View): readonly MenuEntry[] {
  const words = insideWords(lang);
  const entry = (view: View, text: string, hint?: string): MenuEntry => ({
    id: view,
    text,
    on: view === at,
    onSelect: () => {
      session.setView(view);
    },
    ...(hint === undefined ? {} : { hint }),
  });
  return [
    entry('queues', words.queues, 'Q'),
    entry('informer', words.informers, 'I'),
    entry('api-server', words.apiServer),
    entry('faults', words.breakIt, 'B'),
    entry('workloads', words.workloads, 'W'),
  ];
}

export function InsideMenu(): ReactElement {
  const shell = useShell();
  const lang = useLayout((s) => s.language);
  const at = useSession((s) => s.view);
  const { inside } = insideWords(lang);
  return (
    <Menu
      className="pick dim"
      label={inside}
      button={
        <>
          <span>{inside}</span>
          <Icon name="down" size={12} />
        </>
      }
      groups={[{ entries: insideEntries(shell, lang, at) }]}
    />
  );
}
