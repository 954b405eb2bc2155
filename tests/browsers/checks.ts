/** The same in every engine: digests equal to Node's, the main job, a link, an import, bad input. */
import { expect } from '@playwright/test';
import type { Engine } from '../../src/engine/engine.ts';
import type { SourceFile } from '../../src/protocol/protocol.ts';
import { dump, gallery, openEngine, runToRest } from '../fixtures/dumps.ts';
import { until, type Port } from './port.ts';

/** Data attributes of the stage, and whether the moment is drawn. */
interface Seen {
  readonly ready: string;
  readonly step: number;
  readonly steps: number;
  readonly digest: string;
  readonly scenario: string;
  readonly playing: string;
}

const see = (port: Port): Promise<Seen> =>
  port.ask(() => {
    const { step, steps, digest, scenario, playing } =
      document.querySelector<HTMLElement>('[data-testid=stage]')?.dataset ?? {};
    return {
      ready: document.documentElement.dataset['steplane'] ?? '',
      step: Number(step),
      steps: Number(steps),
      digest: digest ?? '',
      scenario: scenario ?? '',
      playing: playing ?? '',
    };
  });

async function shows(port: Port, wanted: Partial<Seen>): Promise<void> {
  const fits = (seen: Seen): boolean =>
    Object.entries(wanted).every(([name, value]) => seen[name as keyof Seen] === value);
  expect(
    await until(
      () => see(port),
      (seen) => seen.ready === 'ready' && fits(seen),
    ),
  ).toMatchObject({ ready: 'ready', ...wanted });
}

const text = (port: Port, selector: string): Promise<string> =>
  port.ask((s) => document.querySelector(s)?.textContent ?? '', selector);
const attribute = (port: Port, selector: string, name: string): Promise<string> =>
  port.ask((s, n) => document.querySelector(s)?.getAttribute(n) ?? '', selector, name);

/** A file on the window, as a file manager drops it. */
const drop = (port: Port, { name, data }: SourceFile): Promise<void> =>
  port.ask(
    (fileName, base64) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], fileName));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      }
    },
    name,
    Buffer.from(data as string).toString('base64'),
  );

const FIELD = '#go-to-step';
const STEP = 'button[aria-label="Step"]';

/** Digests at 0, 1, the middle and the end are those of Node. */
async function sameDigests(port: Port, engine: Engine): Promise<void> {
  const { steps } = engine.run.status;
  await shows(port, { steps });
  for (const step of [0, 1, Math.floor(steps / 2), steps]) {
    await port.enter(FIELD, String(step));
    await shows(port, { step, digest: engine.moment(step).digest });
  }
}

/** Errors that nobody caught, since the page was opened. */
async function noErrors(port: Port): Promise<void> {
  expect(await port.ask(() => (globalThis as { errors?: string[] }).errors ?? ['errors were not watched'])).toEqual([]);
}

/** Put into each page right after it opened, for engines that tell nothing of their console. */
export const watchErrors = (): void => {
  const errors: string[] = [];
  Object.assign(globalThis, { errors });
  addEventListener('error', (event) => errors.push(event.message));
  addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
};

const DUMPS = ['a-deployment--1-running.list.yaml', 'b-unschedulable--1-pending.list.yaml', 'big-dump-1--dump.yaml'];

export interface Check {
  readonly name: string;
  readonly run: (port: Port) => Promise<void>;
}

export const CHECKS: readonly Check[] = [
  {
    name: 'the page is isolated and has what it needs of the platform',
    run: async (port) => {
      await port.open('/');
      await shows(port, { step: 0, scenario: 'web', playing: 'false' });
      expect(await port.ask(() => [crossOriginIsolated, typeof SharedArrayBuffer, typeof OffscreenCanvas])).toEqual([
        true,
        'function',
        'function',
      ]);
      await noErrors(port);
    },
  },
  {
    name: 'UX 2: the prepared scenario has the digests of Node at its start, after one step, in its middle and at its end',
    run: async (port) => {
      await port.open('/#g.web@1');
      await sameDigests(port, runToRest(openEngine(gallery('web'))));
      await noErrors(port);
    },
  },
  ...DUMPS.map((name) => ({
    name: `import: ${name}, dropped, has the digests of Node and lists what was read`,
    run: async (port: Port): Promise<void> => {
      await port.open('/');
      await shows(port, { scenario: 'web' });
      await drop(port, dump(name));
      const summary = '[data-testid="import-summary"]';
      expect(
        await until(
          () => text(port, summary),
          (words) => words.includes(name),
        ),
      ).toContain(name);
      await sameDigests(port, runToRest(openEngine(dump(name))));
      await noErrors(port);
    },
  })),
  {
    name: 'the main job: step, step back, inspect, because',
    run: async (port) => {
      const engine = runToRest(openEngine(gallery('web')));
      await port.open('/');
      await shows(port, { step: 0 });
      await port.click(STEP);
      await shows(port, { step: 1, digest: engine.moment(1).digest });
      expect(await text(port, '[data-testid="event-log"] [aria-current="step"]')).toContain('kubectl');
      expect(
        await until(
          () => text(port, '[data-testid="status-line"]'),
          (words) => words.includes('Step 1 of'),
        ),
      ).toContain('Deployment web');
      // The button is gone with the landing page, and keys go to the stage.
      await port.key('ArrowRight');
      await shows(port, { step: 2 });
      await port.key('ArrowRight');
      await shows(port, { step: 3 });
      await port.key('ArrowLeft');
      await shows(port, { step: 2, digest: engine.moment(2).digest });
      await port.click('button[aria-label="Step back"]');
      await shows(port, { step: 1, digest: engine.moment(1).digest });
      await port.enter(FIELD, '200');
      await shows(port, { step: 200 });
      await port.click('[role=radiogroup][aria-label="Panels"] button:last-child');
      const row = engine.objects(200).find(({ key }) => key.startsWith('Pod/default/web-'));
      const line = `tr[data-object="${row?.key ?? ''}"]`;
      expect(
        await until(
          () => attribute(port, line, 'data-phase'),
          (phase) => phase !== '',
        ),
      ).toBe(row?.phase);
      expect(await attribute(port, line, 'data-node')).toBe(row?.node);
      await port.click(`${line} button`);
      const inspector = '[data-testid="inspector"]';
      const chain = `${inspector} .chain [aria-label^="because: step"]`;
      expect(
        await until(
          () => attribute(port, inspector, 'data-object'),
          (key) => key === row?.key,
        ),
      ).toBe(row?.key);
      const because = Number(
        await until(
          () => attribute(port, chain, 'data-to-step'),
          (step) => step !== '',
        ),
      );
      expect(engine.inspect(200, row?.key ?? '').because).toContain(because);
      await port.click(chain);
      await shows(port, { step: because, digest: engine.moment(because).digest });
      await port.key('End');
      await port.shot('main-job');
      await noErrors(port);
    },
  },
  {
    name: 'links: Share opens paused at the same moment; one that is cut off shows one alert',
    run: async (port) => {
      await port.open('/#g.web@128&select=Node/node-a');
      await shows(port, { step: 128 });
      const { digest } = await see(port);
      await port.click('button[aria-label="Share"]');
      const field = '[role=dialog] input';
      const link = await until(
        () => port.ask((s) => document.querySelector<HTMLInputElement>(s)?.value ?? '', field),
        (value) => value !== '',
      );
      expect(link).toContain('#g.web@128');
      await port.open(link.replace(/^[^#]*/, '/'));
      await shows(port, { step: 128, digest, playing: 'false' });
      expect(await attribute(port, '[data-testid="inspector"]', 'data-object')).toBe('Node/node-a');
      await port.open('/#1.q1YqLM0');
      const alert = '[role=alert]';
      expect(
        await until(
          () => attribute(port, alert, 'data-code'),
          (code) => code !== '',
        ),
      ).toMatch(/^link-/);
      expect(await port.ask((s) => document.querySelectorAll(s).length, alert)).toBe(1);
      await shows(port, { step: 0, scenario: 'web' });
      await noErrors(port);
    },
  },
  {
    name: 'bad input: one alert with its place, and the scenario goes on',
    run: async (port) => {
      await port.open('/#g.web@42');
      await shows(port, { step: 42 });
      const { digest } = await see(port);
      await drop(port, { name: 'tab.yaml', data: 'apiVersion: v1\nkind: Pod\nmetadata:\n\tname: a\n' });
      const alert = '[data-testid="problem"]';
      expect(
        await until(
          () => text(port, alert),
          (words) => words !== '',
        ),
      ).toContain('tab.yaml:4:1');
      await shows(port, { step: 42, digest });
      await noErrors(port);
    },
  },
  {
    name: 'theme and language by the page’s own switches',
    run: async (port) => {
      await port.open('/#g.web@60');
      await shows(port, { step: 60 });
      const theme = await attribute(port, 'html', 'data-theme');
      await port.click('[role=radiogroup] button[lang=ja]');
      expect(
        await until(
          () => attribute(port, 'html', 'lang'),
          (lang) => lang === 'ja',
        ),
      ).toBe('ja');
      await port.click('header button[aria-label$="テーマ"]');
      const other = theme === 'dark' ? 'light' : 'dark';
      expect(
        await until(
          () => attribute(port, 'html', 'data-theme'),
          (now) => now === other,
        ),
      ).toBe(other);
      await port.shot('japanese');
      await port.click('[role=radiogroup] button[lang=en]');
      await port.click('header button[aria-label$="theme"]');
      await noErrors(port);
    },
  },
];
