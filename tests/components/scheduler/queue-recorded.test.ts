import { describe, expect, it } from 'vitest';
import { failuresOf, runCases } from '../../conformance/cases.ts';

describe('recorded queues', () => {
  it.each(['queue', 'hand-queue'])('%s', (name) => {
    const report = runCases(`scheduler/${name}.ndjson`);
    expect(failuresOf(report)).toEqual([]);
    expect(report.passed).toBeGreaterThan(5);
    expect(report.skipped).toBe(0);
  });
});
