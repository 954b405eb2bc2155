import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Three engines from the system's packages, one after the other: scripts/browsers.mjs installs and starts them. */
export default defineConfig({
  testDir: 'tests/browsers',
  workers: 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: { baseURL: 'http://127.0.0.1:4174/', viewport: { width: 1440, height: 900 } },
  projects: [
    { name: 'chromium', testMatch: '*.spec.ts', use: { ...base.use } },
    {
      name: 'firefox',
      testMatch: '*.spec.ts',
      use: {
        browserName: 'firefox',
        // The stock Firefox, over WebDriver BiDi. What a context emulates it ignores: preferences of the profile tell it.
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: '/usr/bin/firefox-esr',
          firefoxUserPrefs: { 'ui.prefersReducedMotion': 1, 'ui.systemUsesDarkTheme': 0 },
        },
      },
    },
    { name: 'webkit', testMatch: '*.webkit.ts' },
  ],
  webServer: {
    command: 'node scripts/serve-for-tests.mjs',
    url: 'http://127.0.0.1:4174/',
    reuseExistingServer: false,
  },
});
