/** Face of the conformance runner: recorded cases in, counts and failures out. */
export type { InputFile, Report } from './types.ts';
export { runConformance } from './run.ts';
export { conformanceReport, failureLines } from './report.ts';
