/**
 * What went wrong, in words: `what` it is and what `todo` about it. Where it is (file, line, column) travels beside it.
 * One table for page and command line, so both say the same. No DOM here.
 */
import type { Problem } from '../../protocol/protocol.ts';
import type { Lang } from './lang.ts';
import { PROBLEM_CODES, type ProblemCode, type ProblemTable, type ProblemWords } from './problem-codes.ts';
import { PROBLEMS_EN } from './problems-en.ts';
import { PROBLEMS_JA } from './problems-ja.ts';

export { PROBLEM_CODES } from './problem-codes.ts';

const TABLES: Readonly<Record<Lang, ProblemTable>> = { en: PROBLEMS_EN, ja: PROBLEMS_JA };
const KNOWN: ReadonlySet<string> = new Set(PROBLEM_CODES);
const isCode = (code: string): code is ProblemCode => KNOWN.has(code);

/** A code that has no words yet is still said with its particulars, never swallowed. */
export function problemWords(problem: Problem, lang: Lang): ProblemWords {
  if (isCode(problem.code)) return TABLES[lang][problem.code](problem.params);
  const particulars = Object.entries(problem.params).map(([key, value]) => `${key}: ${String(value)}`);
  const what = [problem.code, ...particulars].join(', ');
  const todo =
    lang === 'ja' ? '示した場所を確かめて、もう一度開いてください。' : 'Check the place named here and open it again.';
  return { what, todo };
}

/** "file.yaml:24:7", as much of it as is known. */
export function problemPlace(problem: Problem): string {
  const parts = [problem.file, problem.line, problem.column].filter((part) => part !== undefined && part !== '');
  return problem.file === undefined || problem.file === '' ? '' : parts.join(':');
}
