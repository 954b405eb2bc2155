/** Three arrangements of one page: nothing is lost where there is less room. */
import { words } from '../../src/derive/words/words.ts';
import { digestAt, prepared, rowsAt, sentenceOf } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS } from './steplane.ts';

const engine = prepared('web');

test.describe('at 1024 px', () => {
  test.use({ viewport: { width: 1024, height: 768 } });
  inLooks(TWO_LOOKS, (look) => {
    test('story, log and inspector fold to rails and open over the stage', async ({ app, page }) => {
      const dictionary = words(look.language);
      await app.open('#g.web@60');
      await expect(app.log).toHaveCount(0);
      await page.getByRole('button', { name: dictionary.openStory, exact: true }).click();
      await expect(app.log.locator('[aria-current=step]')).toHaveAttribute('data-step', '60');
      await app.log.locator('[data-step="61"] button').click();
      await app.expectStep(61);
      await page.getByRole('button', { name: dictionary.openInspector, exact: true }).click();
      await expect(app.inspector).toBeVisible();
      await expect(app.log).toHaveCount(0);
      await page.getByRole('button', { name: dictionary.close, exact: true }).click();
      await expect(app.inspector).toHaveCount(0);
      // A chapter of the story is a jump.
      await page.getByRole('button', { name: dictionary.chapter('1', 'apply'), exact: true }).click();
      await app.expectStep(1);
      expect((await app.moment()).digest).toBe(digestAt(engine, 1));
    });
  });
});

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  inLooks(TWO_LOOKS, (look) => {
    test('the sheet holds Pod, story, log, nodes and why; stage and transport stay in sight', async ({ app, page }) => {
      const { tabs, sheetLarger } = words(look.language);
      const tab = (name: keyof typeof tabs) => page.getByRole('tab', { name: tabs[name], exact: true });
      await app.open('#g.web@60');
      await expect(app.stage).toBeInViewport({ ratio: 0.9 });
      await expect(app.button('step')).toBeInViewport({ ratio: 1 });
      await expect(app.stage.locator('p').first()).toBeVisible();
      await expect(app.inspector).toBeVisible();
      await tab('log').click();
      await expect(app.log.locator('[aria-current=step]')).toContainText(
        sentenceOf(engine, 60, look.language).slice(0, 8),
      );
      await tab('nodes').click();
      await expect.poll(async () => (await app.rows()).length).toBe(rowsAt(engine, 60).length);
      await page.getByRole('button', { name: sheetLarger, exact: true }).click();
      await app.row('Node/node-a').getByRole('button').click();
      await tab('pod').click();
      await expect(app.inspector).toHaveAttribute('data-object', 'Node/node-a');
      await app.press('step');
      await app.expectStep(61);
    });
  });
});

for (const [width, parts] of [
  [1440, ['kubectl', 'kube-apiserver', 'kube-scheduler', 'kube-controller-manager', 'node-a', 'node-d']],
  [1024, ['kubectl', 'kube-apiserver', 'kube-scheduler', 'kube-controller-manager', 'node-a', 'node-d']],
  [360, [/api-?server/, /scheduler/, 'node-a', 'node-d']],
] as const) {
  test(`at ${String(width)} px the stage shows its parts`, async ({ app, page }) => {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    await app.open('#g.web@60');
    for (const part of parts) {
      await expect(app.stage.getByText(part, { exact: true }).filter({ visible: true }).first()).toBeVisible();
    }
  });
}

for (const width of [1440, 1280, 1024, 900, 768]) {
  test(`${String(width)} px: no scenario stands alone beside empty places`, async ({ app, page }) => {
    await page.setViewportSize({ width, height: 900 });
    await app.open();
    await expect(page.getByTestId('gallery-lab')).toBeVisible();
    const gaps = await page.locator('.gal-grid').evaluateAll((grids) =>
      grids.map((grid) => {
        const right = grid.getBoundingClientRect().right;
        const last = grid.lastElementChild?.getBoundingClientRect();
        const first = grid.firstElementChild?.getBoundingClientRect();
        const alone = [...grid.children].filter((one) => one.getBoundingClientRect().top === last?.top).length === 1;
        return alone && last !== undefined && first !== undefined && right - last.right > first.width / 2;
      }),
    );
    expect(gaps).not.toContain(true);
  });
}

inLooks(TWO_LOOKS, () => {
  test('360 px: the informer’s buttons take two rows, and its queues one', async ({ app, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await app.open('#g.web@120&view=informer');
    await expect(page.locator('.inf-tools .btn')).toHaveCount(4);
    const rowsOf = (selector: string): Promise<number> =>
      page.locator(selector).evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
    expect(await rowsOf('.inf-tools .btn')).toBe(2);
    expect(await rowsOf('.inf-generation [role=radio]')).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
