import { describe, expect, test } from 'vitest';
import { failuresOf, runCases } from '../../conformance/cases.ts';

/** Recorded answers of the real api-server; the number of rows keeps a lost file from passing. */
describe('recorded', () => {
  test.each([
    ['control-plane/api-error.ndjson', 86],
    ['control-plane/api-default.ndjson', 11],
    ['control-plane/api-operation.ndjson', 51],
    ['client-go/hand-apiserver.ndjson', 32],
    ['client-go/json-patch.ndjson', 80],
    ['client-go/strategic-merge.ndjson', 126],
    ['client-go/server-side-apply.ndjson', 59],
  ])('1.2, 1.3, 1.13 %s: every row', (file, rows) => {
    const report = runCases(file);
    expect(failuresOf(report)).toEqual([]);
    expect(report.passed).toBe(rows);
  });
});
