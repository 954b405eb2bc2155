// `npm run test:browsers`: the same digests, the main job, a link and an import in Chromium, Firefox and WebKit.
import { existsSync } from 'node:fs';
import { build, installDependencies } from './install.mjs';

installDependencies();
const { findChromium, installPackages } = await import('./browser.mjs');
const { runSuite } = await import('./suite.mjs');

const browser = await findChromium();
const wanted = [
  ['/usr/bin/firefox-esr', 'firefox-esr'],
  ['/usr/bin/WebKitWebDriver', 'webkit2gtk-driver'],
  ['/usr/bin/Xvfb', 'xvfb'],
  ['/usr/bin/xauth', 'xauth'],
];
const missing = wanted.filter(([path]) => !existsSync(path)).map(([, name]) => name);
if (missing.length > 0) installPackages(missing);
const absent = wanted.filter(([path]) => !existsSync(path)).map(([, name]) => name);
if (absent.length > 0)
  console.error(`not installed, and no way to install it was found: ${absent.join(', ')}; their tests will fail`);
build();

const screen = ['xvfb-run', '-a', '-s', '-screen 0 1600x1200x24'];
const env = { ...process.env, STEPLANE_BROWSER: browser };
const { passed, failed } = await runSuite(
  'browsers',
  ['playwright', 'test', '--config', 'playwright.browsers.config.ts'],
  env,
  screen,
);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
