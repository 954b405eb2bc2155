import type { ReactElement } from 'react';
import { stageWords } from '../../derive/stage-words.ts';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useLayout, useWords } from '../kit/shell.ts';
import { TOKEN_PHASES } from '../stage/token-paths.ts';

export function Legend(): ReactElement {
  const words = useWords();
  const { phases } = stageWords(useLayout((s) => s.language));
  return (
    <section className="legend" aria-label={words.podPhases}>
      <h2 className="cap">{words.podPhases}</h2>
      <ul>
        {TOKEN_PHASES.map((phase) => (
          <li key={phase}>
            <PodGlyph phase={phase} />
            {phases[phase]}
          </li>
        ))}
      </ul>
    </section>
  );
}
