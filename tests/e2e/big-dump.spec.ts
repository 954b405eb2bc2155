/** Every Pending Pod of the large dump says on the page what the real scheduler wrote. */
import { readFileSync } from 'node:fs';
import { words } from '../../src/derive/words/words.ts';
import { dumpInput, drop } from './inputs.ts';
import { expect, inLooks, test } from './steplane.ts';

interface Recorded {
  readonly namespace: string;
  readonly pod: string;
  /** null: a Pod of another scheduler, which has no condition. */
  readonly message: string | null;
}

const RECORDED = JSON.parse(
  readFileSync(new URL('../cases/control-plane/big-dump-messages.json', import.meta.url), 'utf8'),
) as readonly Recorded[];

inLooks([{ theme: 'light', language: 'en' }], (look) => {
  test('the 30 Pending Pods of the large dump, each by its own answer', async ({ app, page }) => {
    test.setTimeout(120_000);
    await app.open();
    await drop(page, dumpInput('big-dump-1--dump.yaml'));
    const dictionary = words(look.language);
    const summary = page.getByTestId('import-summary');
    await summary.getByRole('button', { name: dictionary.toTheStage }).click();
    await app.press('last');
    await app.panel('objects');
    let seen = 0;
    for (const { namespace, pod, message } of RECORDED) {
      const key = `Pod/${namespace}/${pod}`;
      await page.getByRole('searchbox', { name: dictionary.filterObjects }).fill(`${namespace}/${pod}`);
      await app.select(key);
      await app.inspector.getByRole('button', { name: dictionary.whyPending }).click();
      await expect(app.why.getByRole('heading', { level: 1 })).toContainText(pod);
      const text = app.why.getByTestId('fit-error');
      await expect(message === null ? app.why.locator('header p') : text).toHaveText(
        message ?? dictionary.whyStates['no-scheduler'] ?? '',
      );
      seen += 1;
      await page.keyboard.press('Escape');
      await expect(app.why).toBeHidden();
    }
    expect(seen).toBe(30);
  });
});
