/** The fault bench: from the stage to a broken branch beside its original, told as the engine in Node tells it. */
import AxeBuilder from '@axe-core/playwright';
import type { Engine } from '../../src/engine/engine.ts';
import { countsAt, differencesAt, partingOf, recoveryOf } from '../../src/derive/beside.ts';
import { faultWords } from '../../src/derive/words/faults.ts';
import { objectName, shortKey } from '../../src/derive/words/names.ts';
import { simTime } from '../../src/derive/words/numbers.ts';
import { words } from '../../src/derive/words/words.ts';
import type { BesideAnswer, ForkEntry } from '../../src/protocol/protocol.ts';
import { gallery, openEngine, runToRest } from '../fixtures/dumps.ts';
import { digestAt, prepared } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Locator, type Page } from './steplane.ts';

const AT = 120;
const web = prepared('web');

function broken(entries: readonly ForkEntry[]): { readonly engine: Engine; readonly beside: BesideAnswer } {
  const engine = runToRest(openEngine(gallery('web')));
  engine.fork(AT, entries);
  runToRest(engine);
  const beside = engine.beside();
  if (beside === undefined) throw new Error('no branch');
  return { engine, beside };
}

/** The last step at or before a time. */
function stepAt(engine: Engine, micros: number): number {
  let step = engine.cluster.world.step;
  while (step > 0 && engine.cluster.world.trace.time(step) > micros) step--;
  return step;
}

const bench = (page: Page): Locator => page.locator('.fb');
const beside = (page: Page): Locator => page.getByTestId('beside');

async function faultsOfAxe(page: Page, testId: string): Promise<readonly unknown[]> {
  // Its types come with a newer Playwright than the one that is pinned for Firefox; the page is the same.
  const axe = new AxeBuilder({ page: page as never }).include(`[data-testid=${testId}]`);
  return (await axe.analyze()).violations;
}

async function box(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await locator.boundingBox();
  if (found === null) throw new Error('not on the page');
  return found;
}

inLooks(TWO_LOOKS, (look) => {
  const said = faultWords(look.language);
  const page_ = words(look.language);

  test('a component, its line and a node are pressed on the stage', async ({ app, page }) => {
    await app.open(`#g.web@${String(AT)}`);
    const [manager, api] = [
      await box(page.locator('[data-part=controllers]')),
      await box(page.locator('[data-part=api-server]')),
    ];
    await page.mouse.click(manager.x + manager.width / 2, manager.y + manager.height - 6);
    await expect(bench(page)).toHaveAttribute('data-target', 'kube-controller-manager');
    await page.keyboard.press('Escape');
    await expect(app.stage).toBeVisible();

    // The line of its writes: nothing travels there now.
    await page.mouse.click((api.x + api.width + manager.x) / 2, manager.y + 77);
    await expect(bench(page)).toHaveAttribute('data-target', 'line kube-controller-manager');
    await page.keyboard.press('Escape');

    const node = await box(page.locator('[data-part="node/node-c"]'));
    await page.mouse.click(node.x + 12, node.y + 12);
    await app.inspector.locator('[data-break]').click();
    await expect(bench(page)).toHaveAttribute('data-target', 'node node-c');
  });

  test('by keyboard alone: the parts of the stage, the form, both runs; then the way back', async ({ app, page }) => {
    await app.open(`#g.web@${String(AT)}`);
    const before = await app.moment();
    await app.stage.focus();
    await page.keyboard.press('Enter');
    for (let i = 0; i < 8 && (await page.locator(':focus').getAttribute('data-part')) !== 'controllers'; i++)
      await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(bench(page)).toHaveAttribute('data-target', 'kube-controller-manager');
    expect(await faultsOfAxe(page, 'faults')).toEqual([]);

    await page.locator('[data-field=for]').fill('soon');
    await expect(page.locator('[data-field=for]')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByTestId('break-it')).toHaveAttribute('aria-disabled', 'true');
    await page.locator('[data-field=for]').fill('5s');
    await page.locator('[data-field=for]').press('Enter');
    const crash: ForkEntry = { verb: 'crash', body: 'kube-controller-manager', options: { for: '5s' } };
    const { beside: answer } = broken([crash]);
    await expect(beside(page)).toBeVisible();
    await expect(page.getByTestId('recovery')).toHaveAttribute('data-kind', recoveryOf(answer).kind);
    await expect(app.stage).toHaveAttribute('data-branch', `branch from ${String(AT)}`);
    expect(await faultsOfAxe(page, 'beside')).toEqual([]);

    await page.getByRole('button', { name: page_.undo }).click();
    await expect(app.stage).toHaveAttribute('data-branch', 'main');
    expect(await app.moment()).toEqual(before);
  });

  test('both runs as the engine tells them, one as the other at the same time; a link holds it', async ({
    app,
    page,
    elsewhere,
  }) => {
    const stop: ForkEntry = { verb: 'kubeletStops', body: 'node-c' };
    const { engine: branch, beside: answer } = broken([stop]);
    const last = answer.branch.steps;
    await app.open(`#g.web@${String(AT)}&select=Node/node-c`);
    await app.inspector.locator('[data-break]').click();
    await page.getByTestId('break-it').click();
    await expect(beside(page)).toBeVisible();
    await expect(app.stage).toHaveAttribute('data-steps', String(last));
    await app.goTo(last);

    const at = answer.branch.micros;
    const check = async (on: Page, micros: number): Promise<void> => {
      const differences = differencesAt(answer, micros);
      await expect(on.getByTestId('differences')).toHaveAttribute('data-count', String(differences.length));
      const rows = on.locator('[data-differs]');
      // Another moment may have as many.
      await expect
        .poll(() => rows.evaluateAll((all) => all.map((r) => (r as HTMLElement).dataset['differs'])))
        .toEqual(differences.map(({ key }) => key));
      const [a, b] = [countsAt(answer, answer.original, micros), countsAt(answer, answer.branch, micros)];
      await expect(on.locator('[data-measure=ready] td b')).toHaveText([String(a.ready), String(b.ready)]);
    };
    await check(page, at);
    expect((await app.moment()).digest).toBe(digestAt(branch, last));
    // Which against which, and when; then what was done, and the first difference.
    const time = simTime(branch.cluster.world.trace.time(last));
    await expect(beside(page).getByRole('heading', { level: 1 })).toHaveText(said.besideTitle(String(AT), time));
    const parting = partingOf(answer);
    await expect(page.getByTestId('parting')).toContainText(simTime(parting?.micros ?? 0));
    await expect(page.getByTestId('parting')).toContainText(objectName(shortKey(parting?.key ?? '')));

    // The same time in the original, and back.
    await page.getByTestId('go-original').click();
    await expect(app.stage).toHaveAttribute('data-branch', 'main');
    const { trace } = web.cluster.world;
    const step = stepAt(web, at);
    await app.expectStep(step);
    await expect(beside(page)).toBeVisible();
    // The original came to rest before the eviction: that is as near as it comes.
    expect(trace.time(step)).toBeLessThan(at);
    await check(page, trace.time(step));
    await page.getByTestId('go-branch').click();
    await expect(app.stage).toHaveAttribute('data-branch', `branch from ${String(AT)}`);
    const there = stepAt(branch, trace.time(step));
    await app.expectStep(there);
    const back = branch.cluster.world.trace.time(there);
    await check(page, back);

    await app.press('share');
    const link = await page.evaluate(() => location.hash);
    const other = await elsewhere(look);
    await other.open(link);
    await expect(beside(other.page)).toBeVisible();
    await check(other.page, back);
    await expect(beside(other.page)).toContainText(said.faults['kubeletStops']?.short ?? '?');
    // The original was never there: it is made.
    await other.page.getByTestId('go-original').click();
    await expect(other.stage).toHaveAttribute('data-steps', String(web.run.status.steps));
    const then = stepAt(web, back);
    await other.expectStep(then);
    expect((await other.moment()).digest).toBe(digestAt(web, then));
    await check(other.page, trace.time(then));
  });
});
