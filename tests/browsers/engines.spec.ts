/** Chromium and Firefox, by Playwright. */
import { expect, test, type Page } from '@playwright/test';
import { CHECKS, watchErrors } from './checks.ts';
import type { Port } from './port.ts';

/** Playwright's pictures bring a style of their own, which the page's policy forbids; Firefox reports that as an error. */
let shooting = false;

const portOf = (page: Page): Port => ({
  open: async (address) => {
    await page.goto('about:blank');
    await page.goto(address);
    await page.evaluate(watchErrors);
  },
  ask: (question, ...args) => page.evaluate(`(${question.toString()})(...${JSON.stringify(args)})`),
  click: (selector) => page.locator(selector).first().click(),
  enter: async (selector, text) => {
    const field = page.locator(selector).first();
    // Key by key: what stands in for `fill` over BiDi sets the value behind the page's back.
    await field.click();
    await field.press('ControlOrMeta+a');
    await field.pressSequentially(text);
    await field.press('Enter');
  },
  key: (name) => page.keyboard.press(name),
  shot: async (name) => {
    shooting = true;
    await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' });
    shooting = false;
  },
});

const faults: string[] = [];

test.beforeEach(({ page }) => {
  faults.length = 0;
  page.on('pageerror', (error) => {
    if (!shooting) faults.push(error.message);
  });
});

test.afterEach(() => {
  expect(faults).toEqual([]);
});

test('reduced motion is on, or nothing below would prove a cut', async ({ page, baseURL }) => {
  await page.goto(baseURL ?? '');
  expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
});

for (const { name, run } of CHECKS) {
  test(name, async ({ page }) => {
    await run(portOf(page));
  });
}
