/** A note that may be looked into stands at a step at which something moves in the informer that it opens. */
import { describe, expect, it } from 'vitest';
import { hopOf, scopeOf } from '../../src/derive/informer.ts';
import { GALLERY_GROUPS } from '../../src/store/gallery-table.ts';
import { readPlace } from '../../src/store/view-name.ts';
import { runLab } from '../fixtures/labs.ts';

const FORMS = GALLERY_GROUPS.flatMap(({ items }) => items).flatMap(({ name, variants }) =>
  variants.length === 0 ? [name] : variants.map((variant) => variant.name),
);

describe('notes that may be looked into', () => {
  it.each(FORMS)('%s: each moves the informer that it opens', (name) => {
    const lab = runLab(name);
    const still = lab.engine.cluster.scenario.story.flatMap(({ id, view }) => {
      const place = readPlace(view ?? '');
      if (place?.view !== 'informer') return [];
      const step = lab.note(id);
      const answer = lab.engine.informer(step, place.focus);
      const moves = answer !== undefined && hopOf(lab.trace, step, scopeOf(answer)).at !== 'none';
      return moves ? [] : [`${id}: ${lab.event(step)}`];
    });
    expect(still).toEqual([]);
  });

  it('there are some in the labs about informers', () => {
    const looked = FORMS.filter((name) =>
      runLab(name, 1).engine.cluster.scenario.story.some(({ view }) => view?.startsWith('informer/') === true),
    );
    expect(looked.length).toBeGreaterThan(10);
  });
});
