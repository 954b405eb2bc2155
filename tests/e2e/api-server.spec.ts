/** The api-server's room: ways in, revisions and watches, refusals side by side, owners at each line, by link and by key. */
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { apiServerWords } from '../../src/derive/words/api-server.ts';
import { words } from '../../src/derive/words/words.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import type { ConflictRow } from '../../src/protocol/protocol.ts';
import { inNode } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Page } from './steplane.ts';

const input = (name: string) => ({
  name,
  data: readFileSync(new URL(`../cases/api-server/${name}`, import.meta.url)),
});
const writers = inNode(input('two-writers.yaml'));
const END = writers.run.status.steps;
const WEB = 'Deployment/default/web';

const refusals = writers.apiServer(END).conflicts;
function refusal(verb: string, code: number): ConflictRow {
  const found = refusals.find((row) => /^kubectl( |$)/.test(row.client) && row.verb === verb && row.code === code);
  if (found === undefined) throw new Error(`no ${verb} was answered with ${String(code)}`);
  return found;
}
const APPLY = refusal('apply', 409);
const LATE = refusal('patch', 409);

/** An address of the moment, as Share gives it. */
function at(step: number, view: string, select = '', engine = writers): string {
  const { canonical } = engine.cluster.scenario;
  const link = encodeLink(canonical, { step, view, select, digest: '', anchor: '' });
  if (link === undefined) throw new Error('too large for a link');
  return link;
}

const room = (page: Page) => page.getByTestId('api-server');
const commitRows = (page: Page) => room(page).getByTestId('revisions').locator('tr[data-revision]');

/** Rows of the side-by-side table: path, read, sent, stored, owner; null where there is none. */
const fields = (page: Page) =>
  room(page)
    .getByTestId('conflict-fields')
    .locator('tr[data-path]')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const cell = (name: string): string | null =>
          row.querySelector(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? null;
        return [row.getAttribute('data-path'), cell('read'), cell('sent'), cell('stored'), cell('owner')];
      }),
    );

test.describe('ways in', () => {
  test('K opens it from the stage, Escape closes it; its box on the stage leads to it too', async ({ app, page }) => {
    await app.open(at(APPLY.step, 'stage'));
    await app.stage.focus();
    await page.keyboard.press('k');
    await expect(room(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(room(page)).toHaveCount(0);
    const box = await page.locator('[data-part="api-server"]').boundingBox();
    if (box === null) throw new Error('no api-server on the stage');
    await page.mouse.click(box.x + box.width / 2, box.y + 20);
    await expect(room(page)).toHaveAttribute('data-part', 'revisions');
  });

  test('from a refused event the inspector leads to the conflict, from an object to its owners', async ({
    app,
    page,
  }) => {
    await app.open(at(APPLY.step, 'stage'));
    await expect(app.inspector).toHaveAttribute('data-object', WEB);
    await app.inspector.getByRole('button', { name: words('en').whyRefused }).click();
    await expect(room(page).getByTestId('conflict')).toHaveAttribute('data-step', String(APPLY.step));
    await page.keyboard.press('Escape');
    await app.inspector.getByRole('button', { name: words('en').whoOwns }).click();
    await expect(room(page).getByTestId('ownership')).toHaveAttribute('data-object', WEB);
  });
});

inLooks(TWO_LOOKS, (look) => {
  const own = apiServerWords(look.language);

  test('revisions are those of the engine, the one of this step is marked, a press shows what it changed', async ({
    app,
    page,
  }) => {
    const [newest] = writers.apiServer(LATE.step).commits;
    const step = newest?.step ?? 0;
    await app.open(at(step, 'api-server'));
    const { commits } = writers.apiServer(step);
    await expect(commitRows(page)).toHaveCount(Math.min(40, commits.length));
    const told = await commitRows(page).evaluateAll((rows) =>
      rows.map((row) => [Number(row.dataset['revision']), row.dataset['type'], row.dataset['object']]),
    );
    expect(told).toEqual(commits.slice(0, 40).map(({ revision, type, key }) => [revision, type, key]));
    await expect(commitRows(page).first()).toHaveAttribute('aria-current', 'step');
    await expect(room(page).getByTestId('commit')).toHaveAttribute('data-revision', String(newest?.revision));

    const scaled = commits.find(({ client, verb, key }) => client === 'kubectl hpa' && verb === 'patch' && key === WEB);
    await room(page).getByRole('searchbox', { name: own.filter }).fill('kubectl hpa');
    await commitRows(page).locator(`button[title="${WEB}"]`).first().click();
    await expect(room(page).getByTestId('commit')).toHaveAttribute('data-revision', String(scaled?.revision));
    const change = room(page).locator('.ans-right [data-path="spec.replicas"]');
    await expect(change.locator('.d')).toContainText('3');
    await expect(change.locator('.a')).toContainText('5');
  });

  test('a server-side apply that met another owner: message, three values, owner, who wrote since', async ({
    app,
    page,
  }) => {
    await app.open(at(APPLY.step, 'api-server/refused'));
    const conflict = room(page).getByTestId('conflict');
    await expect(conflict).toHaveAttribute('data-advice', 'apply');
    await expect(room(page).getByTestId('conflict-message')).toHaveText(
      'Apply failed with 1 conflict: conflict with "hpa" using apps/v1: .spec.replicas',
    );
    expect(await fields(page)).toEqual([['spec.replicas', '3', '3', '5', '"hpa" using apps/v1']]);
    await expect(conflict).toContainText(own.advice.apply);
    const expected = writers.conflict(APPLY.step)?.between.map(({ revision }) => String(revision)) ?? [];
    expect(expected.length).toBeGreaterThan(1);
    const between = room(page).getByTestId('between').locator('tr[data-revision]');
    expect(await between.evaluateAll((rows) => rows.map((row) => row.dataset['revision']))).toEqual(expected);
  });
});

test.describe('refused requests', () => {
  test('a press on another one shows it, and the address holds it', async ({ app, page, elsewhere }) => {
    await app.open(at(END, 'api-server/refused'));
    await expect(room(page).getByTestId('refused')).toHaveAttribute(
      'data-count',
      String(writers.apiServer(END).refused),
    );
    await room(page)
      .locator(`[data-refused="${String(LATE.step)}"]`)
      .click();
    await expect(room(page).getByTestId('conflict')).toHaveAttribute('data-step', String(LATE.step));
    await expect(room(page).getByTestId('conflict')).toHaveAttribute('data-advice', 'modified');
    const [first] = await fields(page);
    expect(first?.slice(0, 3)).toEqual(['metadata.resourceVersion', '8', '8']);

    await app.press('share');
    const field = page.getByRole('dialog').getByRole('textbox');
    await expect(field).not.toHaveValue('');
    const link = await field.inputValue();
    const other = await elsewhere();
    await other.open(link.slice(link.indexOf('#')));
    await expect(room(other.page).getByTestId('conflict')).toHaveAttribute('data-step', String(LATE.step));
  });

  test('can be listed by client, and stay so while other parts are looked at', async ({ app, page }) => {
    const mine = refusals.filter(({ client }) => client === 'kubectl').map(({ step }) => String(step));
    expect(mine.length).toBeGreaterThan(0);
    await app.open(at(END, 'api-server/refused'));
    const own = apiServerWords('en');
    const choice = room(page).getByRole('combobox', { name: own.refusedFrom });
    await expect(choice.locator('option').nth(1)).toHaveAttribute('value', 'kubectl');
    await choice.selectOption('kubectl');
    const steps = () =>
      room(page)
        .locator('[data-refused]')
        .evaluateAll((rows: HTMLElement[]) => rows.map(({ dataset }) => dataset['refused']));
    await expect.poll(steps).toEqual(mine);
    await expect(room(page).getByTestId('conflict')).toHaveAttribute('data-step', mine[0] ?? '');
    await room(page).getByRole('tab', { name: own.revisions }).click();
    await expect(commitRows(page).first()).toBeVisible();
    await room(page)
      .getByRole('tab', { name: new RegExp(own.refusedTab) })
      .click();
    await expect(choice).toHaveValue('kubectl');
    await expect.poll(steps).toEqual(mine);
  });

  test('one of a person is found behind fifty newer ones, by client and by link', async ({ app, page }) => {
    const quota = inNode(input('no-room.yaml'));
    const end = quota.run.status.steps;
    const own = apiServerWords('en');
    const [mine] = quota.apiServer(end, { client: 'kubectl' }).conflicts;
    if (mine === undefined) throw new Error('kubectl was not refused');
    const row = room(page).locator(`[data-refused="${String(mine.step)}"]`);
    await app.open(at(end, 'api-server/refused', '', quota));
    await expect(room(page).locator('[data-refused]')).toHaveCount(50);
    await expect(row).toHaveCount(0);
    await room(page).getByRole('combobox', { name: own.refusedFrom }).selectOption('kubectl');
    await expect(row).toHaveAttribute('aria-pressed', 'true');
    await expect(room(page).getByTestId('conflict-message')).toHaveText(mine.message);
    await app.open(at(end, `api-server/refused/${String(mine.step)}`, '', quota));
    await expect(row).toHaveAttribute('aria-pressed', 'true');
    await expect(room(page).getByTestId('conflict')).toHaveAttribute('data-step', String(mine.step));
  });

  test('before the first one there is none, and it says so', async ({ app, page }) => {
    await app.open(at(0, 'api-server/refused'));
    await expect(room(page)).toContainText(apiServerWords('en').noneRefused);
  });
});

test.describe('owners', () => {
  /** Owners of the first line that begins so. */
  const ownersOf = (page: Page, text: string) => room(page).locator('.aps-yaml li').filter({ hasText: text }).first();

  test('each line has its owners, as labs.md 5.6 goes on', async ({ app, page }) => {
    await app.open(at(APPLY.step, 'api-server/fields', WEB));
    await expect(ownersOf(page, 'replicas: 5')).toHaveAttribute('data-owners', 'hpa');
    await expect(ownersOf(page, '- image: ')).toHaveAttribute('data-owners', 'alice');
    await expect(ownersOf(page, 'uid: ')).toHaveAttribute('data-owners', '');
    await app.goTo(END);
    await expect(ownersOf(page, 'replicas: 3')).toHaveAttribute('data-owners', 'alice bob');
    await expect(room(page).locator('[data-owner="bob"]')).toHaveAttribute('data-operation', 'Apply');
    await room(page).locator('[data-owner="bob"]').click();
    await expect(ownersOf(page, 'replicas: 3')).toHaveClass(/on/);
    await expect(ownersOf(page, '- image: ')).not.toHaveClass(/on/);
  });

  test('another object is chosen by its key', async ({ app, page }) => {
    await app.open(at(END, 'api-server/fields', WEB));
    await room(page).getByRole('combobox').fill('Node/node-a');
    await expect(room(page).getByTestId('ownership')).toHaveAttribute('data-object', 'Node/node-a');
    const expected = writers.ownership(END, 'Node/node-a')?.lines.map(({ text }) => text) ?? [];
    await expect(room(page).locator('.aps-yaml li')).toHaveCount(expected.length);
    expect(await room(page).locator('.aps-yaml li .text').allTextContents()).toEqual(expected);
  });
});

test.describe('watches', () => {
  const slow = inNode(input('slow-watch.yaml'));
  const late = slow.cluster.world;

  test('a slow watch is marked, with what is under way to it; after a compaction 410 begins', async ({ app, page }) => {
    let step = late.step;
    while (late.trace.time(step) >= 3_500_000) step--;
    await app.open(at(step, 'api-server', '', slow));
    const watch = room(page).locator('[data-watch="kube-scheduler pods"]');
    const expected = slow.apiServer(step).watches.find(({ id }) => id === 'kube-scheduler pods');
    await expect(watch).toHaveAttribute('data-under-way', String(expected?.underWay));
    await expect(watch).toContainText('slowed by 2.00 s');
    await expect(room(page).getByTestId('watches')).toHaveAttribute(
      'data-count',
      String(slow.apiServer(step).watchCount),
    );

    await app.goTo(late.step);
    const { compacted } = slow.apiServer(late.step);
    expect(compacted).toBeGreaterThan(0);
    await expect(watch).not.toContainText('slowed');
    await expect(room(page).locator('[data-resource="pods"] .aps-window')).toHaveAttribute(
      'data-gone',
      String(compacted),
    );
  });
});

const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
];
for (const size of SIZES) {
  test.describe(`no fault for axe, ${String(size.width)} px`, () => {
    test.use({ viewport: size });
    inLooks(TWO_LOOKS, () => {
      test('each part', async ({ app, page }) => {
        for (const view of ['api-server', 'api-server/refused', 'api-server/fields']) {
          await app.open(at(LATE.step, view, WEB));
          await expect(room(page).locator('.ans-left h1')).toBeVisible();
          await expect(room(page)).toHaveAttribute('data-step', String(LATE.step));
          const axe = new AxeBuilder({ page: page as never }).include('[data-testid=api-server]');
          const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
          expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`)).toEqual([]);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(wide).toBeLessThanOrEqual(0);
        }
      });
    });
  });
}
