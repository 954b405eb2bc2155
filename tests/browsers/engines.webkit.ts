/** WebKit: the same checks through a driver of its own, one window for all of them. */
import { expect, test } from '@playwright/test';
import { CHECKS } from './checks.ts';
import { openWebKit, type WebKit } from './webkit-driver.ts';

test.describe.configure({ mode: 'default' });

let webkit: WebKit;

test.beforeAll(async ({}, { project }) => {
  webkit = await openWebKit(project.use.baseURL ?? '', async (name, body) => {
    await test.info().attach(name, { body, contentType: 'image/png' });
  });
});

test.afterAll(async () => {
  await webkit.close();
});

test('reduced motion is on, or nothing below would prove a cut', async () => {
  await webkit.port.open('/');
  expect(await webkit.port.ask(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
});

for (const { name, run } of CHECKS) {
  test(name, async () => {
    await run(webkit.port);
  });
}
