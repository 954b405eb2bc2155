/** Back and Forward of the browser: rooms, jumps and forks are its entries, and each entry is a moment. */
import { words } from '../../src/derive/words/words.ts';
import { prepared } from './oracle.ts';
import { expect, test, type Locator, type Page } from './steplane.ts';

const AT = 120;
const last = prepared('web').cluster.world.step;
const said = words('en');

/** Each room's key, and what stands in the room. */
const ROOMS: Readonly<Record<string, (page: Page) => Locator>> = {
  q: (page) => page.locator('#answer'),
  i: (page) => page.getByTestId('informer'),
  k: (page) => page.getByTestId('api-server'),
  w: (page) => page.getByTestId('workloads'),
  b: (page) => page.locator('.fb'),
};
const anyRoom = (page: Page): Locator => page.locator('#answer');

for (const [key, room] of Object.entries(ROOMS)) {
  test(`the room of the key ${key}: Back closes it, Forward opens it again`, async ({ app, page }) => {
    await app.open(`#g.web@${String(AT)}`);
    await app.stage.focus();
    await page.keyboard.press(key);
    await expect(room(page)).toBeVisible();
    await page.goBack();
    await expect(anyRoom(page)).toHaveCount(0);
    await app.expectStep(AT);
    await page.goForward();
    await expect(room(page)).toBeVisible();
    await app.expectStep(AT);
  });
}

test('the room is left for the moment at which it was entered, though the address was behind', async ({
  app,
  page,
}) => {
  await app.open(`#g.web@${String(AT)}`);
  await app.stage.focus();
  // Sooner than the address is written.
  await app.press('step');
  await app.stage.focus();
  await page.keyboard.press('i');
  await expect(page.getByTestId('informer')).toBeVisible();
  await app.press('step');
  await app.press('step');
  await app.expectStep(AT + 3);
  await page.goBack();
  await expect(anyRoom(page)).toHaveCount(0);
  await app.expectStep(AT + 1);
});

test('walking and choosing within a room add nothing, from room to room and a jump add one each', async ({
  app,
  page,
}) => {
  await app.open(`#g.web@${String(AT)}`);
  const entries = (): Promise<number> => page.evaluate(() => history.length);
  const before = await entries();
  await app.stage.focus();
  await page.keyboard.press('w');
  await expect(page.getByTestId('workloads')).toBeVisible();
  expect(await entries()).toBe(before + 1);
  await app.press('step');
  await page.getByRole('tab').last().click();
  await app.press('back');
  await expect(page).toHaveURL(/view=workloads\//);
  expect(await entries()).toBe(before + 1);
  // From the button that was pressed last.
  await page.keyboard.press('q');
  await expect(page.getByTestId('workloads')).toHaveCount(0);
  await app.goTo(40);
  await app.expectStep(40);
  expect(await entries()).toBe(before + 3);
  await page.goBack();
  await app.expectStep(AT);
  await expect(anyRoom(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByTestId('workloads')).toBeVisible();
  await page.goBack();
  await expect(anyRoom(page)).toHaveCount(0);
});

test('after the fault bench Back leads to the bench at the step where the person stood, then to the stage', async ({
  app,
  page,
}) => {
  await app.open('#g.web@0');
  await app.rest(last);
  await app.goTo(AT - 1);
  await app.press('step');
  await app.stage.focus();
  await page.keyboard.press('b');
  await page.getByTestId('break-it').click();
  await expect(page.getByTestId('beside')).toBeVisible();
  await expect(app.stage).toHaveAttribute('data-branch', `branch from ${String(AT)}`);
  await page.goBack();
  await expect(page.locator('.fb')).toBeVisible();
  await expect(app.stage).toHaveAttribute('data-branch', 'main');
  await app.expectStep(AT);
  await page.goBack();
  await expect(anyRoom(page)).toHaveCount(0);
  await app.expectStep(AT);
  await page.goForward();
  await page.goForward();
  await expect(page.getByTestId('beside')).toBeVisible();
  await expect(app.stage).toHaveAttribute('data-branch', `branch from ${String(AT)}`);
});

test('after what-if Back leads to the step where the person stood, at once', async ({ app, page }) => {
  await app.open('#g.web@0&select=Node/node-a');
  await app.rest(last);
  await app.goTo(AT);
  await app.inspector.getByRole('button', { name: said.moreNodes }).click();
  await page.getByTestId('what-if-ask').click();
  await page.getByTestId('what-if-do').click();
  await expect(app.stage).toHaveAttribute('data-branch', `branch from ${String(AT)}`);
  await page.goBack();
  await expect(app.stage).toHaveAttribute('data-branch', 'main');
  await app.expectStep(AT);
});

test('the letter of a room opens it from a row of the event log, too', async ({ app, page }) => {
  await app.open(`#g.web@${String(AT)}`);
  const log = page.getByTestId('event-log');
  await log.locator('li[aria-current] button').click();
  await expect(log.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('w');
  await expect(page.getByTestId('workloads')).toBeVisible();
});
