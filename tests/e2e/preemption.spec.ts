/** A preemption on the page: who had to go and by which rule, the replica that came back, and the time before it. */
import AxeBuilder from '@axe-core/playwright';
import { keyParts } from '../../src/derive/words/names.ts';
import { preemptionWords } from '../../src/derive/words/preemption.ts';
import { words } from '../../src/derive/words/words.ts';
import { PREEMPTION } from '../fixtures/preemption.ts';
import { drop } from './inputs.ts';
import { inNode } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Steplane } from './steplane.ts';

const URGENT = 'Pod/default/urgent';
const engine = inNode(PREEMPTION);
const END = engine.run.status.steps;
const [ANSWER] = engine.preemption(END, URGENT);
if (ANSWER === undefined) throw new Error('urgent preempts nobody');
const { foundAt: FOUND } = ANSWER;
const HEIR = ANSWER.candidates.flatMap(({ victims }) => victims).find(({ heir }) => heir !== '')?.heir ?? '';

async function dropped(app: Steplane): Promise<void> {
  await app.open();
  await drop(app.page, PREEMPTION);
  await app.page
    .getByTestId('import-summary')
    .getByRole('button', { name: words(app.look.language).toTheStage })
    .click();
  await app.rest(END);
}

inLooks(TWO_LOOKS, (look) => {
  const say = preemptionWords(look.language);

  test('candidates, victims and the rule that decided; none of it before PostFilter', async ({ app, page }) => {
    await dropped(app);
    await app.goTo(FOUND);
    await app.select(URGENT);
    await app.inspector.getByRole('button', { name: words(look.language).whyPending }).click();
    const section = page.getByTestId('preemption');
    await expect(section).toHaveAttribute('data-nominated', 'node-b');
    await expect(section.getByRole('heading', { level: 2 })).toHaveText(say.title);

    const nodes = await section.locator('[data-node]').evaluateAll((rows) => rows.map((r) => r.dataset['node']));
    expect(nodes).toEqual(['node-b', 'node-a', 'node-e', 'node-c', 'node-d']);
    await expect(section.locator('[data-node=node-e] [data-victim]')).toHaveCount(2);
    const db = section.locator('[data-victim="default/db-1"]');
    await expect(db).toContainText(say.violates('keep-db'));
    await expect(section.locator('[data-node=node-b] [data-victim]')).toHaveAttribute('data-now', 'here');

    const rules = await section
      .locator('[data-rule]')
      .evaluateAll((rows) => rows.map((r) => [r.dataset['rule'], r.dataset['left'], r.dataset['decides']]));
    expect(rules).toEqual([
      ['fewest-violations', '4', 'false'],
      ['lowest-highest-priority', '3', 'false'],
      ['smallest-sum', '2', 'false'],
      ['fewest-victims', '2', 'false'],
      ['latest-start', '1', 'true'],
    ]);
    await expect(section.locator('[data-rule=latest-start]')).toContainText(say.decided);

    const axe = new AxeBuilder({ page: page as never }).include('[data-testid=preemption]');
    const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
    expect(violations.map(({ id, nodes: where }) => [id, where.map(({ html }) => html)])).toEqual([]);

    await app.press('back');
    await app.expectStep(FOUND - 1);
    await expect(section).toHaveCount(0);
    await app.press('step');
    await expect(section).toHaveCount(1);
  });

  test('on a narrow phone nothing is wider than the screen', async ({ app, page }) => {
    await dropped(app);
    await app.goTo(FOUND);
    await app.select(URGENT);
    await app.inspector.getByRole('button', { name: words(look.language).whyPending }).click();
    await page.setViewportSize({ width: 360, height: 780 });
    const section = page.getByTestId('preemption');
    await expect(section.locator('[data-victim="default/db-1"]')).toBeVisible();
    expect(await section.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('the replica that came back is a link; its victim can be asked after its end', async ({ app, page }) => {
    await dropped(app);
    await app.goTo(FOUND);
    await app.select('Pod/default/web-2');
    await expect(page.getByTestId('preempted-by')).toHaveCount(0);
    await app.press('last');
    await app.ready();
    const by = page.getByTestId('preempted-by');
    await expect(by).toHaveText(words(look.language).preemptedBy('urgent'));
    await by.click();
    const section = page.getByTestId('preemption');
    await expect(section).toHaveAttribute('data-role', 'victim');
    await expect(section.locator('[data-victim="default/web-2"]')).toHaveAttribute('data-now', 'gone');
    const after = section.locator(`[data-heir="${HEIR}"]`);
    await expect(after).toContainText(say.heirRuns('node-f'));
    await after.getByRole('button', { name: keyParts(`Pod/${HEIR}`).name, exact: true }).click();
    await expect
      .poll(() => page.evaluate(() => document.querySelector('h1')?.textContent))
      .toContain(keyParts(`Pod/${HEIR}`).name);
  });
});
