/** Changes that nobody made yet, tried on the same engine: how many more fit, a drained node, more nodes. */
import type { ReactElement } from 'react';
import { AnswerPage, useAnswerWords } from './answer-page.tsx';

export default function WhatIf({ onClose }: { readonly onClose?: () => void }): ReactElement {
  const words = useAnswerWords();
  return (
    <AnswerPage testId="what-if" label={words.whatIf} phase="sched" title={words.whatIf} lead="" onClose={onClose}>
      {undefined}
    </AnswerPage>
  );
}
