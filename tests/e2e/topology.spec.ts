/** Spread and affinity on the page: the engine's counts, what is over the limit, who counts, and the way back. */
import AxeBuilder from '@axe-core/playwright';
import type { Engine } from '../../src/engine/engine.ts';
import { topologyWords } from '../../src/derive/words/topology.ts';
import type { SourceFile } from '../../src/protocol/protocol.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import { crowded, hundred } from '../fixtures/topology.ts';
import { inNode } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Locator } from './steplane.ts';

const POD = 'Pod/default/late';
const ZONE = '[data-constraint="topology.kubernetes.io/zone"][data-rule="DoNotSchedule"]';
const kept = new Map<string, Engine>();

function engineOf(file: SourceFile): Engine {
  const engine = kept.get(file.name) ?? inNode(file);
  kept.set(file.name, engine);
  return engine;
}

function linkAt(engine: Engine, step: number, view: 'why' | 'why-node'): string {
  const { digest } = engine.moment(step);
  return encodeLink(engine.scenario(), { step, anchor: '', select: POD, view, digest }) ?? '';
}

/** value, count, skew, allowed of every domain of a row. */
const told = (row: Locator): Promise<readonly (readonly (string | undefined)[])[]> =>
  row
    .locator('[data-domain]')
    .evaluateAll((domains: readonly HTMLElement[]) =>
      domains.map(({ dataset: { domain, count, skew, allowed } }) => [domain, count, skew, allowed]),
    );

inLooks(TWO_LOOKS, (look) => {
  const words = topologyWords(look.language);

  test('a Pod that waits: counts, limit and verdict a domain; who counts; and the step at which it went', async ({
    app,
    page,
  }) => {
    const engine = engineOf(crowded);
    const end = engine.run.status.steps;
    const bound = engine.topology(end, POD).step;
    await app.open(linkAt(engine, bound - 1, 'why'));
    const topology = page.getByTestId('topology');
    const zone = topology.locator(ZONE);
    await expect
      .poll(() => told(zone))
      .toEqual([
        ['a', '3', '3', 'false'],
        ['b', '1', '1', 'true'],
        ['c', '1', '1', 'true'],
      ]);
    await expect(zone).toContainText(words.limit('2', '1', '1'));
    await expect(zone.locator('[data-domain="a"]')).toContainText(words.verdicts.no);
    await expect(zone.locator('[data-ignored="node-taints"]')).toHaveAttribute('data-count', '1');
    await expect(zone.locator('[data-ignored="no-label"]')).toHaveAttribute('data-count', '1');
    await expect(topology.locator('[data-rule="ScheduleAnyway"] [data-domain="a1"]')).toContainText(
      words.verdicts.over,
    );
    const away = topology.locator('[data-rule="anti-affinity"]');
    await expect(away.locator('[data-allowed="false"]')).toHaveCount(2);
    await expect(topology.locator('[data-rule="existing-anti-affinity"] [data-allowed="false"]')).toHaveAttribute(
      'data-domain',
      'c1',
    );

    // Pointing tells, pressing keeps it told, and a Pod's name selects it.
    await zone.locator('[data-domain="c"]').hover();
    await expect(zone.locator('[data-told="c"]')).toContainText('web-5');
    await zone.locator('[data-domain="b"]').click();
    await page.mouse.move(0, 0);
    await expect(zone.locator('[data-told="b"] [data-object]')).toHaveText(['web-4', 'b1', 'b2']);
    // Its types come with another Playwright; the page is the same.
    expect(
      (await new AxeBuilder({ page: page as never }).include('[data-testid="topology"]').analyze()).violations,
    ).toEqual([]);

    await app.goTo(bound);
    // Until the answer of this step is here there are two.
    await expect(away.locator('[data-allowed="false"]')).toHaveCount(1);
    await expect(away.locator('[data-allowed="false"]')).toHaveAttribute('data-domain', 'b2');
    await app.press('back');
    await expect(away.locator('[data-allowed="false"]')).toHaveCount(2);
    await zone.locator('[data-object="Pod/default/web-4"]').click();
    await expect(app.inspector).toHaveAttribute('data-object', 'Pod/default/web-4');
  });

  test('a hundred domains are folded by count, and each is listed', async ({ app, page }) => {
    const engine = engineOf(hundred);
    await app.open(linkAt(engine, engine.run.status.steps, 'why-node'));
    const row = page.getByTestId('topology').locator('[data-constraint="kubernetes.io/hostname"]');
    for (const [domains, pods, verdict] of [
      ['4', '2', words.verdicts.no],
      ['34', '1', words.verdicts.yes],
      ['62', '0', words.verdicts.yes],
    ] as const) {
      await expect(row.getByRole('button', { name: words.fold(domains, pods, verdict), exact: true })).toBeVisible();
    }
    await expect(row.locator('[data-domain]')).toHaveCount(100);
    await row.getByRole('button', { name: words.fold('4', '2', words.verdicts.no), exact: true }).click();
    await expect.poll(() => told(row)).toEqual(['n0', 'n1', 'n2', 'n3'].map((name) => [name, '2', '3', 'false']));
    await row.locator('[data-domain="n2"]').click();
    await expect(row.locator('[data-told="n2"]')).toContainText('web-2');
    await expect(row.locator('[data-told="n2"]')).toContainText('web-40');
  });
});

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  test('bars lie, and nothing scrolls sideways', async ({ app, page }) => {
    const engine = engineOf(crowded);
    await app.open(linkAt(engine, engine.topology(engine.run.status.steps, POD).step - 1, 'why'));
    const boxOf = async (value: string) => page.locator(`${ZONE} [data-domain="${value}"]`).boundingBox();
    await expect(page.locator(`${ZONE} [data-domain]`)).toHaveCount(3);
    const [a, b] = [await boxOf('a'), await boxOf('b')];
    expect(a?.x).toBe(b?.x);
    expect(a?.y ?? 0).toBeLessThan(b?.y ?? 0);
    expect(a?.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
