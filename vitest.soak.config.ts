import { defineConfig } from 'vitest/config';

/** The big counts: `npm run soak`. Minutes, not seconds. */
export default defineConfig({
  test: {
    include: ['tests/soak/**/*.test.ts'],
    testTimeout: 900_000,
    maxWorkers: 2,
  },
});
