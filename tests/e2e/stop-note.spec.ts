/** What the clock's row and the Share dialog tell of breakpoints, whatever the room for it. */
import { encodeLink } from '../../src/scenario/link.ts';
import { expect, inLooks, LOOKS, test } from './steplane.ts';

/** Never rests: the page says that it stopped after ten simulated minutes. */
const MINUTELY = `apiVersion: v1
kind: Node
metadata: { name: node-a, labels: { kubernetes.io/hostname: node-a } }
status: { allocatable: { cpu: '4', memory: 8Gi, pods: '110' }, conditions: [{ type: Ready, status: 'True' }] }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: tick }
spec:
  schedule: '* * * * *'
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: c, image: busybox, command: [sh, -c, 'sleep 1'] }] } } } }
---
apiVersion: steplane.dev/v1
kind: Scenario
spec: { now: '2026-01-01T00:00:00Z' }
`;
const [WRITE, CRONJOB, PENDING] = [
  'kind = store.written and detail = bind',
  'object = default/tick-* and number > 0',
  'count(pods where phase = Pending) > 3',
];
const marks = {
  breakpoints: [WRITE, CRONJOB, PENDING],
  watches: ['count(pods where phase = Running)'],
  bookmarks: [{ step: 1, name: 'the first', anchor: '' }],
};
const link = encodeLink(MINUTELY, { step: 0, anchor: '', select: '', view: 'stage', digest: '', marks }) ?? '';

inLooks(LOOKS, () => {
  for (const width of [1440, 1024, 360]) {
    test(`${String(width)} px: the stop note says every condition that holds, the end of the run keeps to its place`, async ({
      app,
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await app.open(link);
      await app.stage.focus();
      await page.keyboard.press('F8');
      const note = page.getByTestId('stop-note');
      // To a binding, which both of the first two are about.
      for (let i = 0; i < 40 && !((await note.textContent()) ?? '').includes(WRITE); i++) {
        await page.keyboard.press('F8');
        await app.ready();
      }
      await expect(note).toContainText(WRITE);
      await expect(note).toContainText(CRONJOB);
      const cut = await note.evaluate((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1);
      expect(cut).toBe(false);
      if (width === 1440) {
        const state = page.locator('.run-state');
        await expect(state).toBeVisible();
        expect((await state.boundingBox())?.width).toBeLessThanOrEqual(240);
        expect(await state.evaluate((e) => e.scrollHeight > e.clientHeight + 1)).toBe(false);
      }
      if (width === 360) {
        // Beside the sheet, not over it.
        const [below, sheet] = [await note.boundingBox(), await page.locator('.sheet').boundingBox()];
        expect(below?.y ?? 0).toBeGreaterThanOrEqual((sheet?.y ?? 0) + (sheet?.height ?? 0));
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      await app.press('share');
      const told = page.locator('.share [data-marks]');
      await expect(told).toHaveCount(3);
      for (const [what, texts] of [
        ['breakpoints', marks.breakpoints],
        ['watches', marks.watches],
        ['bookmarks', ['the first']],
      ] as const) {
        const row = page.locator(`.share [data-marks=${what}]`);
        await expect(row).toHaveAttribute('data-count', String(texts.length));
        await expect(row.locator('li')).toHaveText(texts);
      }
    });
  }
});
