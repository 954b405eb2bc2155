import { expect, it } from 'vitest';
import { failuresOf, runCases } from '../../conformance/cases.ts';

it.each([
  ['expectations', 81],
  ['hand-cron', 49],
  ['hand-kubelet', 19],
])('every row of %s passes', (name, count) => {
  const report = runCases(`client-go/${name}.ndjson`);
  expect(failuresOf(report)).toEqual([]);
  expect(report).toMatchObject({ passed: count, skipped: 0 });
});
