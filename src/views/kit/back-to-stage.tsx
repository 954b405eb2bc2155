import type { ReactElement } from 'react';
import { Icon } from './icons.tsx';
import { useWords } from './shell.ts';

/** Ends the head of a page beside the stage. @param onClose undefined: there is no stage to go back to */
export function BackToStage({ onClose }: { readonly onClose: (() => void) | undefined }): ReactElement | undefined {
  const words = useWords();
  if (onClose === undefined) return undefined;
  return (
    <button type="button" className="btn to-stage" onClick={onClose}>
      <Icon name="close" />
      <span>{words.backToStage}</span>
    </button>
  );
}
