/** The workers' lanes in "why that node": as many rows as workers, chunks that add up, names of a chunk by key and pointer. */
import AxeBuilder from '@axe-core/playwright';
import { answerWords } from '../../src/derive/words/answers.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { inNode } from './oracle.ts';
import type { Input } from './inputs.ts';
import { expect, inLooks, LOOKS, test, TWO_LOOKS, type Page } from './steplane.ts';

const POD = 'Pod/default/web';
const scenario = (nodes: number): Input => ({
  name: 'lanes.yaml',
  data: `
apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: lanes}
spec: {kubernetesVersion: '1.35', generate: {nodes: ${String(nodes)}, zones: 3}}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: default}
spec: {containers: [{name: c, image: 'web:1', resources: {requests: {cpu: 100m}}}]}
`,
});

function linkTo(engine: Engine): string {
  const { steps } = engine.run.status;
  const { digest } = engine.moment(steps);
  const link = encodeLink(engine.scenario(), { step: steps, anchor: '', select: POD, view: 'why-node', digest });
  if (link === undefined) throw new Error('the scenario does not fit a link');
  return link;
}

const some = inNode(scenario(250));
const answer = some.lanes(some.run.status.steps, POD);
const lanes = (page: Page) => page.getByTestId('lanes');

inLooks(TWO_LOOKS, (look) => {
  test('a row a worker, and each chunk in the row of who took it', async ({ app, page }) => {
    await app.open(linkTo(some));
    for (const { point, workers, chunks } of answer.points) {
      const rows = lanes(page).locator(`[data-point="${point}"] [data-worker]`);
      await expect(rows).toHaveCount(workers);
      expect(await rows.evaluateAll((all) => all.map((row) => Number(row.dataset['chunks'])))).toEqual(
        Array.from({ length: workers }, (_, k) => chunks.filter(({ worker }) => worker === k).length),
      );
    }
    // The strip above names those that have no verdict, and says so once.
    await expect(page.getByText(answerWords(look.language).neverLooked('130'))).toHaveCount(1);
    // 250 nodes, 120 are enough: the search stops, and Score looks at all that were found.
    await expect(lanes(page).locator('[data-point="Filter"] [data-stop="120"]')).toBeVisible();
    await expect(lanes(page).locator('[data-point="Score"] [data-stop]')).toHaveCount(0);
  });

  test('a chunk names its nodes: by key, and by pointer', async ({ app, page }) => {
    await app.open(linkTo(some));
    const [filter] = answer.points;
    const point = lanes(page).locator('[data-point="Filter"]');
    const choice = point.locator('[data-chunk]');
    const namesOf = (k: number): string[] => {
      const { first = 0, count = 0 } = filter?.chunks[k] ?? {};
      return filter?.walk.slice(first, first + count) ?? [];
    };
    const host = filter?.chunks.findIndex((_, k) => namesOf(k).includes(answer.host)) ?? -1;
    await expect(choice).toHaveAttribute('data-chunk', String(host));
    await expect(choice).toContainText(answer.host);

    await point.getByRole('slider').focus();
    await page.keyboard.press('End');
    const last = (filter?.chunks.length ?? 0) - 1;
    await expect(choice).toHaveAttribute('data-chunk', String(last));
    await expect(choice).toContainText(namesOf(last).join(' '));

    await point.locator('[data-worker="2"] svg').hover();
    await expect(choice).toHaveAttribute('data-chunk', '2');
    await expect(choice).toContainText(namesOf(2).join(' '));
  });
});

test('five thousand nodes take few elements', async ({ app, page }) => {
  await app.open(linkTo(inNode(scenario(5000))));
  await expect(lanes(page)).toBeVisible();
  expect(await lanes(page).evaluate((section) => section.querySelectorAll('*').length)).toBeLessThan(600);
});

inLooks(LOOKS, () => {
  for (const width of [1440, 1024, 360]) {
    test(`reads well at ${String(width)} pixels`, async ({ app, page }) => {
      await page.setViewportSize({ width, height: 800 });
      await app.open(linkTo(some));
      await expect(lanes(page)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const axe = new AxeBuilder({ page: page as never }).include('[data-testid=lanes]');
      const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    });
  }
});
