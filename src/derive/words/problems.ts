/**
 * What went wrong, in words: `what` it is and what `todo` about it. Where it is (file, line, column) travels beside it.
 * One table for page and command line, so both say the same. No DOM here.
 */
import type { Problem } from '../../protocol/protocol.ts';
import type { Lang } from './lang.ts';
import { PROBLEMS_EN } from './problems-en.ts';
import { PROBLEMS_JA } from './problems-ja.ts';

/** Every code that the page or the command line puts before a person. */
export const PROBLEM_CODES = [
  // Files that are not what they should be.
  'empty-file',
  'binary-file',
  'compressed-file',
  'html-page',
  'helm-template',
  'kubectl-table',
  'kubectl-error',
  'utf16-without-mark',
  'bad-encoding',
  'truncated',
  'too-large',
  'too-deep',
  // Text that is not YAML or JSON.
  'bad-yaml',
  'bad-yaml-tab',
  'bad-json',
  'duplicate-key',
  'alias-bomb',
  'bad-key',
  // Objects that are not Kubernetes objects.
  'no-objects',
  'not-an-object',
  'not-kubernetes',
  'missing-field',
  'wrong-type',
  'bad-quantity',
  'unknown-api-version',
  'object-twice',
  'object-repeated',
  'refused-object',
  // Our own document.
  'two-scenarios',
  'scenario-too-new',
  'unknown-version',
  'unknown-verb',
  'one-verb',
  'one-moment',
  'verb-not-yet',
  'not-acted-on-yet',
  'bad-duration',
  'bad-time',
  // Links.
  'link-truncated',
  'link-corrupt',
  'link-too-new',
  'link-empty',
  'link-too-large',
  'link-not-link',
  'link-unknown-scenario',
  'link-needs-file',
  'link-wrong-file',
  'link-moment-missing',
  'link-differs',
  // The page and the engine.
  'file-unreadable',
  'not-a-step',
  'no-such-pod',
  'engine-bug',
  'worker-failed',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export type ProblemParams = Readonly<Record<string, string | number>>;
export interface ProblemWords {
  readonly what: string;
  readonly todo: string;
}
export type ProblemTable = Readonly<Record<ProblemCode, (params: ProblemParams) => ProblemWords>>;

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

/** A parameter as text; "" where it is missing. */
export const text = (params: ProblemParams, key: string): string => String(params[key] ?? '');
