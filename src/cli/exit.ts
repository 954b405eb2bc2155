import { encodeLink } from '../scenario/link.ts';
import { problemPlace, problemWords } from '../derive/words/problems.ts';
import type { Problem } from '../protocol/protocol.ts';

/** CONTRACT 2: what a script can tell from the exit code. */
export const EXIT = { fine: 0, no: 1, badInput: 2, defect: 3 } as const;

/** Bad input: said in one line and known to end the program. */
export class BadInput extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** The scenario that runs, for the link of a defect's report. */
let running: { readonly scenario: () => string; readonly step: () => number } | undefined;

export function reproduceWith(scenario: () => string, step: () => number): void {
  running = { scenario, step };
}

/** "FILE:LINE:COLUMN: what; what to do" */
export function problemLine(problem: Problem): string {
  const { what, todo } = problemWords(problem, 'en');
  const place = problemPlace(problem);
  // A question stands for itself.
  const said = what.endsWith('?') ? `${what} ${todo}` : `${what.replace(/\.$/, '')}; ${todo}`;
  return `${place === '' ? '' : `${place}: `}${said}`;
}

export function fail(error: unknown): void {
  if (error instanceof BadInput) {
    const { others = [] } = error.problem;
    for (const problem of [error.problem, ...others]) process.stderr.write(`${problemLine(problem)}\n`);
    process.exitCode = EXIT.badInput;
    return;
  }
  process.stderr.write(
    `steplane: a defect of ours: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  if (running !== undefined) {
    const moment = { step: running.step(), anchor: '', select: '', view: '', digest: '' };
    const link = encodeLink(running.scenario(), moment);
    process.stderr.write(
      link === undefined ? 'The input is too large for a link: keep the file.\n' : `To see it again: ${link}\n`,
    );
  }
  process.exitCode = EXIT.defect;
}
