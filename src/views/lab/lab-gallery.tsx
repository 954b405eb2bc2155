import type { ReactElement } from 'react';
import { labWords } from '../../derive/words/lab.ts';
import { LABS } from '../../labs/index.ts';
import type { Lab } from '../../labs/lab.ts';
import { OWN_LAB } from '../../store/lab-own.ts';
import { useLayout, useShell } from '../kit/shell.ts';

/** The laboratory's lessons on the first screen: each with what there is to see. */
export default function LabGallery(): ReactElement {
  const { session } = useShell();
  const language = useLayout((s) => s.language);
  const words = labWords(language);
  const open = ({ id, variants }: Lab): void => {
    const variant = variants[0]?.id ?? '';
    const schedule = { kind: 'seed', seed: 1, pins: [] };
    session.openLab({ lab: id, variant, params: {}, text: undefined, schedule, step: 0, digest: '' });
  };
  return (
    <section className="gal-group" aria-labelledby="gallery-lab" data-testid="gallery-lab">
      <div className="row gal-head">
        <h3 id="gallery-lab">{words.title}</h3>
        <span className="i3">{words.galleryLine}</span>
      </div>
      <div className="gal-grid">
        {[...LABS, OWN_LAB].map((lab) => (
          <button
            key={lab.id}
            type="button"
            className="it"
            data-lab-item={lab.id}
            onClick={() => {
              open(lab);
            }}
          >
            <b>{lab.title[language]}</b>
            <span>{lab.line[language]}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
