/**
 * Every lab, as a learner goes through it: guess first, the step that shows the point, the planted fault found among all
 * schedules, and the cure, after which no schedule shows anything.
 */
import { labWords } from '../../src/derive/words/lab.ts';
import { LABS } from '../../src/labs/index.ts';
import type { Lab, Trouble, Variant } from '../../src/labs/lab.ts';
import { expect, inLooks, test, TWO_LOOKS, type Locator, type Page } from './steplane.ts';

const desk = (page: Page): Locator => page.getByTestId('lab');
const explorer = (page: Page): Locator => page.getByTestId('explore');
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** The explorer's word for a trouble; the others are told by a line that the program itself prints. */
const FOUND: Readonly<Partial<Record<Trouble, string>>> = {
  deadlock: 'deadlock',
  panic: 'panic',
  leak: 'leak',
  race: 'data-race',
  'lost-update': 'lost-update',
};

async function explored(page: Page, name: string): Promise<void> {
  await press(page, name);
  await expect(explorer(page)).toHaveAttribute('data-state', 'done');
  await expect(explorer(page)).toHaveAttribute('data-complete', 'true');
}

const trouble = (page: Page, { expect: planted }: Variant): Locator => {
  const code = FOUND[planted];
  return code === undefined
    ? explorer(page).locator('[data-sign=true]')
    : explorer(page).locator(`[data-trouble=${code}]`);
};

async function chosen(page: Page, lab: Lab, language: 'en' | 'ja'): Promise<void> {
  await page.goto('/#lab');
  await expect(desk(page)).toHaveAttribute('data-digest', /^[0-9a-f]{16}$/);
  if ((await desk(page).getAttribute('data-lab')) === lab.id) return;
  const shown = LABS[0]?.title[language] ?? '';
  await page.getByRole('button', { name: labWords(language).chooseLab(shown) }).click();
  await page.getByRole('menuitem', { name: lab.title[language] }).click();
  await expect(desk(page)).toHaveAttribute('data-lab', lab.id);
}

inLooks(TWO_LOOKS, ({ language }) => {
  const words = labWords(language);
  for (const lab of LABS) {
    test(`${lab.id}: guess, point, fault, cure`, async ({ app, page }) => {
      expect(app.look.language).toBe(language);
      await chosen(page, lab, language);
      const lesson = page.getByTestId('lesson');
      await expect(lesson).toContainText(lab.question.text[language]);
      await expect(lesson).not.toContainText(lab.note[language].slice(0, 40));
      const wrong = lab.question.options.find(({ right }) => !right);
      await press(page, wrong?.text[language] ?? '');
      await expect(lesson).toContainText(wrong?.why[language] ?? '?');
      await expect(lesson).toContainText(lab.note[language].slice(0, 40));

      await press(page, words.seePoint);
      await expect(desk(page)).toHaveAttribute('data-schedule', 'way');
      await expect(desk(page)).toHaveAttribute('data-variant', lab.point.variant);
      await expect(page.getByTestId('lab-op')).toHaveAttribute('data-kind', lab.point.kind);

      for (const variant of lab.variants.filter(({ faulty }) => faulty)) {
        if ((await desk(page).getAttribute('data-variant')) !== variant.id) {
          await page.getByTestId('variant').selectOption(variant.id);
        }
        await explored(page, words.explore);
        await expect(trouble(page, variant).first()).toBeVisible();
        if (variant.cure === undefined) continue;
        await press(page, words.cure);
        await expect(desk(page)).toHaveAttribute('data-variant', variant.cure);
        await explored(page, words.explore);
        await expect(explorer(page)).toHaveAttribute('data-troubles', '0');
        await expect(explorer(page).locator('[data-sign=true]')).toHaveCount(0);
      }
    });
  }
});
