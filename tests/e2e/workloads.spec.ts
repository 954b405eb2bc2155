/** The workload views: ways in, and each picture against the same engine in Node, by link, forward and back. */
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { insideWords } from '../../src/derive/words/inside.ts';
import { workloadWords } from '../../src/derive/words/workloads.ts';
import { words } from '../../src/derive/words/words.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import { inNode, prepared } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Page } from './steplane.ts';

const run = (name: string): Engine =>
  inNode({ name, data: readFileSync(new URL(`../cases/workloads/${name}.yaml`, import.meta.url)) });
const rollout = run('rollout');
const drain = run('drain');
const taint = run('taint');
const calendar = run('calendar');

/** The last step at or before a second of simulated time. */
function stepAt(engine: Engine, seconds: number): number {
  const { trace } = engine.cluster.world;
  let step = trace.length;
  while (step > 0 && trace.time(step) > seconds * 1e6) step--;
  return step;
}

/** An address of the moment, as Share gives it. */
function address(engine: Engine, step: number, view: string, select: string): string {
  const moment = { step, view, select, digest: '', anchor: '' };
  const link = encodeLink(engine.cluster.scenario.canonical, moment);
  if (link === undefined) throw new Error('too large for a link');
  return link;
}

const room = (page: Page) => page.getByTestId('workloads');
const WEB = 'Deployment/default/web';
const MIDDLE = stepAt(rollout, 27);

const told = (page: Page, selector: string, names: readonly string[]) =>
  room(page)
    .locator(selector)
    .evaluateAll(
      (rows: HTMLElement[], fields) => rows.map(({ dataset }) => fields.map((name) => dataset[name] ?? '')),
      names,
    );

test('W opens it, Escape closes it; the inspector leads to the picture of an object; so does the menu', async ({
  app,
  page,
}) => {
  await app.open(address(rollout, MIDDLE, 'stage', WEB));
  await app.stage.focus();
  await page.keyboard.press('w');
  await expect(room(page)).toHaveAttribute('data-object', WEB);
  await page.keyboard.press('Escape');
  await expect(room(page)).toHaveCount(0);
  await app.inspector.getByRole('button', { name: words('en').asPicture }).click();
  await expect(room(page)).toHaveAttribute('data-part', 'rollout');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: insideWords('en').inside }).click();
  await page.getByRole('menuitem', { name: insideWords('en').workloads }).click();
  await expect(room(page)).toBeVisible();
});

test('W begins with what the story is about, then with what happened last; what the room chose is no choice of the person', async ({
  app,
  page,
}) => {
  const opens = async (object: string, part: string): Promise<void> => {
    await app.stage.focus();
    await page.keyboard.press('w');
    await expect(room(page)).toHaveAttribute('data-object', object);
    await expect(room(page)).toHaveAttribute('data-part', part);
    await page.keyboard.press('Escape');
    await expect(room(page)).toHaveCount(0);
  };
  const budget = prepared('drain-budget');
  await app.open(`#g.drain-budget@${String(budget.run.status.steps)}`);
  await opens('Node/node-b', 'drain');
  const lost = prepared('node-loss');
  const dead = stepAt(lost, 60);
  await app.open(`#g.node-loss@${String(dead)}`);
  await opens('Node/node-b', 'clock');
  // Where the story has gone on to the Deployment, the room goes with it.
  await app.goTo(lost.run.status.steps);
  await opens(WEB, 'lives');
  await app.open(`#g.cronjob-overlap@${String(prepared('cronjob-overlap').run.status.steps)}`);
  await opens('CronJob/default/report', 'calendar');

  // Without a story: a node that is drained, at a link's step.
  await app.open(address(drain, stepAt(drain, 21), 'stage', ''));
  await opens('Node/node-a', 'drain');
  // What the person chose is what they see.
  await app.select('Node/node-b');
  await opens('Node/node-b', 'clock');
});

test('the list holds whatever has a picture, and drains by their name', async ({ app, page }) => {
  const step = stepAt(drain, 21);
  await app.open(address(drain, step, 'workloads', 'Node/node-b'));
  const list = room(page).getByLabel(workloadWords('en').subject, { exact: true });
  const kinds = new Set(drain.objects(step).map(({ kind }) => kind));
  for (const kind of ['Pod', 'Node', 'Deployment', 'PodDisruptionBudget']) {
    expect(kinds).toContain(kind);
    await expect(list.locator(`optgroup[label="${kind}"]`)).toHaveCount(1);
  }
  await list.selectOption({ label: workloadWords('en').drainOf('node-a') });
  await expect(room(page)).toHaveAttribute('data-object', 'Node/node-a');
  await expect(room(page)).toHaveAttribute('data-part', 'drain');
  await expect(list.locator('option:checked')).toHaveText(workloadWords('en').drainOf('node-a'));
});

inLooks(TWO_LOOKS, (look) => {
  const own = workloadWords(look.language);

  test('a rollout: numbers, bounds, Pods of each revision and why it is not further', async ({ app, page }) => {
    await app.open(address(rollout, MIDDLE, 'workloads', WEB));
    const answer = rollout.workload(MIDDLE, WEB);
    const counts = answer.rollout?.counts.filter(({ step }) => step <= MIDDLE).at(-1);
    await expect(room(page)).toHaveAttribute('data-step', String(MIDDLE));
    const rows = await told(page, '[data-testid=rollout-numbers] > div', ['count', 'value']);
    const numbers = new Map(rows.map(([name = '', value]) => [name, value]));
    expect(numbers.get('wanted')).toBe('10');
    expect(numbers.get('updated')).toBe(String(counts?.updated));
    expect(numbers.get('available')).toBe(String(counts?.available));
    expect(await told(page, '[data-bound]', ['bound', 'pods'])).toEqual([
      ['most', '13'],
      ['least', '8'],
    ]);
    const waits = answer.rollout?.waits.map(({ code, pod = '' }) => [code, pod]);
    expect(await told(page, '[data-testid=waits] [data-wait]', ['wait', 'pod'])).toEqual(waits);
    await expect(room(page).locator('[data-set][data-current=true] .wl-token')).toHaveCount(10);
    await expect(room(page).getByTestId('revisions')).toContainText('kubectl rollout undo deployment/web');
    await expect(room(page)).toContainText(own.why);
  });

  test('a calendar: runs, and why some were not started', async ({ app, page }) => {
    const step = stepAt(calendar, 560);
    await app.open(address(calendar, step, 'workloads', 'CronJob/default/report'));
    const runs = calendar.workload(step, 'CronJob/default/report').calendar?.runs ?? [];
    expect(await told(page, '[data-testid=runs] > li', ['due', 'outcome', 'why'])).toEqual(
      [...runs].reverse().map(({ due, outcome, why }) => [due, outcome, why]),
    );
    await expect(room(page)).toContainText(own.skips.forbid);
    // Its own manifest has none of those faults.
    await expect(room(page).locator('[data-testid=timer-faulty]')).toHaveCount(0);
  });
});

test('lives: a press on a bar goes to the step at which the stretch began; forward and back they stay the same', async ({
  app,
  page,
}) => {
  await app.open(address(rollout, MIDDLE, 'workloads/lives', WEB));
  const rows = room(page).getByTestId('lives').locator('li');
  const pods = rollout.workload(MIDDLE, WEB).pods;
  await expect(rows).toHaveCount(pods.length);
  const [first] = pods;
  const piece = rows.first().locator('.wl-piece[data-stage=running]').first();
  const began = first?.stretches.find(({ stage }) => stage === 'running')?.step ?? 0;
  await expect(piece).toHaveAttribute('data-step', String(began));
  const box = await piece.boundingBox();
  if (box === null) throw new Error('no bar');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await app.expectStep(began);
  await expect(room(page)).toHaveAttribute('data-step', String(began));
  await expect(rows.first()).toHaveAttribute('data-stage', 'running');
  await page.goBack();
  await app.expectStep(MIDDLE);
  await expect(rows.first()).toHaveAttribute('data-stage', 'gone');
});

test('a node’s clock runs down with the steps, and the drain has its refusals', async ({ app, page }) => {
  await app.open(address(taint, stepAt(taint, 25), 'workloads', 'Node/node-a'));
  const verdicts = () => told(page, '[data-testid=node-pods] > li', ['pod', 'verdict', 'due']);
  const expected = (seconds: number) =>
    (taint.workload(stepAt(taint, seconds), 'Node/node-a').clock?.pods ?? []).map(({ key, verdict, dueTick }) => [
      key,
      verdict,
      dueTick === undefined ? '' : String(dueTick),
    ]);
  await expect.poll(verdicts).toEqual(expected(25));
  await app.goTo(stepAt(taint, 31));
  await expect.poll(verdicts).toEqual(expected(31));

  const step = stepAt(drain, 24);
  await app.open(address(drain, step, 'workloads/drain', 'Node/node-a'));
  const pods = drain.workload(step, 'Node/node-a').drain?.pods ?? [];
  await expect
    .poll(() => told(page, '[data-testid=drain-pods] > li', ['pod', 'state', 'tries']))
    .toEqual(pods.map(({ key, state, tries }) => [key, state, String(tries.length)]));
  await expect(room(page).locator('[data-budget]')).toHaveAttribute('data-allowed', '1');
  const granted = pods.find(({ state }) => state === 'refused')?.granted;
  await app.goTo(granted?.step ?? 0);
  await expect(room(page).locator('[data-state=refused]')).toHaveCount(0);
});

const PICTURES: readonly (readonly [name: string, address: string])[] = [
  ['a rollout', address(rollout, MIDDLE, 'workloads', WEB)],
  ['lives', address(rollout, MIDDLE, 'workloads/lives', WEB)],
  ['a node', address(taint, stepAt(taint, 25), 'workloads', 'Node/node-a')],
  ['a drain', address(drain, stepAt(drain, 24), 'workloads/drain', 'Node/node-a')],
  ['a DaemonSet', address(drain, stepAt(drain, 53), 'workloads', 'DaemonSet/default/agent')],
  ['a calendar', address(calendar, stepAt(calendar, 560), 'workloads', 'CronJob/default/report')],
];
const SIZES = [
  { width: 1440, height: 900, look: TWO_LOOKS[0] },
  { width: 360, height: 780, look: TWO_LOOKS[1] },
];
for (const { look, ...size } of SIZES) {
  test.describe(`no fault for axe, ${String(size.width)} px`, () => {
    test.use({ viewport: size, ...(look === undefined ? {} : { look }) });
    for (const [name, picture] of PICTURES) {
      test(name, async ({ app, page }) => {
        await app.open(picture);
        await expect(room(page)).toHaveAttribute('data-step', /\d/);
        const axe = new AxeBuilder({ page: page as never }).include('[data-testid=workloads]');
        const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
        expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`)).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wide).toBeLessThanOrEqual(0);
      });
    }
  });
}
