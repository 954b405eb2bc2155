/** Fixes, what a node lacks, and why there is no fix, in words: one table for page and command line. No DOM here. */
import type { FixNote } from '../../protocol/protocol.ts';
import { FIX_CODES, type FixCode, type FixTable } from './fix-codes.ts';
import { FIXES_EN } from './fixes-en.ts';
import { FIXES_JA } from './fixes-ja.ts';
import type { Lang } from './lang.ts';

const TABLES: Readonly<Record<Lang, FixTable>> = { en: FIXES_EN, ja: FIXES_JA };
const KNOWN: ReadonlySet<string> = new Set(FIX_CODES);
const isCode = (code: string): code is FixCode => KNOWN.has(code);

/** One edit, hint or reason. A code without words is still said with its figures. */
export function fixWords({ code, params }: FixNote, lang: Lang): string {
  if (isCode(code)) return TABLES[lang][code](params);
  return [code, ...Object.entries(params).map(([key, value]) => `${key}: ${String(value)}`)].join(', ');
}

/** All edits of a fix. */
export const editsWords = (edits: readonly FixNote[], lang: Lang): string =>
  edits.map((edit) => fixWords(edit, lang)).join(lang === 'ja' ? '。さらに ' : '; and ');
