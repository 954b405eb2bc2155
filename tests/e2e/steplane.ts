/** What every test of the page stands on: guards that no test can leave out, and the page as a person handles it. */
import { test as base, expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { words } from '../../src/derive/words/words.ts';

export { expect };
export type { Page, Locator };

export interface Look {
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'ja';
}

/** Every theme with every language. */
export const LOOKS: readonly Look[] = [
  { theme: 'light', language: 'en' },
  { theme: 'light', language: 'ja' },
  { theme: 'dark', language: 'en' },
  { theme: 'dark', language: 'ja' },
];
/** Where one of each tells the same. */
export const TWO_LOOKS: readonly Look[] = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'ja' },
];
export const lookName = ({ theme, language }: Look): string => `${theme}, ${language}`;

/** English names are those of the automation contract, so they stand here in full; others are the page's dictionary. */
const ENGLISH = {
  step: 'Step',
  back: 'Step back',
  play: 'Play',
  pause: 'Pause',
  first: 'First step',
  last: 'Last step',
  goToStep: 'Go to step',
  granularity: 'Granularity',
  speed: 'Speed',
  share: 'Share',
  open: 'Open',
  runToNext: 'Run to next breakpoint',
  runToPrevious: 'Run to previous breakpoint',
};
export type Names = typeof ENGLISH;

export function namesIn(language: Look['language']): Names {
  if (language === 'en') return ENGLISH;
  const { walk, play, pause, goToStep, granularity, speed, share, open, runToNext, runToPrevious } = words(language);
  return { ...walk, play, pause, goToStep, granularity, speed, share, open, runToNext, runToPrevious };
}

/** Faults that a page must never show. */
export class Guard {
  readonly faults: string[] = [];
  readonly requests: string[] = [];
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  watch(context: BrowserContext): void {
    context.on('weberror', (error) => this.faults.push(`page error: ${error.error().stack ?? error.error().message}`));
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.faults.push(`console ${message.type()}: ${message.text()}`);
    });
    context.on('request', (request) => {
      const url = new URL(request.url());
      this.requests.push(request.url());
      if (url.origin !== this.origin && url.protocol !== 'blob:' && url.protocol !== 'data:')
        this.faults.push(`request to another origin: ${request.url()}`);
    });
  }
}

export interface Stage {
  readonly step: number;
  readonly steps: number;
  readonly digest: string;
  readonly scenario: string;
  readonly playing: boolean;
}

/** The page under test, by its contract: names, test ids, data attributes. */
export class Steplane {
  readonly page: Page;
  readonly names: Names;
  readonly look: Look;
  readonly stage: Locator;
  readonly log: Locator;
  readonly table: Locator;
  readonly inspector: Locator;
  readonly status: Locator;
  readonly problem: Locator;
  readonly why: Locator;

  constructor(page: Page, look: Look) {
    this.page = page;
    this.look = look;
    this.names = namesIn(look.language);
    this.stage = page.getByTestId('stage');
    this.log = page.getByTestId('event-log');
    this.table = page.getByTestId('object-table');
    this.inspector = page.getByTestId('inspector');
    this.status = page.getByTestId('status-line');
    this.problem = page.getByTestId('problem');
    this.why = page.getByTestId('why');
  }

  /** Opens an address and waits until its moment is drawn. */
  async open(hash = ''): Promise<void> {
    await this.page.goto(`/${hash}`);
    await this.ready();
  }

  /** The engine has come to rest after so many steps. */
  async rest(steps: number): Promise<void> {
    await expect(this.stage).toHaveAttribute('data-steps', String(steps), { timeout: 20_000 });
    await this.ready();
  }

  /** The moment shown is drawn. */
  async ready(): Promise<void> {
    await expect(this.page.locator('html')).toHaveAttribute('data-steplane', 'ready', { timeout: 20_000 });
  }

  async moment(): Promise<Stage> {
    await this.ready();
    return this.stage.evaluate(({ dataset }: HTMLElement) => ({
      step: Number(dataset['step']),
      steps: Number(dataset['steps']),
      digest: dataset['digest'] ?? '',
      scenario: dataset['scenario'] ?? '',
      playing: dataset['playing'] === 'true',
    }));
  }

  button(name: keyof Names): Locator {
    return this.page.getByRole('button', { name: this.names[name], exact: true });
  }

  async press(name: keyof Names): Promise<void> {
    await this.button(name).click();
  }

  async expectStep(step: number): Promise<void> {
    await expect(this.stage).toHaveAttribute('data-step', String(step));
    await this.ready();
  }

  /** By the field, as a person would. */
  async goTo(text: string | number): Promise<void> {
    const field = this.page.getByRole('textbox', { name: this.names.goToStep });
    await field.fill(String(text));
    await field.press('Enter');
    await this.ready();
  }

  /** Leaves the landing page for the stage without moving. */
  async toStage(): Promise<void> {
    await this.press('step');
    await this.expectStep(1);
    await this.press('first');
    await this.expectStep(0);
  }

  async granularity(value: 'event' | 'stage' | 'cycle' | 'life'): Promise<void> {
    const text = words(this.look.language).granularities[value];
    await this.page
      .getByRole('radiogroup', { name: this.names.granularity })
      .getByRole('radio', { name: text, exact: true })
      .click();
  }

  async speed(text: string): Promise<void> {
    await this.page.getByRole('radiogroup', { name: this.names.speed }).getByText(text, { exact: true }).click();
  }

  /** Shows the object table instead of the log, or the other way. */
  async panel(name: 'log' | 'objects'): Promise<void> {
    const dictionary = words(this.look.language);
    await this.page
      .getByRole('radiogroup', { name: dictionary.panels })
      .getByRole('radio', { name: dictionary[name], exact: true })
      .click();
  }

  /** Rows of the object table: key, phase, node. */
  async rows(): Promise<readonly (readonly [key: string, phase: string, node: string])[]> {
    return this.table
      .locator('tr[data-object]')
      .evaluateAll((rows) =>
        rows.map((r) => [r.dataset['object'] ?? '', r.dataset['phase'] ?? '', r.dataset['node'] ?? ''] as const),
      );
  }

  row(key: string): Locator {
    return this.table.locator(`tr[data-object="${key}"]`);
  }

  /** Selects an object by its row. */
  async select(key: string): Promise<void> {
    if ((await this.table.count()) === 0) await this.panel('objects');
    await this.row(key).getByRole('button').click();
    await expect(this.inspector).toHaveAttribute('data-object', key);
  }

  /** A stamp of what the stage's canvas shows. */
  picture(): Promise<string> {
    return this.stage
      .locator('canvas')
      .last()
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  }
}

interface Fixtures {
  readonly look: Look;
  readonly guard: Guard;
  readonly app: Steplane;
  /** Another person's browser: nothing stored, nothing shared. */
  readonly elsewhere: (look?: Look) => Promise<Steplane>;
}

async function settle(context: BrowserContext, { theme, language }: Look): Promise<void> {
  await context.addInitScript(
    ([t, l]) => {
      // The empty page before the first address has no storage.
      if (!location.protocol.startsWith('http')) return;
      localStorage.setItem('steplane.theme', t);
      localStorage.setItem('steplane.lang', l);
    },
    [theme, language] as const,
  );
}

export const test = base.extend<Fixtures>({
  look: [{ theme: 'light', language: 'en' }, { option: true }],

  guard: [
    async ({ context, baseURL }, use) => {
      const guard = new Guard(new URL(baseURL ?? '').origin);
      guard.watch(context);
      await use(guard);
      expect(guard.faults, 'no error, no warning and no request to another origin').toEqual([]);
    },
    { auto: true },
  ],

  app: async ({ page, context, look }, use) => {
    await settle(context, look);
    await use(new Steplane(page, look));
  },

  elsewhere: async ({ browser, contextOptions, baseURL, viewport, guard, look }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (other = look) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL === undefined ? {} : { baseURL }),
        viewport,
      });
      contexts.push(context);
      guard.watch(context);
      await settle(context, other);
      return new Steplane(await context.newPage(), other);
    });
    for (const context of contexts) await context.close();
  },
});

/** One describe block for each of the looks. */
export function inLooks(looks: readonly Look[], body: (look: Look) => void): void {
  for (const look of looks) {
    test.describe(lookName(look), () => {
      test.use({ look });
      body(look);
    });
  }
}
