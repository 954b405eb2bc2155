/** Recorded cases of client-go that the plain machines must reproduce without a difference. */
import { expect, test } from 'vitest';
import { failuresOf, runCases } from '../../conformance/cases.ts';

test.each([
  'deltafifo',
  'realfifo',
  'indexer',
  'workqueue',
  'listener',
  'reflector-backoff',
  'informer',
  'hand-informer',
])('recorded %s cases', (name) => {
  const report = runCases(`client-go/${name}.ndjson`);
  expect(failuresOf(report)).toEqual([]);
  expect(report.skipped).toBe(0);
  expect(report.passed).toBeGreaterThan(10);
});
