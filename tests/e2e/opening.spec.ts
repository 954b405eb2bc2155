/** The main job, points 2 and 4: the page opens paused, one press tells one thing, and a Pod's whole way can be seen. */
import { words } from '../../src/derive/words/words.ts';
import { captionOf, digestAt, eventOf, prepared, sentenceOf, stepsAbout } from './oracle.ts';
import { expect, inLooks, LOOKS, test, TWO_LOOKS } from './steplane.ts';

inLooks(LOOKS, (look) => {
  test('opens paused at step 0 on the prepared scenario; one press of Step changes stage, log and status line', async ({
    app,
    page,
  }) => {
    await app.open();
    await expect(page.locator('html')).toHaveAttribute('lang', look.language);
    await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme);
    const engine = prepared('web');
    await app.rest(engine.run.status.steps);
    const start = await app.moment();
    expect(start).toEqual({
      step: 0,
      steps: engine.run.status.steps,
      digest: digestAt(engine, 0),
      scenario: 'web',
      playing: false,
    });
    await expect(app.status).toContainText(words(look.language).beforeAll);
    await expect(app.button('step')).toHaveCount(1);
    const before = await app.picture();

    await app.press('step');
    await app.expectStep(1);
    expect((await app.moment()).digest).toBe(digestAt(engine, 1));
    expect(await app.picture()).not.toBe(before);
    const told = sentenceOf(engine, 1, look.language);
    await expect(app.stage.locator('p').first()).toHaveText(told);
    await expect(app.log.locator('[data-step="1"]')).toHaveAttribute('aria-current', 'step');
    await expect(app.log.locator('[aria-current="step"]')).toHaveCount(1);
    await expect(app.log.locator('[data-step="1"]')).toContainText(told);
    await expect(app.status).toContainText(told);
    // Who did what to whom: kubectl asked for the Deployment that the scenario's file applies.
    expect(told).toMatch(/kubectl.*Deployment web|kubectl.*Deployment/);
    expect(told).toContain('web');

    await app.press('step');
    await app.expectStep(2);
    await expect(app.status).toContainText(sentenceOf(engine, 2, look.language));
  });
});

test('theme and language have switches, which are remembered and change nothing of the run', async ({
  page,
  baseURL,
}) => {
  await page.goto(baseURL ?? '');
  const root = page.locator('html');
  const stage = page.getByTestId('stage');
  await expect(root).toHaveAttribute('data-steplane', 'ready');
  const digest = await stage.getAttribute('data-digest');
  await page.getByRole('radio', { name: '日本語' }).click();
  await expect(root).toHaveAttribute('lang', 'ja');
  const theme = (await root.getAttribute('data-theme')) === 'dark' ? 'dark' : 'light';
  const ja = words('ja');
  await page.getByRole('button', { name: theme === 'light' ? ja.toDark : ja.toLight }).click();
  const other = theme === 'light' ? 'dark' : 'light';
  await expect(root).toHaveAttribute('data-theme', other);
  await expect(stage).toHaveAttribute('data-digest', digest ?? '');
  await page.reload();
  await expect(root).toHaveAttribute('data-steplane', 'ready');
  await expect(root).toHaveAttribute('lang', 'ja');
  await expect(root).toHaveAttribute('data-theme', other);
  await expect(page.getByRole('button', { name: ja.walk.step, exact: true })).toBeVisible();
  // The address beats what is stored.
  await page.goto('/?lang=en&theme=light');
  await expect(root).toHaveAttribute('lang', 'en');
  await expect(root).toHaveAttribute('data-theme', 'light');
});

/** An extension point of the scheduler, and the kind Event in the strip of revisions. */
const TERMS = ['Filter', 'event'];

test('no English word of the page is left in Japanese', async ({ elsewhere }) => {
  const app = await elsewhere({ theme: 'light', language: 'ja' });
  await app.open('#g.web@60');
  const found = await app.page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      texts.push(node.textContent?.trim() ?? '');
    const named = [...document.querySelectorAll('[aria-label], [title]')].flatMap((e) => [
      e.getAttribute('aria-label') ?? '',
      e.getAttribute('title') ?? '',
    ]);
    return [...texts, ...named].filter((text) => text !== '');
  });
  const en = words('en');
  const ja = words('ja');
  const flat = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(flat)
        : [];
  // Words that are the same in both tables (activeQ, YAML, apply) are terms, not left-overs.
  const japanese = new Set(flat(ja));
  const english = new Set(flat(en).filter((text) => text.length > 2 && !japanese.has(text) && !TERMS.includes(text)));
  expect(found.filter((text) => english.has(text))).toEqual([]);
  expect(found.length).toBeGreaterThan(100);
});

const WAY = [
  // kind, who: client -> api-server -> watch -> the scheduler's informer -> queue -> cycle -> binding -> etcd -> watch -> kubelet -> etcd.
  ['store.written', 'create', /controller/],
  ['watch.delivered', 'ADDED', /scheduler/],
  ['informer.popped', '', /scheduler/],
  ['handler.called', 'add', /scheduler/],
  ['cycle.started', '', /scheduler/],
  ['cycle.prefilter', '', /scheduler/],
  ['cycle.filter', '', /scheduler/],
  ['cycle.score', '', /scheduler/],
  ['cycle.reserve', '', /scheduler/],
  ['cycle.permit', '', /scheduler/],
  ['request.sent', 'bind', /scheduler/],
  ['store.written', 'bind', /./],
  // The first that a kubelet hears of it: its watch lets through only Pods that name its node.
  ['watch.delivered', 'ADDED', /kubelet/],
  ['container.started', '', /kubelet/],
  ['request.sent', 'patch status', /kubelet/],
  ['store.written', 'patch status', /./],
  ['watch.delivered', 'MODIFIED', /scheduler/],
] as const;

inLooks(TWO_LOOKS, (look) => {
  test("a Pod's whole way from its creation to Running is in the log, in order, and every stop can be seen", async ({
    app,
  }) => {
    const engine = prepared('web');
    const pod =
      engine
        .objects(engine.run.status.steps)
        .find(({ key, phase }) => key.startsWith('Pod/default/web-') && phase === 'run')?.key ?? '';
    const about = stepsAbout(engine, pod);
    const stops: number[] = [];
    // Where its name is drawn by the api-server, the request names all its like.
    const created = engine.cluster.world.trace.cause(about[0] ?? 0);
    expect(eventOf(engine, created)).toMatchObject({ kind: 'request.sent', detail: 'create' });
    for (const [kind, detail, who] of WAY) {
      const stop = about.find((k) => {
        const e = eventOf(engine, k);
        return (
          k > (stops.at(-1) ?? 0) && e.kind === kind && (detail === '' || e.detail === detail) && who.test(e.subject)
        );
      });
      expect(stop, `${kind} ${detail}`).toBeDefined();
      stops.push(stop ?? 0);
    }

    await app.open(`#g.web@${String(created)}&select=${pod}`);
    await expect(app.inspector).toHaveAttribute('data-object', pod);
    const phases = new Set<string>();
    await app.panel('objects');
    for (const stop of stops) {
      await app.goTo(stop);
      await app.expectStep(stop);
      await expect(app.stage.locator('p').first()).toHaveText(captionOf(engine, stop, look.language));
      const row = engine.objects(stop).find(({ key }) => key === pod);
      if (row === undefined) continue;
      await expect(app.row(pod)).toHaveAttribute('data-phase', row.phase);
      phases.add(row.phase);
    }
    expect([...phases]).toEqual(['pending', 'sched', 'bound', 'run']);
    // The inspector lists every step about it.
    await app.press('last');
    await app.page.getByRole('tab', { name: words(look.language).events, exact: true }).click();
    for (const stop of stops)
      await expect(app.inspector.locator(`[data-to-step="${String(stop)}"]`)).not.toHaveCount(0);
  });
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('UX 10: it never moves by itself', async ({ app, page }) => {
    await app.open();
    const before = [await app.moment(), await app.picture()];
    await page.waitForTimeout(3000);
    expect([await app.moment(), await app.picture()]).toEqual(before);
  });
});
