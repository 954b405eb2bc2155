/** Where a run stands at rest the page tells what is still due, and goes there. */
import { encodeLink } from '../../src/scenario/link.ts';
import { NO_MARKS } from '../../src/scenario/link-marks.ts';
import { expect, inLooks, test, TWO_LOOKS } from './steplane.ts';

const SECOND = 1_000_000;

/** Two hours and an entry that the run does not come to. */
const REPORT = `apiVersion: v1
kind: Node
metadata: { name: node-a, labels: { kubernetes.io/hostname: node-a } }
status: { allocatable: { cpu: '4', memory: 8Gi, pods: '110' }, conditions: [{ type: Ready, status: 'True' }] }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: report }
spec:
  schedule: '0 2 * * *'
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: c, image: busybox, command: [sh, -c, 'sleep 1'] }] } } } }
---
apiVersion: steplane.dev/v1
kind: Scenario
spec: { now: '2026-01-01T00:00:00Z' }
`;

/** An image that nobody can pull, and a minute to get it. */
const BAD_IMAGE = `${REPORT.split('---')[0] ?? ''}---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  progressDeadlineSeconds: 60
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: 'registry.invalid/none:1' }] }
---
apiVersion: steplane.dev/v1
kind: Scenario
spec: { kubelet: { unpullable: ['registry.invalid/*'] } }
`;
const moment = (text: string): string =>
  encodeLink(text, { step: 0, anchor: '', select: '', view: 'stage', digest: '', marks: NO_MARKS }) ?? '';
const link = moment(REPORT);
const STALLED = moment(BAD_IMAGE);

inLooks(TWO_LOOKS, (look) => {
  for (const width of [1440, 1024, 360]) {
    test(`${String(width)} px: what is still due is listed, and one press runs on to it`, async ({ app, page }) => {
      await page.setViewportSize({ width, height: 800 });
      await app.open(link);
      const open = page.getByTestId('due-open');
      await expect(open).toBeVisible();
      const before = Number(await app.stage.getAttribute('data-steps'));
      await open.click();
      const panel = page.getByTestId('due');
      const row = panel.locator('[data-due]');
      await expect(row).toHaveCount(1);
      await expect(row).toContainText('CronJob default/report');
      await expect(row).toContainText('2:00:00');
      const box = await panel.boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 9999) <= width).toBe(true);
      const due = Number(await row.getAttribute('data-due'));
      expect(Math.floor(due / SECOND)).toBe(2 * 3600);
      await row.getByRole('button').click();
      await expect(panel).toBeHidden();
      await expect
        .poll(async () => Number(await app.stage.getAttribute('data-sim-micros')), { timeout: 20_000 })
        .toBeGreaterThanOrEqual(due);
      expect(Number(await app.stage.getAttribute('data-steps'))).toBeGreaterThan(before);
      expect(Number(await app.stage.getAttribute('data-sim-micros'))).toBeLessThan(due + SECOND);
      // The next one is a day later.
      await app.ready();
      await expect(open).toBeFocused();
      await open.click();
      await expect(row).toContainText('26:00:00');
      await page.keyboard.press('Escape');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(look.language).toBe(await page.locator('html').getAttribute('lang'));
    });
  }

  test("what stands still at the end is told in its controller's words, and shown", async ({ app, page }) => {
    await app.open(STALLED);
    await page.getByTestId('due-open').click();
    const row = page.getByTestId('due').getByRole('listitem').filter({ hasText: 'ProgressDeadlineExceeded' });
    await expect(row).toContainText(/Deployment default\/web: .*ReplicaSet "web-\w+" has timed out progressing\./);
    await row.getByRole('button').click();
    await expect(app.inspector).toHaveAttribute('data-object', 'Deployment/default/web');
    const steps = await app.stage.getAttribute('data-steps');
    await expect(app.stage).toHaveAttribute('data-step', steps ?? '');
    expect(look.theme).toBe(await page.locator('html').getAttribute('data-theme'));
  });

  test('a moment behind the rest is found again when the page is loaded anew', async ({ app, page }) => {
    await app.open(link);
    await page.getByTestId('due-open').click();
    await page.getByTestId('due').locator('[data-due]').getByRole('button').click();
    await expect
      .poll(async () => Number(await app.stage.getAttribute('data-sim-micros')))
      .toBeGreaterThan(7000 * SECOND);
    const moment = await app.moment();
    await expect.poll(() => page.url()).not.toContain(link.slice(1));
    await page.reload();
    await app.ready();
    const again = await app.moment();
    expect([again.step, again.digest]).toEqual([moment.step, moment.digest]);
    await expect(app.problem).toHaveCount(0);
  });
});

test('a run with nothing ahead has nothing to say', async ({ app, page }) => {
  await app.open('#g.web@4');
  await expect(page.getByTestId('breakpoints-open')).toBeVisible();
  await app.ready();
  await expect(page.getByTestId('due-open')).toHaveCount(0);
});
