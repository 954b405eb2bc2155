/** The main job, point 7: the moment in the address, opened paused by somebody else; broken links do no harm. */
import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { encodeLink } from '../../src/scenario/link.ts';
import { words } from '../../src/derive/words/words.ts';
import { drop, dumpInput, type Input } from './inputs.ts';
import { digestAt, inNode, prepared } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Steplane } from './steplane.ts';
import { gallery } from '../fixtures/dumps.ts';

async function shared(app: Steplane): Promise<string> {
  await app.press('share');
  const field = app.page.getByRole('dialog').getByRole('textbox');
  await expect(field).not.toHaveValue('');
  const link = await field.inputValue();
  await app.page.keyboard.press('Escape');
  return link;
}

async function opensTheSame(app: Steplane, link: string, selected: string): Promise<void> {
  await app.page.goto(link);
  await app.ready();
  await expect(app.inspector).toHaveAttribute('data-object', selected);
  await expect(app.stage).toHaveAttribute('data-playing', 'false');
  await expect(app.problem).toHaveCount(0);
}

inLooks(TWO_LOOKS, (look) => {
  test('UX 3: Share of a prepared scenario opens elsewhere: paused, same step, digest and selection', async ({
    app,
    elsewhere,
  }) => {
    const engine = prepared('web');
    await app.open();
    await app.press('step');
    await app.goTo(128);
    const key = engine.objects(128).find((row) => row.key.startsWith('Pod/default/web-'))?.key ?? '';
    await app.select(key);
    const link = await shared(app);
    expect(link.length).toBeLessThanOrEqual(120);
    expect(link).toMatch(/[A-Za-z0-9]$/);
    const other = await elsewhere({
      theme: look.theme === 'dark' ? 'light' : 'dark',
      language: look.language === 'en' ? 'ja' : 'en',
    });
    await opensTheSame(other, link, key);
    const { step, digest } = await other.moment();
    expect([step, digest]).toEqual([128, digestAt(engine, 128)]);
  });

  test('Share of a dropped dump holds the scenario itself', async ({ app, elsewhere, page }) => {
    const input = dumpInput('k-spread--2-skewed.list.yaml');
    const engine = inNode(input);
    await app.open();
    await drop(page, input);
    await page
      .getByTestId('import-summary')
      .getByRole('button', { name: words(look.language).toTheStage })
      .click();
    await app.rest(engine.run.status.steps);
    await app.goTo(40);
    const key = engine.objects(40).find(({ kind }) => kind === 'Pod')?.key ?? '';
    await app.select(key);
    const link = await shared(app);
    expect(new URL(link).hash).toMatch(/^#1\.[A-Za-z0-9_-]+[A-Za-z0-9]$/);
    const other = await elsewhere();
    await opensTheSame(other, link, key);
    const { step, digest } = await other.moment();
    expect([step, digest]).toEqual([40, digestAt(engine, 40)]);
    await other.rest(engine.run.status.steps);
    await other.press('last');
    expect((await other.moment()).digest).toBe(digestAt(engine, engine.run.status.steps));
  });
});

test('a dump too large for an address is shared as a file, which opens at the moment', async ({
  app,
  elsewhere,
  page,
}) => {
  const input = dumpInput('big-dump-1--dump.yaml');
  const engine = inNode(input);
  await app.open();
  await drop(page, input);
  await page
    .getByTestId('import-summary')
    .getByRole('button', { name: words('en').toTheStage })
    .click({ timeout: 20_000 });
  await app.rest(engine.run.status.steps);
  await app.goTo(300);
  await app.press('share');
  const dialog = page.getByRole('dialog');
  const link = await dialog.getByRole('textbox').inputValue();
  expect(new URL(link).hash).toMatch(/^#f\.[0-9a-f]{16}@.*[A-Za-z0-9]$/);
  const arriving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: words('en').downloadFile }).click();
  const download = await arriving;
  const file: Input = { name: download.suggestedFilename(), data: readFileSync(await download.path(), 'utf8') };

  const other = await elsewhere();
  await other.open(new URL(link).hash);
  await expect(other.problem).toHaveAttribute('data-code', 'link-needs-file');
  await drop(other.page, file);
  await expect(other.stage).toHaveAttribute('data-step', '300', { timeout: 20_000 });
  expect((await other.moment()).digest).toBe(digestAt(engine, 300));
  await expect(other.problem).toHaveCount(0);
});

test('an anchor of the contract leads to its event', async ({ app }) => {
  const engine = prepared('web');
  await app.open('#g.web@bind:default/web-*');
  const { step, digest } = await app.moment();
  const { trace } = engine.cluster.world;
  expect([trace.object(step), trace.detail(step)]).toEqual([expect.stringMatching(/^Pod\/default\/web-/), 'bind']);
  expect(digest).toBe(digestAt(engine, step));
});

const GOOD =
  encodeLink(gallery('web').data as string, { step: 5, anchor: '', select: '', view: 'stage', digest: '' }) ?? '';
const flipped = (link: string): string => {
  const at = Math.floor(link.length / 2);
  return link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1);
};

const MALFORMED: readonly { readonly what: string; readonly hash: string; readonly code: string }[] = [
  { what: 'cut off', hash: GOOD.slice(0, Math.floor(GOOD.length * 0.7)), code: 'link-truncated' },
  { what: 'short of its last character', hash: GOOD.slice(0, -1), code: 'link-truncated' },
  { what: 'one character flipped', hash: flipped(GOOD), code: 'link-corrupt' },
  { what: 'of a future version', hash: GOOD.replace('#1.', '#2.'), code: 'link-too-new' },
  { what: 'empty', hash: '#1.', code: 'link-empty' },
  { what: 'too large', hash: `#1.${'A'.repeat(70_000)}`, code: 'link-too-large' },
];

inLooks(TWO_LOOKS, (look) => {
  for (const { what, hash, code } of MALFORMED) {
    test(`UX 5: a link that is ${what} shows the shell and one alert, ${code}`, async ({ app, page }) => {
      await page.goto(`/${hash}`);
      await expect(app.problem).toHaveAttribute('data-code', code);
      await expect(app.problem).toHaveRole('alert');
      await expect(page.getByRole('alert')).toHaveCount(1);
      await app.ready();
      const { step, scenario, playing } = await app.moment();
      expect([step, scenario, playing]).toEqual([0, 'web', false]);
      // Words, not a code; and the page is there to be used.
      await expect(app.problem).toContainText(look.language === 'ja' ? /[ぁ-ん]/ : /link/);
      await app.press('step');
      await app.expectStep(1);
    });
  }
});

test('a good link of that make opens', async ({ app }) => {
  await app.open(GOOD);
  const { step, digest } = await app.moment();
  expect([step, digest]).toEqual([5, digestAt(prepared('web'), 5)]);
  await expect(app.problem).toHaveCount(0);
});

const nothing = { step: 0, anchor: '', select: '', view: '', digest: '' };

test('UX 6: hostile links are inert', async ({ app, page }) => {
  // 40 MB in a link that is short enough, with a check sum that is right.
  const payload = deflateRawSync('x'.repeat(40_000_000), { level: 9 }).toString('base64url');
  const bomb = `#1.${payload}${crc32(payload).toString(16).padStart(8, '0')}`;
  expect(bomb.length).toBeLessThan(64 * 1024);
  await page.goto(`/${bomb}`);
  await expect(app.problem).toHaveAttribute('data-code', 'link-too-large');
  page.on('dialog', () => {
    throw new Error('a dialog was opened');
  });
  const markup = '"><img src=x onerror=alert(1)>';
  const hostile = [
    'apiVersion: steplane.dev/v1\nkind: Scenario\nmetadata: {name: x}\nspec: {generate: {nodes: 1, pods: 1000000}}\n',
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: &a [x,x], b: &b [*a,*a], c: &c [*b,*b], d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c], e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d], f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e], g: [*f,*f,*f,*f,*f,*f,*f,*f,*f]}\n`,
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"__proto__":{"polluted":"1"}}}',
  ];
  for (const hash of hostile.map((text) => encodeLink(text, nothing) ?? '')) {
    expect(hash).not.toBe('');
    await page.goto('/');
    await app.ready();
    await page.goto(`/${hash}`);
    await expect(app.problem).toBeVisible();
    await app.ready();
    expect((await app.moment()).scenario).toBe('web');
  }
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false);

  const named = JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a', labels: { a: markup } } });
  const titled = JSON.stringify({
    apiVersion: 'steplane.dev/v1',
    kind: 'Scenario',
    metadata: { name: 'm' },
    spec: { title: { en: markup, ja: markup } },
  });
  await page.goto('/');
  await app.ready();
  await page.goto(`/${encodeLink(`${titled}\n${named}`, nothing) ?? ''}`);
  await expect(page).toHaveTitle(`${markup} · Steplane`);
  await app.ready();
  await expect(page.locator('img')).toHaveCount(0);
});

test('UX 31: jumps can be taken back, walking adds nothing; the address always reopens the moment', async ({
  app,
  page,
  elsewhere,
}) => {
  await app.open('#g.web@3');
  await app.log.locator('[data-step="5"] button').click();
  await app.expectStep(5);
  await app.press('step');
  await app.press('step');
  await app.expectStep(7);
  await expect(page).toHaveURL(/#g\.web@7/);
  const other = await elsewhere();
  await other.open(new URL(page.url()).hash);
  await other.expectStep(7);
  await page.goBack();
  await app.expectStep(3);
  await page.goForward();
  await app.expectStep(7);
});

test('Back returns to what was shown before a scenario or a file was opened', async ({ app, page }) => {
  await app.open();
  await page.locator('[data-scenario="pending"]').click();
  await expect(app.stage).toHaveAttribute('data-scenario', 'pending');
  await app.ready();
  await drop(page, dumpInput('k-spread--2-skewed.list.yaml'));
  await expect(page.getByTestId('import-summary')).toBeVisible();
  await app.ready();
  await page.goBack();
  await expect(app.stage).toHaveAttribute('data-scenario', 'pending');
  await app.ready();
  await page.goBack();
  await expect(page.locator('[data-scenario="pending"]').first()).toBeVisible();
  await expect(app.stage).toHaveAttribute('data-scenario', 'web');
});

test('without a network, files go on being opened once the page has loaded', async ({ app, page }) => {
  const fetched = page.waitForResponse(/late-answers/);
  await app.open();
  await fetched;
  // The spare engine and the views that are not on screen come after it.
  await page.waitForTimeout(4000);
  await page.context().setOffline(true);
  // The browser asks for the icon again at each new address.
  await page
    .context()
    .route('**', (route) => (route.request().url().endsWith('icon.svg') ? route.fulfill({ body: '' }) : route.abort()));
  for (const name of ['k-spread--1-spread.list.yaml', 'k-spread--2-skewed.list.yaml', 'k-spread--3-even.list.yaml']) {
    await drop(page, dumpInput(name));
    await expect(page.getByTestId('import-summary')).toContainText(name);
    await expect(app.problem).toHaveCount(0);
  }
});

test('a fork that is shared: a branch for who opens it, its deeds are told, and Undo brings back what it was made of', async ({
  app,
  page,
  elsewhere,
}) => {
  const { undo } = words('en');
  const stop = async (on: Steplane, node: string): Promise<void> => {
    await on.select(`Node/${node}`);
    await on.inspector.locator('[data-break]').click();
    await on.page.getByTestId('break-it').click();
    await expect(on.page.getByTestId('beside')).toBeVisible();
    await on.page.keyboard.press('Escape');
  };
  const branchIs = (on: Steplane, from: number) =>
    expect(on.stage).toHaveAttribute('data-branch', `branch from ${String(from)}`);
  await app.open('#g.web@120');
  const opened = await app.moment();
  await stop(app, 'node-c');
  await app.ready();
  await branchIs(app, 120);
  await app.goTo(125);
  const first = await app.moment();
  await stop(app, 'node-a');
  await branchIs(app, 125);
  await app.ready();
  const second = await app.moment();
  await app.press('share');
  await expect(page.getByTestId('share-deeds').locator('li')).toHaveText([/^node-c: is gone/, /^node-a: is gone/]);
  const link = await page.getByRole('dialog').getByRole('textbox').inputValue();
  await page.keyboard.press('Escape');

  const other = await elsewhere();
  await other.page.goto(link);
  await other.ready();
  await branchIs(other, 125);
  expect((await other.moment()).digest).toBe(second.digest);
  // The deeds go on with whoever shares it on.
  await other.press('share');
  await expect(other.page.getByTestId('share-deeds').locator('li')).toHaveCount(2);
  await other.page.keyboard.press('Escape');
  await other.page.getByTestId('compare').click();
  await expect(other.page.getByTestId('beside')).toContainText('node-a: is gone for good');
  await other.page.keyboard.press('Escape');
  await other.page.getByRole('button', { name: undo }).click();
  await branchIs(other, 120);
  await other.ready();
  await expect(other.stage).toHaveAttribute('data-digest', first.digest);
  await other.page.getByRole('button', { name: undo }).click();
  await expect(other.stage).toHaveAttribute('data-branch', 'main');
  await other.ready();
  expect(await other.moment()).toEqual(opened);
});

test('an address pasted into the page opens there', async ({ app, page }) => {
  await app.open();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'https://example.com/steplane/#g.pending@4');
    document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  });
  await app.expectStep(4);
  expect((await app.moment()).scenario).toBe('pending');
});

test('a moment that is not in the run is said, and the start is shown', async ({ app }) => {
  await app.open('#g.web@99999');
  await expect(app.problem).toHaveAttribute('data-code', 'link-moment-missing');
  await app.expectStep(0);
});
