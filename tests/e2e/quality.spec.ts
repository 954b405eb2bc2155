/** What a person is owed on every screen: WCAG 2.2 AA, room at every width, targets that can be hit, a keyboard, speed. */
import AxeBuilder from '@axe-core/playwright';
import { serve } from '../../scripts/serve.mjs';
import { drop, dumpInput } from './inputs.ts';
import { prepared } from './oracle.ts';
import { expect, inLooks, LOOKS, test, TWO_LOOKS, type Steplane } from './steplane.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function axe(app: Steplane, where: string): Promise<void> {
  // Its types come with a newer Playwright than the one that is pinned for Firefox; the page is the same.
  const { violations } = await new AxeBuilder({ page: app.page as never }).withTags(TAGS).analyze();
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
  expect(told, where).toEqual([]);
}

const POD =
  prepared('web')
    .objects(200)
    .find(({ key }) => key.startsWith('Pod/default/web-'))?.key ?? '';
const PENDING_END = prepared('pending').run.status.steps;

/** Each screen of the page, with what lies over it. */
const SCREENS: readonly { readonly where: string; readonly go: (app: Steplane) => Promise<void> }[] = [
  { where: 'landing page', go: (app) => app.open() },
  { where: 'stage with the inspector', go: (app) => app.open(`#g.web@200&select=${POD}`) },
  {
    where: 'stage with the object table',
    go: async (app) => {
      await app.open('#g.web@120');
      await app.panel('objects');
    },
  },
  {
    where: 'why is it pending',
    go: async (app) => {
      await app.open(`#g.pending@${String(PENDING_END)}&view=why&select=Pod/default/too-big`);
      await expect(app.page.getByTestId('fit-error')).toBeVisible();
    },
  },
  {
    where: 'import summary',
    go: async (app) => {
      await app.open();
      await drop(app.page, dumpInput('a-deployment--1-running.list.yaml'));
      await expect(app.page.getByTestId('import-summary')).toBeVisible();
      await app.ready();
    },
  },
  {
    where: 'alert',
    go: async (app) => {
      await app.open('#1.');
      await expect(app.problem).toBeVisible();
    },
  },
  {
    where: 'share',
    go: async (app) => {
      await app.open('#g.web@60');
      await app.press('share');
      await expect(app.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    where: 'help',
    go: async (app) => {
      await app.open('#g.web@60');
      await app.stage.focus();
      await app.page.keyboard.press('?');
      await expect(app.page.getByRole('dialog')).toBeVisible();
    },
  },
];

inLooks(LOOKS, () => {
  test('UX 14: axe finds nothing on any screen', async ({ app }) => {
    for (const { where, go } of SCREENS) {
      await go(app);
      await axe(app, where);
    }
  });
});

const WIDTHS = [
  { width: 360, height: 740 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const;

/** What of the page's boxes does not keep to the rules. */
const misfits = (app: Steplane): Promise<{ readonly overflow: number; readonly small: readonly string[] }> =>
  app.page.evaluate(() => {
    const seen = (e: Element): boolean => {
      const { width, height } = e.getBoundingClientRect();
      const style = getComputedStyle(e);
      return (
        width > 1 && height > 1 && style.visibility !== 'hidden' && e.closest('[inert], [aria-hidden=true]') === null
      );
    };
    const pressable =
      'button, a[href], input:not([type=file]), select, summary, [role=slider], [role=separator], [role=tab], [role=menuitem], [role=radio]';
    const small = [...document.querySelectorAll(pressable)].filter(seen).flatMap((e) => {
      const { width, height } = e.getBoundingClientRect();
      // Half a pixel is rounding of a line's height, not a smaller target. Links in the flow of a sentence are exempt (2.5.8).
      if ((width >= 23.5 && height >= 23.5) || e.matches('p a, p button.link, li span a')) return [];
      return [
        `${e.tagName.toLowerCase()}.${e.className} “${(e.getAttribute('aria-label') ?? e.textContent).slice(0, 40)}” ${String(Math.round(width))} × ${String(Math.round(height))}`,
      ];
    });
    return {
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      small: [...new Set(small)],
    };
  });

for (const size of WIDTHS) {
  test.describe(`at ${String(size.width)} px`, () => {
    test.use({ viewport: size });
    inLooks(TWO_LOOKS, () => {
      test('UX 29, 32: nothing overflows sideways, every target is at least 24 × 24', async ({ app }) => {
        const screens =
          size.width === 1440
            ? SCREENS
            : SCREENS.filter(({ where }) => !['stage with the object table', 'help'].includes(where));
        for (const { where, go } of screens) {
          await go(app);
          expect({ where, ...(await misfits(app)) }).toEqual({ where, overflow: 0, small: [] });
        }
      });
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('UX 33: step, back, inspect and share by touch', async ({ app, page }) => {
    await app.open();
    await app.button('step').tap();
    await app.expectStep(1);
    await app.button('step').tap();
    await app.expectStep(2);
    await app.button('back').tap();
    await app.expectStep(1);
    await expect(app.stage).toBeInViewport();
    await expect(app.stage.locator('p').first()).toContainText('kubectl');
    await expect(app.inspector).toHaveAttribute('data-object', 'Deployment/default/web');
    await app.button('share').tap();
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(/#g\.web@1/);
    await axe(app, 'share on a phone');
  });
});

test('UX 12: with the keyboard alone, from the landing page to a shared moment, and out of everything', async ({
  app,
  page,
}) => {
  await app.open();
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
  const tabTo = async (name: RegExp, most = 80): Promise<void> => {
    for (let i = 0; i < most; i++) {
      await page.keyboard.press('Tab');
      if (name.test(await focused())) return;
    }
    throw new Error(`Tab does not come to ${String(name)}; it is at ${await focused()}`);
  };
  const focusIsSeen = (): Promise<boolean> =>
    page.evaluate(() => {
      const e = document.activeElement;
      if (e === null || e === document.body) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(e);
      // A part of the drawing has a ring of its own.
      const ring = e.querySelector(':scope > .st-focus');
      const drawn = ring !== null && getComputedStyle(ring).stroke !== 'none';
      const box = e.getBoundingClientRect();
      const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
      return inside && (drawn || (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none');
    });
  await tabTo(/^Step$/);
  expect(await focusIsSeen()).toBe(true);
  await page.keyboard.press('Enter');
  await app.expectStep(1);
  await expect(app.stage).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await app.expectStep(2);
  // Into the stage's parts and out again.
  await page.keyboard.press('Enter');
  await expect(app.stage).not.toBeFocused();
  expect(await focusIsSeen()).toBe(true);
  await page.keyboard.press('Escape');
  await expect(app.stage).toBeFocused();
  await tabTo(/^Now$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'YAML' })).toBeFocused();
  await tabTo(/^Step back$/);
  await page.keyboard.press('Enter');
  await app.expectStep(1);
  await page.keyboard.press('Shift+Tab');
  await tabTo(/^event$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'stage', exact: true })).toBeChecked();
  await tabTo(/^Share$/);
  expect(await focusIsSeen()).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(app.button('share')).toBeFocused();
  // No trap: a whole round of Tab comes by the top bar again.
  const seen = new Set<string>();
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('Tab');
    seen.add(await focused());
  }
  expect([...seen].some((name) => name.startsWith('Steplane'))).toBe(true);
  expect(seen.has('Share')).toBe(true);
});

test('UX 33: the wheel over the stage scrolls the page, not the picture', async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await app.open();
  const box = await app.stage.boundingBox();
  if (box === null) throw new Error('there is no stage');
  await page.mouse.move(box.x + box.width / 2, box.y + 100);
  await page.mouse.wheel(0, 200);
  await expect
    .poll(() =>
      page.evaluate(() => Math.max(scrollY, ...[...document.querySelectorAll('main, .app')].map((e) => e.scrollTop))),
    )
    .toBeGreaterThan(100);
});

test('UX 35: the first load fetches neither the answers nor the help; they come when they are asked for', async ({
  app,
  page,
  guard,
}) => {
  await app.open('#g.web@60');
  const scripts = (): string[] =>
    guard.requests.filter((url) => url.endsWith('.js')).map((url) => url.replace(/^.*\//, ''));
  const lazy = /^(help|why|summary|editor|charts?|lab)-/;
  expect(scripts().some((name) => name.startsWith('index-'))).toBe(true);
  expect(scripts().filter((name) => lazy.test(name))).toEqual([]);
  await app.stage.focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(scripts().filter((name) => lazy.test(name))).toEqual([expect.stringMatching(/^help-/)]);
});

test('every answer of the server isolates the page, and the page is isolated', async ({ app, page }) => {
  const answers: string[] = [];
  page.on('response', (response) => {
    const { 'cross-origin-opener-policy': opener, 'cross-origin-embedder-policy': embedder } = response.headers();
    if (new URL(response.url()).protocol === 'http:') answers.push(`${String(opener)}, ${String(embedder)}`);
  });
  await app.open();
  expect(new Set(answers)).toEqual(new Set(['same-origin, require-corp']));
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

test('UX 2, 18: without the headers it is not isolated, loads once, and has the same digests', async ({
  browser,
  contextOptions,
}) => {
  const address = await serve({ port: 0, isolated: false });
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  let loads = 0;
  page.on('load', () => loads++);
  await page.goto(`${address}#g.web@60`);
  const stage = page.getByTestId('stage');
  await expect(page.locator('html')).toHaveAttribute('data-steplane', 'ready');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await expect(stage).toHaveAttribute('data-digest', prepared('web').moment(60).digest);
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await expect(stage).toHaveAttribute('data-digest', prepared('web').moment(61).digest);
  expect(loads).toBe(1);
  await context.close();
});
