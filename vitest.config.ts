import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    exclude: ['tests/e2e/**', 'tests/browsers/**', 'tests/soak/**'],
    testTimeout: 60_000,
    maxWorkers: 2,
  },
});
