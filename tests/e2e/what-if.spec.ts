/** "What if …": each of the three questions, answered as the engine in Node answers it, done, and undone. */
import AxeBuilder from '@axe-core/playwright';
import { answerWords } from '../../src/derive/words/answers.ts';
import { whatIfWords } from '../../src/derive/words/what-if.ts';
import { words } from '../../src/derive/words/words.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import { drop, dumpInput } from './inputs.ts';
import { inNode, prepared } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Locator, type Page, type Steplane } from './steplane.ts';

const web = prepared('web');
const END = web.run.status.steps;
const NODE = 'node-c';

/** Two Pods of 600m on a node of 2 cpu, their ReplicaSet left out, and a node of 1 cpu: one of them finds a place. */
const DUMP = [
  ...['node-0', 'node-1'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, uid: name },
    status: {
      allocatable: { cpu: name === 'node-0' ? '2' : '1', memory: '8Gi', pods: '110' },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  })),
  ...['web-1', 'web-2'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ name, namespace: 'default', uid: name },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'rs', controller: true }],
    },
    spec: {
      nodeName: 'node-0',
      containers: [{ name: 'app', image: 'app:2', resources: { requests: { cpu: '600m' } } }],
    },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  })),
];

const view = (page: Page): Locator => page.getByTestId('what-if');
const doIt = (page: Page): Locator => page.getByTestId('what-if-do');

async function ask(page: Page): Promise<void> {
  await page.getByTestId('what-if-ask').click();
  await expect(page.getByTestId('what-if-result')).toHaveAttribute('aria-busy', 'false');
}

async function undo(app: Steplane): Promise<void> {
  await app.page.getByRole('button', { name: words(app.look.language).undo, exact: true }).click();
  await expect(app.stage).toHaveAttribute('data-branch', 'main');
  await app.ready();
}

inLooks(TWO_LOOKS, (look) => {
  const said = whatIfWords(look.language);
  const page_ = words(look.language);

  test('a drain from the inspector: who moves where, who is stuck; done and undone', async ({ app, page }) => {
    const [stopped, answer] = [web.drain(END, NODE, false), web.drain(END, NODE, true)];
    if (stopped === undefined || answer === undefined) throw new Error('no such node');
    await app.open(`#g.web@${String(END)}&select=Node/${NODE}`);
    const before = await app.moment();
    await app.inspector.getByRole('button', { name: page_.drainNode }).click();
    await expect(view(page)).toBeVisible();
    await expect(page.getByLabel(said.node, { exact: true })).toHaveValue(NODE);
    // Pods that nobody would make anew stop the drain before it evicts anybody; --force deletes them.
    await ask(page);
    await expect(view(page).locator('li[data-from]')).toHaveCount(0);
    await expect(view(page).locator('[data-reason=no-controller] li')).toHaveCount(stopped.blocked.length);
    await expect(page.getByTestId('what-if-sums')).toHaveText(said.drainStops(String(stopped.blocked.length)));
    await page.getByLabel(said.force).check();
    await ask(page);

    const rows = await view(page)
      .locator('li[data-from]')
      .evaluateAll((found) => found.map((r) => [r.dataset['pod'], r.dataset['from'], r.dataset['to']]));
    const [lost, moves] = [answer.moved.filter(({ as }) => as === ''), answer.moved.filter(({ as }) => as !== '')];
    expect(rows).toEqual([...moves, ...lost].map(({ pod, from, to }) => [pod, from, to]));
    const placed = moves.filter(({ to }) => to !== '').length;
    await expect(page.getByTestId('what-if-sums')).toHaveAttribute('data-moved', String(placed));
    await expect(page.getByTestId('what-if-command')).toHaveText(answer.command);
    expect(await app.moment()).toEqual(before);

    await doIt(page).click();
    await expect(app.stage).toHaveAttribute('data-branch', `branch from ${String(END)}`);
    await app.expectStep(END + answer.steps);
    await app.panel('objects');
    for (const { as, to } of moves) await expect(app.row(`Pod/${as}`)).toHaveAttribute('data-node', to);
    await undo(app);
    expect(await app.moment()).toEqual(before);
  });

  test('a drain of a dump without its controllers: copies stand in, and doing it makes the same', async ({
    app,
    page,
  }) => {
    const engine = inNode({ name: 'dump.json', data: JSON.stringify({ kind: 'List', apiVersion: 'v1', items: DUMP }) });
    const { steps } = engine.run.status;
    const answer = engine.drain(steps, 'node-0', false);
    const digest = engine.moment(steps).digest;
    const at = { step: steps, anchor: '', select: 'Node/node-0', view: 'what-if', digest };
    await app.open(encodeLink(engine.scenario(), at) ?? '');
    await page.getByRole('radio', { name: said.questions.drain }).click();
    await ask(page);
    await expect(page.getByTestId('what-if-stand-ins')).toHaveText(said.standIns('ReplicaSet'));
    const rows = await view(page)
      .locator('li[data-from]')
      .evaluateAll((found) => found.map((r) => [r.dataset['pod'], r.dataset['from'], r.dataset['to']]));
    expect(rows).toEqual(answer?.moved.map(({ pod, from, to }) => [pod, from, to]));
    expect(rows.map(([, , to]) => to).sort()).toEqual(['', 'node-1']);
    await expect(view(page).locator('[data-reason=pending] li')).toHaveCount(1);

    await doIt(page).click();
    await app.expectStep(steps + (answer?.steps ?? 0));
    await app.panel('objects');
    for (const { as, to } of answer?.moved ?? []) await expect(app.row(`Pod/${as}`)).toHaveAttribute('data-node', to);
    await undo(app);
  });

  test('what the scenario does later is left out of the branch as of the answer, and it is said', async ({
    app,
    page,
  }) => {
    const engine = prepared('rolling-update-bad-image');
    const { trace } = engine.cluster.world;
    let step = engine.run.status.steps;
    // Before the image is changed, at 20 s.
    while (trace.time(step) > 15e6) step--;
    const answer = engine.drain(step, 'node-a', false);
    await app.open(`#g.rolling-update-bad-image@${String(step)}&select=Node/node-a`);
    await app.inspector.getByRole('button', { name: page_.drainNode }).click();
    await ask(page);
    await expect(page.locator('#what-if-do-hint')).toContainText(answerWords(look.language).leavesOut);
    await doIt(page).click();
    await expect(app.stage).toHaveAttribute('data-branch', `branch from ${String(step)}`);
    await expect(page.getByTestId('branch').locator('.ell')).toHaveAttribute('title', new RegExp(page_.branchAlone));
    await app.ready();
    // The image that nobody has never comes, and no Pod waits for it at the end.
    await app.press('last');
    await app.ready();
    await app.panel('objects');
    for (const { as, to } of answer?.moved ?? []) await expect(app.row(`Pod/${as}`)).toHaveAttribute('data-node', to);
    await expect(page.locator('[data-object^="Pod/"]')).toHaveCount(5);
    await undo(app);
  });

  test('an answer stays when the window crosses to another layout, and goes with the view', async ({ app, page }) => {
    const answer = web.drain(END, NODE, true);
    await app.open(`#g.web@${String(END)}&select=Node/${NODE}`);
    await app.inspector.getByRole('button', { name: page_.drainNode }).click();
    await page.getByLabel(said.force).check();
    await ask(page);
    const command = page.getByTestId('what-if-command');
    const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
    for (const size of [width > 800 ? 390 : 1200, width]) {
      await page.setViewportSize({ width: size, height });
      await expect(command).toHaveText(answer?.command ?? '');
      await expect(page.getByTestId('what-if-result')).toHaveAttribute('data-step', String(END));
    }
    await view(page).getByRole('button', { name: page_.backToStage }).click();
    await page.getByRole('banner').getByRole('button', { name: page_.whatIf }).click();
    await expect(page.getByTestId('what-if-ask')).toBeVisible();
    await expect(command).toHaveCount(0);
  });

  test('how many more fit, from the bar by its name; done and undone', async ({ app, page }) => {
    const answer = web.fit(END, 'Deployment/default/web', 100);
    if (answer === undefined) throw new Error('no such Deployment');
    await app.open(`#g.web@${String(END)}&select=Deployment/default/web`);
    const before = await app.moment();
    await page.getByRole('banner').getByRole('button', { name: page_.whatIf }).click();
    await expect(page.getByLabel(said.like, { exact: true })).toHaveValue('Deployment/default/web');
    await ask(page);
    await expect(page.getByTestId('what-if-count')).toHaveAttribute('data-count', String(answer.count));
    const bars = await view(page)
      .locator('li[data-count]')
      .evaluateAll((found) => found.map((r) => ({ node: r.dataset['node'], count: Number(r.dataset['count']) })));
    expect(bars).toEqual(answer.perNode);
    if (answer.stop.kind !== 'unschedulable') throw new Error('something else stops it');
    await expect(view(page)).toContainText(answer.stop.message);
    for (const { plugin, reason } of answer.stop.reasons)
      await expect(view(page).locator(`tr[data-plugin=${plugin}]`)).toContainText(reason);

    await doIt(page).click();
    await expect(app.stage).toHaveAttribute('data-branch', `branch from ${String(END)}`);
    await app.panel('objects');
    await expect(app.table.locator('tr[data-object^="Pod/default/web-"]:not([data-node=""])')).toHaveCount(
      web.objects(END).filter(({ key }) => key.startsWith('Pod/default/web-')).length + answer.count,
    );
    await undo(app);
    expect(await app.moment()).toEqual(before);
  });

  test('more nodes: who still waits and why; done and undone', async ({ app, page }) => {
    const pending = prepared('pending');
    const end = pending.run.status.steps;
    const like = 'node-0003';
    const answer = pending.addNodes(end, like, 2);
    if (answer === undefined) throw new Error('no such node');
    await app.open(`#g.pending@${String(end)}&select=Node/${like}`);
    const before = await app.moment();
    await app.inspector.getByRole('button', { name: page_.moreNodes }).click();
    await page.getByLabel(said.count, { exact: true }).fill('0');
    await expect(page.getByTestId('what-if-ask')).toHaveAttribute('aria-disabled', 'true');
    await expect(view(page)).toContainText(said.wrongNumber('100'));
    await page.getByLabel(said.count, { exact: true }).fill('2');
    await ask(page);
    const sums = page.getByTestId('what-if-sums');
    await expect(sums).toHaveAttribute('data-moved', String(answer.moved.length));
    await expect(sums).toHaveAttribute('data-blocked', String(answer.blocked.length));
    for (const { pod, message } of answer.blocked) {
      await expect(view(page).locator(`li[data-pod="${pod}"]`)).toBeVisible();
      await expect(view(page)).toContainText(message);
    }

    await doIt(page).click();
    await expect(app.stage).toHaveAttribute('data-branch', `branch from ${String(end)}`);
    await app.panel('objects');
    await expect(app.row(`Node/${like}-2`)).toHaveCount(1);
    await expect(app.row(`Node/${like}-3`)).toHaveCount(1);
    await undo(app);
    expect(await app.moment()).toEqual(before);
  });

  test('a fork of a fork outlives a reload: Undo brings back the first, and then what was opened', async ({
    app,
    page,
  }) => {
    const like = web.objects(END).find(({ key }) => key.startsWith('Node/'))?.key ?? '';
    const oneNode = async (): Promise<void> => {
      await app.inspector.getByRole('button', { name: page_.moreNodes }).click();
      await page.getByLabel(said.count, { exact: true }).fill('1');
      await ask(page);
      await doIt(page).click();
    };
    const branchFrom = (step: number) =>
      expect(app.stage).toHaveAttribute('data-branch', `branch from ${String(step)}`);
    await app.open(`#g.web@${String(END)}&select=${like}`);
    const opened = await app.moment();
    await oneNode();
    await branchFrom(END);
    await app.ready();
    await app.goTo(String(END + 5));
    await app.expectStep(END + 5);
    const first = await app.moment();
    await oneNode();
    await branchFrom(END + 5);
    await app.ready();
    const second = await app.moment();
    await page.waitForTimeout(1200);

    await page.reload();
    await app.ready();
    await branchFrom(END + 5);
    expect((await app.moment()).digest).toBe(second.digest);
    await page.getByRole('button', { name: page_.undo }).click();
    await branchFrom(END);
    await app.ready();
    expect(await app.moment()).toEqual(first);
    await undo(app);
    expect(await app.moment()).toEqual(opened);
    await page.goBack();
    await branchFrom(END);
  });

  test('a typed Pod: an error has its line, and what was typed stays', async ({ app, page }) => {
    const bad = 'apiVersion: v1\nkind: Pod\nmetadata: { name: x\nspec: {}\n';
    await app.open(`#g.web@${String(END)}&view=what-if`);
    await page.getByRole('radio', { name: said.sources.text }).click();
    const text = page.getByLabel(said.text, { exact: true });
    await text.fill(bad);
    await ask(page);
    await expect(page.getByTestId('what-if-problem')).toContainText(/pod\.yaml:4:\d+/);
    await expect(app.problem).toHaveCount(0);

    await view(page).getByRole('button', { name: page_.backToStage }).click();
    await app.press('back');
    await app.expectStep(END - 1);
    await page.getByRole('banner').getByRole('button', { name: page_.whatIf }).click();
    await expect(text).toHaveValue(bad);
    const mended = bad
      .replace('name: x', 'name: x }')
      .replace('spec: {}', "spec: { containers: [{ name: a, image: i, resources: { requests: { cpu: '1' } } }] }");
    await text.fill(mended);
    await ask(page);
    const answer = web.fitText(END - 1, { name: 'pod.yaml', data: mended }, 100);
    await expect(page.getByTestId('what-if-count')).toHaveAttribute(
      'data-count',
      String(answer.ok ? answer.value.count : 'refused'),
    );
  });

  test('an answer belongs to its step', async ({ app, page }) => {
    await app.open(`#g.web@${String(END)}&view=what-if&select=Node/${NODE}`);
    await ask(page);
    await expect(doIt(page)).toHaveAttribute('aria-disabled', 'false');
    await app.press('back');
    await app.expectStep(END - 1);
    const stale = page.getByTestId('what-if-stale');
    await expect(stale).toBeVisible();
    await expect(doIt(page)).toHaveAttribute('aria-disabled', 'true');
    await stale.getByRole('button', { name: said.askAgain(String(END - 1)) }).click();
    await expect(stale).toHaveCount(0);
    await expect(page.getByTestId('what-if-result')).toHaveAttribute('data-step', String(END - 1));
    await expect(doIt(page)).toHaveAttribute('aria-disabled', 'false');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Escape');
    await expect(view(page)).toHaveCount(0);
  });

  test('nothing for axe to say, and no sideways scroll on a phone', async ({ app, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await app.open(`#g.web@${String(END)}`);
    await page.getByRole('button', { name: page_.more, exact: true }).click();
    await page.getByRole('menuitem', { name: page_.whatIf }).click();
    await expect(view(page)).toHaveAttribute('aria-label', answerWords(look.language).whatIf);
    for (const question of ['fit', 'drain', 'add'] as const) {
      await page.getByRole('radio', { name: said.questions[question] }).click();
      await ask(page);
      const { violations } = await new AxeBuilder({ page: page as never }).include('[data-testid=what-if]').analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      const over = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('.ans-cols')].map((e) => e.scrollWidth - e.clientWidth),
      );
      expect(Math.max(...over)).toBe(0);
    }
  });
});

test('a dump of many hundred Pods answers, asked by the keyboard alone', async ({ app, page }) => {
  const input = dumpInput('big-dump-1--dump.yaml');
  const engine = inNode(input);
  await app.open();
  await drop(page, input);
  await page
    .getByTestId('import-summary')
    .getByRole('button', { name: words('en').toTheStage })
    .click();
  await app.rest(engine.run.status.steps);
  await app.press('last');
  await app.ready();
  const { step } = await app.moment();
  await page
    .getByRole('banner')
    .getByRole('button', { name: words('en').whatIf })
    .click();
  await page.getByRole('radio', { name: whatIfWords('en').questions.drain }).click();
  const node = engine.objects(step).find(({ kind, node: on }) => kind === 'Pod' && on !== '')?.node ?? '';
  await page.getByLabel(whatIfWords('en').node, { exact: true }).selectOption(node);
  await page.getByLabel(whatIfWords('en').force).check();
  await page.keyboard.press('Enter');
  const answer = engine.drain(step, node, true);
  await expect(page.getByTestId('what-if-sums')).toHaveAttribute(
    'data-moved',
    String(answer?.moved.filter(({ from, to }) => from === node && to !== '').length),
  );
});
