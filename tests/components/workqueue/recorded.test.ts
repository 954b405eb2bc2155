import { expect, it } from 'vitest';
import { failuresOf, runCases } from '../../conformance/cases.ts';

it.each([
  ['backoffs', 68],
  ['hand-workqueue', 23],
])('every row of %s passes', (name, count) => {
  const report = runCases(`client-go/${name}.ndjson`);
  expect(failuresOf(report)).toEqual([]);
  expect(report).toMatchObject({ passed: count, skipped: 0 });
});
