import type { KeyboardEvent, ReactElement } from 'react';
import type { MessagePart } from '../../derive/fit-error.ts';
import { count } from '../../derive/words/numbers.ts';
import { useAnswerWords } from './answer-page.tsx';

interface FitErrorProps {
  readonly parts: readonly MessagePart[];
  /** The plugin whose nodes are shown. */
  readonly open: string;
  readonly onOpen: (plugin: string) => void;
}

/** The exact text, never cut: each part of it leads to the nodes that it counts. */
export function FitError({ parts, open, onOpen }: FitErrorProps): ReactElement {
  const last = parts.reduce((found, { nodes }, i) => (nodes.length > 0 ? i : found), -1);
  return (
    <p className="msg-text" data-testid="fit-error">
      {parts.map((part, i) =>
        part.plugin === '' ? (
          <span key={i} className={i > last && last >= 0 ? 'i2' : ''}>
            {part.text}
          </span>
        ) : (
          <Part key={i} part={part} on={part.plugin === open} onOpen={onOpen} />
        ),
      )}
    </p>
  );
}

interface PartProps {
  readonly part: MessagePart;
  readonly on: boolean;
  readonly onOpen: (plugin: string) => void;
}

/** No button element: it would not break over two lines as a text does. */
function Part({ part, on, onOpen }: PartProps): ReactElement {
  const words = useAnswerWords();
  const open = (): void => {
    onOpen(part.plugin);
  };
  return (
    <span
      role="button"
      tabIndex={0}
      className={on ? 'msg-part on' : 'msg-part'}
      title={words.partLinks(count(part.nodes.length), part.plugin)}
      aria-pressed={on}
      onClick={open}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        open();
      }}
    >
      {part.text}
    </span>
  );
}
