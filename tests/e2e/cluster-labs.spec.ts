/**
 * The labs about informers and the api-server: each opens from the first screen, its story leads to the question, and what it
 * promises is there at the promised step; the other form of the lab opens at the same moment.
 */
import AxeBuilder from '@axe-core/playwright';
import { words } from '../../src/derive/words/words.ts';
import { GALLERY_GROUPS, type GalleryItem } from '../../src/store/gallery-table.ts';
import { runLab, type LabRun } from '../fixtures/labs.ts';
import { digestAt, sentenceOf } from './oracle.ts';
import { expect, inLooks, lookName, test, TWO_LOOKS, type Look, type Steplane } from './steplane.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const LABS = GALLERY_GROUPS.filter(({ id }) => id === 'informers').flatMap(({ items }) => items);
const kept = new Map<string, LabRun>();
function inNode(name: string): LabRun {
  const lab = kept.get(name) ?? runLab(name);
  kept.set(name, lab);
  return lab;
}

const noteAfter = (lab: LabRun, id: string): string => lab.notes[lab.notes.indexOf(id) + 1] ?? '';
const askedIn = (lab: LabRun) => {
  const note = lab.engine.cluster.scenario.story.find(({ question }) => question !== undefined);
  if (note?.question === undefined) throw new Error('nothing is asked');
  return { id: note.id, question: note.question };
};

async function openItem(app: Steplane, item: GalleryItem): Promise<void> {
  await app.open();
  await app.page.locator(`.it[data-scenario="${item.name}"]`).click();
  await expect(app.stage).toHaveAttribute('data-scenario', item.name);
  await app.rest(inNode(item.name).steps);
}

/** By the story: to the question, an answer, and on to what shows it. */
async function answer(app: Steplane, lab: LabRun, language: Look['language'], right: boolean): Promise<void> {
  const { page } = app;
  const { id, question } = askedIn(lab);
  const story = page.locator('.story-list');
  await story.locator(`[data-note="${id}"] .story-note`).click();
  await app.expectStep(lab.note(id));
  const asked = page.getByTestId('story-question');
  await expect(asked).toContainText(question.text[language]);
  // What comes is not told before.
  await expect(story.locator(`[data-note="${noteAfter(lab, id)}"]`)).toHaveCount(0);
  const index = question.options.findIndex((option) => option.right === right);
  await asked.getByRole('button', { name: question.options[index]?.text[language] ?? '', exact: true }).click();
  await expect(asked).toHaveAttribute('data-answer', String(index));
  const dictionary = words(language);
  await expect(asked.getByRole('status')).toHaveText(right ? dictionary.rightAnswer : dictionary.wrongAnswer);
  for (const [i, { right: isRight, why }] of question.options.entries()) {
    const shown = isRight || i === index;
    await expect(asked.getByText(why[language], { exact: true })).toHaveCount(shown ? 1 : 0);
  }
  await asked.getByRole('button', { name: dictionary.seeAnswer }).click();
}

/** The step is the one that the same engine finds in Node, and the page says and shows the same. */
async function expectMoment(app: Steplane, lab: LabRun, id: string, language: Look['language']): Promise<void> {
  const step = lab.note(id);
  await app.expectStep(step);
  expect((await app.moment()).digest).toBe(digestAt(lab.engine, step));
  await expect(app.status).toContainText(sentenceOf(lab.engine, step, language));
  const note = lab.engine.cluster.scenario.story.find((one) => one.id === id);
  const current = app.page.locator('.story-list [aria-current="step"]');
  await expect(current).toContainText(note?.title[language] ?? '');
  await expect(current).toContainText(note?.text[language] ?? '');
}

// Each lab in one look, the looks in turn: a lab's pages are long walks.
inLooks(TWO_LOOKS, (look) => {
  for (const item of LABS.filter((_, i) => TWO_LOOKS[i % TWO_LOOKS.length] === look)) {
    test(`${item.name}: what it promises comes at its step, and its other forms open where they part`, async ({
      app,
    }) => {
      const { language } = look;
      const first = inNode(item.name);
      await openItem(app, item);
      await answer(app, first, language, look.theme === 'light');
      const promised = noteAfter(first, askedIn(first).id);
      await expectMoment(app, first, promised, language);
      for (const { name, label } of item.variants.slice(1)) {
        const other = inNode(name);
        await app.page.getByRole('radio', { name: label[language], exact: true }).click();
        await expect(app.stage).toHaveAttribute('data-scenario', name);
        await app.rest(other.steps);
        await app.expectStep(item.partAtQuestion ? other.note(askedIn(other).id) : 0);
        expect(new URL(app.page.url()).hash).toContain(`#g.${name}@`);
        await answer(app, other, language, true);
        await expectMoment(app, other, noteAfter(other, askedIn(other).id), language);
      }
    });
  }
});

for (const look of TWO_LOOKS) {
  test(`what a story asks is for everyone: no accessibility rule is broken, open or answered, ${lookName(look)}`, async ({
    elsewhere,
  }) => {
    const app = await elsewhere(look);
    const lab = inNode('missed-delete');
    await app.open(`#g.missed-delete@${String(lab.note('list'))}`);
    const check = async (): Promise<void> => {
      const { violations } = await new AxeBuilder({ page: app.page as never }).withTags(TAGS).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
    };
    await check();
    await app.page.getByTestId('story-question').getByRole('button').first().click();
    await check();
  });
}

test('a link to a form of a lab opens that form at its moment', async ({ app }) => {
  const lab = inNode('crash-between-writes-cured');
  await app.open('#g.crash-between-writes-cured@store.written:ConfigMap/default/order-1:1');
  await app.expectStep(lab.note('mark'));
  await expect(app.page.getByRole('radio', { name: 'Cured', exact: true })).toHaveAttribute('aria-checked', 'true');
  expect((await app.moment()).digest).toBe(digestAt(lab.engine, lab.note('mark')));
});

test('the end of each staleness lab is there to be read: the objects say what went wrong, and what did not', async ({
  app,
}) => {
  const pods = async (name: string): Promise<number> => {
    await app.open(`#g.${name}@${String(inNode(name).steps)}`);
    await app.panel('objects');
    return (await app.rows()).filter(([key]) => key.startsWith('Pod/default/web-')).length;
  };
  expect(await pods('duplicate-create')).toBe(2);
  expect(await pods('duplicate-create-cured')).toBe(1);
  expect(await pods('edge-triggered')).toBe(0);
  expect(await pods('edge-triggered-cured')).toBe(2);
  const mails = async (name: string): Promise<number> => {
    await app.open(`#g.${name}@${String(inNode(name).steps)}`);
    await app.panel('objects');
    return (await app.rows()).filter(([key]) => key.startsWith('ConfigMap/default/mail-')).length;
  };
  expect(await mails('resync')).toBe(3);
  expect(await mails('resync-cured')).toBe(1);
});

test('the two deletes are compared before one’s eyes: from the story into the microscope', async ({ app, page }) => {
  const lab = inNode('delete-dedup');
  await app.open(`#g.delete-dedup@${String(lab.note('list'))}`);
  await page.getByRole('button', { name: words('en').lookInside }).click();
  const inside = page.getByTestId('informer');
  await expect(inside).toHaveAttribute('data-informer', 'lesson-dedup configmaps');
  await expect(inside).toHaveAttribute('data-generation', 'deltafifo');
  await expect(inside.locator('[data-dedup="default/a"]')).toHaveAttribute('data-stays', 'older');
  await expect(inside.locator('[data-slot="default/a"] [data-delta="Updated"]')).toHaveCount(1);
});

test('one slow listener: its ring has grown while the others’ are empty; with bounded channels it blocks the sender', async ({
  app,
  page,
}) => {
  const ring = inNode('slow-listener');
  await app.open(`#g.slow-listener@${String(ring.note('ready'))}&view=informer/kube-controller-manager+pods`);
  const lane = (name: string) => page.getByTestId('informer').locator(`[data-listener="${name}"]`);
  await expect.poll(async () => Number(await lane('audit').getAttribute('data-pending'))).toBeGreaterThan(100);
  expect(Number(await lane('replicaset-controller').getAttribute('data-pending'))).toBeLessThan(5);
  const blocking = inNode('slow-listener-blocking');
  const stuck = blocking.note('stop') - 2;
  await app.open(`#g.slow-listener-blocking@${String(stuck)}&view=informer/kube-controller-manager+pods`);
  await expect(lane('audit')).toHaveAttribute('data-blocks', 'true');
});

test('server-side apply: the conflict names hpa and the field', async ({ app, page }) => {
  const lab = inNode('server-side-apply');
  const step = lab.note('conflict');
  await app.open(`#g.server-side-apply@${String(step)}`);
  await app.expectStep(step);
  await page.getByRole('button', { name: words('en').lookInside }).click();
  await expect(page.getByTestId('conflict')).toHaveAttribute('data-step', String(step));
  await expect(page.getByTestId('conflict-message')).toHaveText(
    'Apply failed with 1 conflict: conflict with "hpa" using apps/v1: .spec.replicas',
  );
  await expect(page.getByTestId('conflict-fields').locator('[data-path="spec.replicas"]')).toHaveCount(1);
});

test('another queue chosen in the microscope is another form of the lab, with its own story', async ({ app, page }) => {
  const real = inNode('delete-dedup-realfifo');
  const list = inNode('delete-dedup').note('list');
  await app.open(`#g.delete-dedup@${String(list)}&view=informer/lesson-dedup+configmaps`);
  await page.getByTestId('informer').getByRole('radio', { name: '1.33–1.35 RealFIFO' }).click();
  await expect(page.getByTestId('informer')).toHaveAttribute('data-generation', 'realfifo');
  await app.expectStep(list);
  expect(new URL(page.url()).hash).toContain(`#g.delete-dedup-realfifo@${String(list)}`);
  await page.keyboard.press('Escape');
  await app.goTo(real.note('pop'));
  await expectMoment(app, real, 'pop', 'en');
  await expect(page.getByRole('radio', { name: 'RealFIFO', exact: true })).toHaveAttribute('aria-checked', 'true');
});

test('in a queue for which a lab has no form its story is told as that of the original run, and asks nothing', async ({
  app,
  page,
}) => {
  const step = inNode('edge-triggered').note('two');
  await app.open(`#g.edge-triggered@${String(step)}&view=informer/lesson-edge-triggered+configmaps`);
  await page.getByTestId('informer').getByRole('radio', { name: '≤ 1.32 DeltaFIFO' }).click();
  await expect(page.getByTestId('informer')).toHaveAttribute('data-generation', 'deltafifo');
  await expect(page.locator('.story-original')).toHaveText([words('en').ofOriginalRun]);
  await expect(page.getByTestId('story-question')).toHaveCount(0);
});
