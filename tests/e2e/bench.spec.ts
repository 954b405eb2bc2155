/** The laboratory's benchmark: it measures for real here, so these tests look at what was checked, never at how long it took. */
import AxeBuilder from '@axe-core/playwright';
import { readFile } from 'node:fs/promises';
import { serve } from '../../scripts/serve.mjs';
import { benchWords } from '../../src/derive/words/bench.ts';
import { words } from '../../src/derive/words/words.ts';
import { expect, inLooks, test, TWO_LOOKS, type Page } from './steplane.ts';

const en = benchWords('en');
const ROWS = 11;
const WRITERS = 4;
/** The quick look: two batches of warm-up and six that count. */
const [WARM_UP, BATCHES] = [2, 6];

const bench = (page: Page) => page.getByTestId('bench');
const rows = (page: Page) => bench(page).locator('tr[data-row]');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const ours = (page: Page): number => page.workers().filter((worker) => worker.url().includes('bench-worker')).length;

async function quickly(page: Page): Promise<void> {
  await page.getByRole('radio', { name: en.efforts.quick, exact: true }).click();
  await press(page, en.run);
}

/** A page on a host that sends no isolation headers. */
async function withoutIsolation(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const response = await route.fetch();
    const { 'cross-origin-opener-policy': _, 'cross-origin-embedder-policy': __, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}

test('a quick run: every row measured, every batch checked, scores equal the engine’s; copied and saved', async ({
  app,
  page,
  context,
}) => {
  test.setTimeout(400_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.open('#lab');
  await expect(bench(page)).toHaveAttribute('data-state', 'idle');
  await quickly(page);
  await expect(bench(page)).toHaveAttribute('data-state', 'running');
  await expect(page.getByRole('progressbar', { name: en.progress })).toBeVisible();
  await expect(bench(page)).toHaveAttribute('data-state', 'complete', { timeout: 360_000 });
  await expect(rows(page)).toHaveCount(ROWS * WRITERS);
  const seen = await rows(page).evaluateAll((all) =>
    all.map(({ dataset }) => `${String(dataset['state'])} ${String(dataset['n'])} ${String(dataset['checked'])}`),
  );
  expect(new Set(seen)).toEqual(new Set([`measured ${String(BATCHES)} ${String(BATCHES + WARM_UP)}`]));
  const scored = await page
    .getByTestId('scoring')
    .locator('tr[data-score-workers]')
    .evaluateAll((all) => all.map(({ dataset }) => [dataset['scoreWorkers'], dataset['state'], dataset['scores']]));
  expect(scored).toEqual(['1', '2', '4', '8'].map((n) => [n, 'measured', '3000']));
  await virtualBesideIt(page);
  await expect(page.getByTestId('bench-stamp')).toContainText(en.stamp.isolated);
  await expect(page.getByTestId('bench-stamp')).toContainText(en.stamp.checked('352'));
  expect(ours(page)).toBe(0);
  await page.getByText(en.table, { exact: true }).click();
  // Its types come with a newer Playwright than the one that is pinned; the page is the same.
  const { violations } = await new AxeBuilder({ page: page as never }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);

  await press(page, en.copyGo);
  await expect(page.getByRole('button', { name: en.copied, exact: true })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const lines = text.split('\n').filter((line) => /^Benchmark\S+-\d+\t\d+\t[\d.]+ ns\/op$/.test(line));
  expect(lines).toHaveLength((ROWS * WRITERS + 4) * BATCHES);
  expect(await saved(page, en.csv)).toContain('write,mutex,8,8,6,');
  const picture = await saved(page, en.svg);
  expect(picture.match(/<svg/g)?.length).toBeGreaterThan(WRITERS);
  expect(picture).not.toContain('var(');
});

/** 500 nodes make 23 chunks of at most 22. Sixteen workers: 20 + 44 nodes × 8 plugins × 2 ticks, against 20 + 500 × 8 × 2. */
async function virtualBesideIt(page: Page): Promise<void> {
  await expect(page.getByTestId('scoring').locator('figcaption').first()).toContainText(en.virtualMark);
  await expect(page.locator('[data-mark="virtual"] rect')).toHaveCount(5);
  const virtual = page.getByTestId('virtual-scoring');
  await expect(virtual.getByRole('heading', { name: en.virtualTitle })).toBeVisible();
  const lanes = virtual.getByRole('img', { name: en.virtualLanes('8', '23') });
  await expect(lanes).toBeVisible();
  await expect(lanes).toContainText(en.virtualMark);
  await expect(lanes.locator('[data-lane]')).toHaveCount(8);
  await expect(virtual.locator('tr[data-virtual-workers]')).toHaveCount(5);
  await expect(virtual.locator('tr[data-virtual-workers="1"]')).toContainText('1.00');
  await expect(virtual.locator('tr[data-virtual-workers="16"]')).toContainText('11.08');
}

async function saved(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await press(page, name);
  return readFile(await (await download).path(), 'utf8');
}

test('Cancel ends the run and its workers; what stands is told to be no whole run', async ({ app, page }) => {
  await app.open('#lab');
  await press(page, en.run);
  await expect(
    page.getByRole('status').filter({ hasText: en.batches('', '').trim().split(' ')[0] ?? '' }),
  ).toBeVisible();
  await expect.poll(() => ours(page)).toBeGreaterThan(0);
  await press(page, en.cancel);
  await expect(bench(page)).toHaveAttribute('data-state', 'cancelled');
  await expect(bench(page)).toContainText(en.ends.cancelled);
  await expect.poll(() => ours(page)).toBe(0);
  await expect(page.getByRole('button', { name: en.again, exact: true })).toBeVisible();
});

test('a tab that is hidden voids the run: no figure of it is shown', async ({ app, page }) => {
  await app.open('#lab');
  await quickly(page);
  await expect(bench(page).locator('circle').first()).toBeAttached({ timeout: 50_000 });
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(bench(page)).toHaveAttribute('data-state', 'hidden');
  await expect(bench(page)).toContainText(en.ends.hidden);
  await expect(bench(page).locator('circle')).toHaveCount(0);
  await expect(page.getByTestId('bench-stamp')).toHaveCount(0);
  await expect.poll(() => ours(page)).toBe(0);
});

test('leaving the laboratory ends a run', async ({ app, page }) => {
  await app.open('#lab');
  await quickly(page);
  await expect.poll(() => ours(page)).toBeGreaterThan(0);
  await press(page, words('en').cluster);
  await expect(page.getByTestId('lab')).toHaveCount(0);
  await expect.poll(() => ours(page)).toBe(0);
});

test('without isolation locks are unavailable, with the reason and the way; messages are measured', async ({
  app,
  page,
}) => {
  test.setTimeout(200_000);
  await withoutIsolation(page);
  await app.open('#lab');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await expect(page.getByTestId('not-isolated')).toContainText(en.isolationWhy);
  await expect(page.getByTestId('not-isolated')).toContainText('Cross-Origin-Opener-Policy');
  await quickly(page);
  await expect(bench(page)).toHaveAttribute('data-state', 'complete', { timeout: 150_000 });
  const states = await rows(page).evaluateAll((all) => all.map(({ dataset }) => [dataset['row'], dataset['state']]));
  expect(states.filter(([row, state]) => row === 'message' && state === 'measured')).toHaveLength(WRITERS);
  expect(states.filter(([row, state]) => row !== 'message' && state === 'unavailable')).toHaveLength(
    (ROWS - 1) * WRITERS,
  );
  // Recorded figures are there, and told to be recorded.
  await expect(bench(page)).toContainText('recorded: go1.26.8');
  await expect(page.getByTestId('bench-stamp')).toContainText(en.stamp.notIsolated);
});

test('where the host sends no headers, isolation comes by consent: one reload, and what was typed stays', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const address = await serve({ port: 0, isolated: false });
  let loads = 0;
  page.on('load', () => loads++);
  await page.goto(`${address}#lab`);
  await expect(page.getByTestId('lab')).toHaveAttribute('data-digest', /./);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  const editor = page.locator('[data-editor=edited]').first();
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('func main() { println("kept") }\n');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('lab-problems')).toHaveAttribute('data-count', '0');
  await expect(page).toHaveURL(/#l1\./);
  await press(page, en.isolate);
  await expect.poll(() => page.evaluate(() => crossOriginIsolated).catch(() => false)).toBe(true);
  await expect.poll(() => loads).toBe(2);
  await expect(page.getByTestId('not-isolated')).toHaveCount(0);
  await expect(editor).toContainText('println("kept")');
  await page.goto(`${address}?again#lab`);
  await expect(page.getByTestId('lab')).toHaveAttribute('data-digest', /./);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect.poll(() => loads).toBe(3);
  await context.close();
});

test('where service workers are blocked it is said, and the page does not load itself again', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  let loads = 0;
  page.on('load', () => loads++);
  await page.goto(`${await serve({ port: 0, isolated: false })}#lab`);
  await press(page, en.isolate);
  await expect(page.getByTestId('not-isolated')).toHaveAttribute('data-isolation', 'tried', { timeout: 15_000 });
  await expect(page.getByTestId('not-isolated')).toContainText(en.isolationStates.tried);
  expect(loads).toBe(1);
  await context.close();
});

test('once the page has settled, it measures without the network', async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  // A context without routes, which would switch the browser's cache off; and the icon may be missed.
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  const warm = page.waitForEvent('worker', (worker) => worker.url().includes('bench-worker'));
  await page.goto('/#lab');
  await warm;
  await expect.poll(() => ours(page)).toBe(0);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await quickly(page);
  await expect(bench(page).locator('circle').first()).toBeAttached({ timeout: 90_000 });
  await press(page, en.cancel);
  await expect(bench(page)).toHaveAttribute('data-state', 'cancelled');
  await context.close();
});

test('the laboratory has an address and a place in the bar, and works with nothing open', async ({ app, page }) => {
  await app.open('#lab');
  await expect(page.getByTestId('lab')).toBeVisible();
  await press(page, words('en').cluster);
  await app.ready();
  await expect(page.getByTestId('stage')).toBeVisible();
  await press(page, words('en').lab);
  await expect(page.getByTestId('lab')).toBeVisible();
  await expect(page).toHaveURL(/#(?:lab$|l1\.)/);
  await page.goBack();
  await expect(page.getByTestId('lab')).toHaveCount(0);
  await page.goForward();
  await expect(page.getByTestId('lab')).toBeVisible();
});

test('from a run to the laboratory and back, the moment stays', async ({ app, page }) => {
  await app.open('#g.web@60');
  await press(page, words('en').lab);
  await expect(page.getByTestId('lab')).toBeVisible();
  // Keys of the transport step the laboratory's program, not the cluster.
  await page.keyboard.press('ArrowRight');
  await press(page, words('en').cluster);
  await app.expectStep(60);
  await expect(page).toHaveURL(/#g\.web@60/);
});

inLooks(TWO_LOOKS, (look) => {
  for (const width of [1440, 1024, 360]) {
    test(`at ${String(width)} px nothing scrolls sideways, and axe finds nothing`, async ({ app, page }) => {
      await page.setViewportSize({ width, height: 800 });
      await app.open('#lab');
      await expect(bench(page)).toBeVisible();
      await page.getByText(benchWords(look.language).table, { exact: true }).click();
      await expect(rows(page).first()).toBeVisible();
      const over = await page.evaluate(() =>
        [...document.querySelectorAll('html, .lab-room')].map((e) => e.scrollWidth - e.clientWidth),
      );
      expect(over.length).toBeGreaterThan(1);
      expect(Math.max(...over)).toBe(0);
      // Its types come with a newer Playwright than the one that is pinned; the page is the same.
      const { violations } = await new AxeBuilder({ page: page as never }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    });
  }
});
