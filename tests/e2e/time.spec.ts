/** The main job, point 5: step, step back, play, pause, speed, scrub, go to step, first, last, by every granularity. */
import { GRANULARITIES } from '../../src/store/playback.ts';
import { digestAt, eventOf, prepared, samples } from './oracle.ts';
import { EVENT_KINDS } from '../../src/model/events.ts';
import { expect, test, type Steplane } from './steplane.ts';

const engine = prepared('web');
const STEPS = engine.run.status.steps;
const RANK = { event: 0, stage: 1, cycle: 2, life: 3 } as const;

/** Where `n` presses of Step lead from `start`: each stops at the next event that is at least that coarse. */
function stops(start: number, granularity: keyof typeof RANK, n: number): number[] {
  const found = [start];
  for (let k = start + 1; found.length <= n && k <= STEPS; k++) {
    const kind = EVENT_KINDS.find(({ name }) => name === eventOf(engine, k).kind);
    if (k === STEPS || RANK[kind?.granularity ?? 'event'] >= RANK[granularity]) found.push(k);
  }
  return found;
}

const seek = async (app: Steplane, step: number): Promise<void> => {
  await app.goTo(step);
  await app.expectStep(step);
};

for (const granularity of GRANULARITIES) {
  test(`UX 7: by ${granularity}, n forward and n back lead home, over the same steps with the same digests`, async ({
    app,
  }) => {
    await app.open('#g.web@3');
    await app.granularity(granularity);
    const way = stops(3, granularity, 5);
    expect(way.length).toBeGreaterThan(2);
    for (const step of way.slice(1)) {
      await app.press('step');
      await app.expectStep(step);
      expect((await app.moment()).digest).toBe(digestAt(engine, step));
    }
    for (const step of way.slice(0, -1).reverse()) {
      await app.press('back');
      await app.expectStep(step);
      expect((await app.moment()).digest).toBe(digestAt(engine, step));
    }
  });
}

test('UX 1: however one comes to a step, its digest is that of Node', async ({ app }) => {
  await app.open('#g.web@0');
  for (const step of samples(20, STEPS)) {
    await seek(app, step);
    expect([step, (await app.moment()).digest]).toEqual([step, digestAt(engine, step)]);
  }
});

test('first and last, buttons and field: number, +n, −n, and a simulated time', async ({ app, page }) => {
  await app.open('#g.web@10');
  await app.press('last');
  await app.expectStep(STEPS);
  await expect(app.button('step')).toHaveAttribute('aria-disabled', 'true');
  await app.press('first');
  await app.expectStep(0);
  for (const [text, step] of [
    ['128', 128],
    ['+10', 138],
    ['−8', 130],
    ['-30', 100],
    ['９', 9],
    ['99999', STEPS],
    ['-99999', 0],
  ] as const) {
    await app.goTo(text);
    await app.expectStep(step);
  }
  // A sign counts from where one stands, and says so before Enter; so does a step that is not there.
  const goTo = page.getByRole('textbox', { name: 'Go to step' });
  await app.goTo('128');
  await app.expectStep(128);
  for (const [text, said] of [
    ['-5', '−5 counts from step 128: step 123'],
    ['-500', '−500 counts from step 128: step 0, the first'],
    ['99999', `Leads to step ${STEPS.toLocaleString('en')}, the last so far`],
    ['130', ''],
  ] as const) {
    await goTo.fill(text);
    await expect(goTo).toHaveAccessibleDescription(said === '' ? /^Go to step: 128/ : said);
  }
  await goTo.press('Escape');
  await app.expectStep(128);
  const half = engine.cluster.world.trace.time(STEPS) / 2;
  let at = 0;
  for (let k = 1; k <= STEPS; k++) if (engine.cluster.world.trace.time(k) <= half) at = k;
  await app.goTo(`${String(Math.floor(half / 1e6))}.${String(Math.floor(half % 1e6)).padStart(6, '0')}s`);
  await app.expectStep(at);
  // What is neither is refused in words, and nothing moves.
  const field = page.getByRole('textbox', { name: 'Go to step' });
  await field.fill('later');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/number/);
  await app.expectStep(at);
});

test('UX 1.3: every key does what its table says, on the stage', async ({ app, page }) => {
  await app.open('#g.web@3');
  await app.stage.focus();
  const press = async (key: string, step: number): Promise<void> => {
    await page.keyboard.press(key);
    await app.expectStep(step);
  };
  await press('ArrowRight', 4);
  await press('ArrowLeft', 3);
  const coarse = stops(3, 'stage', 1)[1] ?? 0;
  await press('Shift+ArrowRight', coarse);
  await press('Shift+ArrowLeft', 3);
  await press('End', STEPS);
  await press('Home', 0);
  await app.stage.focus();
  await page.keyboard.press('g');
  await expect(page.getByRole('textbox', { name: 'Go to step' })).toBeFocused();
  await page.keyboard.press('Escape');
  await app.stage.focus();
  const speeds = page.getByRole('radiogroup', { name: 'Speed' });
  await page.keyboard.press('+');
  await expect(speeds.getByRole('radio', { name: '2 times' })).toBeChecked();
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await expect(speeds.getByRole('radio', { name: '0.5 times' })).toBeChecked();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Play and pause; reduced motion plays a step a second.
  await app.stage.focus();
  await page.keyboard.press('Space');
  await expect(app.stage).toHaveAttribute('data-playing', 'true');
  await page.keyboard.press('Space');
  await expect(app.stage).toHaveAttribute('data-playing', 'false');
});

test('UX 1.3: after a click on the stage its keys act on the run', async ({ app, page }) => {
  await app.open('#g.web@3');
  await app.stage.click();
  await page.keyboard.press('ArrowRight');
  await app.expectStep(4);
  await page.keyboard.press('ArrowLeft');
  await app.expectStep(3);
});

test('UX 1.3: comma and full stop go to the events of the selection', async ({ app, page }) => {
  await app.open('#g.web@3&select=Deployment/default/web');
  const about = Array.from({ length: STEPS }, (_, i) => i + 1).filter(
    (k) => eventOf(engine, k).object === 'Deployment/default/web',
  );
  const next = about.find((k) => k > 3) ?? 0;
  await app.stage.focus();
  await page.keyboard.press('.');
  await app.expectStep(next);
  await app.stage.focus();
  await page.keyboard.press(',');
  await app.expectStep(about.filter((k) => k < next).at(-1) ?? 0);
});

test('UX 28: keys typed into fields and composing keys move nothing; letters act only on the stage', async ({
  app,
  page,
}) => {
  await app.open('#g.web@3');
  await page.getByRole('searchbox').first().focus();
  for (const key of ['ArrowRight', 'Home', 'g', '.', '?', 'Space']) await page.keyboard.press(key);
  await expect(page.getByRole('searchbox').first()).toHaveValue('g.? ');
  await app.expectStep(3);
  await app.stage.evaluate((stage) => {
    stage.focus();
    for (const init of [
      { isComposing: true, keyCode: 39 },
      { isComposing: false, keyCode: 229 },
    ]) {
      const event = new KeyboardEvent('keydown', { key: 'ArrowRight', code: 'ArrowRight', bubbles: true, ...init });
      stage.dispatchEvent(event);
    }
  });
  await app.expectStep(3);
  await page.getByRole('button', { name: 'Share' }).focus();
  await page.keyboard.press('g');
  await expect(page.getByRole('textbox', { name: 'Go to step' })).not.toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('UX 11: with reduced motion a step cuts: two frames after it are the same, and all is said', async ({
  app,
  page,
}) => {
  await app.open('#g.web@39');
  await app.press('step');
  await app.expectStep(40);
  const one = await app.picture();
  await page.waitForTimeout(50);
  expect(await app.picture()).toBe(one);
  await app.press('back');
  await app.expectStep(39);
  expect(await app.picture()).not.toBe(one);
});

test('UX 11: with reduced motion, play goes one step a second', async ({ app, page }) => {
  await app.open('#g.web@39');
  await app.press('play');
  await page.waitForTimeout(2500);
  await app.press('pause');
  const { step, playing } = await app.moment();
  expect(playing).toBe(false);
  expect(step).toBeGreaterThanOrEqual(40);
  expect(step).toBeLessThanOrEqual(42);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('play moves on its own, pause stops, speed counts, play at the end starts over', async ({ app, page }) => {
    await app.open('#g.web@0');
    await app.speed('8×');
    await app.press('play');
    await expect(app.stage).toHaveAttribute('data-playing', 'true');
    await expect(app.button('pause')).toBeVisible();
    await expect.poll(() => app.stage.getAttribute('data-step').then(Number)).toBeGreaterThan(5);
    await app.press('pause');
    await expect(app.stage).toHaveAttribute('data-playing', 'false');
    const paused = await app.moment();
    expect(paused.digest).toBe(digestAt(engine, paused.step));
    await page.waitForTimeout(300);
    expect(await app.moment()).toEqual(paused);
    await app.press('last');
    await app.expectStep(STEPS);
    await app.press('play');
    await expect.poll(() => app.stage.getAttribute('data-step').then(Number)).toBeLessThan(STEPS);
    await app.press('pause');
    await app.speed('max');
    await seek(app, STEPS - 20);
    await app.press('play');
    await expect(app.stage).toHaveAttribute('data-step', String(STEPS));
    await expect(app.stage).toHaveAttribute('data-playing', 'false');
  });

  test('a step is a movement, forth and back, and both ends are still pictures', async ({ app, page }) => {
    await app.open('#g.web@30');
    // Slow enough that frames between the two moments are caught.
    await app.speed('¼');
    const before = await app.picture();
    const between = async (): Promise<string> => {
      await page.waitForTimeout(250);
      return app.picture();
    };
    await app.press('step');
    const forth = await between();
    await app.expectStep(31);
    const after = await app.picture();
    expect(new Set([before, forth, after]).size).toBe(3);
    await app.press('back');
    const back = await between();
    await app.expectStep(30);
    expect(await app.picture()).toBe(before);
    expect(new Set([before, back, after]).size).toBe(3);
  });

  test('UX 39: a hidden tab pauses', async ({ app, page }) => {
    await app.open('#g.web@0');
    await app.speed('8×');
    await app.press('play');
    await expect.poll(() => app.stage.getAttribute('data-step').then(Number)).toBeGreaterThan(2);
    const atHide = await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      Object.defineProperty(document, 'hidden', { configurable: true, value: true });
      document.dispatchEvent(new Event('visibilitychange'));
      return Number(document.querySelector<HTMLElement>('[data-testid=stage]')?.dataset['step']);
    });
    await page.waitForTimeout(1000);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' });
      Object.defineProperty(document, 'hidden', { configurable: true, value: false });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const { step, playing } = await app.moment();
    expect(playing).toBe(false);
    expect(step - atHide).toBeLessThanOrEqual(1);
  });
});

test('UX 13: one message for each step of the person, none during play', async ({ app, page }) => {
  await app.open('#g.web@20');
  await expect(app.status).not.toBeEmpty();
  await app.status.evaluate((region) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    new MutationObserver(() => said.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  const said = (): Promise<string[]> =>
    page.evaluate(() => (globalThis as unknown as { said: string[] }).said.splice(0));
  for (let i = 1; i <= 2; i++) {
    await app.press('step');
    await app.expectStep(20 + i);
    await page.waitForTimeout(1200);
    expect(await said()).toHaveLength(1);
  }
  await expect(page.locator('[aria-live=polite]')).toHaveCount(1);
  await app.press('play');
  await page.waitForTimeout(1500);
  expect(await said()).toEqual([]);
  await app.press('pause');
});

test('the message of a step or a jump is there with the picture, and of a key held down only the last', async ({
  app,
  page,
}) => {
  await app.open('#g.web@20');
  await expect(app.status).not.toBeEmpty();
  await app.stage.focus();
  // Millis from the key to the message.
  const delayOf = (key: string, times = 1): Promise<{ readonly millis: number; readonly said: number }> =>
    page.evaluate(
      ([name, n]) =>
        new Promise((resolve) => {
          const region = document.querySelector('[data-testid=status-line]');
          const began = performance.now();
          let said = 0;
          let millis = 0;
          const watch = new MutationObserver(() => {
            said++;
            if (millis === 0) millis = performance.now() - began;
          });
          if (region !== null) watch.observe(region, { childList: true, characterData: true, subtree: true });
          for (let i = 0; i < n; i++) {
            document.activeElement?.dispatchEvent(
              new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
            );
          }
          setTimeout(() => {
            watch.disconnect();
            resolve({ millis, said });
          }, 1300);
        }),
      [key, times] as const,
    );
  for (const key of ['ArrowRight', 'ArrowRight', 'End', 'Home']) {
    const { millis, said } = await delayOf(key);
    expect([key, said]).toEqual([key, 1]);
    // 80 ms of pause, and what a loaded machine takes to draw.
    expect(millis).toBeLessThan(350);
  }
  expect((await delayOf('ArrowRight', 5)).said).toBe(1);
});
