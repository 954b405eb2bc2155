/** The main job, point 6: what changed, because of what, and why a Pod waits; log and table are twins of the canvas. */
import { words } from '../../src/derive/words/words.ts';
import { dumpInput, drop, fitErrorOf, keyOf, objectsOf, sorted } from './inputs.ts';
import { captionOf, digestAt, inNode, prepared, rowsAt, samples, sentenceOf, stepsAbout } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Steplane } from './steplane.ts';

const engine = prepared('web');
const STEPS = engine.run.status.steps;
const POD = engine.objects(STEPS).find(({ key }) => key.startsWith('Pod/default/web-'))?.key ?? '';
const writes = engine.inspect(STEPS, POD).writes;

inLooks(TWO_LOOKS, (look) => {
  test('UX 27: the diff lists exactly the fields that the last write changed, and its cause is one press away', async ({
    app,
  }) => {
    await app.open(`#g.web@1&select=${POD}`);
    const dictionary = words(look.language);
    expect(writes.length).toBeGreaterThan(3);
    for (const step of writes.slice(-3)) {
      await app.goTo(step);
      const { changes, because, changedAt } = engine.inspect(step, POD);
      expect(changedAt).toBe(step);
      await expect(app.inspector).toHaveAttribute('data-object', POD);
      const more = app.inspector.locator('button[aria-expanded=false]');
      await expect(app.inspector.locator('[data-path]')).not.toHaveCount(0);
      if ((await more.count()) > 0) await more.click();
      await expect(app.inspector.locator('[data-path]')).toHaveCount(changes.length);
      for (const { path, before, after } of changes) {
        const field = app.inspector.locator(`[data-path="${path}"]`);
        if (before !== undefined) await expect(field).toContainText(before.split('\n')[0] ?? '');
        if (after !== undefined) await expect(field).toContainText(after.split('\n')[0] ?? '');
      }
      const cause = because[0] ?? 0;
      expect(cause).toBe(engine.cluster.world.trace.cause(step));
      await app.inspector.getByRole('button', { name: dictionary.becauseStep(String(cause)), exact: true }).click();
      await app.expectStep(cause);
    }
  });

  test('a pending Pod shows the message it was given and, for each node, the first plugin that said no', async ({
    app,
    page,
  }) => {
    const pending = prepared('pending');
    const end = pending.run.status.steps;
    await app.open(`#g.pending@${String(end)}&select=Pod/default/too-big`);
    const answer = pending.why(end, 'Pod/default/too-big');
    // 40 nodes of 4 cores, and it asks for 6.
    expect(answer.message).toMatch(/^0\/40 nodes are available: 40 Insufficient cpu/);
    await expect(app.inspector).toContainText(answer.message);
    await app.inspector.getByRole('button', { name: words(look.language).whyPending }).click();
    await expect(page.getByTestId('fit-error')).toHaveText(answer.message);
    const rows = app.why.locator('[data-node]');
    await expect(rows).toHaveCount(40);
    const told = await rows.evaluateAll((all) =>
      all.map((r) => [r.dataset['node'] ?? '', r.dataset['plugin'] ?? '', r.dataset['status'] ?? '', r.textContent]),
    );
    expect(new Set(told.map(([node]) => node)).size).toBe(40);
    for (const [, plugin, status, text] of told) {
      expect([plugin, status]).toEqual(['NodeResourcesFit', answer.nodes[0]?.status]);
      expect(text).toContain('Insufficient cpu');
    }
    await app.goTo(end - 1);
    await expect(app.why).toBeVisible();
  });
});

test('another plugin is named where another says no', async ({ app, page }) => {
  const pending = prepared('pending');
  const end = pending.run.status.steps;
  await app.open(`#g.pending@${String(end)}&view=why&select=Pod/default/mistyped`);
  await expect(page.getByTestId('fit-error')).toHaveText(
    /^0\/40 nodes are available: 40 node\(s\) didn't match Pod's node affinity\/selector/,
  );
  await expect(app.why.locator('[data-plugin="NodeAffinity"]')).toHaveCount(40);
});

test("a recorded cluster's pending Pod gets, word for word, the message that its scheduler wrote", async ({
  app,
  page,
}) => {
  const input = dumpInput('b-unschedulable--1-pending.list.yaml');
  const pod = objectsOf(input).find(({ kind, spec }) => kind === 'Pod' && spec?.nodeName === undefined);
  if (pod === undefined) throw new Error('no pending Pod in the dump');
  const recorded = fitErrorOf(pod);
  expect(recorded).toContain('nodes are available');
  const nodes = objectsOf(input).filter(({ kind }) => kind === 'Node');
  await app.open();
  await drop(page, input);
  await page
    .getByTestId('import-summary')
    .getByRole('button', { name: words('en').toTheStage })
    .click();
  await app.rest(inNode(input).run.status.steps);
  await app.press('last');
  await app.select(keyOf(pod));
  await app.inspector.getByRole('button', { name: words('en').whyPending }).click();
  await expect(page.getByTestId('fit-error')).toHaveText(recorded);
  await expect(app.why.locator('[data-node]')).toHaveCount(nodes.length);
  for (const { metadata } of nodes) {
    await expect(app.why.locator(`[data-node="${metadata.name}"]`)).toHaveAttribute('data-plugin', /^[A-Z]\w+$/);
  }
});

const sameRows = async (app: Steplane, step: number): Promise<void> => {
  const wanted = rowsAt(engine, step);
  await expect(app.table).toHaveAttribute('aria-rowcount', String(wanted.length));
  await expect.poll(async () => sorted(await app.rows())).toEqual(sorted(wanted));
};

test('UX 13: at 20 steps the object table lists exactly what the engine holds', async ({ app }) => {
  await app.open('#g.web@0');
  await app.panel('objects');
  for (const step of samples(20, STEPS)) {
    await app.goTo(step);
    await sameRows(app, step);
    expect((await app.moment()).digest).toBe(digestAt(engine, step));
  }
});

test('the event log has a row a step; a row is a jump; a filter leaves what fits', async ({ app, page }) => {
  await app.open('#g.web@200');
  await expect(app.log.locator('xpath=..')).toContainText(`${String(STEPS)} rows`);
  const seen = new Map<number, string>();
  const collect = async (): Promise<void> => {
    const rows = await app.log
      .locator('[data-step]')
      .evaluateAll((all) => all.map((r) => [Number(r.dataset['step']), r.textContent] as const));
    for (const [step, text] of rows) seen.set(step, text);
  };
  for (let step = 1; step <= STEPS; step += 12) {
    await app.goTo(step);
    await expect(app.log.locator(`[data-step="${String(step)}"]`)).toBeInViewport();
    await collect();
  }
  await app.press('last');
  await expect(app.log.locator(`[data-step="${String(STEPS)}"]`)).toBeInViewport();
  await collect();
  expect([...seen.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: STEPS }, (_, i) => i + 1));
  for (const [step, text] of seen) expect(text).toContain(captionOf(engine, step, 'en'));
  await page
    .getByRole('searchbox')
    .first()
    .fill(POD.split('/').at(-1) ?? '');
  const about = stepsAbout(engine, POD);
  await expect(app.log.locator(`[data-step="${String(about.at(-1))}"]`)).toHaveCount(1);
  const shown = await app.log.locator('[data-step]').evaluateAll((all) => all.map((r) => Number(r.dataset['step'])));
  for (const step of shown) expect(JSON.stringify([sentenceOf(engine, step, 'en')])).toContain(POD.split('/').at(-1));
});

test('the YAML of an object is that of the step, and follows it back', async ({ app, page }) => {
  const [first = 0] = writes;
  await app.open(`#g.web@${String(STEPS)}&select=${POD}`);
  await page.getByRole('tab', { name: 'YAML' }).click();
  const yaml = app.inspector.locator('pre');
  await expect(yaml).toHaveText(engine.inspect(STEPS, POD).yaml, { useInnerText: false });
  await expect(yaml).toContainText('phase: Running');
  await app.goTo(first);
  await page.getByRole('tab', { name: 'YAML' }).click();
  await expect(yaml).toContainText('phase: Pending');
  await expect(yaml).not.toContainText('nodeName');
});

test('a Pod can be chosen on the stage itself', async ({ app }) => {
  await app.open('#g.web@0');
  // Enter walks into the parts of the stage, arrows go on, Enter chooses what is inside.
  await app.stage.focus();
  await app.page.keyboard.press('Enter');
  const part = (): Promise<string> => app.page.evaluate(() => document.activeElement?.getAttribute('data-part') ?? '');
  for (let walked = 0; walked < 20 && !(await part()).startsWith('node'); walked++) {
    await app.page.keyboard.press('ArrowRight');
  }
  await app.page.keyboard.press('Enter');
  await expect(app.inspector).toHaveAttribute('data-object', /^Node\//);
  await app.page.keyboard.press('Enter');
  await expect(app.inspector).toHaveAttribute('data-object', /^Pod\//);
});
