/** The laboratory's machine of goroutines: steps both ways, every schedule explored, the cure, one's own text, the link. */
import AxeBuilder from '@axe-core/playwright';
import { labWords } from '../../src/derive/words/lab.ts';
import { words } from '../../src/derive/words/words.ts';
import { expect, inLooks, test, TWO_LOOKS, type Page } from './steplane.ts';

const en = labWords('en');
const lab = (page: Page) => page.getByTestId('lab');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const explore = (page: Page) => page.getByTestId('explore');

interface Shown {
  readonly step: number;
  readonly steps: number;
  readonly digest: string;
}

/** The step on screen, once its state has come. */
async function shown(page: Page): Promise<Shown> {
  await expect(lab(page)).toHaveAttribute('data-digest', /^[0-9a-f]{16}$/);
  return lab(page).evaluate(({ dataset }: HTMLElement) => ({
    step: Number(dataset['step']),
    steps: Number(dataset['steps']),
    digest: dataset['digest'] ?? '',
  }));
}

async function openLab(page: Page, hash = '#lab'): Promise<Shown> {
  await page.goto(`/${hash}`);
  return shown(page);
}

async function choose(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /^Lab: / }).click();
  await page.getByRole('menuitem', { name: title }).click();
}

/** What the picture is drawn from. */
const picture = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-testid=lanes] path, [data-goroutine]')]
      .map((one) => `${one.getAttribute('class') ?? ''} ${one.getAttribute('d') ?? ''} ${one.textContent}`)
      .join('\n'),
  );

test('steps forth and back show the same; the keys do what the buttons do', async ({ page }) => {
  const start = await openLab(page);
  expect(start.step).toBe(0);
  expect(start.steps).toBeGreaterThan(10);
  const seen: { digest: string; picture: string }[] = [];
  for (let step = 1; step <= 4; step++) {
    await press(page, 'Step');
    await expect(lab(page)).toHaveAttribute('data-step', String(step));
    seen.push({ digest: (await shown(page)).digest, picture: await picture(page) });
  }
  await page.keyboard.press('ArrowRight');
  await expect(lab(page)).toHaveAttribute('data-step', '5');
  for (let step = 4; step >= 1; step--) {
    await press(page, 'Step back');
    await expect(lab(page)).toHaveAttribute('data-step', String(step));
    expect({ digest: (await shown(page)).digest, picture: await picture(page) }).toEqual(seen[step - 1]);
  }
  await press(page, 'Last step');
  await expect(lab(page)).toHaveAttribute('data-step', String(start.steps));
  await expect(page.getByTestId('lab-output')).toContainText('key 0 holds 2');
  await press(page, 'First step');
  expect((await shown(page)).digest).toBe(start.digest);
  await page.getByRole('textbox', { name: 'Go to step' }).fill('7');
  await page.keyboard.press('Enter');
  await expect(lab(page)).toHaveAttribute('data-step', '7');
});

test('the planted fault is found, shown, and gone after the cure', async ({ page }) => {
  await openLab(page);
  await page.getByTestId('variant').selectOption('split-lock');
  await expect(lab(page)).toHaveAttribute('data-variant', 'split-lock');
  await press(page, en.explore);
  await expect(explore(page)).toHaveAttribute('data-state', 'done');
  await expect(explore(page)).toHaveAttribute('data-complete', 'true');
  await expect(explore(page)).toHaveAttribute('data-outcomes', '2');
  const fault = explore(page).locator('[data-trouble=lost-update]');
  await expect(fault).toHaveCount(1);
  await fault.getByRole('button').click();
  await expect(lab(page)).toHaveAttribute('data-schedule', 'way');
  await expect(page.getByTestId('lab-op')).toContainText('g');
  await press(page, 'Last step');
  await expect(page.getByTestId('lab-output')).toContainText('lost 1 of 2');
  await press(page, en.cure);
  await expect(lab(page)).toHaveAttribute('data-variant', 'one-lock');
  await press(page, en.explore);
  await expect(explore(page)).toHaveAttribute('data-complete', 'true');
  await expect(explore(page)).toHaveAttribute('data-troubles', '0');
  await press(page, 'Last step');
  await expect(page.getByTestId('lab-output')).toContainText('hits 2');
});

test('a guess first, then the answer and the step that shows it', async ({ page }) => {
  await openLab(page);
  await choose(page, 'Add inside the goroutine');
  await expect(lab(page)).toHaveAttribute('data-lab', 'wait-group-add');
  await expect(page.getByRole('heading', { name: en.note })).toHaveCount(0);
  await press(page, 'For 1 and 2');
  await expect(page.getByText(en.right, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: en.note })).toBeVisible();
  await press(page, en.explore);
  await expect(explore(page)).toHaveAttribute('data-complete', 'true');
  await expect(explore(page).locator('[data-sign=true]').first()).toContainText('returned early');
  await press(page, en.seePoint);
  await expect(lab(page)).toHaveAttribute('data-schedule', 'way');
  await press(page, 'Last step');
  await expect(page.getByTestId('lab-output')).toContainText('returned early: 0 of 2');
});

test('a link opens the same text, schedule and step, with the same digest; a broken one is said', async ({ page }) => {
  await openLab(page);
  await choose(page, 'Own program');
  await expect(lab(page)).toHaveAttribute('data-lab', 'own');
  const editor = page.locator('[data-editor=edited]');
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('func main() {\n\tprintln(undefinedName)\n}\n');
  await expect(page.getByTestId('lab-problems')).toContainText('undefined: undefinedName');
  await expect(page.getByTestId('lab-problems')).toContainText('not run yet');
  await expect(page.locator('.lab-state')).toHaveAttribute('data-stale', 'true');
  await expect(page.locator('.lab-state')).toContainText('Of the text that ran last');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(
    'import "fmt"\n\nfunc main() {\n\tch := make(chan int)\n\tgo func() { ch <- 7 }()\n\tfmt.Println("got", <-ch)\n}\n',
  );
  await expect(page.getByTestId('lab-problems')).toHaveAttribute('data-count', '0');
  await page.keyboard.press('Control+Enter');
  await expect(lab(page)).not.toHaveAttribute('data-steps', '0');
  await press(page, 'Last step');
  await expect(page.getByTestId('lab-output')).toContainText('got 7');
  await press(page, 'Step back');
  const there = await shown(page);
  await press(page, en.share);
  await expect(page).toHaveURL(/#l1\./);
  const { hash } = new URL(page.url());
  await page.goto('about:blank');
  expect(await openLab(page, hash)).toEqual(there);
  await expect(page.locator('[data-editor=edited]')).toContainText('go func() { ch <- 7 }()');
  await page.goto('about:blank');
  await page.goto(`/${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}`);
  await expect(page.getByTestId('problem')).toHaveAttribute('data-code', /^link-(corrupt|truncated)$/);
});

test('another choice forks the run; the seed gives it back', async ({ page }) => {
  const start = await openLab(page);
  const other = page.getByTestId('lab-choices').locator('button[aria-pressed=false]').first();
  while ((await other.count()) === 0) {
    const { step } = await shown(page);
    expect(step).toBeLessThan(start.steps);
    await press(page, 'Step');
    await expect(lab(page)).toHaveAttribute('data-step', String(step + 1));
    await shown(page);
  }
  const { step } = await shown(page);
  const goroutine = (await other.getAttribute('data-goroutine-choice')) ?? '';
  await other.click();
  await expect(lab(page)).toHaveAttribute('data-step', String(step + 1));
  await expect(page.getByTestId('lab-op')).toContainText(goroutine === '1' ? 'main' : `g${goroutine}`);
  await press(page, en.unpin);
  await expect(lab(page)).toHaveAttribute('data-step', '0');
  expect(await shown(page)).toEqual(start);
});

test('one’s own program has examples; a loop that nobody sees is told at once, with its line', async ({ page }) => {
  await openLab(page);
  await choose(page, 'Own program');
  await expect(page.getByTestId('own')).toContainText(en.own.title);
  await page.locator('[data-example=pool]').click();
  await expect(page.locator('[data-editor=edited]')).toContainText('wg.Go(func() {');
  await press(page, 'Last step');
  await expect(page.getByTestId('lab-output')).toContainText('10');
  await expect(page.locator('[data-group=wg] rect').first()).toBeVisible();
  await expect(page.locator('[data-group=wg]')).toContainText('2');
  await page.locator('[data-example=never]').click();
  await expect(lab(page)).toHaveAttribute('data-step', '0');
  await press(page, 'Last step');
  await expect(page.locator('[data-endless="1"]')).toContainText(en.endlessRun('main', '9'));
  await press(page, en.explore);
  // Well under a second on a quiet machine.
  await expect(explore(page)).toHaveAttribute('data-state', 'done', { timeout: 5_000 });
  await expect(explore(page).locator('[data-trouble=endless]')).toContainText(en.endlessOf('main', '9'));
  await page.locator('[data-editor=edited]').click();
  await page.keyboard.press('Control+z');
  await expect(page.locator('[data-editor=edited]')).toContainText('wg.Go(func() {');
});

test('a text with problems is neither stepped nor explored, and the page says why', async ({ page }) => {
  await openLab(page);
  await choose(page, 'Own program');
  await press(page, 'Step');
  await expect(lab(page)).toHaveAttribute('data-step', '1');
  await page.locator('[data-editor=edited]').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('import "fmt"\n\nfunc main() { fmt.Printl("x") }\n');
  await expect(page.getByTestId('lab-problems')).toContainText('of package fmt the laboratory knows Print, Printf,');
  await expect(page.getByRole('button', { name: en.explore, exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Step', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Step', exact: true })).toHaveAccessibleDescription(en.broken);
  await page.getByRole('button', { name: 'Step', exact: true }).click({ force: true });
  await expect(lab(page)).toHaveAttribute('data-step', '1');
  await page.locator('[data-example=lost]').click();
  await expect(page.getByTestId('lab-problems')).toHaveAttribute('data-count', '0');
  await expect(page.getByRole('button', { name: en.explore, exact: true })).toBeEnabled();
});

test('a link holds what stands beside; the speed is chosen as the cluster’s is', async ({ page }) => {
  await openLab(page);
  await page.getByTestId('beside').selectOption('channel');
  await expect(page.locator('[data-program=channel]')).toBeVisible();
  await press(page, 'Step');
  await expect(lab(page)).toHaveAttribute('data-step', '1');
  await press(page, en.share);
  await expect(page).toHaveURL(/#l1\./);
  const { hash } = new URL(page.url());
  await page.goto('about:blank');
  await openLab(page, hash);
  await expect(page.getByTestId('beside')).toHaveValue('channel');
  await expect(page.locator('[data-program=channel]')).toBeVisible();
  await page
    .getByRole('radiogroup', { name: words('en').speed })
    .getByRole('radio', { name: words('en').speedName('max') })
    .click();
  // At speed 1 it would take 12 s.
  await press(page, 'Play');
  await expect(lab(page)).toHaveAttribute('data-playing', 'false', { timeout: 10_000 });
  const { step, steps } = await shown(page);
  expect(step).toBe(steps);
});

test('each lab stands on the first screen with its title and one sentence', async ({ app, page }) => {
  await app.open('');
  const items = page.getByTestId('gallery-lab').locator('[data-lab-item]');
  await expect(items).toHaveCount(15);
  for (const item of await items.all()) await expect(item.locator('span')).toHaveText(/\S.*\.$/);
  await items.and(page.locator('[data-lab-item=double-checked]')).click();
  await expect(lab(page)).toHaveAttribute('data-lab', 'double-checked');
});

inLooks(TWO_LOOKS, (look) => {
  test('the laboratory is accessible, and as wide as the screen', async ({ page, app }) => {
    expect(app.look).toEqual(look);
    test.setTimeout(120_000);
    for (const width of [1440, 1024, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('about:blank');
      await openLab(page);
      await page.getByRole('button', { name: labWords(look.language).explore, exact: true }).click();
      await expect(explore(page)).toHaveAttribute('data-state', 'done');
      await expect(page.locator('[data-editor=edited]')).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const { violations } = await new AxeBuilder({ page: page as never }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 160))])).toEqual([]);
    }
    await expect(page.getByRole('button', { name: words(look.language).walk.step, exact: true })).toBeVisible();
  });
});
