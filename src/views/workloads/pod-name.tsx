import type { ReactElement } from 'react';
import { keyParts, shortName } from '../../derive/words/names.ts';
import type { TokenPhase } from '../../protocol/protocol.ts';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useShell } from '../kit/shell.ts';

interface PodNameProps {
  readonly podKey: string;
  readonly phase: TokenPhase;
  /** It is gone. */
  readonly ghost: boolean;
}

/** The head of a Pod's row: selects it. */
export function PodName({ podKey, phase, ghost }: PodNameProps): ReactElement {
  const { selection } = useShell();
  return (
    <button
      type="button"
      className="row-name mono"
      title={podKey}
      onClick={() => {
        selection.select(podKey);
      }}
    >
      <PodGlyph phase={phase} ghost={ghost} />
      <span className="ell">{shortName(keyParts(podKey).name)}</span>
    </button>
  );
}
