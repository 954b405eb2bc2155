/** The informer microscope: the same input in three queues, a slow listener, the sender that waits, and the ways in. */
import AxeBuilder from '@axe-core/playwright';
import { informerWords } from '../../src/derive/words/informer.ts';
import { insideWords } from '../../src/derive/words/inside.ts';
import { QUEUE_NAMES } from '../../src/derive/words/informer-names.ts';
import type { InformerGeneration } from '../../src/protocol/protocol.ts';
import { AFTER_RELIST, GENERATIONS, informerCase } from '../fixtures/informers.ts';
import { eventOf, inNode, prepared } from './oracle.ts';
import { drop } from './inputs.ts';
import { expect, inLooks, test, TWO_LOOKS, type Page, type Steplane } from './steplane.ts';

const SCHEDULER = 'kube-scheduler pods';
const MANAGER = 'kube-controller-manager pods';

const view = (page: Page) => page.getByTestId('informer');
const queue = (page: Page) => page.getByTestId('informer-queue');
const waiting = (page: Page) => page.getByTestId('informer-waiting');
const audit = (page: Page) => view(page).locator('[data-listener=audit]');

const missed = inNode(informerCase('missed'));
const MISSED_END = missed.run.status.steps;
const RELIST = (() => {
  for (let step = 1; step <= MISSED_END; step++) if (eventOf(missed, step).kind === 'list.delivered') return step;
  throw new Error('it never lists');
})();

/** Drops a case, waits until it rests, and opens the microscope at a step. */
async function lookAt(app: Steplane, page: Page, name: string, steps: number, step: number, id: string): Promise<void> {
  await app.open();
  await drop(page, informerCase(name));
  await app.rest(steps);
  await page.keyboard.press('Home');
  await app.ready();
  await page.keyboard.press('i');
  await expect(view(page)).toBeVisible();
  if (id !== SCHEDULER) {
    await page.getByTestId('informer-choose').click();
    await page.locator(`tr[data-informer="${id}"] button`).click();
  }
  await app.goTo(step);
  await expect(view(page)).toHaveAttribute('data-step', String(step));
  await expect(view(page)).toHaveAttribute('data-informer', id);
}

const slotsOf = (page: Page) =>
  queue(page)
    .locator('[data-slot]')
    .evaluateAll((slots: HTMLElement[]) =>
      slots.map(({ dataset }) => `${dataset['slot'] ?? ''}: ${dataset['deltas'] ?? ''}`),
    );

async function expectShape(page: Page, generation: InformerGeneration): Promise<void> {
  const { slots, entries, deltas, keys } = AFTER_RELIST[generation];
  await expect(view(page)).toHaveAttribute('data-generation', generation);
  await expect.poll(() => slotsOf(page)).toEqual(slots);
  await expect(queue(page)).toHaveAttribute('data-entries', String(entries));
  await expect(queue(page)).toHaveAttribute('data-deltas', String(deltas));
  await expect(queue(page)).toHaveAttribute('data-keys', String(keys));
}

inLooks(TWO_LOOKS, (look) => {
  const own = informerWords(look.language);

  test('the same input collapses or stays in order: the queue is switched at the same event, and the link holds it', async ({
    app,
    page,
    elsewhere,
  }) => {
    await lookAt(app, page, 'missed', MISSED_END, RELIST, SCHEDULER);
    await expectShape(page, 'deltafifo');
    await expect(queue(page).locator('[data-dedup="default/gone"]')).toHaveAttribute('data-stays', 'older');
    await expect(queue(page).locator('[data-dropped=true]')).toHaveAttribute('data-delta', 'Deleted');
    await expect(queue(page)).toContainText(own.olderStays);
    for (const generation of GENERATIONS.slice(1)) {
      await view(page)
        .getByRole('radio', { name: new RegExp(`\\d ${QUEUE_NAMES[generation]}$|\\+ ${QUEUE_NAMES[generation]}$`) })
        .click();
      await expectShape(page, generation);
      await expect(view(page)).toHaveAttribute('data-step', String(RELIST));
      await expect(view(page)).toHaveAttribute('data-hop', 'reflector');
      await expect(queue(page).locator('[data-dedup]')).toHaveCount(0);
    }
    await app.ready();
    await page.getByRole('button', { name: app.names.share, exact: true }).click();
    const hash = new URL(page.url()).hash;
    const other = await elsewhere();
    await other.open(hash);
    await expectShape(other.page, 'atomic');
    await expect(view(other.page)).toHaveAttribute('data-informer', SCHEDULER);
  });
});

test('what is popped is lit on its way to the store, and only who was told is', async ({ app, page }) => {
  const slow = inNode(informerCase('slow'));
  const end = slow.run.status.steps;
  let popped = 0;
  for (let step = 1; popped === 0 && step <= end; step++) {
    const { kind, subject } = eventOf(slow, step);
    if (kind === 'informer.popped' && subject === MANAGER) popped = step;
  }
  await lookAt(app, page, 'slow', end, popped, MANAGER);
  await expect(view(page)).toHaveAttribute('data-hop', 'pop');
  await expect(audit(page)).toHaveClass(/told/);
  await expect(audit(page).locator('[data-call]')).toHaveAttribute('data-call', 'add default/pod-000000');
  await expect(audit(page).locator('[data-call]')).toHaveAttribute('data-progress', '0.000');
  await expect(view(page).locator('tr[data-key="default/pod-000000"]')).toHaveAttribute('data-revision', /^\d+$/);
});

test('a slow listener: its ring grows and doubles, and nobody else waits (6.3)', async ({ app, page }) => {
  const slow = inNode(informerCase('slow'));
  const end = slow.run.status.steps;
  const [doubled = 0] = slow.informer(end, MANAGER)?.listeners.find(({ name }) => name === 'audit')?.doubledAt ?? [];
  expect(doubled).toBeGreaterThan(0);
  await lookAt(app, page, 'slow', end, doubled - 1, MANAGER);
  await expect(audit(page)).toHaveAttribute('data-pending', '1024');
  await expect(audit(page)).toHaveAttribute('data-capacity', '1024');
  await expect(audit(page).locator('[data-cells]')).toHaveAttribute('data-cells', '64');
  await app.goTo(doubled);
  await expect(audit(page)).toHaveAttribute('data-pending', '1025');
  await expect(audit(page)).toHaveAttribute('data-capacity', '2048');
  await expect(audit(page).locator('[data-cells]')).toHaveAttribute('data-cells', '128');
  await expect(audit(page)).toHaveAttribute('data-slow', 'true');
  const told = waiting(page).locator('button[data-lane=audit]');
  await expect(told).toHaveAttribute('data-state', 'slow');
  await expect(told).toHaveAttribute('data-waiting', '1026');
  await told.click();
  await expect(audit(page)).toBeFocused();
  await expect(audit(page)).toBeInViewport({ ratio: 1 });
  for (const lane of await view(page).locator('[data-listener]:not([data-listener=audit])').all()) {
    await expect(lane).toHaveAttribute('data-pending', '0');
  }
});

test('the article’s form: the sender stands at the full channel, everyone waits, and it is said', async ({
  app,
  page,
}) => {
  const blocking = inNode(informerCase('blocking'));
  const end = blocking.run.status.steps;
  let step = 1;
  while (blocking.informer(step, MANAGER)?.listeners.every(({ blocksSender }) => !blocksSender)) step++;
  await lookAt(app, page, 'blocking', end, step, MANAGER);
  await expect(audit(page)).toHaveAttribute('data-blocks', 'true');
  await expect(audit(page)).toHaveAttribute('data-pending', '2');
  await expect(audit(page)).toHaveAttribute('data-hand', 'default/pod-000003');
  await expect(view(page)).toHaveAttribute('data-distribution', 'blocking');
  await expect(queue(page)).toHaveAttribute('data-lock', 'Pop');
  await expect(view(page).locator('[data-listener]').first()).toHaveAttribute('data-listener', 'audit');
  await expect(waiting(page).locator('button').first()).toHaveAttribute('data-state', 'blocks');
  await expect(view(page).getByRole('heading', { level: 1 })).toHaveText(informerWords('en').blocked('audit'));
});

const web = prepared('web');
const WEB_END = web.run.status.steps;

test('three rooms stand in the menu, the stage leads to the queue drawn there, and Escape leads back', async ({
  app,
  page,
}) => {
  await app.open(`#g.web@${String(WEB_END)}`);
  const { inside, informers, queues, apiServer } = insideWords('en');
  await page.getByRole('button', { name: inside, exact: true }).click();
  for (const name of [queues, apiServer]) await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await page.getByRole('menuitem', { name: informers }).click();
  await expect(view(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view(page)).toHaveCount(0);
  await page.locator('[data-part=fifo]').click({ position: { x: 12, y: 30 } });
  await expect(view(page)).toHaveAttribute('data-informer', SCHEDULER);
});

test('the next and the previous event of the informer, by its buttons', async ({ app, page }) => {
  const id = 'kube-controller-manager replicasets';
  await app.open(`#g.web@0&view=informer/kube-controller-manager+replicasets`);
  await expect(view(page)).toHaveAttribute('data-informer', id);
  const own: number[] = [];
  for (let step = 1; step <= WEB_END && own.length < 3; step++) {
    const { kind, subject, object } = eventOf(web, step);
    const listens = web.informer(step, id)?.listeners.some(({ name }) => name === subject) === true;
    if (subject === id || (kind === 'handler.called' && listens && object.startsWith('ReplicaSet/'))) own.push(step);
  }
  const { next, previous } = informerWords('en');
  for (const step of own) {
    await view(page).getByRole('button', { name: next }).click();
    await expect(view(page)).toHaveAttribute('data-step', String(step));
    await expect(view(page)).not.toHaveAttribute('data-hop', 'none');
  }
  await view(page).getByRole('button', { name: previous }).click();
  await expect(view(page)).toHaveAttribute('data-step', String(own[1]));
});

test('the chooser has each informer with the engine’s counts; a name that is none is said', async ({ app, page }) => {
  const step = Math.floor(WEB_END / 2);
  await app.open(`#g.web@${String(step)}&view=informer`);
  await page.getByTestId('informer-choose').click();
  const rows = page.locator('tr[data-informer]');
  const expected = web.informers(step).rows;
  await expect(rows).toHaveCount(expected.length);
  const told = await rows.evaluateAll((all: HTMLElement[]) =>
    all.map(({ dataset }) => Object.fromEntries(Object.entries(dataset))),
  );
  expect(told).toEqual(
    expected.map(({ id, objects, queued, waiting, behind }) => ({
      informer: id,
      objects: String(objects),
      queued: String(queued),
      waiting: String(waiting),
      behind: String(behind),
    })),
  );
  const [other] = expected.filter(({ id }) => id.endsWith(' replicasets'));
  const cells = page.locator(`tr[data-informer="${other?.id ?? ''}"] td`);
  await cells.last().click();
  await expect(view(page)).toHaveAttribute('data-informer', other?.id ?? '');
  await app.open(`#g.web@3&view=informer/nobody+pods`);
  await expect(view(page)).toContainText(informerWords('en').unknown('nobody pods'));
});

test('Informers opens with the one that the step concerns; on the stage its queue has the same name', async ({
  app,
  page,
}) => {
  const id = 'kube-controller-manager replicasets';
  let step = 1;
  while (eventOf(web, step).subject !== id) step++;
  await app.open(`#g.web@${String(step)}`);
  // Its scenario is of 1.35.
  await expect(page.locator('[data-part=fifo]')).toHaveAttribute('aria-label', /, RealFIFO, /);
  await app.stage.focus();
  await page.keyboard.press('i');
  await expect(view(page)).toHaveAttribute('data-informer', id);
  await expect(queue(page).getByRole('heading', { level: 2 })).toHaveText('RealFIFO');
});

inLooks(TWO_LOOKS, () => {
  for (const width of [1440, 1024, 360]) {
    test(`reads well at ${String(width)} pixels`, async ({ app, page }) => {
      await page.setViewportSize({ width, height: 800 });
      await app.open(`#g.web@63&view=informer`);
      await expect(queue(page).locator('[data-slot]').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const wide = await view(page).evaluate((section) => {
        const inner = section.querySelector('.inf-page');
        return inner === null ? -1 : inner.scrollWidth - inner.clientWidth;
      });
      expect(wide).toBe(0);
      const axe = new AxeBuilder({ page: page as never }).include('[data-testid=informer]');
      const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    });
  }
});
