import { defineConfig } from '@playwright/test';

const executablePath = process.env['STEPLANE_BROWSER'] ?? '/usr/bin/chromium';

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
    baseURL: 'http://127.0.0.1:4174/',
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
    url: 'http://127.0.0.1:4174/',
    reuseExistingServer: false,
  },
});
