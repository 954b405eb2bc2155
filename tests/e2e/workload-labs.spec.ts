/**
 * The prepared scenarios of workloads and faults on the page: each opens from the first screen in one look, its story leads to the
 * question and to the step that answers it, and the picture that the note points to is of the object it names. What happens in
 * them is held in tests/engine/labs-workloads.test.ts.
 */
import { words } from '../../src/derive/words/words.ts';
import { GALLERY_GROUPS, type GalleryItem } from '../../src/store/gallery-table.ts';
import { readPlace } from '../../src/store/view-name.ts';
import { runLab, type LabRun } from '../fixtures/labs.ts';
import { digestAt, sentenceOf } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Look, type Steplane } from './steplane.ts';

const GROUPS: ReadonlySet<string> = new Set(['workloads', 'faults']);
const ITEMS = GALLERY_GROUPS.filter(({ id }) => GROUPS.has(id)).flatMap(({ items }) => items);
const kept = new Map<string, LabRun>();
function inNode(name: string): LabRun {
  const lab = kept.get(name) ?? runLab(name);
  kept.set(name, lab);
  return lab;
}

const storyOf = (lab: LabRun) => lab.engine.cluster.scenario.story;

/** Where the story asks first, and the note that answers. */
function askedIn(lab: LabRun) {
  const story = storyOf(lab);
  const at = story.findIndex(({ question }) => question !== undefined);
  const [note, after] = [story[at], story[at + 1]];
  if (note?.question === undefined || after === undefined) throw new Error('nothing is asked');
  return { note, question: note.question, after };
}

/** Answers rightly, goes on to what shows it, and finds there what the same engine finds in Node. */
async function answer(app: Steplane, lab: LabRun, language: Look['language']): Promise<void> {
  const { page } = app;
  const { question, after } = askedIn(lab);
  const asked = page.getByTestId('story-question');
  await expect(asked).toContainText(question.text[language]);
  // What comes is not told before.
  await expect(page.locator(`.story-list [data-note="${after.id}"]`)).toHaveCount(0);
  const right = question.options.find((option) => option.right);
  await asked.getByRole('button', { name: right?.text[language] ?? '', exact: true }).click();
  const dictionary = words(language);
  await expect(asked.getByRole('status')).toHaveText(dictionary.rightAnswer);
  await asked.getByRole('button', { name: dictionary.seeAnswer }).click();
  const step = lab.note(after.id);
  await app.expectStep(step);
  expect((await app.moment()).digest).toBe(digestAt(lab.engine, step));
  await expect(app.status).toContainText(sentenceOf(lab.engine, step, language));
  await expect(page.locator('.story-list [aria-current="step"]')).toContainText(after.text[language]);
}

/** The note's picture, where it has one: of the object that the note names, in the part that it names. */
async function lookInside(app: Steplane, lab: LabRun, language: Look['language']): Promise<void> {
  const { after } = askedIn(lab);
  const place = readPlace(after.view ?? '');
  if (place?.view !== 'workloads') return;
  await app.page.getByRole('button', { name: words(language).lookInside }).click();
  const room = app.page.getByTestId('workloads');
  await expect(room).toHaveAttribute('data-object', after.select ?? '');
  await expect(room).toHaveAttribute('data-part', place.focus);
  await expect(room).toHaveAttribute('data-step', String(lab.note(after.id)));
}

async function openItem(app: Steplane, item: GalleryItem): Promise<void> {
  await app.open();
  await app.page.locator(`.it[data-scenario="${item.name}"]`).click();
  await expect(app.stage).toHaveAttribute('data-scenario', item.name);
  await app.rest(inNode(item.name).steps);
}

inLooks(TWO_LOOKS, (look) => {
  const { language } = look;
  for (const item of ITEMS.filter((_, i) => TWO_LOOKS[i % TWO_LOOKS.length] === look)) {
    test(`${item.name}: its story asks, and the answer is at its step`, async ({ app }) => {
      const lab = inNode(item.name);
      await openItem(app, item);
      const { note } = askedIn(lab);
      await app.page.locator(`.story-list [data-note="${note.id}"] .story-note`).click();
      await app.expectStep(lab.note(note.id));
      await answer(app, lab, language);
      await lookInside(app, lab, language);
    });
  }
  for (const { name, label } of ITEMS.flatMap(({ variants }) => variants.slice(1)).filter(
    (_, i) => TWO_LOOKS[i % TWO_LOOKS.length] === look,
  )) {
    test(`${name}: the other form is opened by a link, and its answer is at its step`, async ({ app }) => {
      const lab = inNode(name);
      await app.open(`#g.${name}@${String(lab.note(askedIn(lab).note.id))}`);
      await app.rest(lab.steps);
      await expect(app.page.getByRole('radio', { name: label[language], exact: true })).toHaveAttribute(
        'aria-checked',
        'true',
      );
      await answer(app, lab, language);
    });
  }
});

test('from a form to another at the same moment: the runs go the same way up to the question', async ({
  app,
  page,
}) => {
  const [gone, back] = [inNode('node-loss'), inNode('node-loss-back')];
  const asked = gone.note('taint');
  await app.open(`#g.node-loss@${String(asked)}`);
  await app.rest(gone.steps);
  await page.getByRole('radio', { name: 'Back in time', exact: true }).click();
  await app.rest(back.steps);
  await app.expectStep(back.note('taint'));
  expect(back.note('taint')).toBe(asked);
});
