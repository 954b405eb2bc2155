/** Breakpoints and watch expressions: set, run to and back, play stops there, told what is wrong, shared. */
import AxeBuilder from '@axe-core/playwright';
import { conditionWords } from '../../src/derive/words/conditions.ts';
import { eventOf, prepared } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Locator, type Steplane } from './steplane.ts';

const engine = prepared('web');
const STEPS = engine.run.status.steps;
const BIND = 'kind = store.written and detail = bind';
const all = Array.from({ length: STEPS }, (_, i) => i + 1);
const binds = all.filter((k) => eventOf(engine, k).kind === 'store.written' && eventOf(engine, k).detail === 'bind');

async function panel({ page }: Steplane): Promise<Locator> {
  const found = page.getByTestId('breakpoints');
  if ((await found.count()) === 0) await page.getByTestId('breakpoints-open').click();
  return found;
}

async function add(app: Steplane, what: 'field' | 'watchField', text: string): Promise<void> {
  const field = (await panel(app)).getByRole('textbox', { name: conditionWords(app.look.language)[what], exact: true });
  await field.fill(text);
  await field.press('Enter');
}

inLooks(TWO_LOOKS, () => {
  test('UX 9: runs there and back over the same steps; where there is none nothing moves, and it is said', async ({
    app,
    page,
  }) => {
    await app.open('#g.web@0');
    await app.press('runToNext');
    await expect(page.getByTestId('stop-note')).not.toBeEmpty();
    await app.expectStep(0);
    await add(app, 'field', BIND);
    await expect(page.locator(`[data-breakpoint="${BIND}"]`)).toHaveAttribute('data-hits', String(binds.length));
    await page.keyboard.press('Escape');
    await app.stage.focus();
    for (const step of binds) {
      await page.keyboard.press('F8');
      await app.expectStep(step);
      await expect(page.getByTestId('stop-note')).toContainText(BIND);
    }
    await page.keyboard.press('F8');
    await expect(app.status).toHaveText(/No breakpoint|止まる所はありません/);
    await app.expectStep(binds.at(-1) ?? 0);
    await app.press('last');
    for (const step of [...binds].reverse()) {
      await app.press('runToPrevious');
      await app.expectStep(step);
    }
  });

  test('watch expressions show their value at the play-head and since when; the panel passes axe', async ({
    app,
    page,
  }) => {
    await app.open('#g.web@128');
    await add(app, 'watchField', 'count(pods where phase = Pending)');
    const value = page.locator('[data-watch] [data-value]');
    const [at128] = engine.watches(['count(pods where phase = Pending)'], 128);
    await expect(value).toHaveAttribute('data-value', at128?.value ?? '');
    await expect(value).toHaveAttribute('data-changed', String(at128?.changedAt));
    await value.getByRole('button').click();
    await app.expectStep(at128?.changedAt ?? 0);
    await page.keyboard.press('Escape');
    await app.goTo(STEPS);
    const [atEnd] = engine.watches(['count(pods where phase = Pending)'], STEPS);
    await panel(app);
    await expect(value).toHaveAttribute('data-value', atEnd?.value ?? '');
    await add(app, 'field', 'kind = store.writen');
    await expect(page.locator('[data-code="condition-kind"]')).toContainText('store.written');
    const axe = new AxeBuilder({ page: page as never }).include('[data-testid=breakpoints]');
    const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});

test('play stops at the step itself, and goes on from there; a link carries breakpoints, watches and bookmarks', async ({
  app,
  page,
  elsewhere,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await app.open(`#g.web@${String((binds[0] ?? 3) - 3)}`);
  await add(app, 'field', BIND);
  await add(app, 'field', 'phase(Pod/default/none) = Running');
  await add(app, 'watchField', 'queue(activeQ)');
  await page.keyboard.press('Escape');
  await app.speed('8×');
  for (const step of binds.slice(0, 2)) {
    await app.press('play');
    await expect(app.stage).toHaveAttribute('data-step', String(step));
    await expect(app.stage).toHaveAttribute('data-playing', 'false');
    await page.waitForTimeout(200);
    await app.expectStep(step);
  }
  await expect.poll(() => new URL(page.url()).hash).toContain('&marks=');
  const other = await elsewhere();
  await other.open(new URL(page.url()).hash);
  await panel(other);
  await expect(other.page.locator('[data-breakpoint]')).toHaveCount(2);
  await expect(other.page.locator(`[data-breakpoint="${BIND}"]`)).toHaveAttribute('data-hits', String(binds.length));
  await expect(other.page.locator('[data-watch="queue(activeQ)"]')).toHaveCount(1);
});

test('from one change of the selection to the next, and at 360 pixels every key is in reach', async ({ app, page }) => {
  const key = 'Deployment/default/web';
  const writes = all.filter((k) => eventOf(engine, k).object === key && eventOf(engine, k).kind === 'store.written');
  await app.open(`#g.web@3&select=${key}`);
  await (await panel(app)).getByRole('button', { name: 'To its next change' }).click();
  await app.expectStep(writes.find((k) => k > 3) ?? 0);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  const boxes = await Promise.all(
    (['first', 'runToPrevious', 'back', 'play', 'step', 'runToNext', 'last'] as const).map((name) =>
      app.button(name).boundingBox(),
    ),
  );
  expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size).toBe(1);
  for (const box of boxes) {
    expect(box?.width).toBeGreaterThanOrEqual(24);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
  }
});
