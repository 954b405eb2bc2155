/** The main job, point 3: a real cluster dump goes in, three ways, and the page agrees with the dump and with Node. */
import { writeFileSync } from 'node:fs';
import { words } from '../../src/derive/words/words.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { dumpNames, gallery, runToRest } from '../fixtures/dumps.ts';
import { choose, drop, dumpInput, keyOf, objectsOf, paste, podRow, sorted, textOf, type Input } from './inputs.ts';
import { digestAt, inNode, rowsAt } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Page, type Steplane } from './steplane.ts';

const WAYS: readonly {
  readonly way: string;
  readonly name: string;
  readonly bring: (page: Page, input: Input) => Promise<void>;
}[] = [
  { way: 'dropped', name: 'a-deployment--1-running.list.yaml', bring: drop },
  { way: 'pasted', name: 'b-unschedulable--1-pending.list.yaml', bring: (page, input) => paste(page, textOf(input)) },
  { way: 'chosen', name: 'a-deployment--1-running.list.json', bring: choose },
];

const summaryOf = (app: Steplane) => app.page.getByTestId('import-summary');
const anyText = (value: number): RegExp => new RegExp(`(^|[^\\d])${String(value)}([^\\d]|$)`);

async function stands(app: Steplane, input: Input): Promise<void> {
  const dumped = objectsOf(input);
  await app.panel('objects');
  const pods = dumped.filter(({ kind }) => kind === 'Pod');
  const podRows = async () => sorted((await app.rows()).filter(([key]) => key.startsWith('Pod/')));
  await expect.poll(podRows).toEqual(sorted(pods.map(podRow)));
  const rows = await app.rows();
  // Events and Leases are the cluster's bookkeeping: the log has them, the table does not.
  const others = dumped.filter(({ kind }) => !['Pod', 'Event', 'Lease'].includes(kind)).map(keyOf);
  expect(rows.map(([key]) => key)).toEqual(expect.arrayContaining(others));
  expect(others.length).toBeGreaterThan(0);
}

inLooks(TWO_LOOKS, (look) => {
  for (const { way, name, bring } of WAYS) {
    test(`${name}, ${way}: the object table holds what the dump says, and the summary lists it`, async ({
      app,
      page,
    }) => {
      const input = dumpInput(name);
      const engine = inNode(input);
      await app.open();
      await bring(page, input);
      const summary = summaryOf(app);
      await expect(summary).toBeVisible();
      await app.rest(engine.run.status.steps);
      const { step, digest, playing } = await app.moment();
      expect([step, digest, playing]).toEqual([0, digestAt(engine, 0), false]);

      const dictionary = words(look.language);
      const pods = objectsOf(input).filter(({ kind }) => kind === 'Pod');
      const nodes = objectsOf(input).filter(({ kind }) => kind === 'Node').length;
      const running = pods.filter(({ status }) => status?.phase === 'Running').length;
      const pending = pods.filter(
        ({ spec, status }) => spec?.nodeName === undefined && status?.phase === 'Pending',
      ).length;
      await expect(summary).toContainText(dictionary.summaryLine(String(nodes), String(running), String(pending)));
      const read = summary.getByRole('listitem');
      await expect(read.filter({ hasText: 'Pod' }).filter({ hasText: anyText(pods.length) })).not.toHaveCount(0);
      await expect(read.filter({ hasText: 'Node' }).filter({ hasText: anyText(nodes) })).not.toHaveCount(0);
      // kubectl's own dumps carry fields that are not modelled; each is named.
      await expect(summary).toContainText(dictionary.notModelled);
      await expect(summary.getByRole('region', { name: dictionary.notModelled })).toContainText('Pod spec.');

      await summary.getByRole('button', { name: dictionary.toTheStage }).click();
      await stands(app, input);
      expect(await app.rows()).toEqual(expect.arrayContaining([...rowsAt(engine, 0)]));
    });
  }
});

test('running Pods stand on their nodes, pending Pods wait in the queue', async ({ app, page }) => {
  const input = dumpInput('b-unschedulable--1-pending.list.yaml');
  const engine = inNode(input);
  await app.open();
  await drop(page, input);
  await expect(summaryOf(app)).toBeVisible();
  await summaryOf(app)
    .getByRole('button', { name: words('en').toTheStage })
    .click();
  const waiting = engine.view(0, { queueRows: 12, nodes: 5000, cycleRows: 12 });
  const queued = [...waiting.active, ...waiting.backoff, ...waiting.unschedulable].map(({ key }) => key);
  const pending = objectsOf(input).filter(({ kind, spec }) => kind === 'Pod' && spec?.nodeName === undefined);
  expect(sorted(queued)).toEqual(sorted(pending.map(keyOf)));
  for (const { metadata } of pending) await expect(app.stage).toContainText(metadata.name.slice(-5));
  await stands(app, input);
});

test('several files, one of them with kinds that nothing acts on, make one scenario', async ({ app, page }) => {
  const dump = dumpInput('a-deployment--1-running.list.yaml');
  const more = [
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: default}\ndata: {a: b}\n',
    'apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: g1, namespace: default, uid: 6c1b3f4e-0d8e-4a7e-9a52-2f3a8c1f0a11, resourceVersion: "7"}\nspec: {size: 3}\n',
  ];
  await app.open();
  await choose(page, dump, { name: 'more.yaml', data: more.join('---\n') });
  const summary = summaryOf(app);
  await expect(summary).toBeVisible();
  await expect(summary).toContainText('a-deployment--1-running.list.yaml');
  await expect(summary).toContainText('more.yaml');
  const { kept, unknownKinds } = words('en');
  const section = (title: string) =>
    summary.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(section(kept)).toContainText('ConfigMap 1');
  await expect(section(unknownKinds)).toContainText('Gadget 1');
  await summary.getByRole('button', { name: words('en').toTheStage }).click();
  await app.panel('objects');
  await expect(app.row('Gadget/default/g1')).toHaveCount(1);
  // It carries no uid, so kubectl applies it at the start of the run.
  await expect(app.row('ConfigMap/default/settings')).toHaveCount(0);
  await app.press('last');
  await expect(app.row('ConfigMap/default/settings')).toHaveCount(1);
});

const GROUPS = [0, 1, 2, 3].map((group) => dumpNames().filter((_, i) => i % 4 === group));

for (const [i, names] of GROUPS.entries()) {
  test(`every handed dump comes to rest with the digest that Node has (${i + 1} of ${GROUPS.length})`, async ({
    app,
    page,
  }) => {
    await app.open();
    for (const name of names) {
      const input = dumpInput(name);
      const engine = inNode(input);
      const { steps } = engine.run.status;
      await drop(page, input);
      await expect(page.getByTestId('import-summary')).toContainText(name);
      await app.rest(steps);
      expect([name, (await app.moment()).digest]).toEqual([name, digestAt(engine, 0)]);
      await app.goTo(steps);
      const end = await app.moment();
      expect([name, end.step, end.digest]).toEqual([name, steps, digestAt(engine, steps)]);
    }
  });
}

test('a long read can be cancelled, and the scenario on screen goes on', async ({ app, page }) => {
  const pod = (i: number): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: p${String(i)}, namespace: default}\nspec: {containers: [{name: c, image: i}]}\n`;
  const path = test.info().outputPath('long.yaml');
  // About 40 MB: seconds of parsing.
  writeFileSync(path, Array.from({ length: 400_000 }, (_, i) => pod(i)).join('---\n'));
  await app.open('#g.web@42');
  await page.locator('input[type=file]').first().setInputFiles(path);
  const note = page.getByTestId('opening');
  await expect(note).toContainText('long.yaml');
  await expect(note.getByRole('progressbar')).toBeVisible();
  await app.press('step');
  await expect(app.stage).toHaveAttribute('data-step', '43');
  await note.getByRole('button', { name: words('en').cancel }).click();
  await expect(note).toHaveCount(0);
  await app.expectStep(43);
  expect((await app.moment()).scenario).toBe('web');
  await expect(app.problem).toHaveCount(0);
});

test('the same scenario runs as another version of Kubernetes', async ({ app, page }) => {
  await app.open('#g.web@42');
  await page.getByRole('button', { name: words('en').versionMenu('1.35') }).click();
  await page.getByRole('menuitem', { name: 'Kubernetes 1.32' }).click();
  await expect(page.getByRole('button', { name: words('en').versionMenu('1.32') })).toBeVisible();
  const engine = createEngine();
  expect(engine.open({ files: [gallery('web')], kubernetesVersion: '1.32' }).ok).toBe(true);
  runToRest(engine);
  const { steps } = engine.run.status;
  await app.rest(steps);
  await app.press('last');
  await app.expectStep(steps);
  expect((await app.moment()).digest).toBe(digestAt(engine, steps));
});

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds by the clock, and those that the thread itself was at work. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Tasks of pages' main threads, longest first: milliseconds at work. On a busy machine the clock counts others' work too. */
function mainThreadTasks(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: readonly TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent): string => `${String(pid)}:${String(tid)}`;
  const main = new Set(
    traceEvents.filter((e) => e.name === 'thread_name' && e.args?.name === 'CrRendererMain').map(thread),
  );
  return traceEvents
    .filter((e) => e.ph === 'X' && e.name.endsWith('RunTask') && main.has(thread(e)))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((x, y) => y - x);
}

test('the largest dump loads without a task over 100 ms on the page’s thread', async ({ app, page, browser }) => {
  // By its path: a buffer would be decoded by the test's own code on the page's thread.
  const path = test.info().outputPath('dump.yaml');
  writeFileSync(path, dumpInput('big-dump-1--dump.yaml').data);
  await app.open();
  await app.toStage();
  await browser.startTracing(page, { categories: ['toplevel'] });
  await page.locator('input[type=file]').first().setInputFiles(path);
  await expect(page.getByTestId('import-summary')).toBeVisible({ timeout: 20_000 });
  await app.ready();
  await page.waitForTimeout(1000);
  const tasks = mainThreadTasks(await browser.stopTracing());
  expect(tasks.length).toBeGreaterThan(20);
  test
    .info()
    .annotations.push({ type: 'longest tasks, ms', description: tasks.slice(0, 3).map(Math.round).join(', ') });
  expect(tasks[0]).toBeGreaterThan(0);
  expect(tasks[0]).toBeLessThanOrEqual(100);
});
