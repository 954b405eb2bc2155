import { defineConfig } from '@playwright/test';

const executablePath = process.env['STEPLANE_BROWSER'] ?? '/usr/bin/chromium';
const address = `http://127.0.0.1:${process.env['STEPLANE_PORT'] ?? '4174'}/`;

/** The page's tests run on the production build, in Chromium. */
export default defineConfig({
  testDir: 'tests/e2e',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  // A busy machine is slow, not wrong.
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    baseURL: address,
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node scripts/serve-for-tests.mjs',
    url: address,
    reuseExistingServer: false,
  },
});
