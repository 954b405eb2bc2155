import type { ReactElement } from 'react';
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
  const words = useAnswerWords();
  const last = parts.reduce((found, { nodes }, i) => (nodes.length > 0 ? i : found), -1);
  return (
    <p className="msg-text" data-testid="fit-error">
      {parts.map(({ text, nodes, plugin }, i) =>
        plugin === '' ? (
          <span key={i} className={i > last && last >= 0 ? 'i2' : ''}>
            {text}
          </span>
        ) : (
          <button
            key={i}
            type="button"
            className={plugin === open ? 'on' : ''}
            title={words.partLinks(count(nodes.length), plugin)}
            aria-pressed={plugin === open}
            onClick={() => {
              onOpen(plugin);
            }}
          >
            {text}
          </button>
        ),
      )}
    </p>
  );
}
