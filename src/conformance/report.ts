import type { Failure, Report } from './types.ts';

/** One line a (source, kind); the last is "N passed, N failed, N skipped". */
export function conformanceReport(report: Report): string[] {
  const lines = report.kinds.map(
    ({ source, kind, passed, failed, skipped }) =>
      `${source} ${kind}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
  );
  return [...lines, `${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`];
}

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/** One line a failure: source, kind, id, version, path, expected, got. */
export const failureLine = ({ source, kind, id, version, path, expected, got }: Failure): string =>
  `${source} ${kind} ${id}${version === '' ? '' : ` (${version})`} at ${path === '' ? '(the whole)' : path}: expected ${shown(expected)}, got ${shown(got)}`;

export const failureLines = (report: Report): string[] => report.failures.map(failureLine);
