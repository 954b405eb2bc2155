/** The timeline as an instrument: zoom, pan, filter, lanes, causes, bookmarks, faults; and what a pan costs. */
import AxeBuilder from '@axe-core/playwright';
import { readAddress } from '../../src/store/address.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';
import { prepared, stepsAbout } from './oracle.ts';
import { expect, test, type Locator, type Page, type Steplane } from './steplane.ts';

const engine = prepared('web');
const { trace } = engine.cluster.world;
const STEPS = engine.run.status.steps;

const timeline = (page: Page): Locator => page.getByTestId('timeline');
const twin = (page: Page): Locator => page.getByTestId('timeline-twin');
const head = (page: Page): Locator => timeline(page).getByRole('slider', { name: 'Play-head' });
const end = (page: Page, name: 'Start' | 'End'): Promise<number> =>
  timeline(page)
    .getByRole('slider', { name: `${name} of the window` })
    .getAttribute('aria-valuenow')
    .then(Number);
const span = async (page: Page): Promise<number> => (await end(page, 'End')) - (await end(page, 'Start'));

async function options(page: Page): Promise<Locator> {
  await page.getByTestId('timeline-options').click();
  return page.getByRole('dialog', { name: /Timeline: / });
}

test('keys: zoom, pan, all steps, cause and effect, the chain, events that are shown', async ({ app, page }) => {
  await app.open('#g.web@128');
  await head(page).focus();
  const usual = await span(page);
  await page.keyboard.press('s');
  await expect.poll(() => span(page)).toBeGreaterThan(usual);
  await page.keyboard.press('w');
  await page.keyboard.press('w');
  await expect.poll(() => span(page)).toBeLessThan(usual);
  const from = await end(page, 'Start');
  await page.keyboard.press('d');
  await expect.poll(() => end(page, 'Start')).toBeGreaterThan(from);
  // Panning moves no step.
  await app.expectStep(128);
  await page.getByRole('button', { name: 'Show all steps' }).click();
  await expect.poll(() => span(page)).toBe(STEPS);

  const cause = trace.cause(128);
  await expect(twin(page).locator('[data-cause]')).toHaveAttribute('data-cause', String(cause));
  await head(page).focus();
  await page.keyboard.press('c');
  await app.expectStep(cause);
  const [effect = 0] = Array.from({ length: STEPS }, (_, i) => i + 1).filter((k) => trace.cause(k) === cause);
  await page.keyboard.press('e');
  await app.expectStep(effect);
  await page.keyboard.press('h');
  const chain = [effect];
  for (let k = trace.cause(effect); k > 0; k = trace.cause(k)) chain.push(k);
  await expect(twin(page).locator('[data-chain]')).toContainText(chain.join(', '));
});

test('pointer: Ctrl and wheel zoom, Shift and wheel pan, dragging pans, a press on a mark goes there', async ({
  app,
  page,
}) => {
  await app.open('#g.web@128');
  const box = await head(page).boundingBox();
  if (box === null) throw new Error('there is no window');
  const [x, y] = [box.x + box.width * 0.7, box.y + box.height - 30];
  await page.mouse.move(x, y);
  const [usual, from] = [await span(page), await end(page, 'Start')];
  await page.keyboard.down('Shift');
  await page.mouse.wheel(0, 200);
  await page.keyboard.up('Shift');
  await expect.poll(() => end(page, 'Start')).toBeGreaterThan(from);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect.poll(() => span(page)).toBeLessThan(usual);
  const before = await end(page, 'Start');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => end(page, 'Start')).toBeLessThan(before);
  await app.expectStep(128);
  await page.mouse.click(x, y);
  await expect(app.stage).not.toHaveAttribute('data-step', '128');
});

test('filter by text, by selection and by lane; a lane opens, and the timeline grows upwards', async ({
  app,
  page,
}) => {
  await app.open('#g.web@3&select=Deployment/default/web');
  const rows = twin(page).locator('tr[data-row]');
  const shown = async (): Promise<number> =>
    (await rows.locator('td:last-child').allTextContents()).reduce((sum, text) => sum + Number(text), 0);
  await expect.poll(shown).toBe(STEPS);
  const panel = await options(page);
  await panel.getByRole('checkbox', { name: /only events about/ }).check();
  await expect.poll(shown).toBe(stepsAbout(engine, 'Deployment/default/web').length);
  await panel.getByRole('button', { name: 'Show everything' }).click();
  await panel.getByRole('combobox', { name: 'Filter the timeline' }).fill('image.pull');
  const about = engine.cluster.world.options.kinds.flatMap((kind, i) => (kind.includes('image.pull') ? [i] : []));
  const wanted = Array.from({ length: STEPS }, (_, i) => i + 1).filter((k) => about.includes(trace.kind(k)));
  await expect.poll(shown).toBe(wanted.length);
  await page.keyboard.press('Escape');
  await head(page).focus();
  await page.keyboard.press('n');
  await app.expectStep(wanted.find((k) => k > 3) ?? 0);

  await (await options(page)).getByRole('button', { name: 'Show everything' }).click();
  const lanes = page.getByRole('dialog', { name: /Timeline: / });
  await lanes.getByRole('checkbox', { name: 'informers' }).uncheck();
  await expect(rows).toHaveCount(5);
  const low = (await timeline(page).boundingBox())?.height ?? 0;
  await lanes.getByRole('button', { name: /Open kubelets/ }).click();
  for (const node of ['node-a', 'node-b', 'node-c', 'node-d']) {
    await expect(rows.and(page.locator(`[data-row="${node}"]`))).toHaveCount(1);
  }
  expect((await timeline(page).boundingBox())?.height).toBeGreaterThan(low);
  const axe = new AxeBuilder({ page: page as never }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']);
  expect((await axe.analyze()).violations.map(({ id }) => id)).toEqual([]);
});

test('bookmarks are set, named, gone to, taken away, and go with the address', async ({ app, page, elsewhere }) => {
  await app.open('#g.web@60');
  await head(page).focus();
  await page.keyboard.press('m');
  const panel = await options(page);
  const name = panel.getByRole('textbox', { name: 'Name of the bookmark at step 60' });
  await expect(name).toHaveValue(/Bind/);
  await name.fill('first binding & más 一つ目');
  await page.keyboard.press('Escape');
  await app.goTo(100);
  await head(page).focus();
  await page.keyboard.press('m');
  const marks = (): unknown => {
    const found = readAddress(new URL(page.url()).hash);
    return 'target' in found ? found.target.marks.bookmarks.map(({ step, name: said }) => [step, said]) : undefined;
  };
  await expect.poll(marks).toEqual([
    [60, 'first binding & más 一つ目'],
    [100, expect.any(String)],
  ]);
  const other: Steplane = await elsewhere();
  await other.open(new URL(page.url()).hash);
  await other.expectStep(100);
  const theirs = await options(other.page);
  await expect(theirs.getByRole('textbox', { name: /at step 60/ })).toHaveValue('first binding & más 一つ目');
  await theirs.getByRole('button', { name: 'Go to step 60' }).click();
  await other.expectStep(60);
  await theirs.getByRole('button', { name: 'Remove first binding' }).click();
  await expect(theirs.locator('[data-bookmark]')).toHaveCount(1);
});

test('a fault that stands is told from where to where', async ({ app, page }) => {
  const lab = prepared('expired-watch').cluster.world.trace;
  const kinds = prepared('expired-watch').cluster.world.options.kinds;
  const began = Array.from({ length: lab.length }, (_, i) => i + 1).find((k) => kinds[lab.kind(k)] === 'fault.began');
  const ended = Array.from({ length: lab.length }, (_, i) => i + 1).find((k) => kinds[lab.kind(k)] === 'fault.ended');
  await app.open('#g.expired-watch@3');
  await expect(twin(page).locator(`[data-fault="${String(began)}"]`)).toContainText(
    `steps ${String(began)} to ${String(ended)}`,
  );
});

const BIG = `
apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: big}
spec: {kubernetesVersion: '1.35', generate: {nodes: 100, pods: 1800}}
`;

test('a run of 100,000 events pans and zooms in less than 8 ms of the page’s thread a frame', async ({ app, page }) => {
  test.setTimeout(180_000);
  const big = runToRest(openEngine({ name: 'big.yaml', data: BIG }));
  const moment = { step: 100, anchor: '', select: '', view: '', digest: '' };
  await app.open(encodeLink(big.scenario(), moment) ?? '');
  // A pan beside a simulation costs what the simulation's rows cost, too.
  const steps = big.run.status.steps;
  expect(steps).toBeGreaterThanOrEqual(100_000);
  await expect(app.stage).toHaveAttribute('data-steps', String(steps), { timeout: 120_000 });
  await expect(page.locator('.run-state')).toHaveCount(0);
  await app.ready();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const thread = async (): Promise<number> =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  const FRAMES = 120;
  interface Turn {
    readonly deltaY: number;
    readonly shiftKey?: boolean;
    readonly ctrlKey?: boolean;
  }
  const cost = async (how: Turn): Promise<number> => {
    const before = await thread();
    await timeline(page).evaluate(
      async (root, { frames, ...init }) => {
        const { left, width, bottom } = root.getBoundingClientRect();
        for (let i = 0; i < frames; i++) {
          const place = { clientX: left + width / 2, clientY: bottom - 20, bubbles: true, cancelable: true };
          root.dispatchEvent(new WheelEvent('wheel', { ...init, ...place }));
          await new Promise(requestAnimationFrame);
        }
      },
      { frames: FRAMES, ...how },
    );
    return ((await thread()) - before) * (1000 / FRAMES);
  };
  const marks = await cost({ shiftKey: true, deltaY: 40 });
  const out = await cost({ ctrlKey: true, deltaY: 60 });
  await expect.poll(() => span(page)).toBe(steps);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const densities = await cost({ shiftKey: true, deltaY: 4 });
  await page.getByTestId('timeline-options').click();
  await page.getByRole('button', { name: /Open kubelets/ }).click();
  await page.keyboard.press('Escape');
  const opened = await cost({ shiftKey: true, deltaY: -4 });
  console.log(`thread time a frame, ms: ${[marks, out, densities, opened].map((ms) => ms.toFixed(2)).join(', ')}`);
  for (const ms of [marks, out, densities, opened]) {
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThan(8);
  }
});
