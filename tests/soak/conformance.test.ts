/** Every recorded case in tests/cases, under every version it names. */
import { describe, expect, it } from 'vitest';
import { failureLines, runConformance, type Report } from '../../src/conformance/conformance.ts';
import { allCaseFiles } from '../conformance/cases.ts';

const report = runConformance(allCaseFiles());

/** Kinds that must be exact, by name. */
const EXACT = ['quantity', 'selector', 'toleration', 'label-selector', 'field-selector'];
/** Not modelled yet, by the ids of the recordings: messages that quote Go's own structures. */
const NOT_YET: readonly RegExp[] = [/^api-operation\/(job-template-change|list-exact-future|pod-spec-change)$/];

describe('recorded cases', () => {
  it('all are judged', () => {
    expect(report.skipped).toBe(0);
    expect(report.passed).toBeGreaterThan(1000);
  });

  it.each(EXACT)('%s: none failed', (kind) => {
    const rows = kindRows(report, kind);
    expect(rows.passed).toBeGreaterThan(0);
    expect(rows.failed).toBe(0);
  });

  it('what fails is known not to be modelled yet', () => {
    const surprises = report.failures.filter(({ id }) => !NOT_YET.some((known) => known.test(id)));
    expect(failureLines({ ...report, failures: surprises })).toEqual([]);
  });
});

function kindRows({ kinds }: Report, kind: string): { passed: number; failed: number } {
  const own = kinds.filter((row) => row.kind === kind);
  return {
    passed: own.reduce((sum, row) => sum + row.passed, 0),
    failed: own.reduce((sum, row) => sum + row.failed, 0),
  };
}
