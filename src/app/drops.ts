import { words } from '../derive/words/words.ts';
import type { Commands } from '../views/kit/shell.ts';
import type { Stores } from './controller.ts';

const EDITABLE = 'input, textarea, select, [contenteditable]';
/** "https://…/#g.web@12" on the clipboard is meant as a link. */
const LINK = /^\S*#((?:g|f|\d+)\.[A-Za-z0-9_\-@:/&=.*]+)$/;

/** The whole window takes files; a paste outside of fields is a scenario too. */
export function takeFiles(commands: Commands, { layout }: Stores, openLink: (hash: string) => void): void {
  const root = document.documentElement;
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
  let depth = 0;
  const settle = (): void => {
    depth = 0;
    delete root.dataset['drag'];
  };
  addEventListener('dragenter', (event) => {
    if (!hasFiles(event)) return;
    depth++;
    root.dataset['drag'] = 'over';
  });
  addEventListener('dragleave', () => {
    if (--depth <= 0) settle();
  });
  addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    settle();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    commands.openFiles(files);
  });
  addEventListener('paste', (event) => {
    if (event.target instanceof Element && event.target.closest(EDITABLE) !== null) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const link = LINK.exec(text.trim())?.[1];
    if (files.length > 0) commands.openFiles(files);
    else if (link !== undefined) openLink(`#${link}`);
    else if (text !== '') commands.openText(words(layout.store.getState().language).pastedText, text);
  });
}
