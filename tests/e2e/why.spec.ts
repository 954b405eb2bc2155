/** From Pending to the applied fix in two presses, and back; and why a Pod is where it is. */
import { answerWords } from '../../src/derive/words/answers.ts';
import { words } from '../../src/derive/words/words.ts';
import { drop, type Input } from './inputs.ts';
import { inNode, prepared } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Steplane } from './steplane.ts';

const pending = prepared('pending');
const END = pending.run.status.steps;
const web = prepared('web');
const BOUND = web
  .objects(web.run.status.steps)
  .find(({ key, node }) => key.startsWith('Pod/default/web-') && node !== '');

const branchOf = (app: Steplane): Promise<string | null> => app.stage.getAttribute('data-branch');

inLooks(TWO_LOOKS, (look) => {
  test.describe('the smallest fix', () => {
    for (const pod of ['too-big', 'mistyped']) {
      test(`two presses from Pending to the applied fix, and Undo brings back what was: ${pod}`, async ({
        app,
        page,
      }) => {
        const key = `Pod/default/${pod}`;
        await app.open(`#g.pending@${String(END)}&select=${key}`);
        const before = await app.moment();
        await app.inspector.getByRole('button', { name: words(look.language).whyPending }).click();
        await page.getByTestId('fix').first().click();

        await expect(app.stage).toHaveAttribute('data-branch', `branch from ${String(END)}`);
        await app.ready();
        await expect(app.inspector).toHaveAttribute('data-object', key);
        await app.panel('objects');
        await expect(app.row(key)).toHaveAttribute('data-node', /^node-\d+$/);
        expect((await app.moment()).steps).toBeGreaterThan(before.steps);

        await page.getByRole('button', { name: words(look.language).undo }).click();
        await expect(app.stage).toHaveAttribute('data-branch', 'main');
        expect(await app.moment()).toEqual(before);
        await expect(app.row(key)).toHaveAttribute('data-node', '');
      });
    }

    test('each fix shows its command, and that it was proved', async ({ app, page }) => {
      await app.open(`#g.pending@${String(END)}&view=why&select=Pod/default/mistyped`);
      const proved = pending.fixes(END, 'Pod/default/mistyped').fixes;
      await expect(page.getByTestId('fix')).toHaveCount(proved.length);
      for (const { command, node, verified } of proved) {
        expect(verified).toBe(true);
        await expect(app.why).toContainText(command);
        await expect(app.why).toContainText(node);
      }
    });

    test('the link of a branch opens at its moment with the same digest', async ({ app, elsewhere, page }) => {
      await app.open(`#g.pending@${String(END)}&view=why&select=Pod/default/mistyped`);
      await page.getByTestId('fix').first().click();
      await expect.poll(() => branchOf(app)).not.toBe('main');
      const here = await app.moment();
      await expect.poll(() => new URL(page.url()).hash).toMatch(/^#1\./);
      const other = await elsewhere();
      await other.open(new URL(page.url()).hash);
      expect(await other.moment()).toMatchObject({ step: here.step, digest: here.digest });
      await expect(other.problem).toHaveCount(0);
    });
  });

  test('why that node: rows add up, and each rival has its margin', async ({ app, page }) => {
    if (BOUND === undefined) throw new Error('no Pod of web is bound');
    const end = web.run.status.steps;
    const answer = web.why(end, BOUND.key);
    const host = answer.attempts.at(-1)?.host ?? '';
    await app.open(`#g.web@${String(end)}&select=${BOUND.key}`);
    await app.inspector.getByRole('button', { name: words(look.language).whyThisNode }).click();
    const view = page.getByTestId('why-node');
    await expect(view.getByRole('heading', { level: 1 })).toHaveText(answerWords(look.language).whyNode(host));
    const told = await view
      .locator('tr[data-node]')
      .evaluateAll((rows) => rows.map((r) => [r.dataset['node'], Number(r.dataset['total'])] as const));
    expect(new Map(told)).toEqual(new Map(answer.scores.map(({ node, total }) => [node, total])));
    expect(told[0]?.[0]).toBe(host);
    await page.keyboard.press('Escape');
    await expect(view).toHaveCount(0);
  });
});

const QUOTA: Input = {
  name: 'quota.yaml',
  data: `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: v1
kind: Node
metadata: { name: node-a, labels: { kubernetes.io/hostname: node-a } }
status:
  allocatable: { cpu: '8', memory: 16Gi, pods: '110' }
  conditions: [{ type: Ready, status: 'True' }]
---
apiVersion: v1
kind: ResourceQuota
metadata: { name: small, namespace: shop }
spec: { hard: { requests.cpu: '1' } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: cart } }
  template:
    metadata: { labels: { app: cart } }
    spec:
      containers: [{ name: app, image: 'example.com/cart:1', resources: { requests: { cpu: 600m } } }]
`,
};

test('while its cycle runs a Pod is said to be tried; before it stands in activeQ', async ({ app, page }) => {
  const key = 'Pod/default/mistyped';
  const [first] = pending.why(END, key).attempts;
  const { beingTried, notQueued } = answerWords('en');
  await app.open(`#g.pending@${String(first?.step)}&view=why&select=${key}`);
  await expect(page.locator('.next-try')).toContainText(beingTried);
  await app.goTo((first?.step ?? 0) - 1);
  await expect(page.locator('.next-try')).not.toContainText(beingTried);
  await expect(page.locator('.next-try')).not.toContainText(notQueued);
});

test('before its first try a Pod is not told to have had its node before the run', async ({ app, page }) => {
  const key = BOUND?.key ?? '';
  const [first] = web.why(web.run.status.steps, key).attempts;
  const said = answerWords('en');
  await app.open(`#g.web@${String((first?.step ?? 0) - 1)}&view=why-node&select=${key}`);
  await expect(page.getByTestId('why-node')).toContainText(said.noNodeYetHint);
  await expect(page.getByTestId('why-node')).not.toContainText(said.before);
});

test('a Pod that the quota forbids does not exist: the refusal is told word for word', async ({ app, page }) => {
  await app.open();
  await drop(page, QUOTA);
  await page
    .getByTestId('import-summary')
    .getByRole('button', { name: words('en').toTheStage })
    .click();
  await app.ready();
  await app.press('last');
  await app.ready();
  const engine = inNode(QUOTA);
  const maker = engine.objects(engine.run.status.steps).find(({ key }) => key.startsWith('ReplicaSet/shop/'));
  await app.select(maker?.key ?? '');
  await app.inspector.getByRole('button', { name: words('en').whyNoPods }).click();
  await expect(page.getByTestId('fit-error')).toContainText(
    'exceeded quota: small, requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1',
  );
  await page.getByTestId('fix').first().click();
  await expect.poll(() => branchOf(app)).not.toBe('main');
});
