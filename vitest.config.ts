import { defineConfig } from 'vitest/config';
import { galleryAsJson } from './vite.config.ts';

export default defineConfig({
  plugins: [galleryAsJson],
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    exclude: ['tests/e2e/**', 'tests/browsers/**', 'tests/soak/**'],
    testTimeout: 60_000,
    maxWorkers: 2,
  },
});
