/** Bad input: one alert that names file, line, column, what, and what to do; the scenario on screen goes on. */
import { closeSync, openSync, ftruncateSync } from 'node:fs';
import { words } from '../../src/derive/words/words.ts';
import { drop, choose, paste, type Input } from './inputs.ts';
import { digestAt, prepared } from './oracle.ts';
import { expect, inLooks, test, TWO_LOOKS, type Steplane } from './steplane.ts';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - name: c\n    image: i\n';

function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), true);
  return bytes;
}

interface Bad {
  readonly what: string;
  readonly file: string;
  readonly data: string | Uint8Array;
  readonly code: string;
  /** As the alert prints it; without a column where the whole line is meant. */
  readonly place: string;
  /** What it must speak of, and what to do. */
  readonly says: RegExp;
}

const BAD: readonly Bad[] = [
  {
    what: 'a tab',
    file: 'tab.yaml',
    data: POD.replace('  name: a', '\tname: a'),
    code: 'bad-yaml-tab',
    place: 'tab.yaml:4:1',
    says: /tab.*spaces/is,
  },
  {
    what: 'a key twice',
    file: 'twice.yaml',
    data: POD.replace('  name: a', '  name: a\n  name: b'),
    code: 'duplicate-key',
    place: 'twice.yaml:5:3',
    says: /“name”.*twice.*keep/is,
  },
  {
    what: 'a wrong type',
    file: 'type.yaml',
    data: POD.replace(/ {2}containers[^]*/, '  containers: c\n'),
    code: 'wrong-type',
    place: 'type.yaml:6:15',
    says: /spec\.containers.*array.*Write an array\./is,
  },
  {
    what: 'an unknown apiVersion',
    file: 'old.yaml',
    data: 'apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: a}\n',
    code: 'unknown-api-version',
    place: 'old.yaml:1:13',
    says: /extensions\/v1beta1.*apps\/v1/is,
  },
  {
    what: 'a Helm template',
    file: 'deployment.yaml',
    data: POD.replace('name: a', 'name: {{ .Values.name }}'),
    code: 'helm-template',
    place: 'deployment.yaml:4:9',
    says: /Helm.*helm template/is,
  },
  {
    what: 'an HTML page',
    file: 'dump.yaml',
    data: '<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>\n',
    code: 'html-page',
    place: 'dump.yaml:1',
    says: /web page.*download/is,
  },
  {
    what: 'an empty file',
    file: 'empty.yaml',
    data: '',
    code: 'empty-file',
    place: 'empty.yaml:1',
    says: /nothing.*kubectl get/is,
  },
  {
    what: 'a binary',
    file: 'photo.yaml',
    data: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    code: 'binary-file',
    place: 'photo.yaml',
    says: /not text.*kubectl/is,
  },
  {
    what: 'UTF-16 without its mark',
    file: 'utf16.yaml',
    data: utf16(POD),
    code: 'utf16-without-mark',
    place: 'utf16.yaml',
    says: /UTF-16.*UTF-8/is,
  },
  {
    what: 'a cut-off file',
    file: 'cut.json',
    data: '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1",',
    code: 'truncated',
    place: 'cut.json:1:62',
    says: /stops in the middle.*again/is,
  },
  {
    what: 'a field that the scenario does not have',
    file: 'field.yaml',
    data: 'apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n  informer: {mode: auto}\n',
    code: 'unknown-field',
    place: 'field.yaml:4:3',
    says: /spec has no field informer; did you mean informers\?/,
  },
  {
    what: 'a duration that is negative',
    file: 'negative.yaml',
    data: 'apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n  informers: {resync: -30s}\n',
    code: 'negative-duration',
    place: 'negative.yaml:4:23',
    says: /spec\.informers\.resync must not be negative/,
  },
  {
    what: 'a fault of a watch that there is not',
    file: 'watch.yaml',
    data: 'apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n  timeline:\n  - {at: 1s, slow: {watch: kube-scheduler podz, by: 1s}}\n',
    code: 'unknown-resource',
    place: 'watch.yaml:5:28',
    says: /“podz”.*did you mean pods/,
  },
  {
    what: 'a cut-off YAML file',
    file: 'cut.yaml',
    data: `${POD}    command: ["sh", "-c`,
    code: 'truncated',
    place: 'cut.yaml:9',
    says: /stops in the middle.*again/is,
  },
];

/** The scenario on screen, at a step of its own, with something half typed into a field. */
async function busy(app: Steplane): Promise<void> {
  await app.open('#g.web@42');
  await app.page.getByRole('searchbox').first().fill('half typ');
}

async function goesOn(app: Steplane): Promise<void> {
  const engine = prepared('web');
  const { step, digest, scenario, playing } = await app.moment();
  expect([step, digest, scenario, playing]).toEqual([42, digestAt(engine, 42), 'web', false]);
  await expect(app.page.getByRole('searchbox').first()).toHaveValue('half typ');
  await app.press('step');
  await app.expectStep(43);
  expect((await app.moment()).digest).toBe(digestAt(engine, 43));
}

async function oneAlert(app: Steplane, { code, place, says }: Omit<Bad, 'what' | 'file' | 'data'>): Promise<void> {
  await expect(app.problem).toHaveAttribute('data-code', code);
  await expect(app.page.getByRole('alert')).toHaveCount(1);
  await expect(app.problem).toContainText(place);
  if (app.look.language === 'en') await expect(app.problem).toContainText(says);
  else await expect(app.problem).toContainText(/[ぁ-ん].*。/s);
  await expect(app.problem).toContainText(words(app.look.language).goesOn);
}

inLooks(TWO_LOOKS, () => {
  test('each bad file gets one alert with its place, and the scenario on screen goes on', async ({ app, page }) => {
    await busy(app);
    for (const bad of BAD) {
      await test.step(bad.what, async () => {
        const input: Input = { name: bad.file, data: bad.data };
        await (bad.file.endsWith('json') ? choose : drop)(page, input);
        await oneAlert(app, bad);
        await app.problem.getByRole('button').click();
        await expect(app.problem).toHaveCount(0);
      });
    }
    await goesOn(app);
  });

  test('a file of 70 MiB is refused before it is read', async ({ app, page }) => {
    const path = test.info().outputPath('huge.yaml');
    const file = openSync(path, 'w');
    ftruncateSync(file, 70 * 1024 * 1024);
    closeSync(file);
    await busy(app);
    await page.locator('input[type=file]').first().setInputFiles(path);
    await oneAlert(app, { code: 'too-large', place: 'huge.yaml', says: /70 MiB.*64 MiB/is });
    await goesOn(app);
  });
});

test('a bad paste gets the same, with the place in the pasted text', async ({ app, page }) => {
  await app.open('#g.web@42');
  await app.stage.focus();
  await paste(page, POD.replace('  name: a', '\tname: a'));
  await oneAlert(app, { code: 'bad-yaml-tab', place: 'pasted text:4:1', says: /tab/ });
  expect((await app.moment()).digest).toBe(digestAt(prepared('web'), 42));
});

test('a paste into a field is text, not a scenario', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await busy(app);
  const field = page.getByRole('searchbox').first();
  await field.fill('');
  await page.evaluate((text) => navigator.clipboard.writeText(text), 'kind: Pod');
  await field.press('ControlOrMeta+v');
  await expect(field).toHaveValue('kind: Pod');
  await expect(app.problem).toHaveCount(0);
  expect((await app.moment()).scenario).toBe('web');
});

test('a new alert takes the place of the old one; a good file takes it away', async ({ app, page }) => {
  await app.open('#g.web@42');
  await drop(page, { name: 'one.yaml', data: '' });
  await expect(app.problem).toHaveAttribute('data-code', 'empty-file');
  await drop(page, { name: 'two.yaml', data: '<!DOCTYPE html>\n' });
  await expect(app.problem).toHaveAttribute('data-code', 'html-page');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await drop(page, { name: 'good.yaml', data: POD });
  await expect(page.getByTestId('import-summary')).toContainText('good.yaml');
  await expect(app.problem).toHaveCount(0);
});

test('UTF-16 with its mark, as PowerShell writes it, loads', async ({ app, page }) => {
  await app.open();
  await drop(page, { name: 'powershell.yaml', data: utf16(`\uFEFF${POD.replace(/\n/g, '\r\n')}`) });
  await expect(page.getByTestId('import-summary')).toContainText('powershell.yaml');
  await app.ready();
  await app.press('last');
  await app.panel('objects');
  await expect(app.row('Pod/default/a')).toHaveCount(1);
});

test('an error in the third item of a long list names its line in the file', async ({ app, page }) => {
  const item = (i: number): string =>
    `- apiVersion: v1\n  kind: Pod\n  metadata: {name: p${String(i)}, uid: u${String(i)}}\n  spec: {containers: [{name: ${i === 3 ? '{}' : 'c'}}]}\n`;
  await app.open('#g.web@42');
  await drop(page, { name: 'list.yaml', data: `apiVersion: v1\nitems:\n${[1, 2, 3].map(item).join('')}kind: List\n` });
  await oneAlert(app, { code: 'wrong-type', place: 'list.yaml:14:30', says: /string/ });
});
