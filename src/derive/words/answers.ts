import { answersEn, type AnswerWords } from './answers-en.ts';
import { answersJa } from './answers-ja.ts';
import type { Lang } from './lang.ts';

export type { AnswerWords } from './answers-en.ts';

const TABLES: Readonly<Record<Lang, AnswerWords>> = { en: answersEn, ja: answersJa };

export const answerWords = (lang: Lang): AnswerWords => TABLES[lang];
