/** The first look at a dump: what was read fits a phone, and who waits is told by cause and workload. */
import { words } from '../../src/derive/words/words.ts';
import { drop, dumpInput } from './inputs.ts';
import { expect, test } from './steplane.ts';

const dictionary = words('en');
const DUMP = 'big-dump-1--dump.yaml';

test('Pods of one workload that were told the same stand together, the first three by name', async ({ app, page }) => {
  await app.open();
  await drop(page, dumpInput(DUMP));
  await page.getByTestId('import-summary').getByRole('button', { name: dictionary.whyPending }).click();
  const gpu = app.why.getByTestId('cause').filter({ hasText: '53 Insufficient nvidia.com/gpu' });
  await expect(gpu).toContainText('4 Pods');
  await expect(gpu.getByRole('button')).toHaveCount(3);
  await expect(gpu).toContainText('and 1 more ReplicaSet gpu-train-8475fd4556');
  await gpu.getByRole('button').first().click();
  await expect(app.why.getByRole('heading', { level: 1 })).toContainText('gpu-train-8475fd4556-75r8c');
  // At step 0 nothing was tried here; the nodes are told as the first try will find them.
  await expect(app.why.locator('header p')).toHaveText(dictionary.whyStates['told'] ?? '');
  const ahead = app.why.getByTestId('ahead');
  await expect(ahead.getByRole('heading', { level: 2 })).toContainText('What its first try will find, step ');
  await expect(ahead).toContainText('Insufficient nvidia.com/gpu');
});

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 800 } });
  test('nothing of what was read is cut off at the side', async ({ app, page }) => {
    await app.open();
    await drop(page, dumpInput(DUMP));
    const counts = page.getByTestId('import-summary').locator('.kind-bars li');
    await expect(counts).toHaveCount(6);
    // Evictions and preemption act on budgets.
    await expect(counts.filter({ hasText: 'PodDisruptionBudget' })).toHaveCount(1);
    for (const count of await counts.locator('b').all()) {
      const box = await count.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(360);
    }
  });
});
