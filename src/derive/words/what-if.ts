import type { Lang } from './lang.ts';
import { whatIfEn, type WhatIfWords } from './what-if-en.ts';
import { whatIfJa } from './what-if-ja.ts';

export type { WhatIfWords } from './what-if-en.ts';

const TABLES: Readonly<Record<Lang, WhatIfWords>> = { en: whatIfEn, ja: whatIfJa };

export const whatIfWords = (lang: Lang): WhatIfWords => TABLES[lang];
