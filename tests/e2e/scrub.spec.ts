/** The track, its head, and all that shows a step beside them: one step everywhere. */
import { digestAt, prepared } from './oracle.ts';
import { expect, test, type Steplane } from './steplane.ts';

const engine = prepared('web');
const STEPS = engine.run.status.steps;

const head = (app: Steplane) =>
  app.page
    .getByTestId('timeline')
    .getByRole('slider', { name: /step|play/i })
    .last();

test('UX 8: after every kind of seek, slider, field, log and inspector show one step', async ({ app, page }) => {
  await app.open('#g.web@3');
  const agree = async (step: number): Promise<void> => {
    await app.expectStep(step);
    await expect(head(app)).toHaveAttribute('aria-valuenow', String(step));
    await expect(page.getByRole('textbox', { name: 'Go to step' })).toHaveValue(String(step));
    await expect(app.log.locator('[aria-current=step]')).toHaveAttribute('data-step', String(step));
    await expect(app.log.locator('[aria-current=step]')).toBeInViewport();
  };
  await agree(3);
  await app.press('step');
  await agree(4);
  await app.goTo(200);
  await agree(200);
  await app.log.locator('[data-step="202"] button').click();
  await agree(202);
  await head(app).focus();
  await page.keyboard.press('ArrowRight');
  await agree(203);
  await page.keyboard.press('End');
  await app.expectStep(STEPS);
  await page.keyboard.press('Home');
  await app.expectStep(0);
});

test('a click on the track seeks, dragging seeks on and pauses', async ({ app, page }) => {
  await app.open('#g.web@200');
  const box = await page.getByTestId('timeline').boundingBox();
  if (box === null) throw new Error('there is no timeline');
  const y = box.y + box.height / 2;
  await app.press('play');
  await page.mouse.click(box.x + box.width * 0.7, y);
  await expect(app.stage).toHaveAttribute('data-playing', 'false');
  const clicked = (await app.moment()).step;
  expect(clicked).not.toBe(200);
  await page.mouse.move(box.x + box.width * 0.7, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.4, y, { steps: 4 });
  await page.mouse.up();
  const { step, playing, digest } = await app.moment();
  expect(step).toBeLessThan(clicked);
  expect([playing, digest]).toEqual([false, digestAt(engine, step)]);
});
