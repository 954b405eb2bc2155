/** A broken invariant stops play at its step, is told once, and is a step away. */
import AxeBuilder from '@axe-core/playwright';
import { breachWords } from '../../src/derive/words/breaches.ts';
import { invariantWords } from '../../src/derive/words/invariants.ts';
import { drop } from './inputs.ts';
import { inNode } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS } from './steplane.ts';

const DEPLOYED = `apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: by-hand}
spec:
  kubernetesVersion: "1.35"
  generate: {nodes: 2}
  timeline:
  - {at: 1s, create: {apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default}, spec: {replicas: 2, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: nginx}]}}}}}
`;
const bare = inNode({ name: 'by-hand.yaml', data: DEPLOYED });
const [, , set = ''] =
  bare
    .objects(bare.run.status.steps)
    .find(({ key }) => key.startsWith('ReplicaSet/'))
    ?.key.split('/') ?? [];
/** Somebody scales the ReplicaSet behind the back of its Deployment; later a watch loses an event. */
const BY_HAND = {
  name: 'by-hand.yaml',
  data: `${DEPLOYED}  - {at: 25s, scale: {kind: ReplicaSet, name: ${set}, namespace: default, replicas: 4}}
  - {at: 27s, drop: {watch: kube-scheduler pods}}
`,
};
const engine = inNode(BY_HAND);
const STEPS = engine.run.status.steps;
const [first] = engine.breaches(STEPS);

inLooks(TWO_LOOKS, ({ language }) => {
  test('play halts at the very step, one note says what is broken, its button and the list lead there', async ({
    app,
    page,
    elsewhere,
  }) => {
    const step = first?.step ?? 0;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await app.open('#g.web@0');
    await drop(page, BY_HAND);
    await expect(app.stage).toHaveAttribute('data-steps', String(STEPS));
    await app.goTo(step - 4);
    await app.speed('8×');
    await app.press('play');
    await expect(app.stage).toHaveAttribute('data-playing', 'false');
    await app.expectStep(step);
    const note = page.getByTestId('breach');
    await expect(note).toHaveCount(1);
    await expect(note).toContainText(first === undefined ? 'a breach' : breachWords(first, language));

    await app.press('first');
    await app.expectStep(0);
    const atFirst = page.url();
    await note.getByRole('button', { name: invariantWords(language).goes(String(step)), exact: true }).click();
    await app.expectStep(step);
    await expect.poll(() => page.url()).not.toBe(atFirst);
    const other = await elsewhere();
    await other.open(new URL(page.url()).hash);
    await other.expectStep(step);
    await expect(other.page.getByTestId('breach')).toHaveAttribute('data-at', String(step));

    await app.press('last');
    await page.getByTestId('breakpoints-open').click();
    const rule = page.locator('[data-invariant="rolling-limits"]');
    await expect(rule).toHaveAttribute('data-state', 'broken');
    await expect(page.locator('[data-invariant="informer-cache"]')).toHaveAttribute('data-state', 'suspended');
    await expect(page.locator('[data-invariant]')).toHaveCount(
      engine.invariants(STEPS).filter((row) => row.breach !== undefined || row.suspended !== undefined).length,
    );
    const axe = new AxeBuilder({ page: page as never })
      .include('[data-testid=breakpoints]')
      .include('[data-testid=breach]');
    const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await rule.getByRole('button').click();
    await app.expectStep(step);
    await page.keyboard.press('Escape');
    await note.getByRole('button', { name: invariantWords(language).close, exact: true }).click();
    await expect(note).toHaveCount(0);
  });
});

test('where nothing is broken nothing is said, and no breakpoint is said to be set', async ({ app, page }) => {
  await app.open('#g.web@0');
  await app.press('runToNext');
  await expect(app.status).toHaveText(/no breakpoint yet/);
  await page.getByTestId('breakpoints-open').click();
  await expect(page.getByTestId('invariants')).toContainText('30');
  await expect(page.locator('[data-invariant]')).toHaveCount(0);
  await expect(page.getByTestId('breach')).toHaveCount(0);
});
