/** Face of the conformance runner: recorded cases in, counts and failures out. */
export type { Failure, InputFile, KindCount, Report, RunOptions } from './types.ts';
export { runConformance } from './run.ts';
export { conformanceReport, failureLine, failureLines } from './report.ts';
