/** What was done in a fork, for whoever is about to send it: somebody else will read it. */
import type { ReactElement } from 'react';
import { faultWords } from '../../derive/words/faults.ts';
import { count } from '../../derive/words/numbers.ts';
import { forkEntry } from '../../scenario/fork.ts';
import type { RawEntry } from '../../scenario/raw-timeline.ts';
import { useLayout } from '../kit/shell.ts';
import { entryText } from './entry-text.ts';

export default function ShareDeeds({ deeds }: { readonly deeds: readonly RawEntry[] }): ReactElement {
  const words = faultWords(useLayout((s) => s.language));
  const entries = deeds.flatMap((deed) => forkEntry(deed) ?? []);
  return (
    <li className="num" data-testid="share-deeds" data-count={entries.length}>
      {words.includesDeeds(count(entries.length))}
      <ul>
        {entries.map((entry, i) => (
          <li key={i}>{entryText(entry, words)}</li>
        ))}
      </ul>
    </li>
  );
}
