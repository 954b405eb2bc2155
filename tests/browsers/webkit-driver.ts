/** WebKitGTK by WebDriver classic: Debian's build has no protocol that Playwright speaks. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver';
import { watchErrors } from './checks.ts';
import type { KeyName, Port } from './port.ts';
import { until } from './port.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const PORT = 4180;

const KEYS: Readonly<Record<KeyName, string>> = {
  ArrowRight: Key.ARROW_RIGHT,
  ArrowLeft: Key.ARROW_LEFT,
  Home: Key.HOME,
  End: Key.END,
};

/** GTK's switch for animations is what WebKit takes for prefers-reduced-motion. */
function settings(): string {
  const home = mkdtempSync(join(tmpdir(), 'steplane-webkit-'));
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  return home;
}

const answers = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${String(PORT)}/status`).then(
    (response) => response.ok,
    () => false,
  );

export interface WebKit {
  readonly port: Port;
  close(): Promise<void>;
}

/** @param shots takes the pictures */
export async function openWebKit(
  base: string,
  shots: (name: string, picture: Buffer) => Promise<void>,
): Promise<WebKit> {
  const home = settings();
  const server = spawn(DRIVER, [`--port=${String(PORT)}`], {
    stdio: 'ignore',
    // Without the first an isolated page has no SharedArrayBuffer; without the second its language is "C".
    env: { ...process.env, JSC_useSharedArrayBuffer: '1', LANG: 'en_US.UTF-8', XDG_CONFIG_HOME: home },
  });
  if (!(await until(answers, (ok) => ok))) throw new Error('WebKitWebDriver does not answer');
  const options = { binary: BROWSER, args: ['--automation', '--full-screen'] };
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${String(PORT)}`)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }))
    .build();
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 });
  return { port: portOf(driver, base, shots), close: () => close(driver, server, home) };
}

async function close(driver: WebDriver, server: ChildProcess, home: string): Promise<void> {
  try {
    await driver.quit();
  } finally {
    server.kill();
    rmSync(home, { recursive: true, force: true });
  }
}

function portOf(driver: WebDriver, base: string, shots: (name: string, picture: Buffer) => Promise<void>): Port {
  const run = (source: string, args: readonly unknown[]): Promise<unknown> =>
    driver.executeScript(`return (${source})(...${JSON.stringify(args)})`);
  return {
    open: async (address) => {
      await driver.get('about:blank');
      await driver.get(new URL(address, base).href);
      await run(watchErrors.toString(), []);
    },
    ask: <A extends readonly unknown[], R>(question: (...args: A) => R, ...args: A) =>
      run(question.toString(), args) as Promise<R>,
    click: async (selector) => {
      await until(
        () => driver.findElements(By.css(selector)),
        (found) => found.length > 0,
      );
      await driver.findElement(By.css(selector)).click();
    },
    enter: async (selector, text) => {
      const field = await driver.findElement(By.css(selector));
      await field.click();
      // A call of its own each: within one, this driver never lets the modifier go.
      await field.sendKeys(Key.CONTROL, 'a');
      await field.sendKeys(text, Key.ENTER);
    },
    key: async (name) => {
      await driver.actions().sendKeys(KEYS[name]).perform();
    },
    shot: async (name) => {
      await shots(name, Buffer.from(await driver.takeScreenshot(), 'base64'));
    },
  };
}
