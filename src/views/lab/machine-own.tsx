import type { ReactElement } from 'react';
import { EXAMPLES, OWN_ID } from '../../store/lab-own.ts';
import { draftOf } from '../../store/lab-state.ts';
import { Icon } from '../kit/icons.tsx';
import { useLayout } from '../kit/shell.ts';
import { useLab, useLabState, useLabWords } from './use-lab.ts';

/** What can be done with a program of one's own, and where to begin. */
export function OwnGuide(): ReactElement | undefined {
  const lab = useLab();
  const words = useLabWords();
  const language = useLayout((s) => s.language);
  const id = useLabState((s) => s.lab);
  const text = useLabState((s) => draftOf(s, s.variant));
  if (id !== OWN_ID) return undefined;
  const { own } = words;
  return (
    <section className="lab-own" data-testid="own" aria-labelledby="lab-own">
      <h2 className="lab-h" id="lab-own">
        {own.title}
      </h2>
      <p>{own.lead}</p>
      <h3 className="lab-h">{own.examples}</h3>
      <ul className="lab-examples">
        {EXAMPLES.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className="btn"
              data-example={one.id}
              aria-pressed={text === one.text || (text === undefined && one === EXAMPLES[0])}
              onClick={() => void lab.insert(one.text)}
            >
              <Icon name="file" />
              {one.title[language]}
            </button>
          </li>
        ))}
      </ul>
      <p className="t1 i2">{own.undo}</p>
    </section>
  );
}

/** Which Go is run, and how a program is kept and shared. */
export function OwnNotes(): ReactElement | undefined {
  const words = useLabWords();
  const id = useLabState((s) => s.lab);
  if (id !== OWN_ID) return undefined;
  const { own } = words;
  return (
    <section className="lab-own lab-own-notes" aria-label={own.subset}>
      <details>
        <summary>{own.subset}</summary>
        <dl className="lab-subset t1">
          <dt>{own.runs}</dt>
          <dd>{own.runsText}</dd>
          <dt>{own.packages}</dt>
          <dd className="mono">{own.packageList}</dd>
          <dt>{own.refused}</dt>
          <dd>{own.refusedText}</dd>
        </dl>
      </details>
      <h3 className="lab-h">{own.share}</h3>
      <p className="t1 i2">{own.shareText}</p>
    </section>
  );
}
