/** Twenty-six different causes: from a Pod that is Pending to the applied fix in two presses. */
import { readFileSync } from 'node:fs';
import { words } from '../../src/derive/words/words.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import { inNode } from './oracle.ts';
import { expect, inLooks, test } from './steplane.ts';

const CAUSES = [
  'cpu',
  'memory',
  'gpu',
  'taint',
  'two-taints',
  'label-value',
  'label-key',
  'label-nowhere',
  'affinity-value',
  'affinity-rule',
  'scheduler-name',
  'gate',
  'cordoned',
  'max-skew',
  'no-domain',
  'min-domains',
  'anti-affinity',
  'own-anti-affinity',
  'pod-affinity',
  'host-port',
  'too-many-pods',
  'claim-missing',
  'claim-name',
  'class-name',
  'class-missing',
  'taint-and-cpu',
];
const PENDING = new URL('../cases/pending/', import.meta.url);

inLooks([{ theme: 'light', language: 'en' }], (look) => {
  for (const cause of CAUSES) {
    test(`${cause}: two presses to a Pod that is bound`, async ({ app, page }) => {
      const engine = inNode({ name: `${cause}.yaml`, data: readFileSync(new URL(`${cause}.yaml`, PENDING), 'utf8') });
      const { steps } = engine.run.status;
      const pod = engine.objects(steps).find(({ kind, node }) => kind === 'Pod' && node === '')?.key ?? '';
      const [promised] = engine.fixes(steps, pod).fixes;
      const digest = engine.moment(steps).digest;
      const link = encodeLink(engine.scenario(), { step: steps, anchor: '', select: pod, view: '', digest }) ?? '';

      await app.open(link);
      await app.inspector.getByRole('button', { name: words(look.language).whyPending }).click();
      await page.getByTestId('fix').first().click();

      await expect(app.stage).toHaveAttribute('data-branch', `branch from ${String(steps)}`);
      await app.ready();
      await app.panel('objects');
      await expect(app.row(promised?.outcome.pod ?? '')).toHaveAttribute('data-node', promised?.node ?? '?');
    });
  }
});
