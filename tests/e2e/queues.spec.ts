/** The queues in full: from the stage by pointer and by key, with the engine's own order, count-downs and causes. */
import AxeBuilder from '@axe-core/playwright';
import { QUEUE_TITLES } from '../../src/derive/words/queues.ts';
import { captionOf, inNode, prepared } from './oracle.ts';
import { drop, type Input } from './inputs.ts';
import { expect, inLooks, LOOKS, test, TWO_LOOKS, type Page } from './steplane.ts';

const pending = prepared('pending');
const END = pending.run.status.steps;

/** Nine Pods that fit nowhere: more than a queue of the stage shows. */
const MANY: Input = {
  name: 'many.yaml',
  data: [
    'apiVersion: steplane.dev/v1\nkind: Scenario\nmetadata: {name: many}\nspec: {}',
    "{apiVersion: v1, kind: Node, metadata: {name: small}, status: {allocatable: {cpu: '1', memory: 8Gi, pods: '9'}}}",
    ...Array.from(
      { length: 12 },
      (_, i) =>
        `{apiVersion: v1, kind: Pod, metadata: {name: big-${String(i)}, namespace: default}, spec: {containers: [{name: c, image: 'i:1', resources: {requests: {cpu: '5'}}}]}}`,
    ),
  ].join('\n---\n'),
};

const view = (page: Page) => page.getByTestId('queues');

/** Each queue with its rows: Pod, step that put it there, ticks of the count-down. */
const told = (page: Page) =>
  view(page)
    .locator('section[data-queue]')
    .evaluateAll((sections) =>
      sections.map((section) => ({
        id: section.dataset['queue'],
        length: Number(section.dataset['length']),
        rows: [...section.querySelectorAll<HTMLElement>('tr[data-object]')].map((row) => ({
          pod: row.dataset['object'],
          movedAt: Number(row.dataset['moved']),
          wait: row.querySelector<HTMLElement>('[data-wait]')?.dataset['wait'] ?? '',
        })),
      })),
    );

inLooks(TWO_LOOKS, (look) => {
  test('a press on the name of a queue leads to all of them, and each row says what the engine says', async ({
    app,
    page,
  }) => {
    await app.open(`#g.pending@${String(END)}`);
    await app.stage.getByText('unschedulablePods').click();
    await expect(view(page)).toBeVisible();
    const expected = pending.queues(END).queues;
    await expect
      .poll(() => told(page))
      .toEqual(
        expected.map(({ id, length, rows }) => ({
          id,
          length,
          rows: rows.map(({ pod, movedAt, waitTicks }) => ({ pod, movedAt, wait: String(waitTicks ?? '') })),
        })),
      );
    for (const { id, rows } of expected) {
      for (const { pod, movedAt, plugins } of rows) {
        const row = view(page).locator(`[data-queue="${id}"] tr[data-object="${pod}"]`);
        await expect(row).toContainText(plugins.join(', '));
        await expect(row).toContainText(captionOf(pending, movedAt, look.language));
      }
    }
  });

  test('the cause of a place is a way to its step; there the Pod has just come', async ({ app, page }) => {
    await app.open(`#g.pending@${String(END)}&view=queues`);
    const row = view(page).locator('[data-queue="unschedulable"] tr[data-object="Pod/default/too-big"]');
    const movedAt = Number(await row.getAttribute('data-moved'));
    await row.locator(`[data-to-step="${String(movedAt)}"]`).click();
    await page.keyboard.press('Escape');
    await app.expectStep(movedAt);
    expect(pending.queues(movedAt - 1).queues.find(({ id }) => id === 'inflight')?.rows[0]?.pod).toBe(
      'Pod/default/too-big',
    );
  });
});

test('Q opens them from the stage and from each of its parts, Escape closes', async ({ app, page }) => {
  await app.open(`#g.pending@${String(END)}`);
  await app.stage.focus();
  await page.keyboard.press('q');
  await expect(view(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view(page)).toHaveCount(0);

  await page.locator('[data-part="queue/active"]').focus();
  await page.keyboard.press('q');
  await expect(view(page)).toBeVisible();
});

test('a press on what a queue has no room for leads to them too', async ({ app, page }) => {
  const engine = inNode(MANY);
  await app.open();
  await drop(page, MANY);
  await app.rest(engine.run.status.steps);
  await page.keyboard.press('End');
  await app.ready();
  if (await page.getByTestId('queues').count()) throw new Error('the queues are open already');
  const box = await page.locator('[data-part="queue/unschedulable"]').boundingBox();
  if (box === null) throw new Error('no queue on the stage');
  await page.mouse.click(box.x + box.width - 16, box.y + box.height - 16);
  await expect(view(page).locator('[data-queue="unschedulable"] tr[data-object]')).toHaveCount(12);
});

test('the count-down moves with the step', async ({ app, page }) => {
  await app.open(`#g.pending@${String(END)}&view=queues`);
  const wait = async (): Promise<number> =>
    Number((await told(page)).find(({ id }) => id === 'unschedulable')?.rows[0]?.wait);
  const late = await wait();
  await app.goTo(END - 20);
  await expect.poll(wait).toBeGreaterThan(late);
});

test('a press on the title of the cycle leads to the whole cycle', async ({ app, page }) => {
  const bound = pending.objects(END).find(({ key }) => key === 'Pod/default/fits');
  expect(bound?.node).not.toBe('');
  const { trace } = pending.cluster.world;
  let step = END;
  while (trace.object(step) !== 'Pod/default/fits' || trace.detail(step) !== bound?.node) step--;
  await app.open(`#g.pending@${String(step)}`);
  const title = page.locator('[data-part="cycle"] text').first();
  await title.click({ position: { x: 4, y: 6 } });
  await expect(page.getByTestId('why-node')).toBeVisible();
});

inLooks(LOOKS, () => {
  for (const width of [1440, 1024, 360]) {
    test(`reads well at ${String(width)} pixels`, async ({ app, page }) => {
      await page.setViewportSize({ width, height: 800 });
      await app.open(`#g.pending@${String(END)}&view=queues`);
      await expect(view(page).getByRole('heading', { name: QUEUE_TITLES.unschedulable }).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const axe = new AxeBuilder({ page: page as never }).include('[data-testid=queues]');
      const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    });
  }
});
