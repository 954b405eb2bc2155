/** The ways from an object to what did not happen yet. */
import type { ReactElement } from 'react';
import type { InspectAnswer } from '../../protocol/protocol.ts';
import { insideWords } from '../../derive/words/inside.ts';
import { useLayout, useShell, useWords } from '../kit/shell.ts';
import { FITS_LIKE, openWhatIf, type WhatIfQuestion } from '../kit/what-if-draft.ts';

export const hasWhatIf = ({ exists, key }: InspectAnswer): boolean =>
  exists && (key.startsWith('Node/') || FITS_LIKE.test(key));

export function WhatIfButtons({ answer }: { readonly answer: InspectAnswer }): ReactElement | undefined {
  const words = useWords();
  const { key } = answer;
  if (!hasWhatIf(answer)) return undefined;
  if (!key.startsWith('Node/')) return <WhatIfButton about={key} question="fit" text={words.howManyFit} />;
  return (
    <>
      <WhatIfButton about={key} question="drain" text={words.drainNode} />
      <WhatIfButton about={key} question="add" text={words.moreNodes} />
      <BreakButton target={`node ${key.slice('Node/'.length)}`} />
    </>
  );
}

function BreakButton({ target }: { readonly target: string }): ReactElement {
  const { session } = useShell();
  const { breakIt } = insideWords(useLayout((s) => s.language));
  return (
    <button
      type="button"
      className="btn"
      data-break={target}
      onClick={() => {
        session.setView('faults', target);
      }}
    >
      {breakIt}
    </button>
  );
}

interface WhatIfButtonProps {
  readonly about: string;
  readonly question: WhatIfQuestion;
  readonly text: string;
}

function WhatIfButton({ about, question, text }: WhatIfButtonProps): ReactElement {
  const shell = useShell();
  return (
    <button
      type="button"
      className="btn"
      data-what-if={question}
      onClick={() => {
        openWhatIf(shell, about, question);
      }}
    >
      {text}
    </button>
  );
}
