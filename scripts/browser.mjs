// Finds a Chromium for the page's tests, or installs one with the machine's package manager.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** @returns {Promise<string>} path of a browser: STEPLANE_BROWSER, Playwright's own, the system's, or one just installed */
export async function findChromium() {
  const given = process.env.STEPLANE_BROWSER;
  if (given !== undefined) {
    if (existsSync(given)) return given;
    throw new Error(`STEPLANE_BROWSER names ${given}, which does not exist.`);
  }
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  const found = SYSTEM.find((path) => existsSync(path));
  if (found !== undefined) {
    ensureFonts();
    return found;
  }
  installPackages(['chromium', 'fonts-noto-cjk']);
  const installed = SYSTEM.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  throw new Error('No Chromium: install one and set STEPLANE_BROWSER to its path.');
}

/** Japanese pictures need glyphs; a machine that draws them already is left alone. */
function ensureFonts() {
  const listed = spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' });
  if (listed.status === 0 && listed.stdout.trim() !== '') return;
  installPackages(['fontconfig', 'fonts-noto-cjk']);
}

export function installPackages(names) {
  const root = process.getuid?.() === 0;
  const sudo = root ? [] : ['sudo', '-n'];
  const run = (args) => {
    const [command, ...rest] = [...sudo, ...args];
    return (
      spawnSync(command, rest, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    );
  };
  if (!existsSync('/usr/bin/apt-get')) return false;
  console.log(`installing ${names.join(' ')}`);
  run(['apt-get', 'update', '-q']);
  return run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', ...names]);
}
